/// A writer of the members of a value to the container of an encoder.
struct CodingWriter: MemberWriter {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ key: StaticString) { stringValue = key.description }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private var container: KeyedEncodingContainer<Key>
    /// The first error, after which nothing is written.
    private var failure: (any Error)?

    init(_ encoder: any Encoder) { container = encoder.container(keyedBy: Key.self) }

    /// - Throws: the first error of the encoder.
    func finish() throws { if let failure { throw failure } }

    private mutating func encode(_ key: StaticString, _ value: (some Encodable)?) {
        guard failure == nil else { return }
        do {
            if let value {
                try container.encode(value, forKey: Key(key))
            } else {
                try container.encodeNil(forKey: Key(key))
            }
        } catch { failure = error }
    }

    mutating func schemaVersion(_ version: Int) { encode("schemaVersion", version) }
    mutating func member(_ key: StaticString, _ value: Bool?) { encode(key, value) }
    mutating func member(_ key: StaticString, _ value: Int?) { encode(key, value) }
    mutating func member(_ key: StaticString, _ value: Double?) { encode(key, value) }
    mutating func member(_ key: StaticString, _ value: String?) { encode(key, value) }
    mutating func member(_ key: StaticString, _ value: ZonedTimestamp?) { encode(key, value) }
    mutating func member(_ key: StaticString, _ value: CivilDate?) { encode(key, value) }
    mutating func member<Value: KeyedValue>(_ key: StaticString, _ value: Value?) { encode(key, value) }
    mutating func list<Values: Collection>(_ key: StaticString, _ values: Values?)
    where Values.Element: KeyedValue {
        encode(key, values.map { Array($0) })
    }

    mutating func texts(_ key: StaticString, _ texts: (some Sequence<String>)?) {
        encode(key, texts.map { Array($0) })
    }

    mutating func rows<Rows: Sequence>(_ key: StaticString, _ rows: Rows?)
    where Rows.Element: Collection<Int> {
        encode(key, rows.map { $0.map { Array($0) } })
    }
}

/// The version of the JSON contract inside a page: decoding a page of another version fails.
///
/// This member takes no memory, and lets the compiler synthesize the rest of `Decodable`.
struct SchemaVersion: Hashable, Sendable, Decodable {
    init() {}

    /// - Throws: `DecodingError` for a version other than ``JSONFormat/version``.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let version = try container.decode(Int.self)
        guard version == JSONFormat.version else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "version \(version) of the JSON format; \(JSONFormat.version) is supported")
        }
    }
}
