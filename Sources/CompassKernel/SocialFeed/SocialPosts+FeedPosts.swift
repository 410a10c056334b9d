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
            listed.append(
                FeedPost(
                    id: "", platform: posts.platform(row),
                    postDate: ZonedTimestamp(posts.timestamps[row], in: zone), relativeDate: relativeDate,
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
        let slot = posts.slots.slot(ofRow: row)
        let (records, index) = posts.records.locate(slot)
        records.putTexts(of: index, posts.notesEdit(ofSlot: slot), into: &post)
        if let coach = posts.coachCode(row) {
            post.coachID = coachNames.ids[coach]
            post.coachName = coachNames.knownNames[coach]
        }
        if let school = posts.schoolCode(row) {
            post.schoolID = schoolNames.ids[school]
            post.schoolName = schoolNames.names[school]
        }
    }
}

extension PostRecords {
    /// Stores the texts of the record at `index` into `post`. It is a method of the records, because a
    /// method does not retain the columns of its object for each text.
    ///
    /// - Parameter edit: the change of its notes, if there is one.
    @inline(never)
    fileprivate func putTexts(of index: Int, _ edit: NotesEdit?, into post: inout FeedPost) {
        post.id = ids.string(index)
        post.postURL = postURLs.string(index)
        post.postContent = contents.string(index)
        post.authorHandle = handles.string(index)
        post.authorName = names.string(index)
        post.notes = if let edit { edit.notes } else { notes.string(index) }
    }
}
