import CompassKernel
import CompassSynthesis

/// The tables of a page that shows what it can: one that is missing or cannot be read is named, and the others
/// are loaded all the same.
struct PartialTables {
    private let folder: DataDirectory
    private let threads: Int
    /// The tables that are not there or cannot be read, in the order of asking for them.
    private(set) var failures: [SourceFailure] = []
    /// Those of them that are not there.
    private(set) var missing: [SynthesisTable] = []
    private(set) var loadings: [TableLoading] = []

    /// - Parameter directory: a data directory.
    /// - Throws: ``Failure`` when there is no such folder.
    init(directory: String, threads: Int) throws(Failure) {
        if directory == "-" {
            throw Failure(
                .usage, "'-' is not accepted: this page has several tables and requires a data directory")
        }
        folder = try DataDirectory(directory)
        self.threads = threads
    }

    /// The path of the data directory.
    var path: String { folder.path }

    /// The failures of a page's tables, in the order in which the page names them.
    ///
    /// - Parameters:
    ///   - tables: those that the page reads.
    ///   - optional: one of them that the page can do without where it is not there.
    func failures(
        of tables: [SynthesisTable], exceptMissing optional: SynthesisTable? = nil
    ) -> [SourceFailure] {
        tables.compactMap { table in
            if table == optional, missing.contains(table) { return nil }
            return failures.first { $0.table == table.rawValue }
        }
    }

    /// The rows of a table; nil when it is not there or cannot be read.
    ///
    /// - Parameter maxProblems: how many of the rows that are left out the report lists.
    /// - Throws: ``Failure`` when the table stands there in several forms.
    mutating func load<Record>(
        _ type: RecordTable<Record>.Type, _ table: SynthesisTable, maxProblems: Int = 0
    ) throws(Failure) -> RecordTable<Record>? {
        try load(type, table, isNeeded: true, maxProblems: maxProblems)
    }

    /// The posts; nil when they are not there or cannot be read.
    ///
    /// - Throws: ``Failure`` when the table stands there in several forms.
    mutating func loadPosts() throws(Failure) -> PostTable? {
        try load(PostTable.self, .socialMediaPosts, isNeeded: true)
    }

    /// The schools; nil when they are not there or cannot be read.
    ///
    /// - Parameter isNeeded: whether it is a failure when they are not there; names can do without.
    /// - Throws: ``Failure`` when the table stands there in several forms.
    mutating func loadSchools(isNeeded: Bool) throws(Failure) -> SchoolDirectory? {
        try load(SchoolDirectory.self, .schools, isNeeded: isNeeded)
    }

    private mutating func load<Table: LoadableTable>(
        _ type: Table.Type, _ table: SynthesisTable, isNeeded: Bool, maxProblems: Int = 0
    ) throws(Failure) -> Table? {
        guard let file = try folder.file(of: table) else {
            if isNeeded {
                let names = [false, true].map { table.fileName(lineDelimited: $0) }
                missing.append(table)
                fail(table, "missing: there is neither \(names[0]) nor \(names[1])")
            }
            return nil
        }
        do throws(ReadError) {
            let options = LoadOptions(maxProblems: maxProblems, threads: threads)
            let (rows, loading) = try TableLoading.timed(type, file, options)
            loadings.append(loading)
            return rows
        } catch {
            // Where the folder stands is no part of an answer.
            fail(table, Failure(error, source: file.name).message)
            return nil
        }
    }

    private mutating func fail(_ table: SynthesisTable, _ reason: String) {
        failures.append(SourceFailure(table: table.rawValue, reason: reason))
    }
}
