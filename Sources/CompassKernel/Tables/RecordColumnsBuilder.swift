/// The columns of a table with a ``TableSchema`` under construction, in document order.
struct RecordColumnsBuilder: RowBuilder, ~Copyable {
    let schema: TableSchema
    private var ids = IdentifierColumnBuilder()
    private var codes: ColumnList<CodeColumnBuilder>
    private var texts: ColumnList<TextColumnBuilder>
    private var times: ColumnList<GrowableColumn<Int64>>
    private var numbers: ColumnList<GrowableColumn<Double>>
    /// The bits of each row, which mark the values that are not null and those that are days.
    private var flags = GrowableColumn<UInt8>()
    private var idHashes = GrowableColumn<UInt64>()
    /// The number of each row, from 1, in the document or, before its chunk is joined, in the chunk.
    private var documentRows = GrowableColumn<UInt32>()
    private var rowsBefore: UInt32 = 0
    /// The times of the current row, which are parsed before any of its values is appended.
    private var currentTimes: [Int64]
    private(set) var failure: LoadError?

    private let maxTextBytes: Int

    init(schema: TableSchema, options: LoadOptions) {
        self.schema = schema
        codes = ColumnList(count: schema.codeCount) { CodeColumnBuilder() }
        texts = ColumnList(count: schema.textCount) { TextColumnBuilder() }
        times = ColumnList(count: schema.timeCount) { GrowableColumn() }
        numbers = ColumnList(count: schema.numberCount) { GrowableColumn() }
        currentTimes = [Int64](repeating: 0, count: schema.timeCount)
        maxTextBytes = options.maxTextBytes
    }

    var rowCount: Int { flags.count }

    mutating func append(_ fields: RowFields, log: inout ProblemLog) {
        guard RequiredField.isID(fields[TableSchema.idField], TableSchema.idField, log: &log),
            let timeFlags = readDecisiveFields(fields, log: &log)
        else { return }
        append(fields, flags: timeFlags, log: &log)
    }

    /// Appends a row whose times and numbers are already parsed.
    ///
    /// - Parameters:
    ///   - times: the time of each column of times; nil for null.
    ///   - rowNumbers: the number of each column of numbers; nil for null.
    mutating func append(
        _ fields: RowFields, times: [DayOrInstant?], numbers rowNumbers: [Double?], log: inout ProblemLog
    ) {
        var flags: UInt8 = 0
        for column in schema.columns where column.isTime {
            switch times[column.place] {
            case .day(let day):
                note(Int64(day.daysSinceEpoch), isDay: true, in: column, &flags)
            case .instant(let instant):
                note(instant.micros, isDay: false, in: column, &flags)
            case nil: currentTimes[column.place] = 0
            }
        }
        append(fields, flags: flags, log: &log)
        for (place, number) in rowNumbers.enumerated() {
            numbers[place][rowCount - 1] = NumberColumn.stored(number)
        }
    }

    /// Stores the row's times and returns their bits; nil if the row is skipped.
    private mutating func readDecisiveFields(_ fields: RowFields, log: inout ProblemLog) -> UInt8? {
        var flags: UInt8 = 0
        for column in schema.decisiveColumns {
            if column.isTime {
                guard readTime(column, fields, &flags, log: &log) else { return nil }
            } else {
                guard RequiredField.isText(fields[column.field], column.field, log: &log) else { return nil }
            }
        }
        return flags
    }

    /// Stores the row's time in `column`, or that it has none; returns false if the row is skipped.
    private mutating func readTime(
        _ column: TableSchema.Placed, _ fields: RowFields, _ flags: inout UInt8, log: inout ProblemLog
    ) -> Bool {
        var field = column.field
        var acceptsDays = column.kind == .dayOrInstant
        if let substitute = column.substitute, fields[field].isAbsentOrEmpty {
            field = substitute
            acceptsDays = false
        }
        let slot = fields[field]
        guard slot.kind == .string else {
            currentTimes[column.place] = 0
            if slot.isAbsent, !column.isRequired { return true }
            RequiredField.skip(
                slot, field, expected: acceptsDays ? "a day or a time" : "a time", log: &log)
            return false
        }
        var value: Int64 = 0
        var isDay = false
        let error =
            acceptsDays
            ? DayOrInstantField.parse(slot, into: &value, isDay: &isDay)
            : InstantField.parse(slot, into: &value)
        if let error {
            log.skip(field: field, ProblemReason.unreadable(slot, error))
            return false
        }
        note(value, isDay: isDay, in: column, &flags)
        return true
    }

