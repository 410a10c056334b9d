import CompassKernel

extension [Inspection] {
    /// The reports as JSON; tables without one are listed as failures.
    func json(layout: JSONLayout) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.object { writer in
            writer.member("schemaVersion", SocialAnalyticsPage.schemaVersion)
            writer.array("tables", self.filter { $0.report != nil }) { writer, inspection in
                writer.object { writer in
                    inspection.report?.writeMembers(to: &writer)
                    writer.member("source", inspection.source)
                    writer.member("bytes", inspection.byteCount)
                    writer.member("megabytesPerSecond", inspection.megabytesPerSecond)
                }
            }
            writer.array("failures", self.filter { $0.report == nil }) { writer, inspection in
                let place = inspection.documentError
                writer.object { writer in
                    writer.member("table", inspection.table.rawValue)
                    writer.member("source", inspection.source)
                    writer.member("line", place?.line)
                    writer.member("column", place?.column)
                    writer.member("byteOffset", place?.byteOffset)
                    writer.member("reason", inspection.reason)
                }
            }
        }
        return writer.bytes
    }

    /// The reports as CSV: a block of tables, one of problems, one of replaced rows, one of
    /// failures; or one of these alone.
    func csv(byteOrderMark: Bool, section: InspectionSection?, escapesFormulas: Bool) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas)
        for each in section.map({ [$0] }) ?? InspectionSection.allCases {
            switch each {
            case .tables: writeTables(to: &writer)
            case .problems: writeProblems(to: &writer)
            case .replacements: writeReplacements(to: &writer)
            case .failures: writeFailures(to: &writer)
            }
        }
        return writer.bytes
    }

    private func writeTables(to writer: inout CSVWriter) {
        writer.block(header: [
            "table", "rows", "loaded", "skipped", "replaced", "warnings", "source", "bytes",
            "megabytesPerSecond",
        ])
        for inspection in self {
            guard let report = inspection.report else { continue }
            writer.cell(report.table)
            for count in [report.rows, report.loaded, report.skipped, report.replaced, report.warnings] {
                writer.cell(count)
            }
            writer.cell(inspection.source)
            writer.cell(inspection.byteCount)
            writer.cell(inspection.megabytesPerSecond)
            writer.endRow()
        }
    }

    private func writeProblems(to writer: inout CSVWriter) {
        writer.block(header: ["table", "row", "byteOffset", "field", "reason", "severity"])
        for inspection in self {
            for problem in inspection.report?.problems ?? [] {
                writer.cell(inspection.table.rawValue)
                writer.cell(problem.row)
                writer.cell(problem.byteOffset)
                writer.cell(problem.field)
                writer.cell(problem.reason)
                writer.cell(problem.severity.rawValue)
                writer.endRow()
            }
        }
    }

    private func writeReplacements(to writer: inout CSVWriter) {
        writer.block(header: ["table", "row", "byteOffset", "id", "rule", "byRow"])
        for inspection in self {
            for replaced in inspection.report?.replacements ?? [] {
                writer.cell(inspection.table.rawValue)
                writer.cell(replaced.row)
                writer.cell(replaced.byteOffset)
                writer.cell(replaced.id)
                writer.cell(replaced.rule.rawValue)
                writer.cell(replaced.byRow)
                writer.endRow()
            }
        }
    }

    private func writeFailures(to writer: inout CSVWriter) {
        writer.block(header: ["failedTable", "source", "line", "column", "byteOffset", "reason"])
        for inspection in self where inspection.report == nil {
            let place = inspection.documentError
            writer.cell(inspection.table.rawValue)
            writer.cell(inspection.source)
            writer.cell(place?.line)
            writer.cell(place?.column)
            writer.cell(place?.byteOffset)
            writer.cell(inspection.reason)
            writer.endRow()
        }
    }
}

/// The sections of an inspection's CSV, in their order; the raw value is the path of keys of the JSON form.
enum InspectionSection: String, CaseIterable {
    case tables
    case problems = "tables.problems"
    case replacements = "tables.replacements"
    case failures
}

extension Inspection {
    /// Where the document is malformed; nil when it could not be read at all.
    fileprivate var documentError: DocumentError? {
        guard case .failure(.document(.malformedDocument(let error))) = result else { return nil }
        return error
    }

    /// Why there is no report.
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
