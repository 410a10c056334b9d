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
}
