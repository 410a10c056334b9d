import CompassBaseline
import CompassKernel

/// The posts of a table after payloads with new posts, one by one.
final class LivePosts {
    /// The payloads.
    let documents: [[UInt8]]
    /// The posts before, with everything built that changes and searches use.
    let start: SocialPosts
    /// The posts after the payloads.
    let live: SocialPosts
    /// The same posts after compaction.
    let compacted: SocialPosts

    /// - Parameter count: the number of payloads.
    init(_ inputs: PageInputs, count: Int) throws {
        let maker = PayloadMaker(inputs)
        documents = try (0..<max(1, count)).map { try maker.newPost($0) }
        var social = inputs.social
        social.update { posts in
            posts.prepareForChanges()
            posts.prepareForSearch()
        }
        start = social
        live = try Self.applied(documents, to: social)
        var compacted = live
        compacted.update { posts in
            posts.compact()
            posts.prepareForSearch()
        }
        self.compacted = compacted
    }

    /// Returns posts after some payloads, each applied by itself.
    static func applied(_ documents: [[UInt8]], to start: SocialPosts) throws -> SocialPosts {
        var social = start
        for document in documents { try social.update { _ = try $0.apply(realtime: document) } }
        return social
    }

    /// Returns the posts as the baseline has them.
    func baseline(_ inputs: PageInputs) throws -> BaselinePosts {
        var store = BaselinePostStore()
        for document in documents { _ = try store.applyPayload(document) }
        return BaselinePosts(try inputs.careful().posts.rows + store.unorderedRows)
    }
}