    private mutating func note(
        _ value: Int64, isDay: Bool, in column: TableSchema.Placed, _ flags: inout UInt8
    ) {
        currentTimes[column.place] = value
        if let bit = column.validBit { flags |= 1 << bit }
        if isDay, let bit = column.dayBit { flags |= 1 << bit }
    }

    /// Appends a row whose required values are present and whose times have been stored.
    private mutating func append(_ fields: RowFields, flags timeFlags: UInt8, log: inout ProblemLog) {
        var hasLoneSurrogate = false
        idHashes.append(ids.append(fields[TableSchema.idField], loneSurrogate: &hasLoneSurrogate))
        if hasLoneSurrogate { log.warn(field: TableSchema.idField, ProblemReason.loneSurrogate) }
        var set = timeFlags
        for column in schema.columns {
            let place = column.place
            switch column.kind {
            case .text:
                if TextField.append(fields, column.field, to: &texts[place], log: &log),
                    let bit = column.validBit
                {
                    set |= 1 << bit
                }
            case .code: CodeField.append(fields, column.field, to: &codes[place], log: &log)
            case .foreignID: ForeignIDField.append(fields, column.field, to: &codes[place], log: &log)
            case .sentiment: SentimentField.append(fields, column.field, to: &codes[place], log: &log)
            case .instant, .dayOrInstant: times[place].append(currentTimes[place])
            case .number: NumberField.append(fields, column.field, to: &numbers[place], log: &log)
            }
        }
        flags.append(set)
        documentRows.append(UInt32(truncatingIfNeeded: log.rowNumber))
        noteTooLarge()
    }

    private mutating func noteTooLarge() {
        if ids.textByteCount > maxTextBytes {
            failure = .columnTooLarge(column: "id", maximumByteCount: maxTextBytes)
        }
        for column in schema.columns where column.kind == .text {
            guard texts[column.place].byteCount > maxTextBytes, failure == nil else { continue }
            failure = .columnTooLarge(
                column: "\(schema.fieldNames[column.field])", maximumByteCount: maxTextBytes)
        }
    }

    /// Returns the columns without rows that a later row with the same id replaces.
    consuming func finish() -> RecordColumns {
        let replaced = replacedRows()
        return finish(without: replaced)
    }

    /// Returns the columns without the given rows, which must be ascending.
    consuming func finish(without replaced: [ReplacedRow]) -> RecordColumns {
        let order = RowOrder(
            replaced.isEmpty ? nil : ReplacedRow.remaining(of: rowCount, without: replaced))
        let planes = BitTransposition.planes(of: flags.finish(), wanted: Array(0..<schema.bitCount))
        let columns = schema.columns
        func rows(_ bit: UInt8?, otherwise: RowSet) -> RowSet {
            bit.map { RowSet(planes[Int($0)]) } ?? otherwise
        }
        return RecordColumns(
            ids: order.applied(to: ids.finish()),
            codes: codes.finish { column, _ in
                let (codes, dictionary) = column.finish()
                return CodeColumn(codes: order.applied(to: codes), dictionary: dictionary)
            },
            texts: texts.finish { column, place in
                let placed = columns.first { $0.kind == .text && $0.place == place }
                guard let bit = placed?.validBit else { return order.applied(to: column.finish()) }
                return order.applied(to: column.finish(validity: planes[Int(bit)]))
            },
            times: times.finish { column, place in
                let placed = columns.first { $0.isTime && $0.place == place }
                return order.applied(
                    to: DayOrInstantColumn(
                        column.finish(), days: rows(placed?.dayBit, otherwise: .none),
                        valid: rows(placed?.validBit, otherwise: .all)))
            },
            numbers: numbers.finish { column, _ in NumberColumn(order.applied(to: column.finish())) },
            documentRows: Self.numbering(order.applied(to: documentRows.finish())))
    }

