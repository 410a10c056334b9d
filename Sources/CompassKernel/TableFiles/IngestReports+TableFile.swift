/// The reports of loaded tables, in one section.
///
/// Layout: the number of reports, then of each its table, its five counts, its replacements and its problems.
/// Numbers are 64 bits, a text is the number of its bytes and these, a list the number of its elements and
/// these.
enum StoredReports {
    static let name = "reports.bytes"

    /// Counts and positions up to here are written as JSON without a loss; no document is larger.
    private static let maximumNumber: Int64 = 1 << 53

    static func write(_ reports: [IngestReport], to writer: inout TableFileWriter) throws(TableFileError) {
        if reports.isEmpty { return }
        var bytes = StoredValues()
        bytes.append(reports.count)
        for report in reports {
            bytes.append(report.table)
            for count in [report.rows, report.loaded, report.skipped, report.replaced, report.warnings] {
                bytes.append(count)
            }
            bytes.append(report.replacements.count)
            for replacement in report.replacements {
                for number in [replacement.row, replacement.byteOffset, replacement.byRow] {
                    bytes.append(number)
                }
                bytes.append(replacement.rule == .id ? 0 : 1)
                bytes.append(replacement.id)
            }
            bytes.append(report.problems.count)
            for problem in report.problems {
                bytes.append(problem.row)
                bytes.append(problem.byteOffset)
                bytes.append(problem.severity == .error ? 0 : 1)
                bytes.append(problem.field == nil ? 0 : 1)
                bytes.append(problem.field ?? "")
                bytes.append(problem.reason)
            }
        }
        guard bytes.areValid else {
            throw TableFileError(
                .tooLarge, path: writer.path, section: name, reason: "a report has a number out of range")
        }
        try writer.append(name, bytes: bytes.bytes)
    }

    static func read(from reader: TableFileReader) throws(TableFileError) -> [IngestReport] {
        guard reader.contains(name) else { return [] }
        let column: ColumnBuffer<UInt8> = try reader.column(name, isRead: true)
        let reports = column.withBuffer { bytes -> [IngestReport]? in
            var values = StoredValueReader(rest: bytes[...])
            guard let reports = values.list({ report(&$0) }), values.rest.isEmpty else { return nil }
            return reports
        }
        guard let reports else { throw reader.inconsistent(name, "the reports cannot be read") }
        return reports
    }

    private static func report(_ values: inout StoredValueReader) -> IngestReport? {
        guard let table = values.text(), let rows = values.number(), let loaded = values.number(),
            let skipped = values.number(), let replaced = values.number(), let warnings = values.number(),
            let replacements = values.list({ replacement(&$0) }), let problems = values.list({ problem(&$0) })
        else { return nil }
        return IngestReport(
            table: table, rows: rows, loaded: loaded, skipped: skipped, replaced: replaced,
            warnings: warnings, replacements: replacements, problems: problems)
    }

    private static func replacement(_ values: inout StoredValueReader) -> IngestReplacement? {
        guard let row = values.number(), let byteOffset = values.number(), let byRow = values.number(),
            let isURL = values.flag(), let id = values.text()
        else { return nil }
        return IngestReplacement(
            row: row, byteOffset: byteOffset, id: id, rule: isURL ? .postURL : .id, byRow: byRow)
    }

    private static func problem(_ values: inout StoredValueReader) -> IngestProblem? {
        guard let row = values.number(), let byteOffset = values.number(), let isWarning = values.flag(),
            let hasField = values.flag(), let field = values.text(), let reason = values.text()
        else { return nil }
        return IngestProblem(
            row: row, byteOffset: byteOffset, field: hasField ? field : nil, reason: reason,
            severity: isWarning ? .warning : .error)
    }

    /// Values as bytes.
    private struct StoredValues {
        private(set) var bytes: [UInt8] = []
        /// Whether all numbers can be read again.
        private(set) var areValid = true

        mutating func append(_ number: Int) {
            areValid = areValid && number >= 0 && Int64(number) <= maximumNumber
            bytes.append(number: Int64(number))
        }

        mutating func append(_ text: String) {
            append(text.utf8.count)
            bytes += text.utf8
        }
    }

    /// Reads values from bytes that may be anything; nil where there is no such value.
    private struct StoredValueReader {
        var rest: Slice<UnsafeBufferPointer<UInt8>>

        mutating func number() -> Int? {
            guard rest.count >= 8 else { return nil }
            let word = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(8)
            guard word <= UInt64(maximumNumber) else { return nil }
            return Int(exactly: word)
        }

        mutating func flag() -> Bool? {
            guard let number = number(), number <= 1 else { return nil }
            return number == 1
        }

        mutating func text() -> String? {
            guard let count = number(), count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return String(decoding: rest.prefix(count), as: UTF8.self)
        }

        /// The elements require bytes, so that a wrong count cannot reserve much memory.
        mutating func list<Element>(_ element: (inout Self) -> Element?) -> [Element]? {
            guard let count = number() else { return nil }
            var elements: [Element] = []
            for _ in 0..<count {
                guard let element = element(&self) else { return nil }
                elements.append(element)
            }
            return elements
        }
    }
}
