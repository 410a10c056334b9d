extension JSONWriter: MemberWriter {
    /// Writes an object with the members of a value.
    mutating func value<Value: KeyedValue>(_ value: Value) {
        object { Value.writeMembers(of: value, to: &$0) }
    }

    mutating func schemaVersion(_ version: Int) { member("schemaVersion", version) }

    mutating func member(_ key: StaticString, _ value: Bool?) { write(key, value) { $0.value($1) } }
    mutating func member(_ key: StaticString, _ value: Int?) { write(key, value) { $0.value($1) } }
    mutating func member(_ key: StaticString, _ value: Double?) { write(key, value) { $0.value($1) } }
    mutating func member(_ key: StaticString, _ value: String?) { write(key, value) { $0.value($1) } }
    mutating func member(_ key: StaticString, _ value: ZonedTimestamp?) { write(key, value) { $0.value($1) } }
    mutating func member(_ key: StaticString, _ value: CivilDate?) { write(key, value) { $0.value($1) } }
    mutating func member<Value: KeyedValue>(_ key: StaticString, _ value: Value?) {
        write(key, value) { $0.value($1) }
    }

    @inline(__always)
    private mutating func write<Value>(
        _ key: StaticString, _ value: Value?, _ body: (inout JSONWriter, Value) -> Void
    ) {
        self.key(key)
        if let value { body(&self, value) } else { null() }
    }

    mutating func list<Values: Collection>(_ key: StaticString, _ values: Values?)
    where Values.Element: KeyedValue {
        guard let values else { return member(key, String?.none) }
        array(key, values) { $0.value($1) }
    }

    mutating func texts(_ key: StaticString, _ texts: (some Sequence<String>)?) {
        guard let texts else { return member(key, String?.none) }
        array(key, texts) { $0.value($1) }
    }

    mutating func rows<Rows: Sequence>(_ key: StaticString, _ rows: Rows?)
    where Rows.Element: Collection<Int> {
        guard let rows else { return member(key, String?.none) }
        array(key, rows) { $0.numbers($1) }
    }
}
