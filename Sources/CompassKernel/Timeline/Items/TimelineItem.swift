/// One item of the timeline with its texts, as a card or a tooltip shows it.
public struct TimelineItem: Identifiable, Decodable, JSONEquatable {
    /// The row's id after the prefix `event-`, `interaction-`, `offer-` or `status-`.
    public var id: String
    /// The kind of the item.
    public var type: TimelineItemType
    /// The label of the row's own type, such as "Official Visit"; for a status change, the label of the new
    /// status. Nil for an event without a type.
    public var typeLabel: String?
    /// The emoji of the row's type.
    public var emoji: String
    /// The item's text, such as an event's name.
    public var label: String
    /// The date of the item, or of its beginning.
    public var date: TimelineDate
    /// The event's own end; nil where it has none, and for all other items.
    public var endDate: TimelineDate?
    /// The id of the item's school.
    public var schoolID: String?
    /// The name of its lane: the school's name, "Unknown" if it has none, "No School" without a school.
    public var schoolName: String
    /// A status change's notes; nil for all other items.
    public var details: String?

    private enum CodingKeys: String, CodingKey {
        case id, type, typeLabel, emoji, label, date, endDate, schoolName, details
        case schoolID = "schoolId"
    }

    /// Creates an item from the given parts; nil for those that it does not have.
    public init(
        id: String, type: TimelineItemType, typeLabel: String?, emoji: String, label: String,
        date: TimelineDate, endDate: TimelineDate? = nil, schoolID: String? = nil, schoolName: String,
        details: String? = nil
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

    /// The path of the item's own page, such as `/events/42`; nil for a status change, which has none.
    ///
    /// The row's id is percent-encoded, except for ASCII letters, digits, `-`, `.`, `_` and `~`.
    public var link: String? {
        if type == .statusChange { return nil }
        return "/\(type.rawValue)s/"
            + PercentEncoding.encoded(id.utf8.dropFirst(type.idPrefix.utf8CodeUnitCount))
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writeColumns(of: value, to: &writer)
        writer.member("link", value?.link)
    }

    /// Writes the members that CSV has as well.
    static func writeColumns(of item: TimelineItem?, to writer: inout some MemberWriter & ~Copyable) {
        writeMembersInLane(of: item, to: &writer)
        writer.member("schoolId", item?.schoolID)
        writer.member("schoolName", item?.schoolName)
        writer.member("details", item?.details)
    }

    /// Writes the members of an item whose lane names the school.
    static func writeMembersInLane(of item: TimelineItem?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("id", item?.id)
        writer.member("type", item?.type)
        writer.member("typeLabel", item?.typeLabel)
        writer.member("emoji", item?.emoji)
        writer.member("label", item?.label)
        writer.member("date", item?.date)
        writer.member("endDate", item?.endDate)
    }
}
