import CompassKernel

/// What the server has confirmed of single posts, until a table that was read later has it, too.
///
/// A table whose load began before a change was confirmed, or a live table that has not heard of it yet, would
/// otherwise show the older row.
struct ConfirmedPosts: Sendable {
    private struct Confirmation: Sendable {
        /// The row as a JSON array of one; nil if the post was deleted.
        var row: [UInt8]?
        /// When the row was changed; nil if it does not tell.
        var updatedAt: Timestamp?
        /// The number of the latest load that had begun.
        var loadNumber: Int
    }

    private var confirmations: [String: Confirmation] = [:]

    /// Notes that the server has this row.
    mutating func put(_ id: String, row: [UInt8], updatedAt: Timestamp?, loadNumber: Int) {
        confirmations[id] = Confirmation(row: row, updatedAt: updatedAt, loadNumber: loadNumber)
    }

    /// Notes that the server does not have this post any more.
    mutating func remove(_ id: String, loadNumber: Int) {
        confirmations[id] = Confirmation(row: nil, updatedAt: nil, loadNumber: loadNumber)
    }

    /// Applies the confirmations to a table that was loaded; forgets those from before the load.
    mutating func apply(toLoad number: Int, _ posts: inout PostTable) {
        confirmations = confirmations.filter { $0.value.loadNumber >= number }
        apply(to: &posts)
    }

    /// Applies the confirmations to a table that follows the server; forgets those that it has heard of.
    mutating func apply(toFollowed posts: inout PostTable) {
        confirmations = confirmations.filter { id, confirmation in
            guard let post = posts.post(id: id) else { return false }
            guard confirmation.row != nil, let updated = confirmation.updatedAt else {
                return confirmation.row == nil
            }
            return post.updatedAt.map { $0 < updated } ?? true
        }
        apply(to: &posts)
    }

    private func apply(to posts: inout PostTable) {
        // A row that cannot be merged, or a post that is not there, leaves the table as the server returned it.
        for (id, confirmation) in confirmations {
            if let row = confirmation.row {
                _ = try? posts.merge(json: row)
            } else {
                _ = try? posts.remove(id: id)
            }
        }
    }
}
