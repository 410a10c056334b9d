import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// Posts that a workload changes and restores, so that each sample starts from the same state.
///
/// Columns are copied on a change while another table shares them. That applies to the first change, which
/// precedes all measurements, and afterwards only while there is a ``snapshot``.
final class ChangingPosts {
    private(set) var social: SocialPosts
    /// A copy that is kept while the posts are changed.
    private var snapshot: SocialPosts?
    private var inverses: [PostChange] = []
    private let inputs: PageInputs
    /// The page before any change.
    private let untouched: SocialAnalyticsPage

    init(_ inputs: PageInputs) {
        self.inputs = inputs
        social = inputs.social
        social.update { $0.prepareForChanges() }
        untouched = PostComparison.page(social, .all, inputs)
    }

    /// Changes the posts, and keeps the inverse change until it is reverted.
    func change(_ body: (inout PostTable) throws -> PostChange) throws {
        inverses.append(try social.update(body))
    }

    /// Makes a change or reverts the last one, in alternate calls.
    func alternate(_ change: PostChange) throws {
        if let inverse = inverses.popLast() {
            try social.update { _ = try $0.apply(inverse) }
        } else {
            try self.change { try $0.apply(change) }
        }
    }

    /// Keeps a copy of the current posts.
    func takeSnapshot() { snapshot = social }

    /// Reverts all changes at once, and releases the snapshot.
    func rollBack() throws {
        snapshot = nil
        if inverses.isEmpty { return }
        let changes = PostChange.all(inverses.reversed())
        inverses = []
        try social.update { _ = try $0.apply(changes) }
    }

    /// Compares the posts with the baseline's after the same change, and with the original ones after the
    /// change was reverted.
    ///
    /// - Parameters:
    ///   - change: changes the posts by ``change(_:)``.
    ///   - ids: the posts that it may change.
    ///   - expected: changes the baseline's store, which holds only these posts.
    func check(
        _ name: String, changing ids: Set<BaselineText>, _ change: () throws -> Void,
        expected: (inout BaselinePostStore) throws -> Void
    ) throws {
        try change()
        let rows = try inputs.careful().posts.rows
        var store = BaselinePostStore(rows.filter { ids.contains($0.id) })
        try expected(&store)
        let posts = BaselinePosts(rows.filter { !ids.contains($0.id) } + store.rows)
        try PostComparison.check(name, social, equals: posts, inputs)
        try rollBack()
        try CheckFailure.unless(
            PostComparison.page(social, .all, inputs) == untouched,
            "\(name): the page is not what it was before the change that was taken back")
    }
}
