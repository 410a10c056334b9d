/// Posts whose schools have names: what the pages Social Analytics and Social Media Monitoring ask.
///
/// Names and their order are looked up once, here, not in every question. Make one with
/// ``PostTable/bound(to:)``; like its table, it is a value that a background task can keep.
///
/// Posts are changed where they are bound, so that names keep up with them:
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

    /// Lets `body` change the posts.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; what it has changed until then stays changed.
    /// - Complexity: that of `body`; as ``PostTable/bound(to:)`` when posts of other schools have come.
    @discardableResult
    public mutating func update<Result, Failure>(
        _ body: (inout PostTable) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let schools = posts.schools
        defer {
            // Held until then, as memory that is given back may serve other schools.
            let areSame = withExtendedLifetime(schools) { posts.schools.isIdentical(to: schools) }
            if !areSame { schoolNames = SchoolNames(of: posts.schools, in: schoolNames.directory) }
        }
        return try body(&posts)
    }
}

extension PostTable {
    /// Gives the posts' schools the names that they have in `directory`; "Unknown School" where it has none.
    ///
    /// - Complexity: O(s + d) for s schools of the posts and d of the directory, plus sorting s names.
    public func bound(to directory: SchoolDirectory) -> SocialPosts {
        SocialPosts(posts: self, directory: directory)
    }
}

/// Ids and names of the schools in one table, by code.
///
/// A class for the reason of ``SharedParts``: copying its holder costs one count of references.
final class SchoolNames: Sendable {
    static let unknown = "Unknown School"

    let directory: SchoolDirectory
    let ids: [String]
    let names: [String]
    /// The place of each school in name order; ties of the name by id.
    let ranks: [UInt32]
    /// The schools in name order.
    let codesByRank: [Int]
    private let codes: CodeIndex

    init(of schools: CodeDictionary, in directory: SchoolDirectory) {
        let ids = (0..<schools.count).map { schools.string($0) }
        let names = directory.names(of: schools)
        let order = NameOrder.sorted(names: names, ids: ids)
        var ranks = [UInt32](repeating: 0, count: ids.count)
        for (rank, code) in order.enumerated() { ranks[code] = UInt32(rank) }
        self.directory = directory
        self.ids = ids
        self.names = names
        codesByRank = order
        self.ranks = ranks
        codes = CodeIndex(of: schools)
    }

    /// The code of a school's id; nil when no post has it.
    @inline(__always)
    func code(of id: SchoolID) -> Int? {
        var id = id.description
        return id.withUTF8 { codes.code(of: $0) }
    }
}
