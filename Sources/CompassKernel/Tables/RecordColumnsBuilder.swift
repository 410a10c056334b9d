/// The columns of a table with a ``TableSchema`` under construction, in document order.
struct RecordColumnsBuilder: TableBuilder, ~Copyable {
    let schema: TableSchema
    private var ids = IdentifierColumnBuilder()
    private var codes: ColumnList<CodeColumnBuilder>
    private var texts: ColumnList<TextColumnBuilder>
    private var times: ColumnList<GrowableColumn<Int64>>
    private var numbers: ColumnList<GrowableColumn<Double>>
    /// The bits of each row, which mark the values that are not null and those that are days.
    private var flags = GrowableColumn<UInt8>()
    private var idHashes = GrowableColumn<UInt64>()
    /// The times of the current row, which are parsed before any of its values is appended.
    private var currentTimes: [Int64]
    private(set) var failure: LoadError?

    private let maxTextBytes: Int

    init(schema: TableSchema, maxTextBytes: Int) {
        self.schema = schema
        codes = ColumnList(count: schema.codeCount) { CodeColumnBuilder() }
        texts = ColumnList(count: schema.textCount) { TextColumnBuilder() }
        times = ColumnList(count: schema.timeCount) { GrowableColumn() }
        numbers = ColumnList(count: schema.numberCount) { GrowableColumn() }
        currentTimes = [Int64](repeating: 0, count: schema.timeCount)
        self.maxTextBytes = maxTextBytes
    }

    var tableName: String { schema.tableName }
    var fieldNames: [StaticString] { schema.fieldNames }
    var rowCount: Int { flags.count }

    func makeEmpty() -> RecordColumnsBuilder {
        RecordColumnsBuilder(schema: schema, maxTextBytes: maxTextBytes)
    }

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
        for column in schema.columns where column.kind.isTime {
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
            if column.kind.isTime {
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
            case .code: TextField.append(fields, column.field, to: &codes[place], log: &log)
            case .foreignID: TextField.append(fields, column.field, .id, to: &codes[place], log: &log)
            case .sentiment:
                if SentimentField.read(fields, column.field, log: &log) == nil {
                    codes[place].appendNull()
                } else {
                    _ = codes[place].append(fields[column.field])
                }
            case .instant, .dayOrInstant: times[place].append(currentTimes[place])
            case .number: NumberField.append(fields, column.field, to: &numbers[place], log: &log)
            }
        }
        flags.append(set)
        failure = tooLarge(ids.textByteCount) { texts[$0].byteCount }
    }

    func failure(joining later: borrowing RecordColumnsBuilder) -> LoadError? {
        if let failure = later.failure { return failure }
        return tooLarge(ids.textByteCount(with: later.ids)) {
            texts[$0].byteCount + later.texts[$0].byteCount
        }
    }

    /// Returns the failure of the first column whose texts are too large.
    @inline(__always)
    private func tooLarge(_ idByteCount: Int, _ byteCount: (Int) -> Int) -> LoadError? {
        if idByteCount > maxTextBytes { return .columnTooLarge(column: "id", maximumByteCount: maxTextBytes) }
        for column in schema.columns where column.kind == .text && byteCount(column.place) > maxTextBytes {
            return .columnTooLarge(
                column: "\(schema.fieldNames[column.field])", maximumByteCount: maxTextBytes)
        }
        return nil
    }

    consuming func finish(without replaced: [ReplacedRow], places: RowPlaces) -> RecordColumns {
        let isComplete = replaced.isEmpty && places.documentRow(rowCount - 1) == rowCount
        let remaining = isComplete ? [] : ReplacedRow.remaining(of: rowCount, without: replaced)
        let order = RowOrder(replaced.isEmpty ? nil : remaining)
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
                let placed = columns.first { $0.kind.isTime && $0.place == place }
                return order.applied(
                    to: DayOrInstantColumn(
                        column.finish(), days: rows(placed?.dayBit, otherwise: .none),
                        valid: rows(placed?.validBit, otherwise: .all)))
            },
            numbers: numbers.finish { column, _ in NumberColumn(order.applied(to: column.finish())) },
            documentRows: isComplete ? nil : places.documentRows(remaining))
    }

    func replacedRows(threads: Int) -> [ReplacedRow] {
        let sameIDs = idHashes.withBuffer { DuplicateSearch.rowsWithEqualHashes($0) }
        return ReplacedRow.merging(
            DuplicateSearch.replacedRows(sameIDs, .id) { ids.compare($0, $1) == 0 }, [])
    }

    func id(_ row: Int) -> String { ids.string(row) }
}

extension RecordColumnsBuilder: ColumnBuilder {
    mutating func join(_ later: inout RecordColumnsBuilder, _ step: JoiningStep) -> Bool {
        ids.join(&later.ids, step) && codes.join(&later.codes, step) && texts.join(&later.texts, step)
            && times.join(&later.times, step) && numbers.join(&later.numbers, step)
            && flags.join(&later.flags, step) && idHashes.join(&later.idHashes, step)
    }

    mutating func perform(_ step: ColumnStep) {
        ids.perform(step)
        codes.perform(step)
        texts.perform(step)
        times.perform(step)
        numbers.perform(step)
        flags.perform(step)
        idHashes.perform(step)
    }
}
