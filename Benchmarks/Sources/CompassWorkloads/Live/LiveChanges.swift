import BenchmarkHarness
import CompassBaseline
import CompassKernel

/// Changes that come one by one, each a sample: payloads of new, late, edited and removed posts, and syncs.
package enum LiveChanges {
    package static let payload = "live.payload"
    package static let payloadWithSnapshot = "live.payload.snapshot"
    package static let deletion = "live.delete"
    package static let deletionWithSnapshot = "live.delete.snapshot"
    package static let sync = "live.sync"

    static let workloads = [
        workload(payload, "a payload with a new post", payloads { try $0.newPost($1) }),
        workload(
            payloadWithSnapshot, "the same, with a snapshot taken before each, and the search index built",
            payloads { try $0.newPost($1) }, takesSnapshots: true),
        workload("live.late", "a payload with a post of another day", payloads { try $0.latePost($1) }),
        workload(
            "live.move", "a payload that moves a post to another time",
            payloads(changesKnown: true) { try $0.move($1) }),
        workload(deletion, "a payload that removes a post", deletions),
        workload(
            deletionWithSnapshot,
            "the same, with a snapshot taken before each, and the search index built", deletions,
            takesSnapshots: true),
        workload(sync, "syncs of \(SyncBatch.rowCount) rows, one after the other", syncs),
    ]

    /// The number of payloads of a stream.
    static func payloadCount(rows: Int) -> Int { max(1_000, rows / 100) }

    typealias MakeSource = @Sendable (PageInputs) throws -> LiveStream.Source

    private static func workload(
        _ name: String, _ purpose: String, _ source: @escaping MakeSource, takesSnapshots: Bool = false
    ) -> CompassWorkload {
        CompassWorkload(name: name, purpose: purpose) { inputs, size in
            let inputs = try inputs.page(size)
            let source = try source(inputs)
            let stream = try LiveStream(name, inputs, source, takesSnapshots: takesSnapshots)
            return PreparedQuestion(
                rows: inputs.rows, cases: [stream.question],
                notes: ["each of \(source.count) changes is timed once"])
        }
    }

    static func payloads(
        changesKnown: Bool = false,
        _ document: @escaping @Sendable (PayloadMaker, Int) throws -> [UInt8]
    ) -> MakeSource {
        { inputs in
            let maker = PayloadMaker(inputs)
            return source(of: maker, count: payloadCount(rows: inputs.rows), changesKnown, document)
        }
    }

    private static let deletions: MakeSource = { inputs in
        let maker = PayloadMaker(inputs)
        return source(of: maker, count: maker.models.count, true) { try $0.deletion($1) }
    }

    private static func source(
        of maker: PayloadMaker, count: Int, _ changesKnown: Bool,
        _ document: @escaping (PayloadMaker, Int) throws -> [UInt8]
    ) -> LiveStream.Source {
        LiveStream.Source(
            count: count, document: { try document(maker, $0) },
            apply: { posts, document in try posts.apply(realtime: document) },
            applyToBaseline: { store, document in _ = try store.applyPayload(document) },
            changedIDs: { changesKnown ? [maker.changedID($0)] : [] })
    }

    static let syncs: MakeSource = { inputs in
        let models = inputs.spreadPosts(days: 32, postsPerDay: 64)
        return LiveStream.Source(
            count: 40,
            document: { number in
                try SyncBatch(number: number, models: models, asOfMicros: inputs.instants[0]).document
            },
            apply: { posts, document in try posts.merge(json: document) },
            applyToBaseline: { store, document in _ = try store.merge(document) },
            changedIDs: { _ in SyncBatch.known(among: models).map(\.id) })
    }
}
