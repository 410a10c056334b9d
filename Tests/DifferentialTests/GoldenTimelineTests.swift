import CompassBaseline
import CompassKernel
import CompassTestSupport
import Foundation
import XCTest

/// The golden pages of the Recruiting Timeline, as ``GoldenFile`` says.
final class GoldenTimelineTests: XCTestCase {
    func testKernelAndBaselineGiveTheGoldenAnswers() throws {
        let tables = try GoldenTables()
        let kernel = try tables.kernel()
        for golden in GoldenTimeline.cases {
            try GoldenFile.check(
                golden.name, arguments: golden.arguments,
                answer: golden.answer(try tables.baseline(golden.zone))
            ) {
                golden.query.kernelPage(kernel, in: try ZonePair(golden.zone)).json()
            }
        }
    }
}

/// The timeline's tables of the tiny dataset.
private struct GoldenTables {
    private let events: [UInt8]
    private let interactions: [UInt8]
    private let offers: [UInt8]
    private let statusChanges: [UInt8]
    private let schools: [UInt8]

    init() throws {
        events = try GoldenFile.table("events")
        interactions = try GoldenFile.table("interactions")
        offers = try GoldenFile.table("offers")
        statusChanges = try GoldenFile.table("school_status_history")
        schools = try GoldenFile.table("schools")
    }

    func kernel() throws -> RecruitingTimeline {
        RecruitingTimeline(
            events: try EventTable.load(json: events).table,
            interactions: try InteractionTable.load(json: interactions).table,
            offers: try OfferTable.load(json: offers).table,
            statusChanges: try StatusChangeTable.load(json: statusChanges).table,
            schools: try SchoolDirectory.load(json: schools).table)
    }

    func baseline(_ zone: String) throws -> BaselineTimeline {
        BaselineTimeline(
            events: try BaselineLoader.events(events).table,
            interactions: try BaselineLoader.interactions(interactions).table,
            offers: try BaselineLoader.offers(offers).table,
            statusChanges: try BaselineLoader.statusChanges(statusChanges).table,
            schools: try BaselineLoader.schools(schools).schools,
            zone: try XCTUnwrap(TimeZone(identifier: zone)))
    }
}

/// One golden file: how the page is asked for, on the command line and in both libraries.
private struct GoldenTimeline {
    var name: String
    var now = "2026-03-01T12:00:00Z"
    var zone = "UTC"
    var range: TimelineRange?
    var school: String?
    var hidden: [String] = []
    var minimumWidth: Double?
    var lanes: BaselineLanesPage?
    /// Whether the list's items are in the file; they are many.
    var hasListItems = false

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
        GoldenTimeline(name: "timeline-no-matches", school: "no-such-school", hasListItems: true),
        GoldenTimeline(
            name: "timeline-before-all-items", now: "2001-01-31T00:00:00Z", zone: "America/Sao_Paulo",
            range: .allTime, hasListItems: true),
    ]

    /// The arguments of `compass timeline Datasets/tiny`.
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
            "list": page.listItems.map(\.id.string), "skipped": [Any](), "state": page.state.rawValue,
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
        ]
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
