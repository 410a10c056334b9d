import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// All tables of a data directory or a table file, with the reports of loading them.
struct TablesToSave {
    /// The maximum number of problems of a table in the file, as many as `inspect` reads. The timeline lists all
    /// rows that it leaves out, so that of its tables all are stored.
    private static let problemLimit = 1_000_000

    private var content = TableFile()
    private(set) var loadings: [TableLoading] = []

    /// The number of changes of posts that were kept beside the tables.
    private(set) var changeCount = 0

    /// Saves all tables of a data directory or a table file; an interruption removes what is written so far.
    ///
    /// - Throws: ``Failure`` with the messages of all tables that cannot be loaded, or that none exists.
    static func save(
        _ path: String, to file: String, searchIndex: Bool, threads: Int, _ progress: SaveProgress
    ) throws(Failure) -> (tables: TablesToSave, TableFileSaving.Outcome) {
        let state = SaveState(progress)
        defer { state.forgetFile() }
        var tables = TablesToSave()
        let outcome = try TableFileSaving.save(
            to: file, searchIndex: searchIndex, observer: { state.note($0) }
        ) { () throws(Failure) in
            // Changes that are kept beside the file are included by whoever saves it.
            let isSameFile = try ChangeLogPlace(of: path) == ChangeLogPlace(tableFile: file)
            if isSameFile {
                try tables.load(try DataSource(path), threads: threads, state)
            } else {
                var (source, changes) = try DataSource.opening(path)
                try tables.load(source, threads: threads, state)
                changes.applyForCommand(to: &tables.content.posts)
                tables.changeCount = changes.count
            }
            if searchIndex, let posts = tables.content.posts {
                state.progress.showIndexing()
                posts.prepareForSearch()
            }
            state.progress.beginWriting(
                byteCount: tables.content.approximateByteCount(searchIndex: searchIndex))
            return tables.content
        }
        return (tables, outcome)
    }

    private mutating func load(
        _ source: DataSource, threads: Int, _ state: SaveState
    ) throws(Failure) {
        let names = try source.tables()
        if names.isEmpty { throw Failure(.noInput, "\(source.path) has no table: there is nothing to save") }
        var failures: [Failure] = []
        for (number, table) in names.enumerated() {
            state.progress.showReading(table, number: number, of: names.count)
            do throws(Failure) {
                try load(table, of: source, threads: threads)
            } catch {
                failures.append(error)
            }
        }
        if let first = failures.first {
            let status = failures.first { $0.status == .malformedData }?.status ?? first.status
            throw Failure(status, failures.flatMap(\.messages))
        }
        content.reports = loadings.map(\.report)
    }

    private mutating func load(
        _ table: SynthesisTable, of source: DataSource, threads: Int
    ) throws(Failure) {
        func load<Table: StoredTable>(_ type: Table.Type, maxProblems: Int) throws(Failure) -> Table? {
            let options = LoadOptions(
                maxProblems: maxProblems, threads: threads, searchIndexing: .never)
            guard let (rows, loading) = try source.load(type, table, options) else { return nil }
            loadings.append(loading)
            return rows
        }
        let limit = Self.problemLimit
        switch table {
        case .socialMediaPosts: content.posts = try load(PostTable.self, maxProblems: limit)
        case .schools: content.schools = try load(SchoolDirectory.self, maxProblems: limit)
        case .coaches: content.coaches = try load(CoachTable.self, maxProblems: limit)
        case .interactions: content.interactions = try load(InteractionTable.self, maxProblems: .max)
        case .events: content.events = try load(EventTable.self, maxProblems: .max)
        case .offers: content.offers = try load(OfferTable.self, maxProblems: .max)
        case .schoolStatusHistory: content.statusChanges = try load(StatusChangeTable.self, maxProblems: .max)
        case .documents: content.documents = try load(DocumentTable.self, maxProblems: limit)
        case .performanceMetrics: content.metrics = try load(MetricTable.self, maxProblems: limit)
        }
    }
}

/// What is shown and noted while a file is written.
private final class SaveState {
    var progress: SaveProgress
    private var path: String?

    init(_ progress: SaveProgress) { self.progress = progress }

    func note(_ event: TableFile.SaveEvent) {
        switch event {
        case .creates(let path):
            forgetFile()
            UnfinishedFiles.add(file: path)
            self.path = path
        case .wrote(let byteCount): progress.showWriting(byteCount)
        }
    }

    func forgetFile() {
        if let path { UnfinishedFiles.forget(file: path) }
    }
}

extension TableFile {
    /// The size of the file, as far as progress is concerned.
    fileprivate func approximateByteCount(searchIndex: Bool) -> Int {
        let tables = [
            posts?.byteCount, coaches?.byteCount, interactions?.byteCount, offers?.byteCount,
            events?.byteCount, documents?.byteCount, metrics?.byteCount, statusChanges?.byteCount,
        ]
        return tables.reduce(0) { $0 + ($1 ?? 0) } + (searchIndex ? posts?.searchIndexByteCount ?? 0 : 0)
    }
}
