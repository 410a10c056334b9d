import CompassKernel

/// What the server has confirmed of single posts, until a table that was read later has it, too.
///
/// A table whose load began before a change was confirmed, or a live table that has not heard of it yet, would
/// otherwise show the older row.
package struct ConfirmedPosts: Sendable {
    private struct Confirmation {
        /// The post; nil if it was deleted.
        var post: Post?
        /// The number of the latest load that had begun.
        var loadNumber: Int
    }

    private var confirmations: [String: Confirmation] = [:]

    package init() {}

    /// Notes that the server has this post.
    package mutating func put(_ post: Post, loadNumber: Int) {
        confirmations[post.id] = Confirmation(post: post, loadNumber: loadNumber)
    }

    /// Notes that the server does not have this post any more.
    package mutating func remove(_ id: String, loadNumber: Int) {
        confirmations[id] = Confirmation(post: nil, loadNumber: loadNumber)
    }

    /// Returns whether the server has confirmed that it does not have this post any more.
    func isRemoved(_ id: String) -> Bool { confirmations[id].map { $0.post == nil } ?? false }

    /// Applies the confirmations to a table that was loaded; forgets those from before the load.
    mutating func apply(toLoad number: Int, _ posts: inout PostTable) {
        confirmations = confirmations.filter { $0.value.loadNumber >= number }
        apply(to: &posts)
    }

    /// Applies the confirmations to a table that follows the server; forgets those that it has heard of.
    package mutating func apply(toFollowed posts: inout PostTable) {
        if confirmations.isEmpty { return }
        confirmations = confirmations.filter { id, confirmation in
            guard let known = posts.post(id: id) else { return false }
            return confirmation.post.map { $0.isNewer(than: known) } ?? true
        }
        apply(to: &posts)
    }

    private func apply(to posts: inout PostTable) {
        for (id, confirmation) in confirmations {
            guard posts.post(id: id) != nil else { continue }
            if let post = confirmation.post {
                posts.putUnlessOlder([post])
            } else {
                // It is there, so that it can be removed.
                _ = try? posts.remove(id: id)
            }
        }
    }
}
