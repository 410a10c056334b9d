/// Staged changes: the final state of each changed post, to be committed to a table at once.
///
/// A change that fails is detected before the table is modified, and many changes together cost one pass over
/// the table.
struct PostEdits {
    /// The staged state of one post.
    ///
    /// Layout: posts by reference, because a copy of one copies eight texts (`live.sync`).
    struct Edit {
        let id: ByteText
        /// Its place in the table before all changes; nil if it did not exist.
        let place: PostPlace?
        /// The post at that place; nil if there is none or it has not been read. A deletion requires only its
        /// URL.
        fileprivate let readPost: SharedValue<Post>?
        /// The post after all changes; nil if it is deleted.
        fileprivate(set) var after: SharedValue<Post>?

        /// Returns the post before all changes; nil if it did not exist.
        ///
        /// - Parameter table: the table over which the changes were staged, before they are committed.
        func before(over table: PostTable) -> SharedValue<Post>? {
            readPost ?? place.map { SharedValue(table.post(at: $0)) }
        }
    }

    /// In the order in which posts were first changed.
    private(set) var edits: [Edit] = []
    /// The positions of the edits by id.
    private var positions: [ByteText: Int] = [:]
    /// The owners of the URLs of staged posts, before and after all changes.
    private var owners: [ByteText: Owner] = [:]
    /// The post that was last looked up in the table: usually it is the one that changes next.
    private var lastKnown: Known?

    /// - Parameter count: the number of posts for which memory is reserved.
    init(reserving count: Int = 0) {
        // No memory is reserved for a single change.
        guard count > 0 else { return }
        edits.reserveCapacity(count)
        positions.reserveCapacity(count)
        owners.reserveCapacity(count)
    }

    /// The ids of the posts that have a URL; nil for none.
    private struct Owner {
        let before: ByteText?
        var after: ByteText?
    }

    /// What the table has for an id.
    private struct Known {
        let id: ByteText
        let place: PostPlace?
        /// The post at that place; nil if there is none or it has not been read.
        let post: SharedValue<Post>?
    }

    /// Returns the post with an id, as staged.
    mutating func post(_ id: ByteText, over table: PostTable) -> Post? {
        if let position = positions[id] { return edits[position].after?.value }
        return known(id, over: table, readsPost: true).post?.value
    }

    /// Returns whether there is a post with an id, as staged.
    mutating func hasPost(_ id: ByteText, over table: PostTable) -> Bool {
        if let position = positions[id] { return edits[position].after != nil }
        return known(id, over: table, readsPost: false).place != nil
    }

    /// Returns what the table has for an id.
    ///
    /// - Parameter readsPost: whether the post is read as well.
    private mutating func known(_ id: ByteText, over table: PostTable, readsPost: Bool) -> Known {
        let place: PostPlace?
        if let lastKnown, lastKnown.id == id {
            if !readsPost || lastKnown.post != nil { return lastKnown }
            place = lastKnown.place
        } else {
            place = table.place(ofID: id.string)
        }
        let known = Known(
            id: id, place: place, post: readsPost ? place.map { SharedValue(table.post(at: $0)) } : nil)
        lastKnown = known
        return known
    }

    /// The number of posts whose id and URL were both unknown before all changes.
    var newCount: Int {
        edits.count { edit in
            guard edit.place == nil, let after = edit.after else { return false }
            return after.value.postURL.flatMap { owners[ByteText($0)]?.before } == nil
        }
    }

    /// The number of changed posts that exist after all changes.
    var remainingCount: Int { edits.count { $0.after != nil } }

    /// Stages one step.
    mutating func stage(_ step: PostChange.Step, over table: PostTable) throws(PostChangeError) {
        switch step {
        case .put(let post): try put(post, over: table)
        case .restore(let post, let documentCount): try restore(post, since: documentCount, over: table)
        case .revert(let changes): try revert(changes, over: table)
        case .withdraw(let id): remove(id, over: table)
        case .remove(let id):
            guard hasPost(id, over: table) else { throw .unknownPost(id: id.string) }
            remove(id, over: table)
        case .flag(let id, let isFlagged):
            var post = try knownPost(id, over: table)
            post.flaggedForReview = isFlagged
            try put(post, over: table)
        case .notes(let id, let edit):
            var post = try knownPost(id, over: table)
            post.notes = edit.notes
            try put(post, over: table)
        }
    }

    private mutating func knownPost(_ id: ByteText, over table: PostTable) throws(PostChangeError) -> Post {
        guard let post = post(id, over: table) else { throw .unknownPost(id: id.string) }
        return post
    }

    /// Stages the restoration of a deleted post, unless something newer is known of it.
    private mutating func restore(
        _ post: Post, since documentCount: Int, over table: PostTable
    ) throws(PostChangeError) {
        let url = post.postURL.map(ByteText.init)
        guard !hasPost(ByteText(post.id), over: table),
            url.flatMap({ owner(ofURL: $0, over: table) }) == nil
        else { throw .placeTaken(id: post.id) }
        if table.history.hasNews(of: ByteText(post.id), since: documentCount) {
            throw .deletedMeanwhile(id: post.id)
        }
        try put(post, over: table)
    }

