/// The columns of a table, as listed by its ``TableSchema``; rows are in document order.
struct RecordColumns: Sendable {
    let ids: IdentifierColumn
    /// The interned columns.
    let codes: [CodeColumn]
    let texts: [TextColumn]
    let times: [DayOrInstantColumn]
    let numbers: [NumberColumn]
    /// The number of each row in the document, from 1; nil if rows are numbered consecutively.
    let documentRows: ColumnBuffer<UInt32>?

    /// The number of rows.
    var count: Int { ids.count }

    /// Returns the number of `row` in the document, from 1.
    func documentRow(_ row: Int) -> Int { documentRows.map { Int($0[row]) } ?? row + 1 }

    var byteCount: Int {
        ids.byteCount + codes.reduce(0) { $0 + $1.byteCount } + texts.reduce(0) { $0 + $1.byteCount }
            + times.reduce(0) { $0 + $1.byteCount } + numbers.reduce(0) { $0 + $1.byteCount }
            + (documentRows?.byteCount ?? 0)
    }

    func checkInvariants() -> [String] {
        let counts =
            codes.map(\.codes.count) + texts.map(\.count) + times.map(\.count) + numbers.map(\.values.count)
        var violations = counts.filter { $0 != count }.map { "a column has \($0) rows of \(count)" }
        violations += ids.checkInvariants()
        violations += codes.flatMap { $0.checkInvariants() }
        violations += texts.flatMap { $0.checkInvariants() }
        violations += times.flatMap { $0.checkInvariants() }
        violations += numbers.flatMap { $0.checkInvariants() }
        let documentRows = (0..<count).map(documentRow)
        if !zip(documentRows, documentRows.dropFirst()).allSatisfy(<) {
            violations.append("rows of the document do not ascend")
        }
        return violations
    }
}

extension RecordColumns {
    /// Returns a loader of rows with a schema.
    static func loader(_ schema: TableSchema, options: LoadOptions) -> TableLoader<RecordColumns> {
        TableLoader(
            RecordColumnsBuilder(schema: schema, maxTextBytes: options.maxTextBytes), options: options)
    }
}
