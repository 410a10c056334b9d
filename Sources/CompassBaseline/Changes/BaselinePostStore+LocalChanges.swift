/// A change that an app makes locally, before the server confirms it.
public enum BaselineLocalChange: Hashable, Sendable {
    /// Flags a post for review, or removes the flag.
    case setFlag(id: BaselineText, Bool)
    /// Replaces the notes of a post; nil for none.
    case setNotes(id: BaselineText, BaselineText?)
    /// Deletes a post.
    case remove(id: BaselineText)
    /// Restores a deleted post; with the number of payloads that had been applied when it was deleted.
    case restore(BaselinePost, payloadCount: Int = 0)
    /// Deletes a restored post, if it still exists.
    case withdraw(id: BaselineText)
    /// Changes nothing.
    case nothing
}

extension BaselinePostStore {
    /// Makes a change.
    ///
    /// Only the named column changes; `updated_at`, for example, does not, nor does the time of the last
    /// payload.
    ///
    /// A post is restored only when its id and its address are free. Otherwise the server has sent it, or
    /// another post with its address, since it was deleted, and that is newer than what a rollback would
    /// restore. The same holds for a payload that has been applied to its id since.
    ///
    /// - Returns: the change that undoes this one; nil when there is no such post (or, for restore, when its
    ///   place is taken or a payload has arrived): then nothing has changed.
    @discardableResult
    public mutating func apply(_ change: BaselineLocalChange) -> BaselineLocalChange? {
        switch change {
        case .setFlag(let id, let isFlagged):
            guard var post = self[id] else { return nil }
            let inverse = BaselineLocalChange.setFlag(id: id, post.flaggedForReview)
            post.flaggedForReview = isFlagged
            put(post)
            return inverse
        case .setNotes(let id, let notes):
            guard var post = self[id] else { return nil }
            let inverse = BaselineLocalChange.setNotes(id: id, post.notes)
            post.notes = notes
            put(post)
            return inverse
        case .remove(let id):
            guard let post = self[id] else { return nil }
            remove(id)
            return .restore(post, payloadCount: payloadCount)
        case .restore(let post, let payloadCount):
            guard isPlaceFree(for: post), payloadNumbers[post.id] ?? 0 <= payloadCount else { return nil }
            put(post)
            return .withdraw(id: post.id)
        case .withdraw(let id):
            return apply(.remove(id: id)) ?? .nothing
        case .nothing:
            return .nothing
        }
    }
    /// Returns whether no post has the id or the address of the given one.
    public func isPlaceFree(for post: BaselinePost) -> Bool {
        self[post.id] == nil && post.postURL.flatMap { id(withURL: $0) } == nil
    }
}
