import CompassKernel

/// A post as a row of the database, in JSON.
enum PostRow {
    static func json(_ post: Post) -> [UInt8] {
        let texts: [(name: String, text: String?)] = [
            ("id", post.id), ("coach_id", post.coachID), ("school_id", post.schoolID),
            ("platform", post.platform.rawValue), ("post_url", post.postURL),
            ("post_content", post.postContent), ("post_date", post.postDate.description),
            ("author_handle", post.authorHandle), ("author_name", post.authorName),
            ("sentiment", post.sentiment?.rawValue), ("notes", post.notes),
            ("created_at", post.createdAt?.description), ("updated_at", post.updatedAt?.description),
        ]
        let members = texts.map { "\"\($0.name)\":" + ($0.text.map(MemoryEdits.quoted) ?? "null") }
        let flags = [
            "\"is_recruiting_related\":\(post.isRecruitingRelated)",
            "\"flagged_for_review\":\(post.flaggedForReview)",
        ]
        return Array("{\((members + flags).joined(separator: ","))}".utf8)
    }

    static func idJSON(_ id: String) -> [UInt8] { Array("{\"id\":\(MemoryEdits.quoted(id))}".utf8) }
}
