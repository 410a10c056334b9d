extension SocialPosts {
    /// The posts of `rows`, their texts made only now that they are shown.
    func feedPosts(_ rows: [Int], asOf now: Timestamp, in zone: ZoneOffsets) -> [FeedPost] {
        [FeedPost](unsafeUninitializedCapacity: rows.count) { target, count in
            for row in rows {
                (target.baseAddress! + count).initialize(to: feedPost(row, asOf: now, in: zone))
                count += 1
            }
        }
    }

    @inline(never)
    private func feedPost(_ row: Int, asOf now: Timestamp, in zone: ZoneOffsets) -> FeedPost {
        let timestamp = posts.timestamps[row]
        let school = posts.schoolCode(row)
        return FeedPost(
            id: posts.id(row), coachId: posts.coachId(row), schoolId: school.map { schoolNames.ids[$0] },
            schoolName: school.map { schoolNames.names[$0] }, platform: posts.platform(row),
            postUrl: posts.postURL(row), postContent: posts.content(row),
            postDate: ZonedTimestamp(timestamp, in: zone),
            relativeDate: RelativeTime(of: timestamp, asOf: now, in: zone).description,
            authorHandle: posts.handle(row), authorName: posts.name(row),
            isRecruitingRelated: posts.isRecruiting(row), flaggedForReview: posts.isFlagged(row),
            sentiment: posts.sentiment(row), notes: posts.notesText(row))
    }
}
