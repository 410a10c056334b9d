/// Options for loading a table.
public struct LoadOptions: Hashable, Sendable {
    /// The maximum number of problems, and of replaced rows, that a report lists; all are counted. 100 by
    /// default.
    public var maxProblems = 100
    /// The number of threads that may read, and later search posts without an index; 1 by default and at most
    /// ``maximumThreads``. The result is the same for any number. Small documents are read by one thread.
    public var threads = 1
    /// When the search index of posts is built: by default when it is first used. Other tables have none.
    public var searchIndexing = SearchIndexing.now
    /// Where the tables of files are stored, to be opened in milliseconds the next time; nil by default.
    public var cache: TableCache?
    /// The numbers of rows, from 1 and in any order, that are left out because a row of another shard replaces
    /// them, as ``RowKeys`` finds out; none by default. The report counts them as replaced and lists none.
    public var replacedElsewhere: [UInt32] = []

    /// The part of a file of NDJSON that is read: the lines that begin within these positions, each to its
    /// end; nil, the default, for the whole file.
    ///
    /// Consecutive ranges therefore read each line once, wherever they meet. Reports and errors number rows and
    /// lines from the first line of the range; their byte offsets are those of the file. Documents in memory are
    /// read as a whole.
    public var byteRange: Range<Int>?

    /// The maximum number of threads that are started.
    public static let maximumThreads = 64

    /// The largest text column in bytes, for posts that of a segment of records; tests lower it.
    var maxTextBytes = TextColumn.maximumByteCount
    /// The maximum number of rows in a table, which are numbered in 32 bits; tests lower it.
    var maxRows = Int(Int32.max)
    /// The size of a document's smallest chunk that is worth a thread. Derived: at 1.5 GB/s (`ingest.json`)
    /// it takes 0.7 ms, over ten times as long as starting a thread; tests lower it.
    var minimumChunkByteCount = 1 << 20
    /// The number of rows between two recorded positions, a power of two.
    var rowsPerPlace = RowPlaces.interval

    /// Creates options; by default one thread, at most 100 problems listed, a search index when it is used,
    /// and no cache.
    public init(
        maxProblems: Int = 100, threads: Int = 1, searchIndexing: SearchIndexing = .now,
        cache: TableCache? = nil
    ) {
        self.maxProblems = maxProblems
        self.threads = threads
        self.searchIndexing = searchIndexing
        self.cache = cache
    }
}

/// The format of a table's document.
public enum DocumentFormat: String, Hashable, Sendable {
    /// One JSON array of objects, as PostgREST returns it, possibly as the only member `data` of an object.
    case json
    /// One object per line.
    case ndjson
}

/// The reason why a table could not be loaded.
public enum LoadError: Error, Hashable, Sendable {
    /// The document is not JSON, or does not contain rows.
    case malformedDocument(JSONError)
    /// The file could not be read; `reason` is the system's message.
    case unreadableFile(path: String, reason: String)
    /// There is no such file.
    case missingFile(path: String)
    /// The texts of a column together are larger than a column can hold; of posts, one text is.
    case columnTooLarge(column: String, maximumByteCount: Int)
    /// More rows than a table can number.
    case tooManyRows(maximum: Int)
}

extension LoadError: CustomStringConvertible {
    /// A description of the error and its location.
    public var description: String {
        switch self {
        case .malformedDocument(let error): error.description
        case .unreadableFile(let path, let reason): "\(path): cannot be read: \(reason)"
        case .missingFile(let path): "\(path): no such file"
        case .columnTooLarge(let column, let maximum):
            "the texts of \(column) are larger than \(maximum) bytes; load the rows in several tables"
        case .tooManyRows(let maximum): "more than \(maximum) rows; load them in several tables"
        }
    }
}
