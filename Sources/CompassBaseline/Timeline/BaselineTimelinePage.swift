/// What the Recruiting Timeline page shows. Positions and widths are in percent of the range.
public struct BaselineTimelinePage: Hashable, Sendable {
    /// The stretch of time that is shown, in microseconds since 1970-01-01T00:00:00Z, both ends included.
    public var range: Range
    /// Where today begins.
    public var todayPosition: Double
    /// The months that meet the range.
    public var months: [Month]
    /// The lanes that are answered.
    public var lanes: [Lane]
    /// The lanes on all pages.
    public var laneCount: Int
    /// The number of this page of lanes, from 1.
    public var lanesPage: Int
    /// The number of pages of lanes.
    public var lanesPages: Int
    /// The items in the range, newest first.
    public var listItems: [BaselineTimelineItem]
    /// Rows that are left out.
    public var skipped: [Skip]
    /// What the page shows.
    public var state: State

    /// A page with the given parts.
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

    /// The stretch of time that is shown.
    public struct Range: Hashable, Sendable {
        /// `3`, `6`, `12` or `all`.
        public var kind: String
        /// Microseconds since 1970-01-01T00:00:00Z.
        public var from: Int64
        /// Microseconds since 1970-01-01T00:00:00Z.
        public var to: Int64

        /// A range with the given edges.
        public init(kind: String, from: Int64, to: Int64) {
            self.kind = kind
            self.from = from
            self.to = to
        }
    }

    /// The header of a month.
    public struct Month: Hashable, Sendable {
        /// Such as `2025-01`.
        public var key: String
        /// Such as `Jan`.
        public var label: String
        /// The year.
        public var year: Int
        /// The left edge of its part of the range.
        public var left: Double
        /// The width of its part of the range.
        public var width: Double

        /// A header with the given parts.
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
        /// Nil for the items without a school.
        public var schoolID: BaselineText?
        /// The lane's name.
        public var schoolName: BaselineText
        /// The number of rows of its stacked items.
        public var rowCount: Int
        /// By start, then id.
        public var items: [PlacedItem]

        /// A lane with the given parts.
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
        /// Whether it is a stretch of time; else an instant.
        public var isBar: Bool
        /// The left edge of what is drawn.
        public var left: Double
        /// The width of what is drawn.
        public var width: Double
        /// From 0.
        public var row: Int

        /// An item in its place.
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
        /// From 1.
        public var row: Int
        /// The column, nil when the whole row is wrong.
        public var field: String?
        /// What is wrong.
        public var reason: BaselineReason?

        /// A row that is left out.
        public init(table: String, row: Int, field: String?, reason: BaselineReason?) {
            self.table = table
            self.row = row
            self.field = field
            self.reason = reason
        }
    }

    /// What the page shows.
    public enum State: String, Hashable, Sendable {
        /// Lanes and a list.
        case items
        /// There is nothing at all.
        case noData
        /// Nothing passes the filters.
        case noMatches
        /// Nothing of what passes them meets the range.
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
    /// What it is called.
    public var label: BaselineText
    /// When it is, or begins.
    public var date: BaselineDate
    /// An event's end.
    public var endDate: BaselineDate?
    /// The school it belongs to.
    public var schoolID: BaselineText?
    /// The name of its lane.
    public var schoolName: BaselineText
    /// The notes of a change of status.
    public var details: BaselineText?

    /// An item with the given parts.
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
