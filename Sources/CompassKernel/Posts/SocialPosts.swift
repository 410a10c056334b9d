/// Posts with the names of their schools and coaches, as queried by the Social Analytics and Social Media Monitoring
/// pages.
///
/// Names and their order are looked up once, not in every query. Create one with
/// ``PostTable/bound(to:coaches:)``; like its table, it is a value that a background task can keep.
///
/// Change the posts through this value, so that the names are kept up to date:
/// ```swift
/// let undo = try social.update { posts in try posts.setFlag(true, ofPost: id) }
/// ```
public struct SocialPosts: Sendable {
    /// The posts.
    public private(set) var posts: PostTable
    private(set) var names: PostNames

    init(posts: PostTable, directory: SchoolDirectory, coaches: CoachTable) {
        self.posts = posts
        names = PostNames(of: posts, in: directory, coaches)
    }

    var schoolNames: CodeNames { @inline(__always) get { names.schools } }
    var coachNames: CodeNames { @inline(__always) get { names.coaches } }

    /// The same posts, whose searches read the texts instead of building an index for them.
    var withoutBuildingIndexes: SocialPosts {
        var copy = self
        copy.posts.searchIndexing = .never
        return copy
    }

    /// Calls `body` to change the posts.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; its changes up to then are kept.
    /// - Complexity: that of `body`; that of ``PostTable/bound(to:coaches:)`` if posts of new schools or
    ///   coaches were added.
    @discardableResult
    public mutating func update<Result, Failure>(
        _ body: (inout PostTable) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let known = (posts.schools, posts.coaches)
        defer {
            // Kept alive until then, because released memory may be reused for others.
            let areSame = withExtendedLifetime(known) {
                posts.schools === known.0 && posts.coaches === known.1
            }
            if !areSame { names = PostNames(of: posts, in: names.directory, names.coachTable) }
        }
        return try body(&posts)
    }
}

extension PostTable {
    /// Binds the posts' schools and coaches to their names; "Unknown School" and "Unknown Coach" where there is
    /// none.
    ///
    /// - Parameters:
    ///   - directory: the names of schools.
    ///   - coaches: the names of coaches.
    /// - Complexity: O(n + d) for n schools and coaches of the posts and d in the tables, plus sorting n names.
    public func bound(to directory: SchoolDirectory, coaches: CoachTable = .empty) -> SocialPosts {
        SocialPosts(posts: self, directory: directory, coaches: coaches)
    }
}
