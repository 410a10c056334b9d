import CompassKernel

extension [Inspection] {
    /// Returns the reports as JSON; tables without one are listed as failures.
    func json(layout: JSONLayout) -> [UInt8] {
        InspectionResult(tables: inspectedTables, failures: failedTables).json(layout: layout)
    }

    /// Returns the reports as CSV: a block of tables, one of problems, one of replaced rows, one of failures;
    /// or a single one of these.
    func csv(byteOrderMark: Bool, section: InspectionSection?, escapesFormulas: Bool) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas)
        for each in section.map({ [$0] }) ?? InspectionSection.allCases {
            switch each {
            case .tables: writer.block(inspectedTables)
            case .problems: writeProblems(to: &writer)
            case .replacements: writeReplacements(to: &writer)
            case .failures: writeFailures(to: &writer)
            }
        }
        return writer.bytes
    }

    private var inspectedTables: [InspectedTable] {
        compactMap { inspection in
            inspection.report.map { InspectedTable(report: $0, inspection: inspection) }
        }
    }

    private var failedTables: [FailedTable] {
        filter { $0.report == nil }.map(FailedTable.init)
    }

    private func writeProblems(to writer: inout CSVWriter) {
        writer.header { InspectedTable.writeProblem(nil, in: nil, to: &$0) }
        for each in self {
            for problem in each.report?.problems ?? [] {
                writer.row { InspectedTable.writeProblem(problem, in: each, to: &$0) }
            }
        }
    }

    private func writeReplacements(to writer: inout CSVWriter) {
        writer.header { InspectedTable.writeReplacement(nil, in: nil, to: &$0) }
        for each in self {
            for replacement in each.report?.replacements ?? [] {
                writer.row { InspectedTable.writeReplacement(replacement, in: each, to: &$0) }
            }
        }
    }

    private func writeFailures(to writer: inout CSVWriter) {
        // Blocks are distinguished by their headers.
        writer.header { FailedTable.writeMembers(of: nil, tableKey: "failedTable", to: &$0) }
        for failure in failedTables { writer.row(failure) }
    }
}

/// The output of `inspect`.
struct InspectionResult: KeyedValue {
    let tables: [InspectedTable]
    let failures: [FailedTable]

    static func writeMembers(of result: InspectionResult?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.list("tables", result?.tables)
        writer.list("failures", result?.failures)
    }
}

/// A table that was read.
struct InspectedTable: KeyedValue {
    let report: IngestReport
    let inspection: Inspection

    static func writeMembers(of table: InspectedTable?, to writer: inout some MemberWriter & ~Copyable) {
        IngestReport.writeMembers(of: table?.report, to: &writer)
        writer.member("source", table?.inspection.source)
        writer.member("bytes", table?.inspection.byteCount)
        writer.member("megabytesPerSecond", table?.inspection.megabytesPerSecond)
    }

    static func writeProblem(
        _ problem: IngestProblem?, in inspection: Inspection?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("table", inspection?.table.rawValue)
        IngestProblem.writeMembers(of: problem, to: &writer)
    }

    static func writeReplacement(
        _ replacement: IngestReplacement?, in inspection: Inspection?,
        to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("table", inspection?.table.rawValue)
        IngestReplacement.writeMembers(of: replacement, to: &writer)
    }
}

/// A table that could not be read.
struct FailedTable: KeyedValue {
    let inspection: Inspection

    static func writeMembers(
        of failure: FailedTable?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writeMembers(of: failure, tableKey: "table", to: &writer)
    }

    static func writeMembers(
        of failure: FailedTable?, tableKey: StaticString,
        to writer: inout some MemberWriter & ~Copyable
    ) {
        let place = failure?.inspection.documentError
        writer.member(tableKey, failure?.inspection.table.rawValue)
        writer.member("source", failure?.inspection.source)
        writer.member("line", place?.line)
        writer.member("column", place?.column)
        writer.member("byteOffset", place?.byteOffset)
        writer.member("reason", failure?.inspection.reason)
    }
}

/// The sections of an inspection's CSV, in order; the raw value is the key path in the JSON output.
enum InspectionSection: String, CaseIterable {
    case tables
    case problems = "tables.problems"
    case replacements = "tables.replacements"
    case failures
}

extension Inspection {
    /// The error of a malformed document; nil when it could not be read at all.
    fileprivate var documentError: JSONError? {
        guard case .failure(.document(.malformedDocument(let error))) = result else { return nil }
        return error
    }

    /// The reason why there is no report.
    fileprivate var reason: String? {
        if let documentError { return documentError.reason.description }
        guard case .failure(let error) = result else { return nil }
        switch error {
        case .document(.unreadableFile(_, let reason)): return reason
        case .document(let error): return error.description
        case .gzip(let problem): return problem.reason
        }
    }
}
