/// Collects problems while rows are read: all are counted, and the first ones are kept.
struct ProblemLog {
    private(set) var warnings = 0
    private(set) var skipped = 0
    private(set) var problems: [IngestProblem] = []
    private(set) var replacements: [IngestReplacement] = []
    /// The positions of the rows that were not skipped.
    private(set) var places = RowPlaces()
    /// The number of rows that had been skipped at the last checkpoint of `places`.
    private var skippedAtCheckpoint = 0
    private let limit: Int
    private let fieldNames: [StaticString]
    private let rowsPerPlace: Int

    /// The number of the current row, to which problems are attributed.
    var rowNumber = 0
    var rowByteOffset = 0

    /// - Parameters:
    ///   - limit: the maximum number of problems kept.
    ///   - fieldNames: the table's columns; problems name them by their position.
    ///   - rowsPerPlace: the number of rows between two recorded positions, a power of two.
    init(limit: Int, fieldNames: [StaticString], rowsPerPlace: Int = RowPlaces.interval) {
        self.limit = limit
        self.fieldNames = fieldNames
        self.rowsPerPlace = rowsPerPlace
    }

    /// Begins the next row: its number, from 1, and the position of its first byte.
    @inline(__always)
    mutating func begin(row number: Int, byteOffset: Int) {
        rowNumber = number
        rowByteOffset = byteOffset
        // The row's number in the builder, unless this row is skipped as well.
        let row = number &- 1 &- skipped
        if row & (rowsPerPlace &- 1) == 0 || skipped != skippedAtCheckpoint { addCheckpoint(row) }
    }

    @inline(never)
    private mutating func addCheckpoint(_ row: Int) {
        skippedAtCheckpoint = skipped
        places.append(
            RowPlaces.Checkpoint(row: row, documentRow: rowNumber, byteOffset: rowByteOffset))
    }

    /// Lists replaced rows, up to the same limit as problems.
    ///
    /// - Parameters:
    ///   - replaced: the rows, ascending.
    ///   - document: the document that the rows come from, if any.
    ///   - id: returns the id of a row.
    mutating func list(
        _ replaced: [ReplacedRow], in document: UnsafeBufferPointer<UInt8>?, id: (Int) -> String
    ) {
        var place: RowPlaces.Place?
        replacements = replaced.prefix(max(limit, 0)).map { replacement in
            let row = Int(replacement.row)
            return IngestReplacement(
                row: places.documentRow(row),
                byteOffset: places.byteOffset(row, in: document, after: &place), id: id(row),
                rule: replacement.rule, byRow: places.documentRow(Int(replacement.by)))
        }
    }

    /// Counts the current row as skipped, because of `field` or, if nil, as a whole.
    @inline(never)
    mutating func skip(field: Int?, _ reason: @autoclosure () -> String) {
        skipped += 1
        add(field: field, reason, severity: .error)
    }

    /// Counts a warning about `field` of the current row.
    @inline(never)
    mutating func warn(field: Int, _ reason: @autoclosure () -> String) {
        warnings += 1
        add(field: field, reason, severity: .warning)
    }

    private mutating func add(field: Int?, _ reason: () -> String, severity: IngestProblem.Severity) {
        guard problems.count < limit else { return }
        problems.append(
            IngestProblem(
                row: rowNumber, byteOffset: rowByteOffset, field: field.map { "\(fieldNames[$0])" },
                reason: reason(), severity: severity))
    }

    /// Appends the problems of later rows, which are numbered from the start of their own chunk.
    ///
    /// - Parameter bytesBefore: the size of the documents before that of the rows.
    mutating func append(_ later: ProblemLog, rowsBefore: Int, bytesBefore: Int = 0) {
        places.append(
            later.places, rowsBefore: rowsBefore - skipped, documentRowsBefore: rowsBefore,
            bytesBefore: bytesBefore)
        warnings += later.warnings
        skipped += later.skipped
        for problem in later.problems.prefix(max(0, limit - problems.count)) {
            var renumbered = problem
            renumbered.row += rowsBefore
            renumbered.byteOffset += bytesBefore
            problems.append(renumbered)
        }
    }

    /// Returns the report of a table that keeps `loaded` rows.
    func report(table: String, rows: Int, loaded: Int) -> IngestReport {
        IngestReport(
            table: table, rows: rows, loaded: loaded, skipped: skipped, replaced: rows - skipped - loaded,
            warnings: warnings, replacements: replacements, problems: problems)
    }

    /// Removes `count` warnings, all of which belong to the given rows.
    mutating func removeWarnings(_ count: Int, ofRows rows: Set<Int>) {
        guard count > 0 else { return }
        warnings -= count
        problems.removeAll { rows.contains($0.row) }
    }

    /// Sorts the problems into document order.
    mutating func sortByRow() {
        problems = problems.enumerated()
            .sorted { ($0.element.row, $0.offset) < ($1.element.row, $1.offset) }
            .map(\.element)
    }

    mutating func removeAll() {
        warnings = 0
        skipped = 0
        problems.removeAll(keepingCapacity: true)
        places.removeAll()
        skippedAtCheckpoint = 0
    }
}

/// The reasons given in reports.
enum ProblemReason {
    static let loneSurrogate = "holds half a surrogate pair, replaced by U+FFFD"
    static let notAnObject = "the element is not an object"

    /// Returns why a required value is absent.
    static func absent(_ slot: FieldSlot) -> String { slot.kind == .missing ? "is missing" : "is null" }

    static let empty = "is empty"

    static func wrongType(_ slot: FieldSlot, expected: String) -> String {
        "expected \(expected), found \(name(slot.kind))"
    }

    static func unknown(_ slot: FieldSlot, known: String) -> String {
        "unknown value \(quoted(slot)); known are \(known)"
    }

    static func unreadable(_ slot: FieldSlot, _ error: TimestampError) -> String {
        "unreadable time \(quoted(slot)): \(error)"
    }

    static func unreadableNumber(_ slot: FieldSlot) -> String { "unreadable number \(literal(slot))" }

    static func tooLargeNumber(_ slot: FieldSlot) -> String { "too large a number: \(literal(slot))" }

    /// Returns the offending value as written in the document.
    private static func literal(_ slot: FieldSlot) -> String {
        slot.kind == .string ? quoted(slot) : shortened(slot, to: 40)
    }

    static func name(_ kind: FieldValueKind) -> String {
        switch kind {
        case .missing: "nothing"
        case .null: "null"
        case .true, .false: "a boolean"
        case .number: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        case .instant: "a time"
        case .instantOutOfRange: "a time out of range"
        case .illFormedText: "text that is not valid UTF-8"
        case .bytes: "bytes that are no UUID"
        }
    }

    /// Returns the offending text in quotes, on one line and shortened to fit.
    static func quoted(_ slot: FieldSlot) -> String { "\"" + shortened(slot, to: 40) + "\"" }

    /// Returns a string slot's text with control characters and line separators escaped, cut to `limit`
    /// scalars.
    static func shortened(_ slot: FieldSlot, to limit: Int) -> String {
        var start = slot
        // A scalar is at most two escapes of six bytes. Reading one more than is shown reveals whether any
        // are omitted.
        start.count = min(slot.count, (limit + 1) * 12)
        let scalars = start.string.unicodeScalars
        let shown = scalars.prefix(limit).map { scalar in
            isOfOneLine(scalar) ? String(scalar) : scalar.escaped(asASCII: true)
        }
        return shown.joined() + (scalars.count > limit ? "…" : "")
    }

    private static func isOfOneLine(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f, 0x2028, 0x2029: false
        default: true
        }
    }
}
