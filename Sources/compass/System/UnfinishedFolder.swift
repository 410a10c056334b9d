import CompassFiles
import CompassProgram
import CompassSynthesis

/// Tables that are published to a folder together: until all are written, none of them is visible there.
///
/// On failure or interruption, existing files are unchanged, and folders that were created are removed.
final class UnfinishedFolder {
    private let path: String
    private let createdFolders = CreatedFolders()
    private var files: [OutputFile] = []

    /// Creates the folder and its missing parents.
    ///
    /// - Throws: ``Failure`` when that fails.
    init(_ path: String) throws(Failure) {
        self.path = path
        try createdFolders.create(path)
    }

    // What is not published goes before the folders, which must be empty then.
    deinit { files = [] }

    /// Writes a table; returns its size and its SHA-256.
    ///
    /// - Parameter progress: called with the number of rows printed so far.
    func write(
        _ table: SynthesisTable, of generator: DatasetGenerator, progress: (_ rows: Int) -> Void
    ) throws(Failure) -> (bytes: Int, sha256: String) {
        let name = table.fileName(lineDelimited: generator.options.lineDelimited)
        let file = try OutputFile(DataDirectory.join(path, name))
        files.append(file)
        var hash = SHA256()
        let bytes = try generator.write(table, progress: progress) { chunk throws(Failure) in
            hash.update(chunk)
            try file.write(chunk)
        }
        try file.finish()
        return (bytes, hash.finalize())
    }

    /// Moves all tables to their places.
    func publish() throws(Failure) {
        try UnfinishedFiles.withoutInterruption { () throws(Failure) in
            for file in files { try file.publish() }
            files = []
            createdFolders.keep()
        }
    }
}
