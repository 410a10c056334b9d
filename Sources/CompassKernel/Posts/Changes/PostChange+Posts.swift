/// The posts that a change affects.
extension PostChange {
    /// The ids of the posts that the change sets, restores or removes.
    package var postIDs: [String] {
        steps.flatMap { step -> [String] in
            switch step {
            case .flag(let id, _), .notes(let id, _), .remove(let id), .withdraw(let id): [id.string]
            case .put(let post), .restore(let post, _): [post.id]
            case .revert(let reversals): reversals.map(\.after.id)
            }
        }
    }

    /// The ids of the posts that the change takes out again because the change that it reverts has added them.
    package var withdrawnIDs: [String] {
        steps.compactMap { step in if case .withdraw(let id) = step { id.string } else { nil } }
    }
}
