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

    /// - Throws: ``Failure`` with the messages of all tables that cannot be loaded, or that none exists.
    init(_ source: DataSource, threads: Int, _ progress: inout SaveProgress) throws(Failure) {
        let tables = try source.tables()
        if tables.isEmpty { throw Failure(.noInput, "\(source.path) has no table: there is nothing to save") }
        var failures: [Failure] = []
        for (number, table) in tables.enumerated() {
            progress.showReading(table, number: number, of: tables.count)
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

    /// Writes the file; an interruption removes what is written so far.
    func save(to path: String, searchIndex: Bool, _ progress: inout SaveProgress) throws(Failure) {
        if searchIndex, let posts = content.posts {
            progress.showIndexing()
            posts.prepareForSearch()
        }
        progress.beginWriting(byteCount: content.approximateByteCount(searchIndex: searchIndex))
        let state = SaveState(progress)
        defer { state.forgetFile() }
        do throws(TableFileError) {
            try content.save(to: path, searchIndex: searchIndex) { state.note($0) }
        } catch {
            throw Failure(error)
        }
    }
}

/// What is shown and noted while a file is written.
private final class SaveState {
    private var progress: SaveProgress
    private var path: String?

    init(_ progress: SaveProgress) { self.progress = progress }

    func note(_ event: TableFile.SaveEvent) {
        switch event {
        case .created(let path):
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
