import CompassKernel
import CompassProgram
import CompassSynthesis

extension Failure {
    /// Creates the failure of a page that lacks tables, at least one.
    package init(missing tables: [SynthesisTable], in source: DataSource) {
        let names = tables.map(\.rawValue)
        let subject =
            names.count == 1
            ? "the table \(names[0]) is missing"
            : "the tables \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "") are missing"
        let reason =
            switch source {
            case .directory where tables.count == 1:
                "has neither \(tables[0].fileName(lineDelimited: false)) nor "
                    + "\(tables[0].fileName(lineDelimited: true)), compressed or not"
            case .directory: "has no .json or .ndjson file of them, compressed or not"
            case .file where tables.count == 1: "does not have it"
            case .file: "has none of them"
            }
        self.init(.noInput, "\(subject): \(source.path) \(reason)")
    }
}

extension PartialTables {
    /// - Throws: ``Failure`` that names all of a page's tables when none of them exists.
    package func requireAny(of tables: [SynthesisTable]) throws(Failure) {
        if tables.allSatisfy(missing.contains) { throw Failure(missing: tables, in: source) }
    }
}

extension [SourceFailure] {
    /// Prints to standard error which tables are missing or could not be read.
    package func printWarnings() {
        for failure in self { StandardError.writeLine("Warning: \(failure.table): \(failure.reason)") }
    }
}
