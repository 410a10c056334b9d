import BenchmarkHarness
import CompassBaseline
import CompassKernel

/// Merging the rows of a sync: an upsert of a batch.
enum FeedSync {
    static let workload = CompassWorkload(
        name: "feed.sync", purpose: "merges a sync of \(SyncBatch.rowCount) rows"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        let models = inputs.spreadPosts(days: 32, postsPerDay: 64)
        let posts = ChangingPosts(inputs)
        func batch(_ number: Int) throws -> SyncBatch {
            try SyncBatch(number: number, models: models, asOfMicros: inputs.instants[0])
        }
        // Calls without a rollback in between, as under an instruction counter, merge different batches.
        var batches = [try batch(0), try batch(1)]
        var next = 0
        func restart() throws {
            try posts.rollBack()
            next = 0
        }
        func mergeNext(isSnapshotAlive: Bool) throws {
            if isSnapshotAlive { posts.takeSnapshot() }
            if next == batches.count { batches.append(try batch(next)) }
            let document = batches[next].document
            next += 1
            try posts.change { try $0.merge(json: document).inverse }
        }
        let kernel = QuestionCase(
            kernel: Call(before: restart, { _ in try mergeNext(isSnapshotAlive: false) })
        ) {
            try restart()
            try posts.check("feed.sync", changing: batches[0].knownIDs) {
                try mergeNext(isSnapshotAlive: false)
            } expected: { store in
                let report = try store.merge(batches[0].document)
                let newCount = SyncBatch.rowCount - batches[0].knownIDs.count
                try CheckFailure.unless(
                    report.newPosts == newCount && report.skipped == 0,
                    "feed.sync: the baseline finds \(report.newPosts) new posts, not \(newCount)")
            }
        }
        var question = PreparedQuestion(
            rows: inputs.rows, cases: [kernel],
            notes: [
                "\(batches[0].knownIDs.count) of the rows change known posts; taking them back is not timed"
            ])
        question.hasLongCalls = true
        question.variants = [
            .init(
                name: FeedChanges.withSnapshot,
                call: Call(before: restart, { _ in try mergeNext(isSnapshotAlive: true) }))
        ]
        return question
    }
}
