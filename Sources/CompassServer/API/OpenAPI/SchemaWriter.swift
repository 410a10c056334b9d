import CompassKernel

/// Lists the members of documents as JSON Schema (draft 2020-12), the one of OpenAPI 3.1.
///
/// A member that does not exist is null. Types do not tell which ones always exist, so that each may be null,
/// except for lists.
struct SchemaWriter: MemberWriter {
    /// The schemas of all types so far, by name.
    private(set) var schemas: [(name: String, value: JSONValue)] = []
    private var members: [(name: String, value: JSONValue)] = []

    /// Returns the reference to the schema of a type, which is listed with the types of its members.
    mutating func reference<Value: KeyedValue>(to type: Value.Type) -> JSONValue {
        let name = Self.name(of: type)
        if !schemas.contains(where: { $0.name == name }) {
            let place = schemas.count
            // Listed first: a type within itself would not end.
            schemas.append((name, .null))
            let outer = members
            members = []
            Value.writeMembers(of: nil, to: &self)
            schemas[place].value = [
                "type": "object", "properties": .object(members),
                "required": .array(
                    members.map { .text($0.name) }.filter { !Self.isOptional($0, of: name) }),
            ]
            members = outer
        }
        return ["$ref": .text("#/components/schemas/\(name)")]
    }

    /// The type's name with those that it is in, such as `TimelineLevels.Lane`, since others have lanes, too.
    private static func name(of type: Any.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
    }

    private static func isOptional(_ member: JSONValue, of type: String) -> Bool {
        if case .text("linked") = member { return type == "LinkedFeedPage" }
        return false
    }

    private mutating func add(_ key: StaticString, _ type: JSONValue, _ format: JSONValue? = nil) {
        let format = format.map { [(name: "format", value: $0)] } ?? []
        members.append((key.description, .object([(name: "type", value: [type, "null"])] + format)))
    }

    mutating func schemaVersion(_ version: Int) {
        members.append(("schemaVersion", ["const": .number(version)]))
    }

    mutating func member(_ key: StaticString, _ value: Bool?) { add(key, "boolean") }
    mutating func member(_ key: StaticString, _ value: Int?) { add(key, "integer") }
    mutating func member(_ key: StaticString, _ value: Double?) { add(key, "number") }
    mutating func member(_ key: StaticString, _ value: String?) { add(key, "string") }
    mutating func member(_ key: StaticString, _ value: ZonedTimestamp?) { add(key, "string", "date-time") }
    mutating func member(_ key: StaticString, _ value: CivilDate?) { add(key, "string", "date") }

    mutating func member<Value: KeyedValue>(_ key: StaticString, _ value: Value?) {
        let reference = reference(to: Value.self)
        members.append((key.description, ["anyOf": [reference, ["type": "null"]]]))
    }

    mutating func list<Values: Collection>(_ key: StaticString, _ values: Values?)
    where Values.Element: KeyedValue {
        let reference = reference(to: Values.Element.self)
        members.append((key.description, ["type": ["array", "null"], "items": reference]))
    }

    mutating func texts(_ key: StaticString, _ texts: (some Sequence<String>)?) {
        members.append((key.description, ["type": ["array", "null"], "items": ["type": "string"]]))
    }

    mutating func rows<Rows: Sequence>(_ key: StaticString, _ rows: Rows?)
    where Rows.Element: Collection<Int> {
        members.append(
            (
                key.description,
                ["type": ["array", "null"], "items": ["type": "array", "items": ["type": "integer"]]]
            ))
    }
}
