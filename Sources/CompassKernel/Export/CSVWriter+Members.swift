extension CSVWriter {
    /// Writes a block of values: a header row with the names of their members, and a row for each value.
    ///
    /// - Parameters:
    ///   - values: the rows.
    ///   - prefix: the prefix of the names, to distinguish two blocks of one document.
    package mutating func block<Value: KeyedValue>(
        _ values: some Sequence<Value>, named prefix: StaticString = ""
    ) {
        header(of: Value.self, named: prefix)
        for value in values { row(value) }
    }

    /// Writes a block of one value or none, in either case with a header row.
    package mutating func block<Value: KeyedValue>(_ value: Value?, named prefix: StaticString = "") {
        header(of: Value.self, named: prefix)
        if let value { row(value) }
    }

    /// Begins a block with a header row of the members' names.
    package mutating func header<Value: KeyedValue>(of type: Value.Type, named prefix: StaticString = "") {
        header(named: prefix) { Value.writeMembers(of: nil, to: &$0) }
    }

    /// Begins a block with a header row of the names of the members that `members` writes.
    package mutating func header(named prefix: StaticString = "", _ members: (inout CSVWriter) -> Void) {
        beginBlock()
        headerPrefix = prefix
        members(&self)
        headerPrefix = nil
        endRow()
    }

    /// Writes a row of the values that `members` writes.
    package mutating func row(_ members: (inout CSVWriter) -> Void) {
        members(&self)
        endRow()
    }

    /// Writes the members of a value as a row.
    package mutating func row<Value: KeyedValue>(_ value: Value) {
        Value.writeMembers(of: value, to: &self)
        endRow()
    }
}

/// Members with a single value are columns; lists and values with members of their own are omitted.
extension CSVWriter: MemberWriter {
    package mutating func schemaVersion(_ version: Int) {}

    package mutating func member(_ key: StaticString, _ value: Bool?) {
        column(key) { if let value { $0.cell(word: value ? "true" : "false") } else { $0.emptyCell() } }
    }

    package mutating func member(_ key: StaticString, _ value: Int?) { column(key) { $0.cell(value) } }
    package mutating func member(_ key: StaticString, _ value: Double?) { column(key) { $0.cell(value) } }
    package mutating func member(_ key: StaticString, _ value: String?) { column(key) { $0.cell(value) } }
    package mutating func member(_ key: StaticString, _ value: ZonedTimestamp?) {
        column(key) { $0.cell(value) }
    }
    package mutating func member(_ key: StaticString, _ value: CivilDate?) { column(key) { $0.cell(value) } }

    /// Writes a column's name, or its value.
    @inline(__always)
    private mutating func column(_ key: StaticString, _ value: (inout CSVWriter) -> Void) {
        if let headerPrefix { cell(name: key, headerPrefix) } else { value(&self) }
    }

    package mutating func member<Value: KeyedValue>(_ key: StaticString, _ value: Value?) {}
    package mutating func list<Values: Collection>(_ key: StaticString, _ values: Values?)
    where Values.Element: KeyedValue {}
    package mutating func texts(_ key: StaticString, _ texts: (some Sequence<String>)?) {}
    package mutating func rows<Rows: Sequence>(_ key: StaticString, _ rows: Rows?)
    where Rows.Element: Collection<Int> {}
}
