/// JSON of values with texts and Boolean values, such as the pages' texts, without Foundation.
enum JSONText {
    /// Returns the JSON of a value.
    ///
    /// - Throws: 500 for a value with numbers or lists, which no caller has.
    static func bytes(of value: some Encodable) throws(APIError) -> [UInt8] {
        let node = JSONNode()
        do {
            try value.encode(to: JSONTextEncoder(node: node, codingPath: []))
        } catch {
            throw APIError(500, "The texts cannot be written.")
        }
        return node.value.bytes
    }
}

/// A value that is being written, in the place of its parent.
private final class JSONNode {
    private enum Content {
        case value(JSONValue)
        case members([(name: String, node: JSONNode)])
    }

    private var content = Content.value(.null)

    var value: JSONValue {
        switch content {
        case .value(let value): value
        case .members(let members): .object(members.map { (name: $0.name, value: $0.node.value) })
        }
    }

    func set(_ value: JSONValue) { content = .value(value) }

    func becomeObject() {
        if case .members = content { return }
        content = .members([])
    }

    /// Returns the node of a new member.
    func member(_ name: String) -> JSONNode {
        let node = JSONNode()
        if case .members(let members) = content { content = .members(members + [(name, node)]) }
        return node
    }
}

private struct JSONTextEncoder: Encoder {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(KeyedContainer<Key>(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        NoLists(codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleContainer(node: node, codingPath: codingPath)
    }

    fileprivate static func error(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
        .invalidValue(
            value, EncodingError.Context(codingPath: path, debugDescription: "neither text nor Boolean"))
    }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) { node.member(key.stringValue).set(.null) }
    mutating func encode(_ value: Bool, forKey key: Key) { node.member(key.stringValue).set(.bool(value)) }
    mutating func encode(_ value: String, forKey key: Key) { node.member(key.stringValue).set(.text(value)) }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        try value.encode(
            to: JSONTextEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key]))
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        JSONTextEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key]).container(
            keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        NoLists(codingPath: codingPath + [key])
    }

    mutating func superEncoder() -> any Encoder {
        JSONTextEncoder(node: node.member("super"), codingPath: codingPath)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        JSONTextEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
    }
}

private struct SingleContainer: SingleValueEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]

    mutating func encodeNil() { node.set(.null) }
    mutating func encode(_ value: Bool) { node.set(.bool(value)) }
    mutating func encode(_ value: String) { node.set(.text(value)) }

    mutating func encode(_ value: some Encodable) throws {
        // Numbers encode themselves into a container like this one, without an end.
        if value is any BinaryInteger || value is any BinaryFloatingPoint {
            throw JSONTextEncoder.error(value, codingPath)
        }
        try value.encode(to: JSONTextEncoder(node: node, codingPath: codingPath))
    }
}

/// Refuses lists.
private struct NoLists: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey]
    var count: Int { 0 }

    mutating func encodeNil() throws { throw JSONTextEncoder.error("null", codingPath) }
    mutating func encode(_ value: some Encodable) throws { throw JSONTextEncoder.error(value, codingPath) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        JSONTextEncoder(node: JSONNode(), codingPath: codingPath).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    mutating func superEncoder() -> any Encoder { JSONTextEncoder(node: JSONNode(), codingPath: codingPath) }
}
