extension DatasetGenerator {
    /// Writes the file of one table.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - directory: an existing folder.
    ///   - progress: called with the number of rows printed so far.
    /// - Returns: the size of the file in bytes.
    /// - Throws: ``DatasetError`` when the file cannot be written.
    @discardableResult
    public func writeFile(
        of table: SynthesisTable, into directory: String, progress: (_ rows: Int) -> Void = { _ in }
    ) throws(DatasetError) -> Int {
        var byteCount = 0
        try DatasetFile.write(to: path(of: table, in: directory)) { (append) throws(DatasetError) in
            byteCount = try write(table, progress: progress, to: append)
        }
        return byteCount
    }

    /// Writes the files of all nine tables into a folder, which is created where it does not exist.
    ///
    /// - Parameters:
    ///   - directory: the folder.
    ///   - progress: called with the table and the number of its rows printed so far.
    /// - Throws: ``DatasetError`` when a file cannot be written.
    public func writeFiles(
        into directory: String, progress: (_ table: SynthesisTable, _ rows: Int) -> Void = { _, _ in }
    ) throws(DatasetError) {
        try DatasetFile.makeDirectory(directory)
        for table in SynthesisTable.allCases {
            try writeFile(of: table, into: directory) { rows in progress(table, rows) }
        }
    }

    private func path(of table: SynthesisTable, in directory: String) -> String {
        directory + "/" + table.fileName(lineDelimited: options.lineDelimited)
    }
}

extension DatasetManifest.Entry {
    /// The result of ``generate(into:progress:)``.
    public enum Outcome: Hashable, Sendable {
        /// Every file existed and matched the manifest.
        case alreadyThere
        /// The tables that were missing or different were generated.
        case generated([SynthesisTable])
    }

    /// Compares every file of a folder with the manifest.
    ///
    /// - Parameter directory: the folder of this dataset's files.
    /// - Throws: ``DatasetError`` for the first file that is missing or different.
    /// - Complexity: O(bytes).
    public func verify(directory: String) throws(DatasetError) {
        for table in tables { try verify(table, directory: directory) }
    }

    /// Generates the files of the dataset that are missing or different, and verifies them.
    ///
    /// - Parameters:
    ///   - directory: the folder of this dataset's files, created where it does not exist.
    ///   - progress: called with the table, the number of its rows printed so far, and its number of rows.
    /// - Throws: ``DatasetError``; a mismatch when the generator's output differs from the manifest.
    /// - Complexity: O(bytes).
    @discardableResult
    public func generate(
        into directory: String,
        progress: (_ table: SynthesisTable, _ rows: Int, _ of: Int) -> Void = { _, _, _ in }
    ) throws(DatasetError) -> Outcome {
        let outdated = tables.filter { table in
            (try? verify(table, directory: directory)) == nil
        }
        guard !outdated.isEmpty else { return .alreadyThere }
        let generator: DatasetGenerator
        do { generator = try DatasetGenerator(options) } catch { throw .options(error) }
        try DatasetFile.makeDirectory(directory)
        for table in outdated {
            try generator.writeFile(of: table.table, into: directory) { rows in
                progress(table.table, rows, table.rows)
            }
            try verify(table, directory: directory)
        }
        return .generated(outdated.map(\.table))
    }

    private func verify(_ table: DatasetManifest.Table, directory: String) throws(DatasetError) {
        let path = directory + "/" + table.table.fileName(lineDelimited: false)
        var hash = SHA256()
        var byteCount = 0
        try DatasetFile.read(path) { chunk in
            hash.update(chunk)
            byteCount += chunk.count
        }
        let sha256 = hash.finalize()
        guard byteCount == table.bytes, sha256 == table.sha256 else {
            throw .mismatch(path: path, expected: table, bytes: byteCount, sha256: sha256)
        }
    }
}
