// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

/// The Activity Feed.
final class ActivityObject: HandleObject {
    static let handleKind = HandleKind.activity

    let feed: Guarded<ActivityFeed>

    init(_ feed: ActivityFeed) { self.feed = Guarded(feed) }
}

@c @implementation
public func compass_activity_create(
    _ tables: UnsafePointer<compass_tables>!, _ limit_per_source: Int64,
    _ activity: UnsafeMutablePointer<compass_activity>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try activity.result("activity")
        let tables = try PageTables(tables)
        let isUnlimited = limit_per_source == COMPASS_NO_LIMIT
        guard limit_per_source >= 0 || isUnlimited else {
            throw .invalid(
                "limit_per_source", limit_per_source,
                accepted: "a number from 0 and COMPASS_NO_LIMIT (\(COMPASS_NO_LIMIT)) are accepted")
        }
        let feed = ActivityFeed(
            interactions: try tables.interactions()?.table, statusChanges: try tables.statusChanges()?.table,
            documents: try tables.documents()?.table, schools: try tables.schools() ?? .empty,
            failures: tables.failures(of: [.interactions, .statusChanges, .documents, .schools]),
            limitPerSource: isUnlimited ? nil : Int(clamping: limit_per_source))
        result.pointee = HandleTable.shared.insert(ActivityObject(feed))
    }
}

@c @implementation
public func compass_activity_page(
    _ activity: compass_activity, _ options: UnsafePointer<compass_activity_options>!,
    _ answer: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let answer = try answer.result("answer")
        let query = try ActivityQuery(options)
        let feed = try object(activity, ActivityObject.self, "activity").feed.current
        answer.pointee = query.answer(about: feed)
    }
}

@c @implementation
public func compass_activity_put(
    _ activity: compass_activity, _ kind: compass_table_kind, _ bytes: UnsafeRawPointer!, _ count: Int,
    _ options: UnsafePointer<compass_load_options>!, _ row_count: UnsafeMutablePointer<Int64>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        row_count?.pointee = 0
        let accepted = try put(activity, kind, bytes, count, options)
        row_count?.pointee = accepted
    }
}

@c @implementation
public func compass_activity_insert(
    _ activity: compass_activity, _ kind: compass_table_kind, _ bytes: UnsafeRawPointer!, _ count: Int,
    _ options: UnsafePointer<compass_load_options>!, _ row_count: UnsafeMutablePointer<Int64>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        row_count?.pointee = 0
        let accepted = try put(activity, kind, bytes, count, options)
        row_count?.pointee = accepted
    }
}

/// Adds or replaces rows atomically; returns their number.
private func put(
    _ activity: compass_activity, _ kind: compass_table_kind, _ bytes: UnsafeRawPointer?, _ count: Int,
    _ options: UnsafePointer<compass_load_options>?
) throws(CallFailure) -> Int64 {
    let feed = try object(activity, ActivityObject.self, "activity").feed
    let kind = try TableKind(kind, "kind", among: [.interactions, .statusChanges, .documents])
    let new = try NewRows(kind, bytes, count, options)
    switch kind {
    case .interactions: return put(try new.rows(InteractionTable.self), feed) { $0.put($1) }
    case .statusChanges: return put(try new.rows(StatusChangeTable.self), feed) { $0.put($1) }
    default: return put(try new.rows(DocumentTable.self), feed) { $0.put($1) }
    }
}

private func put<Record>(
    _ rows: [Record], _ feed: Guarded<ActivityFeed>, _ put: (inout ActivityFeed, Record) -> Bool
) -> Int64 {
    // Structures that the first change would build are built on a copy of the feed.
    feed.current.prepareForChanges()
    return feed.add(rows) { feed, rows in rows.reduce(0) { put(&feed, $1) ? $0 + 1 : $0 } }
}

@c @implementation
public func compass_activity_remove(
    _ activity: compass_activity, _ event_id: compass_string
) -> compass_status {
    attempt { () throws(CallFailure) in
        let feed = try object(activity, ActivityObject.self, "activity").feed
        let id = try event_id.requiredText("event_id")
        feed.current.prepareForChanges()
        guard feed.update({ $0.remove(id: id) }) else {
            throw CallFailure(
                COMPASS_NOT_FOUND,
                "there is no activity \"\(id)\": nothing was changed; ids are those of the page, "
                    + "such as interaction-42")
        }
    }
}

