import CompassKernel

/// Where an app's tables come from: it reads rows, changes posts, and reports changes that others make.
public protocol CompassDataSource: Sendable {
    /// Reads rows, page by page: all that the request asks for, or an error.
    ///
    /// The next page is requested while the caller reads one, so that at most two are in memory. Whoever stops
    /// reading cancels the request.
    ///
    /// - Throws: ``SourceError``.
    func rows(of request: RowRequest) -> AsyncThrowingStream<RowPage, any Error>

    /// Changes fields of a post.
    ///
    /// - Returns: the row after the change, as a JSON array of one, which `PostTable.merge(json:options:)`
    ///   reads.
    /// - Throws: ``SourceError/notFound(message:)`` if no post that the user may change has this id.
    func change(post id: String, to fields: PostFields) async throws(SourceError) -> [UInt8]

    /// Deletes a post; it is no error if there is none.
    func delete(post id: String) async throws(SourceError)

    /// Asks the app's server to fetch new posts. Never repeated by itself.
    func sync() async throws(SourceError) -> SyncResult

    /// Reports changes, from the call on until nobody reads the stream any more.
    func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent>
}

/// What the server reports about fetching new posts.
public struct SyncResult: Hashable, Sendable, Codable {
    /// Whether it succeeded.
    public var success: Bool
    /// A message for the user, if the server has one.
    public var message: String?
    /// The number of new posts, if the server counts them.
    public var newPostCount: Int?

    /// Creates a result.
    public init(success: Bool, message: String? = nil, newPostCount: Int? = nil) {
        self.success = success
        self.message = message
        self.newPostCount = newPostCount
    }
}
