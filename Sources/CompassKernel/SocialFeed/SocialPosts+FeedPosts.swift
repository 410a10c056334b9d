extension SocialPosts {
    /// Returns the posts of `rows`; their texts are created only here, when they are shown.
    ///
    /// - Parameter searches: what to highlight.
    func feedPosts(
        _ rows: [Int], highlighting searches: Set<SearchQuery>, asOf now: Timestamp, in zone: ZoneOffsets
    ) -> [FeedPost] {
        var listed: [FeedPost] = []
        listed.reserveCapacity(rows.count)
        for (place, row) in rows.enumerated() {
            let relativeDate = RelativeTime(of: posts.timestamps[row], asOf: now, in: zone).description
            // Texts are stored into the post in place, as a post with ten texts is expensive to copy.
            listed.append(postWithoutTexts(row, relativeDate: relativeDate, in: zone))
            putTexts(of: row, into: &listed[place])
            if !searches.isEmpty {
                listed[place].highlights = FeedHighlights(of: searches, in: listed[place])
            }
        }
        return listed
    }

    /// Returns the post of one row.
    func feedPost(_ row: Int, relativeDate: String, in zone: ZoneOffsets) -> FeedPost {
        var post = postWithoutTexts(row, relativeDate: relativeDate, in: zone)
        putTexts(of: row, into: &post)
        return post
    }

    @inline(__always)
    private func postWithoutTexts(_ row: Int, relativeDate: String, in zone: ZoneOffsets) -> FeedPost {
        FeedPost(
            id: "", platform: posts.platform(row),
            postDate: ZonedTimestamp(posts.timestamps[row], in: zone), relativeDate: relativeDate,
            isRecruitingRelated: posts.isRecruiting(row), flaggedForReview: posts.isFlagged(row),
            sentiment: posts.sentiment(row))
    }

    @inline(never)
    private func putTexts(of row: Int, into post: inout FeedPost) {
        let (records, index) = posts.record(row)
        post.id = records.ids.string(index)
        post.coachID = posts.coachID(row)
        if let school = posts.schoolCode(row) {
            post.schoolID = schoolNames.ids[school]
            post.schoolName = schoolNames.names[school]
        }
        post.postURL = records.postURLs.string(index)
        post.postContent = records.contents.string(index)
        post.authorHandle = records.handles.string(index)
        post.authorName = records.names.string(index)
        post.notes = posts.notesText(row)
    }
}
