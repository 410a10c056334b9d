/// The state of the server, as the routes see it: what there is, and what changes it.
package protocol StateChanging: Sendable {
    /// What there is now; responses are made of their copy.
    var snapshot: ServerSnapshot { get }
    /// Whether posts can be changed.
    var allowsChanges: Bool { get }
    /// Where the tables come from.
    var source: ServerSource { get }

    /// Changes columns of a post.
    ///
    /// - Returns: the generation that shows the change, and the number that undoes it.
    /// - Throws: 403 when changes are not allowed, 404 for an unknown post, 503 while posts are loaded.
    func change(post id: String, to fields: PostFieldsChange) async throws(APIError) -> ChangeReceipt

    /// Deletes a post.
    ///
    /// - Throws: as ``change(post:to:)``.
    func delete(post id: String) async throws(APIError) -> ChangeReceipt

    /// Takes a change back.
    ///
    /// - Throws: 403, 410 for one that is too old or was taken back, 409 for one that cannot be taken back.
    func undo(_ number: UInt64) async throws(APIError) -> ChangeReceipt

    /// Reads the posts again and merges them.
    ///
    /// - Throws: 403, 429 soon after another one.
    func sync() async throws(APIError) -> SyncReceipt

    /// Returns server-sent events, each as the bytes of its lines with the empty line at their end.
    ///
    /// - Parameter generation: the last one that the listener knows (`Last-Event-ID`); nil for a new
    ///   listener.
    /// - Throws: 503 when there are too many listeners.
    func events(after generation: UInt64?) throws(APIError) -> AsyncStream<[UInt8]>
}

/// Where the tables of a server come from.
package enum ServerSource: String, Sendable, Hashable, CaseIterable {
    case directory
    case service
}

/// New values of a post's columns; at least one of the two is there.
package struct PostFieldsChange: Sendable, Hashable {
    /// The flag; nil leaves it as it is.
    package var flaggedForReview: Bool?
    /// The notes; nil leaves them as they are, `.some(nil)` removes them.
    package var notes: String??

    package init(flaggedForReview: Bool? = nil, notes: String?? = nil) {
        self.flaggedForReview = flaggedForReview
        self.notes = notes
    }
}

/// The response to a change of a post.
package struct ChangeReceipt: Sendable, Hashable {
    /// The generation of the first snapshot that shows the change.
    package var generation: UInt64
    /// The number that `POST /api/undo/{undo}` takes; nil when the change cannot be taken back.
    package var undo: UInt64?

    package init(generation: UInt64, undo: UInt64?) {
        self.generation = generation
        self.undo = undo
    }
}

/// The response to a sync.
package struct SyncReceipt: Sendable, Hashable {
    package var success: Bool
    /// The text that the page shows.
    package var message: String
    package var newPostCount: Int

    package init(success: Bool, message: String, newPostCount: Int) {
        self.success = success
        self.message = message
        self.newPostCount = newPostCount
    }
}
