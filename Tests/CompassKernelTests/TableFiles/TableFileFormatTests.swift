import Foundation
import XCTest

@testable import CompassKernel

/// Files that were committed when a version of the format was introduced open for ever.
///
/// `COMPASS_RENEW_GOLDEN=1` rewrites the file of the current version, which is only right before its release.
final class TableFileFormatTests: XCTestCase {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden")

    /// Some rows of every table, with each kind of value and null.
    private func tables() throws -> TableFile {
        let posts = #"""
            [{"id":"a","platform":"instagram","post_date":"2026-02-10T14:30:00Z","school_id":"s0","coach_id":"c",
            "post_url":"https://x.example/1","post_content":"Camp day 😀","author_handle":"@é","notes":"",
            "is_recruiting_related":true,"flagged_for_review":true,"sentiment":"very_positive",
            "created_at":"2026-02-11T00:00:00Z"},
            {"id":"b","platform":"twitter","post_date":"2026-02-10T14:30:00Z"},{"id":"c","platform":"web"}]
            """#
        let (table, report) = try PostTable.load(json: posts.utf8)
        var changed = table
        let payload = #"""
            {"type":"DELETE","table":"social_media_posts","old_record":{"id":"b"},
            "commit_timestamp":"2026-02-12T00:00:00Z"}
            """#
        _ = try changed.apply(realtime: payload.utf8)
        let schools = try SchoolDirectory.load(
            json: #"[{"id":"s0","name":"State","division":"D1"},{"id":"s1"},{"id":"é","name":"état"}]"#.utf8)
        let (day, time) = (CivilDate(daysSinceEpoch: 20_494), Timestamp(micros: 1_770_733_800_000_000))
        let uuid = "0a1b2c3d-0000-4000-8000-00000000000"
        return TableFile(
            posts: changed, schools: schools.table,
            coaches: CoachTable([
                Coach(id: "c", schoolID: "s0", firstName: "Ana", responsivenessScore: 2.5), Coach(id: "d"),
            ]),
            interactions: InteractionTable([
                Interaction(
                    id: uuid + "1", type: "call", time: time, coachID: "c", content: "", sentiment: .neutral),
                Interaction(id: uuid + "2", type: "email", time: time, direction: "inbound", subject: "Hi"),
            ]),
            offers: OfferTable([
                Offer(id: "o", type: "full_ride", time: .day(day), schoolID: "s0", status: "open"),
                Offer(id: "p", type: "partial", time: .instant(time)),
            ]),
            events: EventTable([
                Event(id: "e", type: "camp", name: "Camp", start: .day(day), end: .instant(time)),
                Event(id: "f", name: "Game", start: .instant(time), schoolID: "é"),
            ]),
            documents: DocumentTable([Document(id: "v", type: "video", time: time, title: "Été")]),
            metrics: MetricTable([
                PerformanceMetric(id: "m", type: "exit_velo", time: .day(day), value: 92.5, unit: "mph"),
                PerformanceMetric(id: "n", type: "sixty", time: .instant(time)),
            ]),
            statusChanges: StatusChangeTable([
                StatusChange(id: "h", newStatus: "committed", previousStatus: "new", time: time)
            ]), reports: [report, schools.report])
    }

    func testTheFileOfTheFirstVersionOpens() throws {
        let path = Self.folder.appendingPathComponent("Version1.compass").path
        let tables = try tables()
        let scratch = try TableFileFolder()
        try tables.save(to: scratch.file("now"))
        if ProcessInfo.processInfo.environment["COMPASS_RENEW_GOLDEN"] == "1" {
            try Data(bytes(ofFile: scratch.file("now"))).write(to: URL(fileURLWithPath: path))
        }
        let file = try TableFile.open(path, verify: .all)
        XCTAssertEqual(file.posts.map { Array($0) }, tables.posts.map { Array($0) })
        XCTAssertEqual(file.posts?.history.entries.values.count, 1)
        XCTAssertEqual(file.schools?.names.string(1), "état")
        XCTAssertEqual(file.coaches.map { Array($0) }, tables.coaches.map { Array($0) })
        XCTAssertEqual(file.interactions.map { Array($0) }, tables.interactions.map { Array($0) })
        XCTAssertEqual(file.offers.map { Array($0) }, tables.offers.map { Array($0) })
        XCTAssertEqual(file.events.map { Array($0) }, tables.events.map { Array($0) })
        XCTAssertEqual(file.documents.map { Array($0) }, tables.documents.map { Array($0) })
        XCTAssertEqual(file.metrics.map { Array($0) }, tables.metrics.map { Array($0) })
        XCTAssertEqual(file.statusChanges.map { Array($0) }, tables.statusChanges.map { Array($0) })
        XCTAssertEqual(file.reports, tables.reports)
        // Another layout is another version.
        XCTAssertEqual(TableFileLayout.version, 1)
        XCTAssertEqual(bytes(ofFile: scratch.file("now")), bytes(ofFile: path))
    }
}
