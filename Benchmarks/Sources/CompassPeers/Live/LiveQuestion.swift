import CompassKernel
import CompassWorkloads

/// New posts that arrive one by one, and the newest posts afterwards.
struct LiveQuestion {
    static let insert = "live.payload"
    static let page = "live.page.feed"
    static let search = "live.page.search"
    /// What is searched for: the word of the kernel's own workload.
    static let text = "camp"
    static let pageSize = 50

    /// Realtime payloads with a new post each.
    let documents: [[UInt8]]
    /// The posts before, with everything built that changes and searches use.
    let start: SocialPosts
    private let inputs: PageInputs

    init(_ inputs: PageInputs, isQuick: Bool) throws {
        self.inputs = inputs
        let maker = PayloadMaker(inputs)
        let count = min(max(inputs.rows / 100, 1), isQuick ? 60 : 1_000)
        documents = try (0..<count).map { try maker.newPost($0) }
        var start = inputs.social
        start.update { posts in
            posts.prepareForChanges()
            posts.prepareForSearch()
        }
        self.start = start
    }

    /// Returns the kernel's first page, of all posts or of those that contain a text.
    func kernelPage(_ social: SocialPosts, _ text: String?) -> FeedPage {
        social.feedPage(
            where: text.map { .search($0) } ?? .all, asOf: Timestamp(micros: inputs.instants[0]),
            in: inputs.zone, pageSize: LiveQuestion.pageSize)
    }
}