    /// Stages the restoration of changed posts' former values, except for values changed since.
    private mutating func revert(
        _ changes: [PostChange.Reversal], over table: PostTable
    ) throws(PostChangeError) {
        // Release all URLs first, because posts may have exchanged them.
        var wanted: [(post: Post, urls: [String?])] = []
        for change in changes {
            guard let current = post(ByteText(change.after.id), over: table) else { continue }
            var reverted = change.reverting(current)
            wanted.append((reverted, [reverted.postURL, current.postURL, nil]))
            reverted.postURL = nil
            try put(reverted, over: table)
        }
        for (post, urls) in wanted {
            let free = urls.first { url in
                url.map { owner(ofURL: ByteText($0), over: table) == nil } ?? true
            }
            var reverted = post
            reverted.postURL = free ?? nil
            try put(reverted, over: table)
        }
    }

    /// Stages the insertion of a post, or the replacement of the one with its id, and of any other with its
    /// URL; returns the id of the other one.
    @discardableResult
    mutating func put(_ post: Post, over table: PostTable) throws(PostChangeError) -> ByteText? {
        let post = SharedValue(post.normalized)
        let id = ByteText(post.value.id)
        if id.string.isEmpty { throw .emptyID }
        try PostEdits.checkSizes(post.value)
        let url = post.value.postURL.map(ByteText.init)
        let owner = url.map { owners(ofURL: $0, over: table) }
        let displaced = owner?.after == id ? nil : owner?.after
        if let displaced { remove(displaced, over: table) }
        setAfter(id, post, over: table)
        if let url { owners[url] = Owner(before: owner?.before, after: id) }
        return displaced
    }

    /// Stages the deletion of a post, if it exists.
    mutating func remove(_ id: ByteText, over table: PostTable) { setAfter(id, nil, over: table) }

    private mutating func setAfter(_ id: ByteText, _ post: SharedValue<Post>?, over table: PostTable) {
        let oldURL: String?
        if let position = positions[id] {
            oldURL = edits[position].after?.value.postURL
            edits[position].after = post
        } else {
            // The commit compares a post that is put with the one before it.
            let known = known(id, over: table, readsPost: post != nil)
            oldURL = known.post.map { $0.value.postURL } ?? known.place.flatMap { table.postURL($0) }
            positions[id] = edits.count
            edits.append(Edit(id: id, place: known.place, readPost: known.post, after: post))
        }
        if let url = oldURL.map(ByteText.init), post?.value.postURL.map(ByteText.init) != url {
            // The owner of a URL that has not been staged is the table's.
            owners[url, default: Owner(before: id, after: nil)].after = nil
        }
    }

    /// Returns the id of the post that has a URL, as staged.
    private func owner(ofURL url: ByteText, over table: PostTable) -> ByteText? {
        owners(ofURL: url, over: table).after
    }

    private func owners(ofURL url: ByteText, over table: PostTable) -> Owner {
        if let owner = owners[url] { return owner }
        let owner = table.place(ofURL: url.string).map { ByteText(table.id($0)) }
        return Owner(before: owner, after: owner)
    }

    /// Returns the change that restores all changed posts to their previous state, except for later changes.
    ///
    /// - Parameter table: the table over which the changes were staged, before they are committed.
    func inverse(over table: PostTable) -> PostChange {
        // Withdraw inserted posts first, so that their URLs are free. Restore deleted posts last, once all
        // other posts have their own URLs again: a post that then holds the id or URL of a deleted one was
        // added later, and is newer.
        var steps: [PostChange.Step] = []
        for edit in edits where edit.place == nil && edit.after != nil {
            steps.append(.withdraw(edit.id))
        }
        let changes = edits.compactMap { edit -> PostChange.Reversal? in
            guard let after = edit.after, let before = edit.before(over: table), before.value != after.value
            else { return nil }
            return PostChange.Reversal(before: before.value, after: after.value)
        }
        if !changes.isEmpty { steps.append(.revert(changes)) }
        for edit in edits {
            guard edit.after == nil, let before = edit.before(over: table) else { continue }
            steps.append(.restore(before.value, since: table.history.documentCount))
        }
        return PostChange(steps)
    }

    /// - Parameter maximum: the number of bytes of the largest text that is allowed.
    static func checkSizes(
        _ post: Post, maximum: Int = TextColumn.maximumByteCount
    ) throws(PostChangeError) {
        let ids = max(post.coachID?.utf8.count ?? 0, post.schoolID?.utf8.count ?? 0)
        if max(post.largestTextByteCount, ids) <= maximum { return }
        let texts = [
            ("id", post.id), ("coach_id", post.coachID), ("school_id", post.schoolID),
            ("post_url", post.postURL), ("post_content", post.postContent),
            ("author_handle", post.authorHandle), ("author_name", post.authorName), ("notes", post.notes),
        ]
        for (field, text) in texts { try PostTable.checkSize(text, field: field, maximum: maximum) }
    }
}
