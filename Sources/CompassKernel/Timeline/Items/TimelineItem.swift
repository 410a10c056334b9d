/// One item of the timeline with its texts, as a card or a tooltip shows it.
///
/// Layout: a reference to the parts (16 bytes), which copies share. A page lists each item twice, in its lane and in the
/// list, and copies of 168 bytes with up to seven references would take most of its time (`timeline.page`). The parts
/// of up to 64 items of a page lie next to each other: they are freed together, once none of the items is used.
public struct TimelineItem: Identifiable, Decodable, JSONEquatable {
    private var parts: BlockValue<Parts>

    struct Parts: Decodable, Sendable {
        var id: String
        var type: TimelineItemType
        var typeLabel: String?
        var emoji: String
        var label: String
        var date: TimelineDate
        var endDate: TimelineDate?
        var schoolID: String?
        var schoolName: String
        var details: String?

        enum CodingKeys: String, CodingKey {
            case id, type, typeLabel, emoji, label, date, endDate, schoolName, details
            case schoolID = "schoolId"
        }
    }

    /// The row's id after the prefix `event-`, `interaction-`, `offer-` or `status-`.
    public var id: String {
        get { parts.read { $0.pointee.id } }
        set { change(\.id, to: newValue) }
    }
    /// The kind of the item.
    public var type: TimelineItemType {
        get { parts.read { $0.pointee.type } }
        set { change(\.type, to: newValue) }
    }
    /// The label of the row's own type, such as "Official Visit"; for a status change, the label of the new
    /// status. Nil for an event without a type.
    public var typeLabel: String? {
        get { parts.read { $0.pointee.typeLabel } }
        set { change(\.typeLabel, to: newValue) }
    }
    /// The emoji of the row's type.
    public var emoji: String {
        get { parts.read { $0.pointee.emoji } }
        set { change(\.emoji, to: newValue) }
    }
    /// The item's text, such as an event's name.
    public var label: String {
        get { parts.read { $0.pointee.label } }
        set { change(\.label, to: newValue) }
    }
    /// The date of the item, or of its beginning.
    public var date: TimelineDate {
        get { parts.read { $0.pointee.date } }
        set { change(\.date, to: newValue) }
    }
    /// The event's own end; nil where it has none, and for all other items.
    public var endDate: TimelineDate? {
        get { parts.read { $0.pointee.endDate } }
        set { change(\.endDate, to: newValue) }
    }
    /// The id of the item's school.
    public var schoolID: String? {
        get { parts.read { $0.pointee.schoolID } }
        set { change(\.schoolID, to: newValue) }
    }
    /// The name of its lane: the school's name, "Unknown" if it has none, "No School" without a school.
    public var schoolName: String {
        get { parts.read { $0.pointee.schoolName } }
        set { change(\.schoolName, to: newValue) }
    }
    /// A status change's notes; nil for all other items.
    public var details: String? {
        get { parts.read { $0.pointee.details } }
        set { change(\.details, to: newValue) }
    }

    private mutating func change<Part>(_ part: WritableKeyPath<Parts, Part>, to value: Part) {
        var changed = parts.read { $0.pointee }
        changed[keyPath: part] = value
        parts = BlockValue(changed)
    }

    /// Creates an item from the given parts; nil for those that it does not have.
    public init(
        id: String, type: TimelineItemType, typeLabel: String?, emoji: String, label: String,
        date: TimelineDate, endDate: TimelineDate? = nil, schoolID: String? = nil, schoolName: String,
        details: String? = nil
    ) {
        parts = BlockValue(
            Parts(
                id: id, type: type, typeLabel: typeLabel, emoji: emoji, label: label, date: date,
                endDate: endDate, schoolID: schoolID, schoolName: schoolName, details: details))
    }

    init(_ parts: BlockValue<Parts>) { self.parts = parts }

    /// Reads an item in the form of the JSON contract.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws { parts = BlockValue(try Parts(from: decoder)) }

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

extension TimelineItem: CustomReflectable {
    /// The parts, so that a printed item shows them.
    public var customMirror: Mirror {
        Mirror(self, children: parts.read { Mirror(reflecting: $0.pointee).children }, displayStyle: .struct)
    }
}
