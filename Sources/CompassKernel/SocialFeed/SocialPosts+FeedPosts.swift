extension SocialPosts {
    /// The posts of `rows`, their texts made only now that they are shown.
    ///
    /// - Parameter searches: what to highlight.
    func feedPosts(
        _ rows: [Int], highlighting searches: Set<SearchQuery>, asOf now: Timestamp, in zone: ZoneOffsets
    ) -> [FeedPost] {
        var listed: [FeedPost] = []
        listed.reserveCapacity(rows.count)
        for (place, row) in rows.enumerated() {
            let timestamp = posts.timestamps[row]
            // Texts are put into the post where it lies: a post with ten texts is costly to copy.
            listed.append(
                FeedPost(
                    id: "", platform: posts.platform(row), postDate: ZonedTimestamp(timestamp, in: zone),
                    relativeDate: RelativeTime(of: timestamp, asOf: now, in: zone).description,
                    isRecruitingRelated: posts.isRecruiting(row), flaggedForReview: posts.isFlagged(row),
                    sentiment: posts.sentiment(row)))
            putTexts(of: row, into: &listed[place])
            if !searches.isEmpty {
                listed[place].highlights = FeedHighlights(of: searches, in: listed[place])
            }
        }
        return listed
    }

    @inline(never)
    private func putTexts(of row: Int, into post: inout FeedPost) {
        post.id = posts.id(row)
        post.coachId = posts.coachId(row)
        if let school = posts.schoolCode(row) {
            post.schoolId = schoolNames.ids[school]
            post.schoolName = schoolNames.names[school]
        }
        post.postUrl = posts.postURL(row)
        post.postContent = posts.content(row)
        post.authorHandle = posts.handle(row)
        post.authorName = posts.name(row)
        post.notes = posts.notesText(row)
    }
}
