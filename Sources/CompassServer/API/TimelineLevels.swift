import CompassKernel
import CompassProgram

/// The timeline as a page draws it, for any number of items: lanes with the items of a window while these are
/// few, otherwise with counts by bucket of time, and a page of the list.
///
/// All positions are in percent of the range, so that a page can zoom by itself.
struct TimelineLevels: KeyedValue {
    /// A lane; one of its two contents is nil.
    struct Lane: KeyedValue {
        var schoolID: String?
        var schoolName: String
        /// The number of items that meet the range.
        var itemCount: Int
        /// The items that meet the window.
        var items: [PlacedItem]?
        /// The bucket, then the items of each type that start in it; those that start before the window are
        /// in the first.
        var counts: [[Int]]?

        static func writeMembers(of lane: Lane?, to writer: inout some MemberWriter & ~Copyable) {
            writer.member("schoolId", lane?.schoolID)
            writer.member("schoolName", lane?.schoolName)
            writer.member("itemCount", lane?.itemCount)
            writer.list("items", lane?.items)
            writer.rows("counts", lane?.counts)
        }
    }

    /// An item with its extent in the range, without a minimum width.
    struct PlacedItem: KeyedValue {
        var item: TimelineItem
        var shape: TimelineShape
        var left: Double
        var width: Double

        static func writeMembers(of placed: PlacedItem?, to writer: inout some MemberWriter & ~Copyable) {
            let item = placed?.item
            writer.member("id", item?.id)
            writer.member("type", item?.type)
            writer.member("typeLabel", item?.typeLabel)
            writer.member("emoji", item?.emoji)
            writer.member("label", item?.label)
            writer.member("date", item?.date)
            writer.member("endDate", item?.endDate)
            writer.member("shape", placed?.shape)
            writer.member("left", placed?.left)
            writer.member("width", placed?.width)
            writer.member("link", item?.link)
            writer.member("details", item?.details)
        }
    }

    static let laneSize = NumberParameter(
        "lanes-per-page", 1...100, default: TimelineLanes.defaultPageSize, "The lanes on a page.")
    static let bucketCount = NumberParameter("width", 1...4_096, default: 400, "The number of buckets.")
    static let itemLimit = NumberParameter(
        "limit", 0...2_000, default: 2_000, "Up to how many items are listed; more are counted.")
    static let listSize = NumberParameter(
        "list-per-page", 0...APILimits.pageSize, default: 50, "The items on a page of the list.")

    private let layout: TimelineLayout
    private let window: LevelsWindow
    private let from: ZonedTimestamp
    private let to: ZonedTimestamp
    private let hasItems: Bool
    private let lanes: [Lane]
    private let listItems: [TimelineItem]
    private let listPage: Int
    private let listPages: Int

    init(_ call: RouteCall) throws(APIError) {
        let query = call.query
        let request = try TimelineRequest(call)
        let lanesPage = try query.number("lanes-page", in: APILimits.numbers) ?? 1
        let laneSize = try Self.laneSize.value(in: query)
        let bucketCount = try Self.bucketCount.value(in: query)
        let limit = try Self.itemLimit.value(in: query)
        let wantedListPage = try query.number("list-page", in: APILimits.numbers) ?? 1
        let listSize = try Self.listSize.value(in: query)
        let edges = try Self.edges(query)
        let (timeline, filter) = try request.resolved(for: call)
        let layout = timeline.layout(
            request.range, where: filter.filter, asOf: request.now, in: request.zone, minimumWidth: 0,
            lanes: .page(lanesPage, size: laneSize))
        let window = LevelsWindow(edges, of: layout.range, bucketCount: bucketCount)

        var shownCount = 0
        for lane in layout.lanes {
            for placed in lane.items where window.contains(placed.number, of: layout.items) {
                shownCount += 1
            }
        }
        let hasItems = shownCount <= limit
        self.layout = layout
        self.window = window
        self.hasItems = hasItems
        from = ZonedTimestamp(Timestamp(micros: window.from), in: request.zone)
        to = ZonedTimestamp(Timestamp(micros: window.to), in: request.zone)
        lanes = layout.lanes.map { Self.lane($0, of: layout, window, hasItems: hasItems) }
        let list = layout.list
        listPages = listSize == 0 ? 1 : max((list.count + listSize - 1) / listSize, 1)
        listPage = min(wantedListPage, listPages)
        let first = (listPage - 1) * listSize
        listItems = (first..<min(first + listSize, list.count)).map { list[$0] }
    }

