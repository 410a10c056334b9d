// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the functions do is said in compass.h, which they implement.

import CCompass
import CompassKernel

/// Posts whose schools have names.
final class PostsObject: HandleObject {
    static let handleKind = HandleKind.posts

    let posts: Guarded<SocialPosts>

    init(_ posts: SocialPosts) { self.posts = Guarded(posts) }
}

extension Arguments {
    /// The posts of a handle as they are now.
    static func currentPosts(_ handle: compass_posts) throws(CallFailure) -> SocialPosts {
        try object(handle, PostsObject.self, "posts").posts.current
    }
}

@c @implementation
public func compass_posts_create(
    _ table: compass_table, _ schools: compass_table, _ posts: UnsafeMutablePointer<compass_posts>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try posts.result("posts")
        guard case .posts(let rows) = try object(table, TableObject.self, "table").table else {
            throw .otherTable("table", needed: .posts)
        }
        let directory = try Arguments.schools(schools, "schools") ?? .empty
        result.pointee = HandleTable.shared.insert(PostsObject(rows.bound(to: directory)))
    }
}

@c @implementation
public func compass_posts_count(
    _ posts: compass_posts, _ count: UnsafeMutablePointer<Int64>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let count = try count.result("count")
        count.pointee = Int64(try Arguments.currentPosts(posts).posts.count)
    }
}

@c @implementation
public func compass_posts_match_count(
    _ posts: compass_posts, _ filter: UnsafePointer<compass_post_filter>!, _ zone: compass_zone,
    _ count: UnsafeMutablePointer<Int64>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let count = try count.result("count")
        let posts = try Arguments.currentPosts(posts)
        let filter = try Arguments.filter(filter, "filter")
        count.pointee = Int64(posts.feedMatchCount(where: filter, in: try Arguments.zone(zone, "zone")))
    }
}

@c @implementation
public func compass_posts_snapshot(
    _ posts: compass_posts, _ copy: UnsafeMutablePointer<compass_posts>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let copy = try copy.result("copy")
        copy.pointee = HandleTable.shared.insert(PostsObject(try Arguments.currentPosts(posts)))
    }
}

@c @implementation
public func compass_posts_prepare_for_search(
    _ posts: compass_posts, _ search_flags: UInt32
) -> compass_status {
    attempt { () throws(CallFailure) in
        let posts = try Arguments.currentPosts(posts)
        let options = try Arguments.searchOptions(search_flags, "search_flags")
        posts.posts.prepareForSearch(ignoringAccents: options.contains(.ignoringAccents))
    }
}

@c @implementation
public func compass_posts_destroy(_ posts: compass_posts) -> compass_status {
    attempt { () throws(CallFailure) in try destroy(posts, .posts, "posts") }
}
