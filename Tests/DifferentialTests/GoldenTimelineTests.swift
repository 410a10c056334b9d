import CompassBaseline
import CompassKernel
import CompassTestSupport
import Foundation
import XCTest

/// The golden pages of the Recruiting Timeline, as ``GoldenFile`` describes.
final class GoldenTimelineTests: XCTestCase {
    func testKernelAndBaselineGiveTheGoldenAnswers() throws {
        try expectGoldenAnswers(GoldenTimeline.cases, of: "tiny")
    }

    func testRowsThatAreLeftOutAreListed() throws {
        try expectGoldenAnswers(GoldenTimeline.casesOfBadRows, of: "bad-rows")
    }

    private func expectGoldenAnswers(_ cases: [GoldenTimeline], of dataset: String) throws {
        let tables = try GoldenTables(of: dataset)
        let kernel = try tables.kernel()
        for golden in cases {
            try GoldenFile.expectAgreement(
                golden.name, of: dataset, arguments: golden.arguments,
                answer: golden.answer(try tables.baseline(golden.zone))
            ) {
                golden.query.kernelPage(kernel, in: try ZonePair(golden.zone)).json()
            }
        }
    }
}

/// The timeline's tables of a dataset.
private struct GoldenTables {
    private let events: [UInt8]
    private let interactions: [UInt8]
    private let offers: [UInt8]
    private let statusChanges: [UInt8]
    private let schools: [UInt8]

    init(of dataset: String) throws {
        events = try GoldenFile.table("events", of: dataset)
        interactions = try GoldenFile.table("interactions", of: dataset)
        offers = try GoldenFile.table("offers", of: dataset)
        statusChanges = try GoldenFile.table("school_status_history", of: dataset)
        schools = try GoldenFile.table("schools", of: dataset)
    }

    func kernel() throws -> RecruitingTimeline {
        let events = try EventTable.load(json: events)
        let interactions = try InteractionTable.load(json: interactions)
        let offers = try OfferTable.load(json: offers)
        let statusChanges = try StatusChangeTable.load(json: statusChanges)
        return RecruitingTimeline(
            events: events.table, interactions: interactions.table, offers: offers.table,
            statusChanges: statusChanges.table, schools: try SchoolDirectory.load(json: schools).table,
            ingestReports: [events.report, interactions.report, offers.report, statusChanges.report])
    }

    func baseline(_ zone: String) throws -> BaselineTimeline {
        let events = try BaselineLoader.events(events)
        let interactions = try BaselineLoader.interactions(interactions)
        let offers = try BaselineLoader.offers(offers)
        let statusChanges = try BaselineLoader.statusChanges(statusChanges)
        return BaselineTimeline(
            events: events.table, interactions: interactions.table, offers: offers.table,
            statusChanges: statusChanges.table, schools: try BaselineLoader.schools(schools).schools,
            reports: [events.report, interactions.report, offers.report, statusChanges.report],
            zone: try XCTUnwrap(TimeZone(identifier: zone)))
    }
}

/// One golden file: its page query on the command line and in both libraries.
private struct GoldenTimeline {
    var name: String
    var now = "2026-03-01T12:00:00Z"
    var zone = "UTC"
    var range: TimelineRange?
    var school: String?
    var hidden: [String] = []
    var minimumWidth: Double?
    var lanes: BaselineLanesPage?
    /// Whether the file contains the list's many items.
    var hasListItems = false
    /// The problems of the skipped rows, in their order; the baseline names only the kinds of
    /// reasons.
    var skipReasons: [String] = []

    /// The problems of the rows of `Datasets/bad-rows` in any zone: three events, two interactions,
    /// one change.
    private static let badRowReasons = [
        "the end is before the start", #"unreadable time "2026-02-30": the month does not have this day"#,
        #"unreadable time "soon": not of the form YYYY-MM-DDTHH:MM:SS+HH:MM"#, "is null",
        "the element is not an object",
        #"unreadable time "2026-02-21": a date without a time"#,
    ]

    static let casesOfBadRows: [GoldenTimeline] = [
        GoldenTimeline(
            name: "timeline-rows-left-out", hasListItems: true, skipReasons: badRowReasons),
        // In New York the day of one more event begins after the instant at which it ends.
        GoldenTimeline(
            name: "timeline-rows-left-out-in-new-york", zone: "America/New_York", hasListItems: true,
            skipReasons: Array(
                badRowReasons[..<3] + ["the end is before the start"] + badRowReasons[3...])),
    ]

