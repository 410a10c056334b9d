import CompassBaseline
import CompassKernel
import CompassTestSupport
import Foundation
import XCTest

/// The golden pages of the Activity Feed, as ``GoldenFile`` describes.
final class GoldenActivityTests: XCTestCase {
    func testKernelAndBaselineGiveTheGoldenAnswers() throws {
        let interactions = try GoldenFile.table("interactions")
        let changes = try GoldenFile.table("school_status_history")
        let documents = try GoldenFile.table("documents")
        let schools = try GoldenFile.table("schools")
        for golden in GoldenActivity.cases {
            let zone = try ZonePair(golden.zone)
            let baseline = BaselineActivityFeed(
                interactions: try BaselineLoader.interactions(interactions).table,
                statusChanges: try BaselineLoader.statusChanges(changes).table,
                documents: try BaselineLoader.documents(documents).table,
                schools: try BaselineLoader.schools(schools).schools, limitPerSource: golden.limitPerTable)
            let page = baseline.page(
                golden.page ?? 1, size: golden.pageSize ?? 20, filter: golden.filter,
                now: try golden.nowMicros(), zone: zone.baseline)
            try GoldenFile.expectAgreement(
                golden.name, arguments: golden.arguments, answer: golden.answer(page, zone.baseline)
            ) {
                let feed = ActivityFeed(
                    interactions: try InteractionTable.load(json: interactions).table,
                    statusChanges: try StatusChangeTable.load(json: changes).table,
                    documents: try DocumentTable.load(json: documents).table,
                    schools: try SchoolDirectory.load(json: schools).table,
                    limitPerSource: golden.limitPerTable)
                return feed.page(
                    golden.page ?? 1, size: golden.pageSize ?? ActivityPage.defaultPageSize,
                    where: golden.filter.kernel, asOf: Timestamp(micros: try golden.nowMicros()),
                    in: zone.kernel
                ).json()
            }
        }
    }
}

/// One golden file: its page query on the command line and in both libraries.
private struct GoldenActivity {
    var name: String
    var now = "2026-03-01T12:00:00Z"
    var zone = "UTC"
    var type: BaselineActivityType?
    var range: BaselineActivityRange?
    var search: String?
    var fullText = false
    var page: Int?
    var pageSize: Int?
    var limitPerTable: Int?

    static let cases: [GoldenActivity] = [
        GoldenActivity(name: "activity-first-page"),
        GoldenActivity(name: "activity-second-page-in-kolkata", zone: "Asia/Kolkata", page: 2, pageSize: 15),
        GoldenActivity(
            name: "activity-interactions-of-a-week", zone: "America/New_York", type: .interaction,
            range: .week),
        GoldenActivity(
            name: "activity-status-changes-of-a-quarter", now: "2026-02-14T08:30:00.25Z",
            zone: "Australia/Adelaide", type: .statusChange, range: .quarter),
        GoldenActivity(name: "activity-last-documents", type: .documentUpload, page: 99, pageSize: 4),
        GoldenActivity(name: "activity-search", zone: "Europe/London", search: " CAMP ", pageSize: 8),
        GoldenActivity(name: "activity-search-whole-texts", search: "tonight", fullText: true, pageSize: 8),
        GoldenActivity(name: "activity-limited", range: .month, limitPerTable: 3),
        GoldenActivity(name: "activity-no-matches", search: "no such words", page: 3),
    ]

    /// The arguments of `compass activity Datasets/tiny`.
    var arguments: [String] {
        var arguments = ["--now", now, "--zone", zone]
        if let type { arguments += ["--type", type.rawValue] }
        if let range { arguments += ["--range", range.rawValue] }
        if let search { arguments += ["--search", search] }
        if fullText { arguments.append("--full-text") }
        if let page { arguments += ["--page", String(page)] }
        if let pageSize { arguments += ["--page-size", String(pageSize)] }
        if let limitPerTable { arguments += ["--limit-per-table", String(limitPerTable)] }
        return arguments
    }

    func nowMicros() throws -> Int64 { try BaselineTimestamp.micros(of: BaselineText(now)) }

    var filter: BaselineActivityFilter {
        BaselineActivityFilter(
            type: type, range: range ?? .all, search: BaselineText(search ?? ""), searchesWholeText: fullText)
    }

    /// The baseline's page, with the keys of the JSON contract.
    func answer(_ page: BaselineActivityPage, _ zone: TimeZone) -> [String: Any] {
        [
            "schemaVersion": 1, "total": page.total, "page": page.page, "totalPages": page.totalPages,
            "failures": [Any](),
            "events": page.events.map { event in
                [
                    "id": event.id.string, "type": event.type.rawValue,
                    "timestamp": GoldenFile.instant(event.time, zone), "title": event.title.string,
                    "description": event.description.string, "icon": event.icon.string,
                    "entityType": event.entityType,
                    "entityId": GoldenFile.orNull(event.entityID?.string),
                    "entityName": event.entityName.string, "isClickable": event.clickURL != nil,
                    "clickUrl": GoldenFile.orNull(event.clickURL?.string),
                    "relativeTime": event.relativeTime,
                ] as [String: Any]
            },
        ]
    }
}
