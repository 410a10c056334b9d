import BenchmarkHarness
import CompassBaseline
import CompassKernel

/// Flags, notes and deletions, each of which returns its inverse.
enum FeedChanges {
    static let workloads = [flag, notes, delete, FeedSync.workload]

    /// The name of the variant in which every change copies the columns that it modifies.
    static let withSnapshot = "with a snapshot alive"

    private static let flag = alternating(
        name: "feed.flag", purpose: "flags a post, or takes the flag away"
    ) { post in
        let id = post.id
        return Change(
            id: BaselineText(id), kernel: .flag(id, !post.flaggedForReview),
            baseline: .setFlag(id: BaselineText(id), !post.flaggedForReview))
    }

    private static let notes = alternating(
        name: "feed.notes", purpose: "gives a post notes, or takes them away"
    ) { post in
        let text = "Important: check eligibility requirements with the compliance office"
        return Change(
            id: BaselineText(post.id), kernel: .notes(post.id, text),
            baseline: .setNotes(id: BaselineText(post.id), BaselineText(text)))
    }

    /// A change for the kernel and the baseline.
    private struct Change {
        let id: BaselineText
        let kernel: PostChange
        let baseline: BaselineLocalChange
    }

    /// Changes that cost as much as their inverses: calls make and revert one in turn.
    private static func alternating(
        name: String, purpose: String, _ change: @escaping @Sendable (FeedPost) -> Change
    ) -> CompassWorkload {
        CompassWorkload(name: name, purpose: purpose) { inputs, size in
            let inputs = try inputs.page(size)
            // The newest of these posts is shown on the first page, which the check compares.
            let changes = inputs.spreadPosts(days: 32).map(change)
            let posts = ChangingPosts(inputs)
            var changeCount = 0
            func restart() throws {
                try posts.rollBack()
                changeCount += changeCount % 2
            }
            func next(isSnapshotAlive: Bool) throws {
                if isSnapshotAlive { posts.takeSnapshot() }
                try posts.alternate(changes[changeCount / 2 % changes.count].kernel)
                changeCount += 1
            }
            let kernel = QuestionCase(
                kernel: Call(before: { try restart() }, { _ in try next(isSnapshotAlive: false) })
            ) {
                try restart()
                for change in [changes[0], changes[changes.count / 2]] {
                    try posts.check(name, changing: [change.id]) {
                        try posts.change { try $0.apply(change.kernel) }
                    } expected: {
                        $0.apply(change.baseline)
                    }
                }
            }
            var question = PreparedQuestion(
                rows: inputs.rows, cases: [kernel],
                notes: ["calls make a change and take it back in turn, on \(changes.count) posts"])
            question.variants = [
                .init(
                    name: withSnapshot,
                    call: Call(before: { try restart() }, { _ in try next(isSnapshotAlive: true) }))
            ]
            return question
        }
    }

    private static let delete = CompassWorkload(name: "feed.delete", purpose: "deletes a post") {
        inputs, size in
        let inputs = try inputs.page(size)
        let ids = inputs.spreadPosts(days: 32, postsPerDay: 64).map(\.id)
        let posts = ChangingPosts(inputs)
        var next = 0
        func restart() throws {
            try posts.rollBack()
            next = 0
        }
        func deleteNext(isSnapshotAlive: Bool) throws {
            if isSnapshotAlive { posts.takeSnapshot() }
            // Consecutive deletions do not affect neighbors in time.
            let id = ids[next * 97 % ids.count]
            next += 1
            try posts.change { try $0.remove(id: id) }
        }
        let kernel = QuestionCase(
            kernel: Call(before: restart, { _ in try deleteNext(isSnapshotAlive: false) })
        ) {
            try restart()
            try posts.check(
                "feed.delete", changing: Set([ids[0], ids[ids.count / 2]].map { BaselineText($0) })
            ) {
                for id in [ids[0], ids[ids.count / 2]] { try posts.change { try $0.remove(id: id) } }
            } expected: { store in
                for id in [ids[0], ids[ids.count / 2]] { store.apply(.remove(id: BaselineText(id))) }
            }
        }
        var question = PreparedQuestion(
            rows: inputs.rows, cases: [kernel],
            notes: ["deleted posts come back between samples, which is not timed"])
        question.variants = [
            .init(
                name: withSnapshot,
                call: Call(before: restart, { _ in try deleteNext(isSnapshotAlive: true) }))
        ]
        return question
    }
}
