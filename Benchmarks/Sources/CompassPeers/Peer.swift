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

    /// Loads folded texts in the form that suits searches best. Questions cannot be asked any more.
    ///
    /// - Parameter path: a file with a text for each post, each followed by a NUL.
    /// - Returns: the number of texts.
    /// - Throws: ``PeerUnsupported`` when the engine cannot search.
    func prepareSearch(path: String) throws -> Int

    /// How many of the texts contain `text`.
    func searchCount(_ text: String) throws -> Int

    /// Times one search for each of some texts.
    func sampleSearches(_ texts: [String]) throws -> [Double]
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
