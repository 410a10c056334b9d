/// The lane of one school, or of the items without one.
public struct TimelineLane: Sendable {
    /// The school's id; nil for the lane "No School".
    public var schoolId: String?
    /// The school's name, "Unknown" for an id that is in no directory, "No School" without one.
    public var schoolName: String
    /// How many rows the items are stacked into, at least 1.
    public var rowCount: Int
    /// The items that meet the range, by start, then id.
    public var items: [PlacedTimelineItem]

    /// A lane with the given items.
    public init(schoolId: String?, schoolName: String, rowCount: Int, items: [PlacedTimelineItem]) {
        self.schoolId = schoolId
        self.schoolName = schoolName
        self.rowCount = rowCount
        self.items = items
    }

    /// The number of items that meet the range.
    public var itemCount: Int { items.count }
}

extension TimelineLane: Hashable {
    /// Whether both lanes have the same values, and texts of the same UTF-8 bytes.
    public static func == (left: TimelineLane, right: TimelineLane) -> Bool {
        left.schoolId.map(ByteText.init) == right.schoolId.map(ByteText.init)
            && ByteText(left.schoolName) == ByteText(right.schoolName) && left.rowCount == right.rowCount
            && left.items == right.items
    }

    /// Hashes the values and the bytes of the texts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(schoolId.map(ByteText.init))
        hasher.combine(ByteText(schoolName))
        hasher.combine(rowCount)
        hasher.combine(items)
    }
}

/// How an item is drawn.
public enum TimelineShape: String, Hashable, Codable, Sendable {
    /// A stretch of time.
    case bar
    /// An instant.
    case dot
}

/// An item and where it is drawn in its lane.
public struct PlacedTimelineItem: Hashable, Sendable {
    /// The item.
    public var item: TimelineItem
    /// A bar, or a dot.
    public var shape: TimelineShape
    /// The left edge of what is drawn, in percent of the range.
    public var left: Double
    /// The width of what is drawn, in percent of the range; of a dot the minimum width, centred on its date.
    public var width: Double
    /// The row in the lane, from 0 at the top; items that overlap have different ones.
    public var row: Int

    /// An item in its place.
    public init(item: TimelineItem, shape: TimelineShape, left: Double, width: Double, row: Int) {
        self.item = item
        self.shape = shape
        self.left = left
        self.width = width
        self.row = row
    }
}
