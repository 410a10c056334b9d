/// A result with named members: a page, a row of one of its lists, a report.
///
/// The result's JSON, the columns of its CSV and its `Encodable` form are all derived from one list of members,
/// ``writeMembers(of:to:)``; pages also decode that form. Front ends may write other formats with a
/// ``MemberWriter`` of their own.
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
    /// Passes each member to a writer, in the order of the JSON contract.
    ///
    /// - Parameters:
    ///   - value: the value; nil if only the names are required, as for the header of a table without rows.
    ///   - writer: receives the members.
    static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable)

    /// The approximate size of the compact JSON in bytes, so that its memory is allocated once.
    var estimatedJSONByteCount: Int { get }
}

extension KeyedValue {
    /// 4,096 bytes, which is sufficient for everything without long lists.
    public var estimatedJSONByteCount: Int { 4_096 }

    // Specialized for pages: callers in other modules would run code that is generic down to each member.
    /// Returns the value as JSON; the keys of pages and reports are those of the JSON contract.
    ///
    /// Every key is always present; a missing value is `null`. Numbers have full precision, instants the
    /// offset of the page's zone. The command line prints the same bytes for a page.
    ///
    /// - Parameter layout: compact for programs, indented for people.
    /// - Returns: the bytes in UTF-8, without a line feed at the end.
    /// - Complexity: O(b) for b bytes.
    @_specialize(where Self == SocialAnalyticsPage)
    @_specialize(where Self == FeedPage)
    @_specialize(where Self == LinkedFeedPage)
    @_specialize(where Self == LinkedCounts)
    @_specialize(where Self == FeedContinuation)
    @_specialize(where Self == TimelinePage)
    @_specialize(where Self == ActivityPage)
    @_specialize(where Self == ReportPage)
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

/// A result that equals another if their JSON is the same, and thus their texts have the same UTF-8 bytes.
///
/// `String` compares by canonical equivalence instead, for which the two forms of "é" are equal.
public protocol JSONEquatable: KeyedValue, Hashable {}

extension JSONEquatable {
    /// Returns whether both have the same JSON.
    public static func == (left: Self, right: Self) -> Bool { left.json() == right.json() }

    /// Hashes the JSON.
    public func hash(into hasher: inout Hasher) { hasher.combine(json()) }
}

/// A receiver of the members of a ``KeyedValue``, one after the other, to write them in some format.
///
/// A missing value is nil.
public protocol MemberWriter: ~Copyable {
    /// Receives the version of the JSON contract, which only JSON and `Codable` forms contain.
    mutating func schemaVersion(_ version: Int)
    /// Receives a Boolean value.
    mutating func member(_ key: StaticString, _ value: Bool?)
    /// Receives a whole number.
    mutating func member(_ key: StaticString, _ value: Int?)
    /// Receives a number.
    mutating func member(_ key: StaticString, _ value: Double?)
    /// Receives a text.
    mutating func member(_ key: StaticString, _ value: String?)
    /// Receives an instant with its offset.
    mutating func member(_ key: StaticString, _ value: ZonedTimestamp?)
    /// Receives a calendar day.
    mutating func member(_ key: StaticString, _ value: CivilDate?)
    /// Receives a value that has members of its own.
    mutating func member<Value: KeyedValue>(_ key: StaticString, _ value: Value?)
    /// Receives a list of values that have members.
    mutating func list<Values: Collection>(_ key: StaticString, _ values: Values?)
    where Values.Element: KeyedValue
    /// Receives a list of texts.
    mutating func texts(_ key: StaticString, _ texts: (some Sequence<String>)?)
    /// Receives a table of whole numbers, row by row.
    mutating func rows<Rows: Sequence>(_ key: StaticString, _ rows: Rows?)
    where Rows.Element: Collection<Int>
}

extension MemberWriter where Self: ~Copyable {
    /// Receives one of several words, as stored in the database.
    @inline(__always)
    public mutating func member<Word: RawRepresentable>(_ key: StaticString, _ value: Word?)
    where Word.RawValue == String {
        member(key, value?.rawValue)
    }

    /// Receives a calendar day or an instant.
    public mutating func member(_ key: StaticString, _ value: TimelineDate?) {
        switch value {
        case .day(let day): member(key, day)
        case .instant(let instant): member(key, instant)
        case nil: member(key, String?.none)
        }
    }
}
