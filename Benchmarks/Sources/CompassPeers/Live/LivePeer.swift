/// An engine whose tables grow by single rows.
protocol LivePeer: Peer {
    /// Loads posts into a table that can grow.
    ///
    /// - Returns: the number of posts.
    /// - Throws: ``PeerUnsupported`` if the engine's tables do not grow.
    func prepareLive(_ files: PeerFiles) throws -> Int

    /// Inserts the row of each realtime payload by itself, so that the next query sees it; returns the
    /// nanoseconds of each.
    func insert(_ documents: [[UInt8]]) throws -> [Double]

    /// Returns the newest posts, of all or of those that contain a lower-cased text.
    func livePage(_ text: String?, limit: Int) throws -> LivePageAnswer

    /// Times the given number of such pages.
    func sampleLive(_ text: String?, limit: Int, calls: Int) throws -> [Double]
}

/// What every engine can return of a page of the feed.
struct LivePageAnswer: Equatable, Decodable {
    /// The number of posts that match; nil if none are searched for.
    var count: Int?
    /// The newest of them, newest first; equal times by id.
    var ids: [String]
}
