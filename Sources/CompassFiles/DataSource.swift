import CompassKernel
import CompassProgram
import CompassSynthesis

/// Where a command's tables are: a data directory, or a table file.
package enum DataSource {
    case directory(DataDirectory)
    case file(StoredTables)

    /// What the name of a table file usually ends with.
    package static let fileExtension = ".compass"

    /// Opens a data directory or a table file.
    ///
    /// - Parameters:
    ///   - path: the path of a folder, or of a file that is named `*.compass` or begins as a table file.
    ///   - command: the command that would read a single table from standard input; nil when there is none.
    /// - Throws: ``Failure`` when there is no such folder or file, or the file cannot be read.
    package init(_ path: String, orInputOf command: String? = nil) throws(Failure) {
        if try Self.isTableFile(path) {
            self = .file(try StoredTables.opening(path))
        } else {
            self = .directory(try DataDirectory(path, orInputOf: command))
        }
    }

    /// Returns whether a path is that of a table file, which may be damaged or missing.
    package static func isTableFile(_ path: String) throws(Failure) -> Bool {
        switch try DataDirectory.fileKind(path) {
        case .directory: false
        case .nothing: path.hasSuffix(fileExtension)
        case .file: path.hasSuffix(fileExtension) || StoredTables.isTableFile(path)
        }
    }

    package var path: String {
        switch self {
        case .directory(let folder): folder.path
        case .file(let file): file.path
        }
    }

    /// Returns whether a table exists.
    ///
    /// - Throws: ``Failure`` when it exists in several formats.
    package func contains(_ table: SynthesisTable) throws(Failure) -> Bool {
        switch self {
        case .directory(let folder): try folder.file(of: table) != nil
        case .file(let file): file.contains(table.rawValue)
        }
    }

    /// Returns the tables that exist.
    ///
    /// - Throws: ``Failure`` when one exists in several formats.
    package func tables() throws(Failure) -> [SynthesisTable] {
        var tables: [SynthesisTable] = []
        for table in SynthesisTable.allCases where try contains(table) { tables.append(table) }
        return tables
    }

    /// - Throws: ``Failure`` that names all of a page's tables that are missing, if there are such.
    package func require(_ tables: [SynthesisTable]) throws(Failure) {
        var missing: [SynthesisTable] = []
        for table in tables where try !contains(table) { missing.append(table) }
        if !missing.isEmpty { throw Failure(missing: missing, in: self) }
    }

    /// Loads a table; nil when it is missing.
    ///
    /// - Throws: ``Failure`` when it cannot be loaded, or exists in several formats.
    package func load<Table: StoredTable>(
        _ type: Table.Type, _ table: SynthesisTable, _ options: LoadOptions
    ) throws(Failure) -> (Table, TableLoading)? {
        switch self {
        case .directory(let folder):
            guard let file = try folder.file(of: table) else { return nil }
            return try TableLoading.measured(type, file, options)
        case .file(let file): return try TableLoading.measured(type, table, of: file, options)
        }
    }

    /// Loads a table that a page requires.
    ///
    /// - Throws: ``Failure`` that names the table when it is missing.
    package func loadRequired<Table: StoredTable>(
        _ type: Table.Type, _ table: SynthesisTable, _ options: LoadOptions
    ) throws(Failure) -> (Table, TableLoading) {
        guard let loaded = try load(type, table, options) else { throw Failure(missing: [table], in: self) }
        return loaded
    }
}

extension StoredTables {
    /// Opens a table file.
    ///
    /// - Throws: ``Failure`` when it cannot be read, or is damaged.
    package static func opening(
        _ path: String, verify verification: TableFile.Verification = .read
    ) throws(Failure) -> StoredTables {
        do throws(TableFileError) {
            return try StoredTables(path, verify: verification)
        } catch {
            throw Failure(error)
        }
    }
}

extension Failure {
    /// Creates the failure to open or to save a table file.
    package init(_ error: TableFileError) {
        let status: Status =
            switch error.kind {
            case .missingFile, .unreadableFile: .noInput
            case .unwritableFile: error.isWriteFailure ? .inputOutput : .cannotCreate
            case .wrongMagic, .wrongVersion, .wrongByteOrder, .wrongSchema, .truncated, .wrongChecksum,
                .inconsistentSection, .tooLarge:
                .malformedData
            }
        self.init(status, error.description)
    }
}
