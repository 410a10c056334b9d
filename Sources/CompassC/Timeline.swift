// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

/// The Recruiting Timeline.
final class TimelineObject: HandleObject {
    static let handleKind = HandleKind.timeline

    let timeline: Guarded<RecruitingTimeline>

    init(_ timeline: RecruitingTimeline) { self.timeline = Guarded(timeline) }
}

@c @implementation
public func compass_timeline_create(
    _ tables: UnsafePointer<compass_tables>!, _ timeline: UnsafeMutablePointer<compass_timeline>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try timeline.result("timeline")
        let tables = try PageTables(tables)
        let (events, interactions) = (try tables.events(), try tables.interactions())
        let (offers, statusChanges) = (try tables.offers(), try tables.statusChanges())
        let reports = [events?.report, interactions?.report, offers?.report, statusChanges?.report]
        let timeline = RecruitingTimeline(
            events: events?.table ?? .empty, interactions: interactions?.table ?? .empty,
            offers: offers?.table ?? .empty, statusChanges: statusChanges?.table ?? .empty,
            schools: try tables.schools() ?? .empty, ingestReports: reports.compactMap { $0 })
        result.pointee = HandleTable.shared.insert(TimelineObject(timeline))
    }
}

@c @implementation
public func compass_timeline_page(
    _ timeline: compass_timeline, _ options: UnsafePointer<compass_timeline_options>!,
    _ answer: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let answer = try answer.result("answer")
        let query = try TimelineQuery(options)
        let timeline = try object(timeline, TimelineObject.self, "timeline").timeline.current
        answer.pointee = query.answer(about: timeline)
    }
}

@c @implementation
public func compass_timeline_put(
    _ timeline: compass_timeline, _ kind: compass_table_kind, _ bytes: UnsafeRawPointer!, _ count: Int,
    _ options: UnsafePointer<compass_load_options>!, _ row_count: UnsafeMutablePointer<Int64>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        row_count?.pointee = 0
        let timeline = try object(timeline, TimelineObject.self, "timeline").timeline
        let kind = try TableKind(kind, "kind", among: [.events, .interactions, .offers, .statusChanges])
        let new = try NewRows(kind, bytes, count, options)
        let added: Int
        switch kind {
        case .events: added = timeline.add(try new.rows(EventTable.self)) { $0.put($1) }
        case .interactions: added = timeline.add(try new.rows(InteractionTable.self)) { $0.put($1) }
        case .offers: added = timeline.add(try new.rows(OfferTable.self)) { $0.put($1) }
        default: added = timeline.add(try new.rows(StatusChangeTable.self)) { $0.put($1) }
        }
        row_count?.pointee = Int64(added)
    }
}

@c @implementation
public func compass_timeline_remove(_ timeline: compass_timeline, _ item_id: compass_string) -> compass_status
{
    attempt { () throws(CallFailure) in
        let timeline = try object(timeline, TimelineObject.self, "timeline").timeline
        let id = try item_id.requiredText("item_id")
        guard timeline.update({ $0.remove(id: id) }) else {
            throw CallFailure(
                COMPASS_NOT_FOUND,
                "there is no item \"\(id)\": nothing was changed; ids are those of the page, such as event-42"
            )
        }
    }
}

@c @implementation
public func compass_timeline_snapshot(
    _ timeline: compass_timeline, _ copy: UnsafeMutablePointer<compass_timeline>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let copy = try copy.result("copy")
        let timeline = try object(timeline, TimelineObject.self, "timeline").timeline.current
        copy.pointee = HandleTable.shared.insert(TimelineObject(timeline))
    }
}

@c @implementation
public func compass_timeline_destroy(_ timeline: compass_timeline) -> compass_status {
    attempt { () throws(CallFailure) in try destroy(timeline, .timeline, "timeline") }
}

/// The query that the options of the Recruiting Timeline page describe.
private struct TimelineQuery {
    let range: TimelineRange
    let filter: TimelineFilter
    let now: Timestamp
    let zone: ZoneOffsets
    let minimumWidth: Double
    let lanes: TimelineLanes
    let format: AnswerFormat

    init(_ options: UnsafePointer<compass_timeline_options>?) throws(CallFailure) {
        let options = try Arguments.requiredOptions(
            options, version: COMPASS_TIMELINE_OPTIONS_VERSION, "options")
        format = try AnswerFormat(options.format, "options.format")
        now = try Arguments.instant(options.now_micros, "options.now_micros")
        zone = try Arguments.zone(options.zone, "options.zone")
        range = try Self.range(options.range_months)
        filter = try Arguments.timelineFilter(
            school: options.school, "options.school", hiding: options.hidden_items, "options.hidden_items")
        let page = try Arguments.number(options.lanes_page, in: 0...Int64.max, "options.lanes_page")
        let size = try Arguments.number(options.lanes_per_page, in: 1...Int64.max, "options.lanes_per_page")
        lanes = page == 0 ? .all : .page(page, size: size)
        minimumWidth = options.minimum_width
        guard 0...100 ~= minimumWidth else {
            throw .invalid("options.minimum_width", minimumWidth, accepted: "0 to 100 percent are accepted")
        }
    }

    private static func range(_ months: Int32) throws(CallFailure) -> TimelineRange {
        switch months {
        case 3: return .threeMonths
        case 6: return .sixMonths
        case 12: return .twelveMonths
        case COMPASS_RANGE_ALL: return .allTime
        default:
            throw .invalid(
                "options.range_months", months,
                accepted: "3, 6, 12 and COMPASS_RANGE_ALL (\(COMPASS_RANGE_ALL)) are accepted")
        }
    }

    func answer(about timeline: RecruitingTimeline) -> compass_text {
        // HTML shows a part of the items; only these get their texts.
        let layout = timeline.layout(
            range, where: filter, asOf: now, in: zone, minimumWidth: minimumWidth, lanes: lanes)
        return format.text(
            json: { layout.page.json(layout: $0) }, csv: { layout.page.csv(byteOrderMark: $0) },
            html: { layout.html($0) })
    }
}

extension Arguments {
    /// Returns which items of a timeline count.
    static func timelineFilter(
        school: compass_string, _ schoolName: String, hiding hidden: UInt32, _ hiddenName: String
    ) throws(CallFailure) -> TimelineFilter {
        let types: [(bit: Int, type: TimelineItemTypes)] = [
            (COMPASS_ITEMS_EVENTS, .events), (COMPASS_ITEMS_INTERACTIONS, .interactions),
            (COMPASS_ITEMS_OFFERS, .offers), (COMPASS_ITEMS_STATUS_CHANGES, .statusChanges),
        ]
        let bits = try flags(hidden, known: types.reduce(0) { $0 | $1.bit }, hiddenName)
        return TimelineFilter(
            schoolID: try school.text(schoolName),
            types: types.filter { bits & $0.bit == 0 }.reduce(into: []) { $0.insert($1.type) })
    }
}
