// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

/// Posts with the names of their schools and coaches.
final class PostsObject: HandleObject {
    static let handleKind = HandleKind.posts

    private let posts: Guarded<SocialPosts>
    /// The report of loading the posts.
    let report: IngestReport

    init(_ posts: SocialPosts, _ report: IngestReport) {
        self.report = report
        self.posts = Guarded(posts)
    }

    /// The current posts.
    var current: SocialPosts { posts.current }

    /// Makes a change; returns its inverse.
    func apply(_ change: PostChange) throws(PostChangeError) -> PostChange {
        try replace { posts throws(PostChangeError) in try posts.apply(change) }
    }

    /// Lets `body` change a copy of the posts, which replaces them if nothing is thrown; queries continue
    /// meanwhile.
    func replace<Result, Failure>(
        _ body: (inout PostTable) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try posts.replace { social throws(Failure) in
            try social.update { posts throws(Failure) in try body(&posts) }
        }
    }
}

extension Arguments {
    /// Returns the current posts of a handle.
    static func currentPosts(_ handle: compass_posts) throws(CallFailure) -> SocialPosts {
        try object(handle, PostsObject.self, "posts").current
    }
}

@c @implementation
public func compass_posts_create(
    _ table: compass_table, _ schools: compass_table, _ coaches: compass_table,
    _ posts: UnsafeMutablePointer<compass_posts>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try posts.result("posts")
        let table = try object(table, TableObject.self, "table")
        guard case .posts(let rows) = table.table else { throw .otherTable("table", needed: .posts) }
        let directory = try Arguments.schools(schools, "schools") ?? .empty
        let coaches = try Arguments.coaches(coaches, "coaches") ?? .empty
        result.pointee = HandleTable.shared.insert(
            PostsObject(rows.bound(to: directory, coaches: coaches), table.report))
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
        count.pointee = Int64(posts.matchCount(where: filter, in: try Arguments.zone(zone, "zone")))
    }
}

@c @implementation
public func compass_posts_snapshot(
    _ posts: compass_posts, _ copy: UnsafeMutablePointer<compass_posts>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let copy = try copy.result("copy")
        let posts = try object(posts, PostsObject.self, "posts")
        copy.pointee = HandleTable.shared.insert(PostsObject(posts.current, posts.report))
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
