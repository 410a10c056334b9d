/// The lane of one school, or of the items without one.
public struct TimelineLane: KeyedValue {
    /// The school's id; nil for the lane "No School".
    public var schoolID: String?
    /// The school's name, "Unknown" for an id that is in no directory, "No School" without one.
    public var schoolName: String
    /// The number of rows that the items are stacked into, at least 1.
    public var rowCount: Int
    /// The items that meet the range, by start, then id.
    public var items: [PlacedTimelineItem]

    /// Creates a lane with the given items.
    public init(schoolID: String?, schoolName: String, rowCount: Int, items: [PlacedTimelineItem]) {
        self.schoolID = schoolID
        self.schoolName = schoolName
        self.rowCount = rowCount
        self.items = items
    }

    /// The number of items that meet the range.
    public var itemCount: Int { items.count }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("schoolId", value?.schoolID)
        writer.member("schoolName", value?.schoolName)
        writer.member("itemCount", value?.itemCount)
        writer.member("rowCount", value?.rowCount)
        writer.list("items", value?.items)
    }
}

extension TimelineLane: Hashable {
    /// Returns whether both have the same values, also of items that are not in the lane's JSON, by the bytes
    /// of texts.
    public static func == (left: TimelineLane, right: TimelineLane) -> Bool {
        left.schoolID.map(ByteText.init) == right.schoolID.map(ByteText.init)
            && ByteText(left.schoolName) == ByteText(right.schoolName) && left.rowCount == right.rowCount
            && left.items == right.items
    }

    /// Hashes the values and the bytes of the texts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(schoolID.map(ByteText.init))
        hasher.combine(ByteText(schoolName))
        hasher.combine(rowCount)
        hasher.combine(items)
    }
}

extension TimelineLane: Decodable {
    private enum CodingKeys: String, CodingKey {
        case schoolID = "schoolId"
        case schoolName, rowCount, items
    }

    /// Decodes the form that ``KeyedValue/encode(to:)`` writes; items' details are only in the page's list.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            schoolID: try container.decodeIfPresent(String.self, forKey: .schoolID),
            schoolName: try container.decode(String.self, forKey: .schoolName),
            rowCount: try container.decode(Int.self, forKey: .rowCount), items: [])
        var rows = try container.nestedUnkeyedContainer(forKey: .items)
        while !rows.isAtEnd { items.append(try PlacedTimelineItem(from: rows.superDecoder(), in: self)) }
    }
}

/// The shape of a drawn item.
public enum TimelineShape: String, Hashable, Codable, Sendable {
    /// A range of time.
    case bar
    /// An instant.
    case dot
}

/// An item and its drawn position in its lane, with which it is decoded: the lane has its school.
public struct PlacedTimelineItem: Hashable, KeyedValue {
    /// The item.
    public var item: TimelineItem
    /// A bar, or a dot.
    public var shape: TimelineShape
    /// The left edge of the shape, in percent of the range.
    public var left: Double
    /// The width of the shape, in percent of the range; for a dot the minimum width, centered on its date.
    public var width: Double
    /// The row in the lane, from 0 at the top; items that overlap have different ones.
    public var row: Int

    /// Creates an item at a position.
    public init(item: TimelineItem, shape: TimelineShape, left: Double, width: Double, row: Int) {
        self.item = item
        self.shape = shape
        self.left = left
        self.width = width
        self.row = row
    }

    /// Writes the item's members, except for those in its lane and the page's list, and its position.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        TimelineItem.writeMembersInLane(of: value?.item, to: &writer)
        writePlace(of: value, to: &writer)
        writer.member("link", value?.item.link)
    }

    static func writePlace(of placed: PlacedTimelineItem?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("shape", placed?.shape)
        writer.member("left", placed?.left)
        writer.member("width", placed?.width)
        writer.member("row", placed?.row)
    }
}

extension PlacedTimelineItem {
    private enum CodingKeys: String, CodingKey {
        case id, type, typeLabel, emoji, label, date, endDate, shape, left, width, row
    }

    /// Decodes an item of a lane, which has its school.
    fileprivate init(from decoder: any Decoder, in lane: TimelineLane) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            item: TimelineItem(
                id: try container.decode(String.self, forKey: .id),
                type: try container.decode(TimelineItemType.self, forKey: .type),
                typeLabel: try container.decodeIfPresent(String.self, forKey: .typeLabel),
                emoji: try container.decode(String.self, forKey: .emoji),
                label: try container.decode(String.self, forKey: .label),
                date: try container.decode(TimelineDate.self, forKey: .date),
                endDate: try container.decodeIfPresent(TimelineDate.self, forKey: .endDate),
                schoolID: lane.schoolID, schoolName: lane.schoolName),
            shape: try container.decode(TimelineShape.self, forKey: .shape),
            left: try container.decode(Double.self, forKey: .left),
            width: try container.decode(Double.self, forKey: .width),
            row: try container.decode(Int.self, forKey: .row))
    }
}
