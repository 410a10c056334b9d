/// Posts that change: through an app's own changes, sync batches, and payloads of a realtime feed.
///
/// A simple store oracle: rows by id, with unique ids and addresses.
public struct BaselinePostStore: Sendable {
    private var rowsByID: [BaselineText: BaselinePost] = [:]
    private var idsByURL: [BaselineText: BaselineText] = [:]
    /// The `commit_timestamp` of the last payload applied to each id, even after its post is deleted.
    var commitTimes: [BaselineText: Int64] = [:]
    /// The number of payloads with a time applied so far to any id, and the number of the last one for each
    /// id.
    var payloadCount = 0
    var payloadNumbers: [BaselineText: Int] = [:]

    /// Creates a store of rows; of several with an equal id or address, the last one is kept.
    public init(_ rows: [BaselinePost] = []) {
        for row in rows { put(row) }
    }

    /// The posts, newest first; posts of the same instant by id.
    public var posts: BaselinePosts {
        BaselinePosts(unorderedRows)
    }

    /// The posts in page order.
    public var rows: [BaselinePost] {
        posts.rows
    }

    /// The posts in no particular order.
    public var unorderedRows: [BaselinePost] {
        Array(rowsByID.values)
    }

    /// The number of posts.
    public var count: Int {
        rowsByID.count
    }

    /// The post with an id.
    public subscript(id: BaselineText) -> BaselinePost? {
        rowsByID[id]
    }

    /// Returns the id of the post with an address.
    public func id(withURL url: BaselineText) -> BaselineText? {
        idsByURL[url]
    }

    /// Inserts a post, replacing the one with its id and the one with its address.
    mutating func put(_ post: BaselinePost) {
        remove(post.id)
        if let url = post.postURL {
            if let other = idsByURL[url] { remove(other) }
            idsByURL[url] = post.id
        }
        rowsByID[post.id] = post
    }

    /// Removes the post with an id, if there is one.
    mutating func remove(_ id: BaselineText) {
        guard let post = rowsByID.removeValue(forKey: id) else { return }
        if let url = post.postURL { idsByURL[url] = nil }
    }
}