    static let cases: [GoldenTimeline] = [
        GoldenTimeline(name: "timeline-first-lanes", lanes: .init(number: 1, size: 4)),
        GoldenTimeline(
            name: "timeline-one-school-all-time", zone: "America/New_York", range: .allTime,
            school: "e918de3d-7180-4fcd-a27e-0bb35d05c294", hasListItems: true),
        GoldenTimeline(
            name: "timeline-without-interactions", zone: "Asia/Kolkata", range: .twelveMonths,
            hidden: ["interactions", "status"], lanes: .init(number: 2, size: 3)),
        GoldenTimeline(
            name: "timeline-last-lanes-in-adelaide", zone: "Australia/Adelaide", range: .threeMonths,
            minimumWidth: 0, lanes: .init(number: 9, size: 5)),
        GoldenTimeline(
            name: "timeline-offers", zone: "Europe/London", hidden: ["events", "interactions", "status"],
            minimumWidth: 12.5, hasListItems: true),
        GoldenTimeline(
            name: "timeline-no-matches", school: "9c64550d-4cb0-45ad-951d-dcf85ede0481",
            hidden: ["events", "interactions", "offers"], hasListItems: true),
        GoldenTimeline(
            name: "timeline-before-all-items", now: "2001-01-31T00:00:00Z", zone: "America/Sao_Paulo",
            range: .allTime, hasListItems: true),
    ]

    /// The arguments of `compass timeline` after the dataset's folder.
    var arguments: [String] {
        var arguments = ["--now", now, "--zone", zone]
        if let range { arguments += ["--range", range.rawValue] }
        if let school { arguments += ["--school", school] }
        if !hidden.isEmpty { arguments += ["--hide", hidden.joined(separator: ",")] }
        if let minimumWidth { arguments += ["--min-width", String(minimumWidth)] }
        if let lanes {
            arguments += ["--lanes-page", String(lanes.number), "--lanes-per-page", String(lanes.size)]
        }
        return arguments
    }

    var query: TimelineQuery {
        let names: [(String, BaselineTimelineType)] = [
            ("events", .event), ("interactions", .interaction), ("offers", .offer), ("status", .statusChange),
        ]
        return TimelineQuery(
            range: range ?? .sixMonths,
            filter: .init(
                schoolID: school.map { BaselineText($0) },
                types: Set(names.filter { !hidden.contains($0.0) }.map(\.1))),
            now: try! BaselineTimestamp.micros(of: BaselineText(now)), minimumWidth: minimumWidth ?? 2,
            lanes: lanes)
    }

    /// The baseline's page, with the keys of the JSON contract.
    func answer(_ timeline: BaselineTimeline) -> [String: Any] {
        let page = query.baselinePage(timeline)
        XCTAssertEqual(page.skipped.count, skipReasons.count, "\(name): \(page.skipped)")
        var answer: [String: Any] = [
            "schemaVersion": 1,
            "range": ["kind": page.range.kind, "from": text(page.range.from), "to": text(page.range.to)],
            "todayPosition": page.todayPosition,
            "months": page.months.map {
                ["key": $0.key, "label": $0.label, "year": $0.year, "left": $0.left, "width": $0.width]
                    as [String: Any]
            },
            "lanes": page.lanes.map { lane in
                [
                    "schoolId": GoldenFile.orNull(lane.schoolID?.string),
                    "schoolName": lane.schoolName.string,
                    "itemCount": lane.items.count, "rowCount": lane.rowCount, "items": lane.items.map(placed),
                ] as [String: Any]
            },
            "laneCount": page.laneCount, "lanesPage": page.lanesPage, "lanesPages": page.lanesPages,
            "list": page.listItems.map(\.id.string), "skipped": zip(page.skipped, skipReasons).map(skipped),
            "state": page.state.rawValue,
        ]
        if hasListItems {
            answer["listItems"] = page.listItems.map { item in
                shown(item).merging(
                    [
                        "schoolId": GoldenFile.orNull(item.schoolID?.string),
                        "schoolName": item.schoolName.string,
                        "details": GoldenFile.orNull(item.details?.string),
                    ]) { $1 }
            }
        }
        return answer
    }

    private func placed(_ placed: BaselineTimelinePage.PlacedItem) -> [String: Any] {
        shown(placed.item).merging(
            [
                "shape": placed.isBar ? "bar" : "dot", "left": placed.left, "width": placed.width,
                "row": placed.row,
            ]) { $1 }
    }

    private func shown(_ item: BaselineTimelineItem) -> [String: Any] {
        [
            "id": item.id.string, "type": item.type.rawValue,
            "typeLabel": GoldenFile.orNull(item.typeLabel?.string), "emoji": item.emoji.string,
            "label": item.label.string, "date": text(item.date),
            "endDate": GoldenFile.orNull(item.endDate.map(text)),
            // The ids of the datasets require no percent encoding.
            "link": item.type == .statusChange
                ? NSNull()
                : "/\(item.type.rawValue)s/" + item.id.string.drop { $0 != "-" }.dropFirst() as Any,
        ]
    }

    private func skipped(_ skip: BaselineTimelinePage.Skip, _ reason: String) -> [String: Any] {
        ["table": skip.table, "row": skip.row, "field": GoldenFile.orNull(skip.field), "reason": reason]
    }

    private func text(_ micros: Int64) -> String {
        GoldenFile.instant(micros, TimeZone(identifier: zone)!)
    }

    private func text(_ date: BaselineDate) -> String {
        switch date {
        case .day(let day): day.text
        case .instant(let micros): text(micros)
        }
    }
}
