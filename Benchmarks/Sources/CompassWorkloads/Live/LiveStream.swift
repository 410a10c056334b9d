import BenchmarkHarness
import CompassBaseline
import CompassKernel

/// Changes that come one by one to posts in memory; after the last one the stream begins anew, with the
/// posts as they were.
///
/// What changes leave for later ones, such as a share of a compaction, is part of what these cost.
final class LiveStream {
    /// Changes of a kind, numbered from 0.
    struct Source {
        /// The number of changes.
        let count: Int
        /// Returns what the server sends.
        let document: (_ number: Int) throws -> [UInt8]
        /// Applies a document to the kernel's posts.
        let apply: (inout PostTable, [UInt8]) throws -> Void
        /// Applies a document to the baseline's posts.
        let applyToBaseline: (inout BaselinePostStore, [UInt8]) throws -> Void
        /// Returns the ids of the known posts that a change affects.
        let changedIDs: (_ number: Int) throws -> [String]
    }

    private let name: String
    private let inputs: PageInputs
    private let source: Source
    /// Whether a copy of the posts is kept before each change, until the next one.
    private let takesSnapshots: Bool
    private let start: SocialPosts
    private var social: SocialPosts
    private var snapshot: SocialPosts?
    private var documents: [[UInt8]] = []
    private var next = 0

    init(_ name: String, _ inputs: PageInputs, _ source: Source, takesSnapshots: Bool) throws {
        self.name = name
        self.inputs = inputs
        self.source = source
        self.takesSnapshots = takesSnapshots
        var start = takesSnapshots ? inputs.social : try inputs.cold()
        start.update { posts in
            posts.prepareForChanges()
            if takesSnapshots { posts.prepareForSearch(ignoringAccents: true) }
        }
        self.start = start
        social = start
    }

    /// Makes the documents of the next changes, and begins anew after the last one.
    private func prepare() throws {
        if next >= source.count { restart() }
        while documents.count < min(next + 32, source.count) {
            documents.append(try source.document(documents.count))
        }
    }

    private func restart() {
        snapshot = nil
        social = start
        next = 0
    }

    private func applyNext() throws {
        if next >= documents.count { try prepare() }
        if takesSnapshots { snapshot = social }
        try social.update { try source.apply(&$0, documents[next]) }
        next += 1
    }

    /// Each change is a sample of its own.
    var question: QuestionCase {
        var question = QuestionCase(
            kernel: Call(before: prepare, { _ in try self.applyNext() }), check: check)
        question.inputNames = (0..<source.count).map { "\($0 + 1)" }
        question.isTimedOnce = true
        return question
    }

    /// Compares the posts after the first changes with the baseline's, and a snapshot with what it was taken
    /// of.
    private func check() throws {
        restart()
        let count = min(source.count, 40)
        let untouched = PostComparison.page(start, .all, inputs)
        for _ in 0..<count { try applyNext() }
        let changed = Set(try (0..<count).flatMap(source.changedIDs).map { BaselineText($0) })
        let rows = try inputs.careful().posts.rows
        var store = BaselinePostStore(rows.filter { changed.contains($0.id) })
        for number in 0..<count { try source.applyToBaseline(&store, documents[number]) }
        let posts = BaselinePosts(rows.filter { !changed.contains($0.id) } + store.rows)
        try PostComparison.check(name, social, equals: posts, inputs)
        try CheckFailure.unless(
            PostComparison.page(start, .all, inputs) == untouched,
            "\(name): a copy that was kept has changed, too")
        restart()
    }
}