    /// Returns the asked window; nil for the whole range.
    private static func edges(_ query: QueryParameters) throws(APIError) -> (from: Int64, to: Int64)? {
        let from = try query.value("from", ArgumentReading.instant)
        let to = try query.value("to", ArgumentReading.instant)
        switch (from, to) {
        case (nil, nil): return nil
        case (let from?, let to?):
            guard from < to else {
                throw APIError(400, "'from' must be before 'to': an instant that is earlier is accepted.")
            }
            return (from.micros, to.micros)
        default: throw APIError(400, "'from' and 'to' are accepted only together.")
        }
    }

    private static func lane(
        _ lane: TimelineLayout.Lane, of layout: TimelineLayout, _ window: LevelsWindow, hasItems: Bool
    ) -> Lane {
        var result = Lane(schoolID: lane.schoolID, schoolName: lane.schoolName, itemCount: lane.itemCount)
        let shown = lane.items.lazy.filter { window.contains($0.number, of: layout.items) }
        if hasItems {
            result.items = shown.map {
                PlacedItem(item: $0.item, shape: $0.shape, left: $0.left, width: $0.width)
            }
            return result
        }
        var counts: [[Int]] = []
        for placed in shown {
            // Items are in the order of their starts, so that a bucket is either the last one or a later one.
            let bucket = window.bucket(of: layout.items.start(placed.number).micros)
            if counts.last?[0] != bucket { counts.append([bucket, 0, 0, 0, 0]) }
            counts[counts.count - 1][1 + (TimelineItemType.allCases.firstIndex(of: placed.type) ?? 0)] += 1
        }
        result.counts = counts
        return result
    }

    static func writeMembers(of levels: TimelineLevels?, to writer: inout some MemberWriter & ~Copyable) {
        let layout = levels?.layout
        writer.schemaVersion(JSONFormat.version)
        writer.member("range", layout?.range)
        writer.member("todayPosition", layout?.todayPosition)
        writer.list("months", layout?.months)
        writer.member("state", layout?.state)
        writer.member("itemCount", layout?.list.count)
        writer.member("from", levels?.from)
        writer.member("to", levels?.to)
        writer.member("bucketCount", levels?.window.bucketCount)
        writer.member("detail", levels.map { $0.hasItems ? "items" : "counts" })
        writer.list("lanes", levels?.lanes)
        writer.member("laneCount", layout?.laneCount)
        writer.member("lanesPage", layout?.lanesPage)
        writer.member("lanesPages", layout?.lanesPages)
        writer.list("listItems", levels?.listItems)
        writer.member("listPage", levels?.listPage)
        writer.member("listPages", levels?.listPages)
    }
}

/// A window of time, divided into buckets of equal duration.
struct LevelsWindow: Sendable {
    let from: Int64
    let to: Int64
    let bucketCount: Int

    /// Creates the part of a window that is in a range; the whole range without a window, or when they do not
    /// meet.
    init(_ edges: (from: Int64, to: Int64)?, of range: TimelinePageRange, bucketCount: Int) {
        let (first, last) = (range.from.timestamp.micros, range.to.timestamp.micros)
        self.bucketCount = bucketCount
        let clamped = edges.map { (from: max($0.from, first), to: min($0.to, last)) }
        // Edges that touch have no duration to divide.
        if let clamped, clamped.from < clamped.to {
            (from, to) = clamped
        } else {
            (from, to) = (first, last)
        }
    }

    /// Returns whether an item meets the window.
    func contains(_ number: Int, of items: TimelineItems) -> Bool {
        items.start(number).micros <= to && items.end(number).micros >= from
    }

    /// Returns the bucket of an instant, or of the nearest one in the window.
    func bucket(of micros: Int64) -> Int {
        guard micros >= from else { return 0 }
        guard micros < to else { return bucketCount - 1 }
        let span = UInt64(bitPattern: to &- from)
        let offset = UInt64(bitPattern: micros &- from)
        let product = offset.multipliedFullWidth(by: UInt64(bucketCount))
        // The offset is less than the span, so that the quotient is less than the number of buckets.
        var bucket = Int(span.dividingFullWidth(product).quotient)
        // Edges are rounded down to whole microseconds.
        while bucket + 1 < bucketCount, leftEdge(of: bucket + 1, span) <= offset { bucket += 1 }
        return bucket
    }

    /// Returns where a bucket begins, from the window's left edge.
    private func leftEdge(of bucket: Int, _ span: UInt64) -> UInt64 {
        let (whole, rest) = span.quotientAndRemainder(dividingBy: UInt64(bucketCount))
        return whole &* UInt64(bucket) &+ rest &* UInt64(bucket) / UInt64(bucketCount)
    }
}
