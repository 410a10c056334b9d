/// Posts with the names of their schools, as queried by the Social Analytics and Social Media Monitoring
/// pages.
///
/// Names and their order are looked up once, not in every query. Create one with ``PostTable/bound(to:)``;
/// like its table, it is a value that a background task can keep.
///
/// Change the posts through this value, so that the names are kept up to date:
/// ```swift
/// let undo = try social.update { posts in try posts.setFlag(true, ofPost: id) }
/// ```
public struct SocialPosts: Sendable {
    /// The posts.
    public private(set) var posts: PostTable
    private(set) var schoolNames: SchoolNames

    init(posts: PostTable, directory: SchoolDirectory) {
        self.posts = posts
        schoolNames = SchoolNames(of: posts.schools, in: directory)
    }

    /// Calls `body` to change the posts.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; its changes up to then are kept.
    /// - Complexity: that of `body`; that of ``PostTable/bound(to:)`` if posts of new schools were added.
    @discardableResult
    public mutating func update<Result, Failure>(
        _ body: (inout PostTable) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let schools = posts.schools
        defer {
            // Kept alive until then, because released memory may be reused for other schools.
            let areSame = withExtendedLifetime(schools) { posts.schools === schools }
            if !areSame { schoolNames = SchoolNames(of: posts.schools, in: schoolNames.directory) }
        }
        return try body(&posts)
    }
}

extension PostTable {
    /// Binds the posts' schools to their names in `directory`; "Unknown School" where it has none.
    ///
    /// - Complexity: O(s + d) for s schools of the posts and d in the directory, plus sorting s names.
    public func bound(to directory: SchoolDirectory) -> SocialPosts {
        SocialPosts(posts: self, directory: directory)
    }
}
