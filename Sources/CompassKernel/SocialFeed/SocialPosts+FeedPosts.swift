extension SocialPosts {
    /// Returns the posts at `places`; their texts are created only here, when they are shown.
    ///
    /// - Parameter searches: what to highlight.
    func feedPosts(
        _ places: [PostPlace], highlighting searches: Set<SearchQuery>, asOf now: Timestamp,
        in zone: ZoneOffsets
    ) -> [FeedPost] {
        var listed: [FeedPost] = []
        listed.reserveCapacity(places.count)
        for (index, place) in places.enumerated() {
            let (columns, row) = (posts.columns(of: place), place.row)
            let relativeDate = RelativeTime(of: columns.timestamps[row], asOf: now, in: zone).description
            // Texts are stored into the post in place, as a post with ten texts is expensive to copy.
            listed.append(
                FeedPost(
                    id: "", platform: columns.platform(row),
                    postDate: ZonedTimestamp(columns.timestamps[row], in: zone), relativeDate: relativeDate,
                    isRecruitingRelated: columns.isRecruiting(row), flaggedForReview: columns.isFlagged(row),
                    sentiment: columns.sentiment(row)))
            putTexts(of: columns, row, into: &listed[index])
            if !searches.isEmpty {
                listed[index].highlights = FeedHighlights(of: searches, in: listed[index])
            }
        }
        return listed
    }

    @inline(never)
    private func putTexts(of columns: PostTable, _ row: Int, into post: inout FeedPost) {
        let slot = columns.slots.slot(ofRow: row)
        let (records, index) = posts.records.locate(slot)
        records.putTexts(of: index, posts.notesEdit(ofSlot: slot), into: &post)
        if let coach = columns.coachCode(row) {
            post.coachID = coachNames.ids[coach]
            post.coachName = coachNames.knownNames[coach]
        }
        if let school = columns.schoolCode(row) {
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
