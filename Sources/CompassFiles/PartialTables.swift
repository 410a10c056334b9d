import CompassKernel
import CompassProgram
import CompassSynthesis

/// The tables of a page that can be shown in part: one that is missing or cannot be read is reported, and the
/// others are still loaded.
package struct PartialTables {
    let source: DataSource
    private let threads: Int
    private let cache: TableCache?
    /// The tables that are missing or cannot be read, in the order of the requests.
    package private(set) var failures: [SourceFailure] = []
    /// The tables that are missing.
    package private(set) var missing: [SynthesisTable] = []
    package private(set) var loadings: [TableLoading] = []

    /// - Parameter path: that of a data directory or a table file.
    /// - Throws: ``Failure`` when there is no such folder or file, or the file is damaged.
    package init(_ path: String, threads: Int, cache: TableCache? = nil) throws(Failure) {
        try Self.refuseStandardInput(path)
        self.init(try DataSource(path), threads: threads, cache: cache)
    }

    /// - Throws: ``Failure`` for the name of standard input, which has one table.
    package static func refuseStandardInput(_ path: String) throws(Failure) {
        if path == "-" {
            throw Failure(
                .usage,
                "'-' is not accepted: this page has several tables and requires a data directory or a table "
                    + "file")
        }
    }

    /// - Parameter source: a data directory or a table file, which is opened once for several pages.
    package init(_ source: DataSource, threads: Int, cache: TableCache? = nil) {
        self.source = source
        self.threads = threads
        self.cache = cache
    }

    /// Returns the failures of a page's tables, in the page's order.
    ///
    /// - Parameters:
    ///   - tables: those that the page reads.
    ///   - optional: one of them that may be missing.
    package func failures(
        of tables: [SynthesisTable], exceptMissing optional: SynthesisTable? = nil
    ) -> [SourceFailure] {
        tables.compactMap { table in
            if table == optional, missing.contains(table) { return nil }
            return failures.first { $0.table == table.rawValue }
        }
    }

    /// Loads the rows of a table; nil when it is missing or cannot be read.
    ///
    /// - Parameter maxProblems: how many of the omitted rows the report lists.
    /// - Throws: ``Failure`` when the table exists in several formats, or the table file is damaged.
    package mutating func load<Record>(
        _ type: RecordTable<Record>.Type, _ table: SynthesisTable, maxProblems: Int = 0
    ) throws(Failure) -> RecordTable<Record>? {
        try load(type, table, isRequired: true, maxProblems: maxProblems)
    }

    /// Loads the posts; nil when they are missing or cannot be read.
    ///
    /// - Parameter searchIndexing: when their search index is built.
    /// - Throws: ``Failure`` when the table exists in several formats, or the table file is damaged.
    package mutating func loadPosts(
        searchIndexing: SearchIndexing = .never
    ) throws(Failure) -> PostTable? {
        try load(PostTable.self, .socialMediaPosts, isRequired: true, searchIndexing: searchIndexing)
    }

    /// Loads the schools; nil when they are missing or cannot be read.
    ///
    /// - Parameter isRequired: whether it is a failure when they are missing; for names alone they are
    ///   optional.
    /// - Throws: ``Failure`` when the table exists in several formats, or the table file is damaged.
    package mutating func loadSchools(isRequired: Bool) throws(Failure) -> SchoolDirectory? {
        try load(SchoolDirectory.self, .schools, isRequired: isRequired)
    }

    private mutating func load<Table: StoredTable>(
        _ type: Table.Type, _ table: SynthesisTable, isRequired: Bool, maxProblems: Int = 0,
        searchIndexing: SearchIndexing = .never
    ) throws(Failure) -> Table? {
        let options = LoadOptions(
            maxProblems: maxProblems, threads: threads, searchIndexing: searchIndexing, cache: cache)
        switch source {
        case .directory(let folder):
            guard let file = try folder.file(of: table) else {
                let names = [false, true].map { table.fileName(lineDelimited: $0) }
                if isRequired { noteMissing(table, "there is neither \(names[0]) nor \(names[1])") }
                return nil
            }
            do throws(ReadError) {
                let (rows, loading) = try TableLoading.timed(type, file, options)
                loadings.append(loading)
                return rows
            } catch {
                // The location of the folder is not part of the output.
                fail(table, Failure(error, source: file.name).message)
                return nil
            }
        case .file(let file):
            guard let (rows, loading) = try TableLoading.measured(type, table, of: file, options) else {
                if isRequired { noteMissing(table, "the file does not have it") }
                return nil
            }
            loadings.append(loading)
            return rows
        }
    }

    private mutating func noteMissing(_ table: SynthesisTable, _ reason: String) {
        missing.append(table)
        fail(table, "missing: " + reason)
    }

    private mutating func fail(_ table: SynthesisTable, _ reason: String) {
        failures.append(SourceFailure(table: table.rawValue, reason: reason))
    }
}
