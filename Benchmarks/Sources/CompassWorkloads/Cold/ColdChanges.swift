import BenchmarkHarness
import CompassBaseline
import CompassKernel

/// The first change after posts were loaded: nothing that changes use has been built.
package enum ColdChanges {
    package static let flag = "cold.flag"
    package static let payload = "cold.payload"
    package static let sync = "cold.sync"

    static let workloads = [
        workload(flag, "the first change after loading: a flag") { inputs in
            let posts = inputs.spreadPosts(days: 32)
            func post(_ number: Int) -> FeedPost { posts[number % posts.count] }
            return LiveStream.Source(
                count: posts.count, document: { Array(post($0).id.utf8) },
                apply: { posts, id in
                    try posts.setFlag(true, ofPost: String(decoding: id, as: UTF8.self))
                },
                applyToBaseline: { store, id in
                    _ = store.apply(.setFlag(id: BaselineText(String(decoding: id, as: UTF8.self)), true))
                },
                changedIDs: { [post($0).id] })
        },
        workload(
            payload, "the first payload after loading, with a new post",
            LiveChanges.payloads { try $0.newPost($1) }),
        workload(sync, "the first sync after loading, of \(SyncBatch.rowCount) rows", LiveChanges.syncs),
    ]

    private static func workload(
        _ name: String, _ purpose: String, _ source: @escaping LiveChanges.MakeSource
    ) -> CompassWorkload {
        CompassWorkload(name: name, purpose: purpose) { inputs, size in
            let inputs = try inputs.page(size)
            let loaded = try inputs.cold()
            let source = try source(inputs)
            let documents = try (0..<min(16, source.count)).map(source.document)
            /// Changes a copy, which shares nothing that a change has built.
            func changed(_ number: Int) throws -> SocialPosts {
                var social = loaded
                try social.update { try source.apply(&$0, documents[number % documents.count]) }
                return social
            }
            let kernel = QuestionCase(kernel: Call(changed)) {
                for number in [0, documents.count - 1] {
                    let ids = Set(try source.changedIDs(number).map { BaselineText($0) })
                    let rows = try inputs.careful().posts.rows
                    var store = BaselinePostStore(rows.filter { ids.contains($0.id) })
                    try source.applyToBaseline(&store, documents[number])
                    let posts = BaselinePosts(rows.filter { !ids.contains($0.id) } + store.rows)
                    try PostComparison.check(name, try changed(number), equals: posts, inputs)
                }
            }
            var question = PreparedQuestion(
                rows: inputs.rows, cases: [kernel],
                notes: ["each call changes a copy of the posts as they were loaded, and frees it"])
            question.hasLongCalls = true
            return question
        }
    }
}
