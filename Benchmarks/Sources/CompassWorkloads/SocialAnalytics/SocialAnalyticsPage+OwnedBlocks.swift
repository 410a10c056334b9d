import CompassKernel

extension SocialAnalyticsPage {
    /// The heap blocks that a page owns: one for each array that is not empty, and one for each text of more
    /// than 15 UTF-8 bytes (shorter ones are stored within the `String`), except labels, which are constants,
    /// and the ids and names of schools and coaches, which the page shares with the queried table.
    var ownedBlocks: Int {
        let arrays = [
            sentiment.isEmpty, activityByDay.isEmpty, topSchools.isEmpty, topCoaches.isEmpty,
            recentRecruitingPosts.isEmpty,
        ].count { !$0 }
        let texts = recentRecruitingPosts.flatMap { [$0.id, $0.authorHandle, $0.authorName, $0.postContent] }
        return arrays + texts.count { ($0?.utf8.count ?? 0) > 15 }
    }

    /// Returns a copy that shares none of the blocks that a page owns: what a page of these figures and texts takes
    /// when nothing has to be found or counted.
    func copiedBlocks() -> SocialAnalyticsPage {
        SocialAnalyticsPage(
            range: range, summary: summary, sentiment: sentiment.copied(), platforms: platforms,
            activityByDay: activityByDay.copied(), topSchools: topSchools.copied(),
            topCoaches: topCoaches.copied(),
            recentRecruitingPosts: recentRecruitingPosts.map { post in
                RecruitingPost(
                    id: post.id.copied(), platform: post.platform, authorHandle: post.authorHandle?.copied(),
                    authorName: post.authorName?.copied(), postDate: post.postDate,
                    postContent: post.postContent?.copied(), schoolID: post.schoolID)
            }, previous: previous, heatMap: heatMap)
    }
}

extension Array {
    /// Returns an array of the same elements that shares no block.
    fileprivate func copied() -> [Element] {
        [Element](unsafeUninitializedCapacity: count) { target, written in
            written = target.initialize(fromContentsOf: self)
        }
    }
}
