/// How a table is loaded.
public struct LoadOptions: Hashable, Sendable {
    /// How many problems a report lists, and how many replaced rows; all are counted. 100 by default.
    public var maxProblems = 100
    /// How many threads may read, 1 by default and ``maximumThreads`` at most; the result is the same for any
    /// number. Small documents are read by one.
    public var threads = 1

    /// More threads than this are never started.
    public static let maximumThreads = 64

    /// The largest text column in bytes; tests lower it.
    var maxTextBytes = TextColumn.maximumByteCount
    /// The most rows of a table, which are numbered in 32 bits; tests lower it.
    var maxRows = Int(Int32.max)
    /// The smallest piece of a document that is worth a thread; its columns stay in the second-level cache.
    /// Not tuned beyond that; tests lower it.
    var minimumPieceByteCount = 1 << 20

    /// The defaults: one thread, at most 100 problems listed.
    public init(maxProblems: Int = 100, threads: Int = 1) {
        self.maxProblems = maxProblems
        self.threads = threads
    }
}

/// The forms in which a table arrives.
public enum DocumentFormat: String, Hashable, Sendable {
    /// One JSON array of objects, as PostgREST returns it, perhaps as the only member `data` of an object.
    case json
    /// One object a line.
    case ndjson
}

/// Why a table could not be loaded at all.
public enum LoadError: Error, Hashable, Sendable {
    /// The document is not JSON, or not rows.
    case malformedDocument(DocumentError)
    /// The file could not be read; `reason` is the system's.
    case unreadableFile(path: String, reason: String)
    /// There is no such file.
    case missingFile(path: String)
    /// All texts of a column together are larger than a column can hold.
    case columnTooLarge(column: String, maximumByteCount: Int)
    /// More rows than a table can number.
    case tooManyRows(maximum: Int)
}

extension LoadError: CustomStringConvertible {
    /// What happened, and where.
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