    /// Returns the row numbers; nil if they are consecutive from 1.
    private static func numbering(_ documentRows: ColumnBuffer<UInt32>) -> ColumnBuffer<UInt32>? {
        guard documentRows.count > 0 else { return nil }
        // Numbers ascend, so the last one shows whether any row was left out.
        return documentRows[documentRows.count - 1] == documentRows.count ? nil : documentRows
    }

    /// Returns the rows that a later row with the same id replaces, ascending.
    func replacedRows() -> [ReplacedRow] {
        let sameIDs = idHashes.withBuffer { DuplicateSearch.rowsWithEqualHashes($0) }
        return ReplacedRow.merging(
            DuplicateSearch.replacedRows(sameIDs, .id) { ids.compare($0, $1) == 0 }, [])
    }

    /// Returns the id of a row.
    func id(_ row: Int) -> String { ids.string(row) }
}

/// Reading in chunks.
extension RecordColumnsBuilder {
    func keepsLimits(with later: borrowing RecordColumnsBuilder) -> Bool {
        guard later.failure == nil, ids.textByteCount(with: later.ids) <= maxTextBytes else { return false }
        for place in 0..<texts.count
        where texts[place].byteCount + later.texts[place].byteCount > maxTextBytes {
            return false
        }
        return true
    }

    func hasRoom(for later: borrowing RecordColumnsBuilder) -> Bool {
        ids.hasRoom(for: later.ids) && codes.hasRoom(for: later.codes) && texts.hasRoom(for: later.texts)
            && times.hasRoom(for: later.times) && numbers.hasRoom(for: later.numbers)
            && flags.hasRoom(for: later.flags) && idHashes.hasRoom(for: later.idHashes)
            && documentRows.hasRoom(for: later.documentRows)
    }

    mutating func makeRoom(for later: inout RecordColumnsBuilder) {
        ids.makeRoom(for: &later.ids)
        codes.makeRoom(for: later.codes)
        texts.makeRoom(for: later.texts)
        times.makeRoom(for: later.times)
        numbers.makeRoom(for: later.numbers)
        flags.makeRoom(for: later.flags)
        idHashes.makeRoom(for: later.idHashes)
        documentRows.makeRoom(for: later.documentRows)
    }

    mutating func reserveRoom(for later: inout RecordColumnsBuilder) {
        ids.reserveRoom(for: &later.ids)
        codes.reserveRoom(for: &later.codes)
        texts.reserveRoom(for: &later.texts)
        times.reserveRoom(for: &later.times)
        numbers.reserveRoom(for: &later.numbers)
        flags.reserveRoom(for: &later.flags)
        idHashes.reserveRoom(for: &later.idHashes)
        documentRows.reserveRoom(for: &later.documentRows)
    }

    mutating func place(after rowsBefore: Int) {
        self.rowsBefore = UInt32(truncatingIfNeeded: rowsBefore)
    }

    mutating func moveToReservedRoom() {
        ids.moveToReservedRoom()
        codes.moveToReservedRoom()
        texts.moveToReservedRoom()
        times.moveToReservedRoom()
        numbers.moveToReservedRoom()
        flags.moveToReservedRoom()
        idHashes.moveToReservedRoom()
        for row in 0..<documentRows.count { documentRows[row] &+= rowsBefore }
        documentRows.moveToReservedRoom()
    }

    mutating func reserve(factor: Double) {
        ids.reserve(factor: factor)
        codes.reserve(factor: factor)
        texts.reserve(factor: factor)
        times.reserve(factor: factor)
        numbers.reserve(factor: factor)
        flags.reserve(factor: factor)
        idHashes.reserve(factor: factor)
        documentRows.reserve(factor: factor)
    }
}