@c @implementation
public func compass_activity_prepare_for_search(
    _ activity: compass_activity, _ search_flags: UInt32
) -> compass_status {
    attempt { () throws(CallFailure) in
        let feed = try object(activity, ActivityObject.self, "activity").feed.current
        feed.prepareForSearch(wholeText: try ActivityQuery.isWholeText(search_flags, "search_flags"))
    }
}

@c @implementation
public func compass_activity_prepare_for_inserts(_ activity: compass_activity) -> compass_status {
    attempt { () throws(CallFailure) in
        try object(activity, ActivityObject.self, "activity").feed.current.prepareForChanges()
    }
}

@c @implementation
public func compass_activity_snapshot(
    _ activity: compass_activity, _ copy: UnsafeMutablePointer<compass_activity>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let copy = try copy.result("copy")
        let feed = try object(activity, ActivityObject.self, "activity").feed.current
        copy.pointee = HandleTable.shared.insert(ActivityObject(feed))
    }
}

@c @implementation
public func compass_activity_destroy(_ activity: compass_activity) -> compass_status {
    attempt { () throws(CallFailure) in try destroy(activity, .activity, "activity") }
}

/// The query that the options of the Activity Feed page describe.
struct ActivityQuery {
    let page: Int
    let pageSize: Int
    let filter: ActivityFilter
    let now: Timestamp
    let zone: ZoneOffsets
    let format: AnswerFormat

    init(_ options: UnsafePointer<compass_activity_options>?) throws(CallFailure) {
        let options = try Arguments.requiredOptions(
            options, version: COMPASS_ACTIVITY_OPTIONS_VERSION, "options")
        format = try AnswerFormat(options.format, "options.format")
        now = try Arguments.instant(options.now_micros, "options.now_micros")
        zone = try Arguments.zone(options.zone, "options.zone")
        page = try Arguments.number(options.page, in: 1...Int64.max, "options.page")
        pageSize = try Arguments.number(options.page_size, in: 1...Int64.max, "options.page_size")
        filter = ActivityFilter(
            type: try Self.type(options.type), range: try Self.range(options.range),
            search: try options.search.text("options.search") ?? "",
            searchesWholeText: try Self.isWholeText(options.search_flags, "options.search_flags"))
        try Arguments.reserved(Int64(options.reserved), "options")
    }

    private static func type(_ constant: Int32) throws(CallFailure) -> ActivityType? {
        try Arguments.choice(
            constant,
            of: [
                (COMPASS_ACTIVITY_ALL, "COMPASS_ACTIVITY_ALL", nil),
                (COMPASS_ACTIVITY_INTERACTION, "COMPASS_ACTIVITY_INTERACTION", .interaction),
                (
                    COMPASS_ACTIVITY_SCHOOL_STATUS_CHANGE, "COMPASS_ACTIVITY_SCHOOL_STATUS_CHANGE",
                    .schoolStatusChange
                ), (COMPASS_ACTIVITY_DOCUMENT_UPLOAD, "COMPASS_ACTIVITY_DOCUMENT_UPLOAD", .documentUpload),
            ], "options.type")
    }

    private static func range(_ constant: Int32) throws(CallFailure) -> ActivityRange {
        try Arguments.choice(
            constant,
            of: [
                (COMPASS_ACTIVITY_RANGE_ALL, "COMPASS_ACTIVITY_RANGE_ALL", .all),
                (COMPASS_ACTIVITY_RANGE_WEEK, "COMPASS_ACTIVITY_RANGE_WEEK", .week),
                (COMPASS_ACTIVITY_RANGE_MONTH, "COMPASS_ACTIVITY_RANGE_MONTH", .month),
                (COMPASS_ACTIVITY_RANGE_QUARTER, "COMPASS_ACTIVITY_RANGE_QUARTER", .quarter),
            ], "options.range")
    }

    /// Returns whether whole texts are searched.
    static func isWholeText(_ flags: UInt32, _ name: String) throws(CallFailure) -> Bool {
        try Arguments.flags(flags, known: COMPASS_ACTIVITY_SEARCH_WHOLE_TEXT, name) != 0
    }

    func answer(about feed: ActivityFeed) -> compass_text {
        format.text(of: feed.page(page, size: pageSize, where: filter, asOf: now, in: zone))
    }

    func partialAnswer(about feed: ActivityFeed, _ shard: UInt32) throws(PartialAnswerError) -> PartialAnswer
    {
        try feed.partialPage(page, size: pageSize, where: filter, asOf: now, in: zone, shard: shard)
    }
}
