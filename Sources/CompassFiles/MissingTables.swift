import CompassKernel
import CompassProgram
import CompassSynthesis

extension DataDirectory {
    /// Returns the files of the tables that a page requires.
    ///
    /// - Throws: ``Failure`` that names all tables that are missing.
    package func requiredFiles(of tables: [SynthesisTable]) throws(Failure) -> [DocumentFile] {
        var files: [DocumentFile] = []
        var missing: [SynthesisTable] = []
        for table in tables {
            if let file = try file(of: table) { files.append(file) } else { missing.append(table) }
        }
        if missing.isEmpty { return files }
        if missing.count == 1 { return [try requiredFile(of: missing[0])] }
        throw Failure(missing: missing, in: path)
    }
}

extension Failure {
    /// Creates the failure of a page that lacks several tables.
    package init(missing tables: [SynthesisTable], in path: String) {
        let names = tables.map(\.rawValue)
        let listed = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        self.init(
            .noInput,
            "the tables \(listed) are missing: \(path) has no .json or .ndjson file of them, compressed or not"
        )
    }
}

extension PartialTables {
    /// - Throws: ``Failure`` that names all of a page's tables when none of them exists.
    package func requireAny(of tables: [SynthesisTable]) throws(Failure) {
        if tables.allSatisfy(missing.contains) { throw Failure(missing: tables, in: path) }
    }
}

extension [SourceFailure] {
    /// Prints to standard error which tables are missing or could not be read.
    package func printWarnings() {
        for failure in self { StandardError.writeLine("Warning: \(failure.table): \(failure.reason)") }
    }
}
