/// Another engine that answers the page's questions.
protocol Peer: AnyObject {
    /// The engine, and its form where there are several.
    var engine: String { get }
    var version: String { get }
    /// Threads that the engine uses.
    var threads: Int { get }

    /// Loads a file of posts anew, so many times; nanoseconds of each time.
    ///
    /// - Throws: ``PeerUnsupported`` when the engine reads no files.
    func ingest(_ files: PeerFiles, calls: Int) throws -> [Double]

    /// Loads the tables in the form that suits the engine's questions best.
    ///
    /// - Returns: rows, and bytes of the table with all its columns; nil where they are not measured.
    func prepare(_ files: PeerFiles, zone: String) throws -> (rows: Int, memoryBytes: Int?)

    /// Makes the questions known; whatever depends on their constants alone may be done now.
    func setQuestions(_ questions: [PageQuestion]) throws

    /// The answer to a variant of a question.
    func answer(question: Int, variant: Int) throws -> PageAnswer

    /// Times so many calls of a question; the variant changes with each.
    func sample(question: Int, calls: Int, first: Int) throws -> [Double]
}

/// The files that are asked, in both forms.
struct PeerFiles {
    var posts: String
    var postsByteCount: Int
    /// The same posts, one object a line.
    var lines: String
    var schools: String
}

/// An engine cannot do what was asked for.
struct PeerUnsupported: Error, CustomStringConvertible {
    let description: String
}

/// An engine failed.
struct PeerFailure: Error, CustomStringConvertible {
    let description: String
}
