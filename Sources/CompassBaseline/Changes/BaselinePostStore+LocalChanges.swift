/// A change that an app makes on its own, at once and before the server agrees.
public enum BaselineLocalChange: Hashable, Sendable {
    /// Flags a post for review, or takes the flag away.
    case setFlag(id: BaselineText, Bool)
    /// Replaces the notes of a post; null for none.
    case setNotes(id: BaselineText, BaselineText?)
    /// Deletes a post.
    case delete(id: BaselineText)
    /// Brings a deleted post back as it was; with how many payloads had been applied when it was deleted.
    case restore(BaselinePost, payloadCount: Int = 0)
    /// Deletes a post that was brought back, if it is still there.
    case withdraw(id: BaselineText)
    /// Changes nothing.
    case nothing
}

extension BaselinePostStore {
    /// Makes a change.
    ///
    /// Only the named column changes, `updated_at` for one does not; neither does the time of the last payload.
    ///
    /// A post is restored only where its id and its address are free. Otherwise the server has sent it, or another
    /// post of its address, since it was deleted, and that is newer than what a roll-back would bring back. So is
    /// a payload that has been applied to its id since.
    ///
    /// - Returns: the change that takes this one back; nil when there is no such post (or, to restore, when its
    ///   place is taken or a payload has come): then nothing has changed.
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
        case .delete(let id):
            guard let post = self[id] else { return nil }
            remove(id)
            return .restore(post, payloadCount: payloadCount)
        case .restore(let post, let payloadCount):
            guard isPlaceFree(for: post), payloadNumbers[post.id] ?? 0 <= payloadCount else { return nil }
            put(post)
            return .withdraw(id: post.id)
        case .withdraw(let id):
            return apply(.delete(id: id)) ?? .nothing
        case .nothing:
            return .nothing
        }
    }
    /// Whether no post has the id or the address of another one.
    public func isPlaceFree(for post: BaselinePost) -> Bool {
        self[post.id] == nil && post.postURL.flatMap { id(withURL: $0) } == nil
    }
}
