/// The contents of the Recruiting Timeline page. Positions and widths are in percent of the range.
public struct BaselineTimelinePage: Hashable, Sendable {
    /// The range that is shown, in microseconds since 1970-01-01T00:00:00Z, both ends inclusive.
    public var range: Range
    /// The position at which today begins.
    public var todayPosition: Double
    /// The months that intersect the range.
    public var months: [Month]
    /// The lanes of this page.
    public var lanes: [Lane]
    /// The number of lanes on all pages.
    public var laneCount: Int
    /// The number of this page of lanes, from 1.
    public var lanesPage: Int
    /// The number of pages of lanes.
    public var lanesPages: Int
    /// The items in the range, newest first.
    public var listItems: [BaselineTimelineItem]
    /// The rows that are left out.
    public var skipped: [Skip]
    /// The state of the page.
    public var state: State

    /// Creates a page with the given parts.
    public init(
        range: Range, todayPosition: Double, months: [Month], lanes: [Lane], laneCount: Int, lanesPage: Int,
        lanesPages: Int, listItems: [BaselineTimelineItem], skipped: [Skip], state: State
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

    /// The range of time that is shown.
    public struct Range: Hashable, Sendable {
        /// The name: `3`, `6`, `12` or `all`.
        public var kind: String
        /// The first instant in microseconds since 1970-01-01T00:00:00Z.
        public var from: Int64
        /// The last instant in microseconds since 1970-01-01T00:00:00Z.
        public var to: Int64

        /// Creates a range with the given edges.
        public init(kind: String, from: Int64, to: Int64) {
            self.kind = kind
            self.from = from
            self.to = to
        }
    }

    /// The header of a month.
    public struct Month: Hashable, Sendable {
        /// The key, such as `2025-01`.
        public var key: String
        /// The label, such as `Jan`.
        public var label: String
        /// The year.
        public var year: Int
        /// The left edge of its part of the range.
        public var left: Double
        /// The width of its part of the range.
        public var width: Double

        /// Creates a header with the given parts.
        public init(key: String, label: String, year: Int, left: Double, width: Double) {
            self.key = key
            self.label = label
            self.year = year
            self.left = left
            self.width = width
        }
    }

    /// The items of one school.
    public struct Lane: Hashable, Sendable {
        /// The school's id; nil for the items without a school.
        public var schoolID: BaselineText?
        /// The lane's name.
        public var schoolName: BaselineText
        /// The number of rows of its stacked items.
        public var rowCount: Int
        /// The items, by start, then id.
        public var items: [PlacedItem]

        /// Creates a lane with the given parts.
        public init(
            schoolID: BaselineText?, schoolName: BaselineText, rowCount: Int, items: [PlacedItem]
        ) {
            self.schoolID = schoolID
            self.schoolName = schoolName
            self.rowCount = rowCount
            self.items = items
        }
    }

    /// An item in a lane.
    public struct PlacedItem: Hashable, Sendable {
        /// The item.
        public var item: BaselineTimelineItem
        /// Whether it is a range of time; otherwise an instant.
        public var isBar: Bool
        /// The left edge of the drawn shape.
        public var left: Double
        /// The width of the drawn shape.
        public var width: Double
        /// The row, from 0.
        public var row: Int

        /// Creates an item at a position.
        public init(item: BaselineTimelineItem, isBar: Bool, left: Double, width: Double, row: Int) {
            self.item = item
            self.isBar = isBar
            self.left = left
            self.width = width
            self.row = row
        }
    }

    /// A row that is left out.
    public struct Skip: Hashable, Sendable {
        /// The table's name.
        public var table: String
        /// The row's number, from 1.
        public var row: Int
        /// The column; nil when the whole row is invalid.
        public var field: String?
        /// The reason.
        public var reason: BaselineReason?

        /// Creates a skipped row.
        public init(table: String, row: Int, field: String?, reason: BaselineReason?) {
            self.table = table
            self.row = row
            self.field = field
            self.reason = reason
        }
    }

    /// The state of the page.
    public enum State: String, Hashable, Sendable {
        /// The page shows lanes and a list.
        case items
        /// There are no items.
        case noData
        /// No item passes the filters.
        case noMatches
        /// No item that passes the filters intersects the range.
        case outOfRange
    }
}

/// An item of the timeline with its texts.
public struct BaselineTimelineItem: Hashable, Sendable {
    /// The row's id with the prefix of its table.
    public var id: BaselineText
    /// The table it comes from.
    public var type: BaselineTimelineType
    /// The label of the row's own type.
    public var typeLabel: BaselineText?
    /// The emoji of the row's own type.
    public var emoji: BaselineText
    /// The item's label.
    public var label: BaselineText
    /// The date, or the start.
    public var date: BaselineDate
    /// An event's end.
    public var endDate: BaselineDate?
    /// The school that it belongs to.
    public var schoolID: BaselineText?
    /// The name of its lane.
    public var schoolName: BaselineText
    /// The notes of a change of status.
    public var details: BaselineText?

    /// Creates an item with the given parts.
    public init(
        id: BaselineText, type: BaselineTimelineType, typeLabel: BaselineText?, emoji: BaselineText,
        label: BaselineText, date: BaselineDate, endDate: BaselineDate? = nil, schoolID: BaselineText? = nil,
        schoolName: BaselineText, details: BaselineText? = nil
    ) {
        self.id = id
        self.type = type
        self.typeLabel = typeLabel
        self.emoji = emoji
        self.label = label
        self.date = date
        self.endDate = endDate
        self.schoolID = schoolID
        self.schoolName = schoolName
        self.details = details
    }
}

/// The kinds of items.
public enum BaselineTimelineType: String, CaseIterable, Codable, Hashable, Sendable {
    case event
    case interaction
    case offer
    case statusChange = "status_change"
}
