/// A result whose members have names: a page, a row of one of its lists, a report.
///
/// One list of members, ``writeMembers(of:to:)``, is what the result's JSON, the columns of its CSV and its `Codable`
/// form follow from. Front ends may write other forms of it with a ``MemberWriter`` of their own.
///
/// ```swift
/// extension Place: KeyedValue {
///     static func writeMembers(of place: Place?, to writer: inout some MemberWriter & ~Copyable) {
///         writer.member("name", place?.name)
///         writer.member("posts", place?.posts)
///     }
/// }
/// ```
public protocol KeyedValue: Encodable, Sendable {
    /// Hands each member to a writer, in the order of the JSON contract.
    ///
    /// - Parameters:
    ///   - value: the value; nil when only the names are required, as for the header of a table without rows.
    ///   - writer: takes the members.
    static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable)

    /// About how many bytes the compact JSON takes, so that its memory is allocated once.
    var estimatedJSONByteCount: Int { get }
}

extension KeyedValue {
    /// 4,096, which is enough for everything without long lists.
    public var estimatedJSONByteCount: Int { 4_096 }

    /// The value as JSON, with the keys of the JSON contract.
    ///
    /// Every key is always there; a value that does not exist is `null`. Numbers have full precision, instants the
    /// offset of the page's zone. The command line prints the same bytes.
    ///
    /// - Parameter layout: compact for programs, indented for people.
    /// - Returns: the bytes in UTF-8, without a line feed at the end.
    /// - Complexity: O(b) for b bytes.
    public func json(layout: JSONLayout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout, capacity: estimatedJSONByteCount)
        writer.value(self)
        return writer.bytes
    }

    /// Writes the same keys and values as ``json(layout:)``.
    public func encode(to encoder: any Encoder) throws {
        var writer = CodingWriter(encoder)
        Self.writeMembers(of: self, to: &writer)
        try writer.finish()
    }
}

/// Takes the members of a ``KeyedValue`` one after the other, to write them in some form.
///
/// A member without a value is nil.
public protocol MemberWriter: ~Copyable {
    /// Takes the version of the JSON contract, which only JSON and `Codable` forms have.
    mutating func schemaVersion(_ version: Int)
    /// Takes a truth value.
    mutating func member(_ key: StaticString, _ value: Bool?)
    /// Takes a whole number.
    mutating func member(_ key: StaticString, _ value: Int?)
    /// Takes a number.
    mutating func member(_ key: StaticString, _ value: Double?)
    /// Takes a text.
    mutating func member(_ key: StaticString, _ value: String?)
    /// Takes an instant with its offset.
    mutating func member(_ key: StaticString, _ value: ZonedTimestamp?)
    /// Takes a calendar day.
    mutating func member(_ key: StaticString, _ value: CivilDate?)
    /// Takes a value that has members of its own.
    mutating func member<Value: KeyedValue>(_ key: StaticString, _ value: Value?)
    /// Takes a list of values that have members.
    mutating func list<Value: KeyedValue>(_ key: StaticString, _ values: [Value]?)
    /// Takes a list of texts.
    mutating func texts(_ key: StaticString, _ texts: (some Sequence<String>)?)
    /// Takes a table of whole numbers, row by row.
    mutating func rows<Rows: Sequence>(_ key: StaticString, _ rows: Rows?)
    where Rows.Element: Collection<Int>
}

extension MemberWriter where Self: ~Copyable {
    /// Takes one of several words, as the database has it.
    @inline(__always)
    public mutating func member<Word: RawRepresentable>(_ key: StaticString, _ value: Word?)
    where Word.RawValue == String {
        member(key, value?.rawValue)
    }

    /// Takes a calendar day or an instant.
    public mutating func member(_ key: StaticString, _ value: TimelineDate?) {
        switch value {
        case .day(let day): member(key, day)
        case .instant(let instant): member(key, instant)
        case nil: member(key, String?.none)
        }
    }
}
