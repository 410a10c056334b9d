/// Another engine that runs the page's queries.
protocol Peer: AnyObject {
    /// The engine, and its form if there are several.
    var engine: String { get }
    var version: String { get }
    /// Threads that the engine uses.
    var threads: Int { get }

    /// Loads a file of posts the given number of times; returns the nanoseconds of each load.
    ///
    /// - Throws: ``PeerUnsupported`` if the engine reads no files.
    func ingest(_ files: PeerFiles, calls: Int) throws -> [Double]

    /// Loads the tables in the form that suits the engine's queries best.
    ///
    /// - Returns: rows, and bytes of the table with all its columns; nil if they are not measured.
    func prepare(_ files: PeerFiles, zone: String) throws -> (rows: Int, memoryBytes: Int?)

    /// Registers the queries; work that depends on their constants alone may be done here.
    func setQuestions(_ questions: [PageQuestion]) throws

    /// Returns the result of a variant of a query.
    func answer(question: Int, variant: Int) throws -> PageAnswer

    /// Times the given number of calls of a query; the variant changes with each.
    func sample(question: Int, calls: Int, first: Int) throws -> [Double]

    /// Loads folded texts in the form that suits searches best. Page queries cannot be run afterwards.
    ///
    /// - Parameter path: a file with a text for each post, each followed by a NUL.
    /// - Returns: the number of texts.
    /// - Throws: ``PeerUnsupported`` if the engine cannot search.
    func prepareSearch(path: String) throws -> Int

    /// Returns how many of the texts contain `text`.
    func searchCount(_ text: String) throws -> Int

    /// Times one search for each text.
    func sampleSearches(_ texts: [String]) throws -> [Double]
}

/// The files that are queried, in both forms.
struct PeerFiles {
    var posts: String
    var postsByteCount: Int
    /// The same posts, one object a line.
    var lines: String
    var schools: String
}

/// An engine does not support a request.
struct PeerUnsupported: Error, CustomStringConvertible {
    let description: String
}

/// An engine failed.
struct PeerFailure: Error, CustomStringConvertible {
    let description: String
}
