import CompassKernel

/// The output of `inspect`.
struct InspectionResult: KeyedValue {
    let inspections: [Inspection]
    /// The table files among the arguments.
    var files: [InspectedFile] = []

    static func writeMembers(of result: InspectionResult?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.list("tables", result?.tables)
        writer.list("failures", result?.failures)
        writer.list("files", result?.files)
    }

    private var tables: [InspectedTable] {
        inspections.compactMap { inspection in
            inspection.report.map { InspectedTable(report: $0, inspection: inspection) }
        }
    }

    private var failures: [FailedTable] {
        inspections.filter { $0.report == nil }.map(FailedTable.init)
    }

    /// Returns the reports as CSV: a block for each section, or a single one of these.
    func csv(byteOrderMark: Bool, section: InspectionSection?, escapesFormulas: Bool) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas)
        // Blocks about table files would only be in the way of those who have none.
        let isOffered = { (section: InspectionSection) in !section.isOfFiles || !files.isEmpty }
        for each in section.map({ [$0] }) ?? InspectionSection.allCases.filter(isOffered) {
            switch each {
            case .tables: writer.block(tables)
            case .problems: writeProblems(to: &writer)
            case .replacements: writeReplacements(to: &writer)
            case .failures: writeFailures(to: &writer)
            case .files: writer.block(files)
            case .fileSections: writeSections(to: &writer)
            }
        }
        return writer.bytes
    }

    private func writeProblems(to writer: inout CSVWriter) {
        writer.header { InspectedTable.writeProblem(nil, in: nil, to: &$0) }
        for each in inspections {
            for problem in each.report?.problems ?? [] {
                writer.row { InspectedTable.writeProblem(problem, in: each, to: &$0) }
            }
        }
    }

    private func writeReplacements(to writer: inout CSVWriter) {
        writer.header { InspectedTable.writeReplacement(nil, in: nil, to: &$0) }
        for each in inspections {
            for replacement in each.report?.replacements ?? [] {
                writer.row { InspectedTable.writeReplacement(replacement, in: each, to: &$0) }
            }
        }
    }

    private func writeFailures(to writer: inout CSVWriter) {
        // Blocks are distinguished by their headers.
        writer.header { FailedTable.writeMembers(of: nil, tableKey: "failedTable", to: &$0) }
        for failure in failures { writer.row(failure) }
    }

    private func writeSections(to writer: inout CSVWriter) {
        writer.header { InspectedFile.writeSection(nil, of: nil, to: &$0) }
        for file in files {
            for section in file.sections {
                writer.row { InspectedFile.writeSection(section, of: file, to: &$0) }
            }
        }
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
    case files
    case fileSections = "files.sections"

    /// Whether it is about table files.
    var isOfFiles: Bool { self == .files || self == .fileSections }
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
