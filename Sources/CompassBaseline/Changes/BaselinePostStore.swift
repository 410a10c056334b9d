/// Posts that change: an app's own changes, batches of a sync, and payloads of a realtime feed.
///
/// The plain oracle of a store: rows by id, and the rule that ids and addresses are unique.
public struct BaselinePostStore: Sendable {
    private var rowsByID: [BaselineText: BaselinePost] = [:]
    private var idsByURL: [BaselineText: BaselineText] = [:]
    /// The `commit_timestamp` of the last payload that was applied to each id, also after its post is gone.
    var commitTimes: [BaselineText: Int64] = [:]
    /// How often a payload with a time has been applied to any id, and the number of the last one to each id.
    var payloadCount = 0
    var payloadNumbers: [BaselineText: Int] = [:]

    /// A store of rows; of several with an equal id or address the last one stays.
    public init(_ rows: [BaselinePost] = []) {
        for row in rows { put(row) }
    }

    /// The posts, newest first; posts of the same instant by id.
    public var posts: BaselinePosts {
        BaselinePosts(unorderedRows)
    }

    /// The posts in the order of every page.
    public var rows: [BaselinePost] {
        posts.rows
    }

    /// The posts in no order.
    public var unorderedRows: [BaselinePost] {
        Array(rowsByID.values)
    }

    /// How many posts there are.
    public var count: Int {
        rowsByID.count
    }

    /// The post of an id.
    public subscript(id: BaselineText) -> BaselinePost? {
        rowsByID[id]
    }

    /// The id of the post with an address.
    public func id(withURL url: BaselineText) -> BaselineText? {
        idsByURL[url]
    }

    /// Puts a post into the place of the one with its id and of the one with its address.
    mutating func put(_ post: BaselinePost) {
        remove(post.id)
        if let url = post.postURL {
            if let other = idsByURL[url] { remove(other) }
            idsByURL[url] = post.id
        }
        rowsByID[post.id] = post
    }

    /// Removes the post of an id, if there is one.
    mutating func remove(_ id: BaselineText) {
        guard let post = rowsByID.removeValue(forKey: id) else { return }
        if let url = post.postURL { idsByURL[url] = nil }
    }
}
