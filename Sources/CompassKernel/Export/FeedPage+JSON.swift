extension FeedPage {
    /// The page as JSON, as the command line answers it.
    ///
    /// Every key is always there; a value that does not exist is `null`. Instants have the offset of the
    /// page's zone; highlights are pairs of UTF-8 offsets, the second behind the last byte.
    ///
    /// - Parameter layout: compact for programs, indented for people.
    /// - Returns: the bytes in UTF-8, without a line feed at the end.
    /// - Complexity: O(b) for posts of b bytes.
    public func json(layout: JSONLayout = .compact) -> [UInt8] {
        // About what a post with a link and a text of usual length takes.
        var writer = JSONWriter(layout: layout, capacity: 512 + posts.count * 1_024)
        writer.object { writeMembers(to: &$0) }
        return writer.bytes
    }

    /// Writes the members of the page's object.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("schemaVersion", Self.schemaVersion)
        writer.object("statistics") { statistics.writeMembers(to: &$0) }
        writer.member("matchCount", matchCount)
        writer.member("nextCursor", nextCursor?.description)
        writer.array("posts", posts) { $1.write(to: &$0) }
        writer.member("state", state.rawValue)
    }
}

extension FeedStatistics {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("totalPosts", totalPosts)
        writer.member("twitterPosts", twitterPosts)
        writer.member("instagramPosts", instagramPosts)
        writer.member("flaggedPosts", flaggedPosts)
        writer.member("flaggedBadge", flaggedBadge)
    }
}

extension FeedPost {
    /// Writes the post as an object.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("coachId", coachId)
            writer.member("schoolId", schoolId)
            writer.member("schoolName", schoolName)
            writer.member("platform", platform.rawValue)
            writer.member("postUrl", postUrl)
            writer.member("postContent", postContent)
            writer.member("postDate", postDate)
            writer.member("relativeDate", relativeDate)
            writer.member("authorHandle", authorHandle)
            writer.member("authorName", authorName)
            writer.member("isRecruitingRelated", isRecruitingRelated)
            writer.member("flaggedForReview", flaggedForReview)
            writer.member("sentiment", sentiment?.rawValue)
            writer.member("notes", notes)
            writer.key("highlights")
            if let highlights { highlights.write(to: &writer) } else { writer.null() }
        }
    }
}

extension FeedHighlights {
    fileprivate func write(to writer: inout JSONWriter) {
        func write(_ key: StaticString, _ highlights: TextHighlights, to writer: inout JSONWriter) {
            writer.array(key, highlights.utf8Ranges) { writer, range in
                writer.numbers([range.lowerBound, range.upperBound])
            }
        }
        writer.object { writer in
            write("postContent", postContent, to: &writer)
            write("authorHandle", authorHandle, to: &writer)
            write("authorName", authorName, to: &writer)
        }
    }
}
