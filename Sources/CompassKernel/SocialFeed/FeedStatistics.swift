/// The four cards above the feed. They count all posts, regardless of the filters.
public struct FeedStatistics: Hashable, Decodable, KeyedValue {
    /// The number of all posts.
    public var totalPosts: Int
    /// The number of posts on Twitter.
    public var twitterPosts: Int
    /// The number of posts on Instagram.
    public var instagramPosts: Int
    /// The number of posts that are flagged for review.
    public var flaggedPosts: Int

    /// Creates statistics with the given counts.
    public init(totalPosts: Int, twitterPosts: Int, instagramPosts: Int, flaggedPosts: Int) {
        self.totalPosts = totalPosts
        self.twitterPosts = twitterPosts
        self.instagramPosts = instagramPosts
        self.flaggedPosts = flaggedPosts
    }

    /// ``flaggedPosts`` as the card shows it: `99+` above 99.
    public var flaggedBadge: String { flaggedPosts > 99 ? "99+" : String(flaggedPosts) }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("totalPosts", value?.totalPosts)
        writer.member("twitterPosts", value?.twitterPosts)
        writer.member("instagramPosts", value?.instagramPosts)
        writer.member("flaggedPosts", value?.flaggedPosts)
        writer.member("flaggedBadge", value?.flaggedBadge)
    }
}

extension SocialPosts {
    /// The four cards above the feed.
    ///
    /// - Complexity: O(1).
    public var feedStatistics: FeedStatistics {
        guard let delta = posts.delta else {
            let instagram = posts.instagram.total
            return FeedStatistics(
                totalPosts: posts.rowCount, twitterPosts: posts.rowCount - instagram,
                instagramPosts: instagram, flaggedPosts: posts.flagged.total)
        }
        let instagram = delta.runs.reduce(0) { $0 + $1.sign * $1.table.instagram.total }
        return FeedStatistics(
            totalPosts: delta.postCount, twitterPosts: delta.postCount - instagram,
            instagramPosts: instagram,
            flaggedPosts: delta.runs.reduce(0) { $0 + $1.sign * $1.table.flagged.total })
    }
}
