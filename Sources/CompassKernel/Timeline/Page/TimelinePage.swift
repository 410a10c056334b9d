/// The content of the Recruiting Timeline page, with all texts: the lanes, their months, and the list.
///
/// The value retains no table. All positions and widths are in percent of the range, from its left edge.
public struct TimelinePage: Hashable, KeyedValue {
    /// The displayed range of time.
    public var range: TimelinePageRange
    /// The start of the day of "now". Below 0 where the range begins later than that.
    public var todayPosition: Double
    /// The months that meet the range, in order.
    public var months: [TimelineMonth]
    /// The lanes on this page, in name order; only schools with an item in the range have one.
    public var lanes: [TimelineLane]
    /// The number of lanes on all pages together.
    public var laneCount: Int
    /// The number of this page of lanes, from 1.
    public var lanesPage: Int
    /// The number of pages of lanes, at least 1.
    public var lanesPages: Int
    /// All items in the range whatever the page of lanes, newest first; equal times by id.
    public var listItems: [TimelineItem]
    /// The rows that the timeline omits, by table and row.
    public var skipped: [TimelineSkip]
    /// Whether there are items to show, or the reason why there are none.
    public var state: TimelineState

    /// Creates a page with the given parts, for previews and tests.
    public init(
        range: TimelinePageRange, todayPosition: Double, months: [TimelineMonth], lanes: [TimelineLane],
        laneCount: Int, lanesPage: Int = 1, lanesPages: Int = 1, listItems: [TimelineItem],
        skipped: [TimelineSkip] = [], state: TimelineState = .items
    ) {
        self.range = range
        self.todayPosition = todayPosition
        self.months = months
        self.lanes = lanes
        self.laneCount = laneCount
        self.lanesPage = lanesPage
        self.lanesPages = lanesPages
        self.listItems = listItems
        self.skipped = skipped
        self.state = state
    }

    /// The ids of ``listItems``.
    public var list: [String] { listItems.map(\.id) }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("range", value?.range)
        writer.member("todayPosition", value?.todayPosition)
        writer.list("months", value?.months)
        writer.list("lanes", value?.lanes)
        writer.member("laneCount", value?.laneCount)
        writer.member("lanesPage", value?.lanesPage)
        writer.member("lanesPages", value?.lanesPages)
        writer.texts("list", value?.listItems.lazy.map(\.id))
        writer.list("listItems", value?.listItems)
        writer.list("skipped", value?.skipped)
        writer.member("state", value?.state)
    }

    /// An estimate that counts each item in its lane, in the list of ids and in the list of items.
    public var estimatedJSONByteCount: Int { 2_048 + listItems.count * 768 }
}

extension TimelinePage: Decodable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, range, todayPosition, months, lanes, laneCount, lanesPage, lanesPages, listItems
        case skipped, state
    }

    /// Decodes the form that ``KeyedValue/encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`, also for another version of the contract.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _ = try container.decode(SchemaVersion.self, forKey: .schemaVersion)
        self.init(
            range: try container.decode(TimelinePageRange.self, forKey: .range),
            todayPosition: try container.decode(Double.self, forKey: .todayPosition),
            months: try container.decode([TimelineMonth].self, forKey: .months),
            lanes: try container.decode([TimelineLane].self, forKey: .lanes),
            laneCount: try container.decode(Int.self, forKey: .laneCount),
            lanesPage: try container.decode(Int.self, forKey: .lanesPage),
            lanesPages: try container.decode(Int.self, forKey: .lanesPages),
            listItems: try container.decode([TimelineItem].self, forKey: .listItems),
            skipped: try container.decode([TimelineSkip].self, forKey: .skipped),
            state: try container.decode(TimelineState.self, forKey: .state))
        copyDetailsIntoLanes()
    }

    /// Copies the items' details into the lanes: only the items of the list are written with them.
    private mutating func copyDetailsIntoLanes() {
        let details = Dictionary(
            listItems.lazy.filter { $0.details != nil }.map { (ByteText($0.id), $0.details) },
            uniquingKeysWith: { first, _ in first })
        for lane in lanes.indices {
            for place in lanes[lane].items.indices {
                let id = ByteText(lanes[lane].items[place].item.id)
                lanes[lane].items[place].item.details = details[id] ?? nil
            }
        }
    }
}

/// The range of time that a page of the timeline shows, both ends included.
public struct TimelinePageRange: Hashable, Decodable, KeyedValue {
    /// The requested range.
    public var kind: TimelineRange
    /// The left edge.
    public var from: ZonedTimestamp
    /// The right edge, two months ahead of now.
    public var to: ZonedTimestamp

    /// Creates a range with the given edges.
    public init(kind: TimelineRange, from: ZonedTimestamp, to: ZonedTimestamp) {
        self.kind = kind
        self.from = from
        self.to = to
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("kind", value?.kind)
        writer.member("from", value?.from)
        writer.member("to", value?.to)
    }
}

/// The header of one month.
public struct TimelineMonth: Hashable, Decodable, KeyedValue {
    /// The month, such as `2025-01`.
    public var key: String
    /// Its short name, such as `Jan`.
    public var label: String
    /// Its year.
    public var year: Int
    /// The left edge, in percent; clipped to the range.
    public var left: Double
    /// The width, in percent; clipped to the range.
    public var width: Double

    /// Creates a month with the given parts.
    public init(key: String, label: String, year: Int, left: Double, width: Double) {
        self.key = key
        self.label = label
        self.year = year
        self.left = left
        self.width = width
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("key", value?.key)
        writer.member("label", value?.label)
        writer.member("year", value?.year)
        writer.member("left", value?.left)
        writer.member("width", value?.width)
    }
}

/// A row that the timeline omits.
public struct TimelineSkip: Hashable, Decodable, KeyedValue {
    /// The table's name in the database.
    public var table: String
    /// The row's number in its document, from 1.
    public var row: Int
    /// The field's name; nil when the row as a whole is wrong.
    public var field: String?
    /// The reason why the row was omitted.
    public var reason: String

    /// Creates an omitted row.
    public init(table: String, row: Int, field: String?, reason: String) {
        self.table = table
        self.row = row
        self.field = field
        self.reason = reason
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("table", value?.table)
        writer.member("row", value?.row)
        writer.member("field", value?.field)
        writer.member("reason", value?.reason)
    }
}
