import CompassKernel

/// A change of one post as the app's server would announce it, which `PostTable.apply(realtime:)` reads.
enum ChangePayload: Sendable, Hashable {
    /// The post was deleted.
    case delete(id: String)
    /// The post was added: deleted before, and restored.
    case insert(Post)
    /// The post has these values now.
    case update(id: String, PostFieldsChange)

    /// Creates the payload of a change; nil if nothing was changed that the server lets change.
    init?(from before: Post?, to after: Post?) {
        switch (before, after) {
        case (nil, nil): return nil
        case (let before?, nil): self = .delete(id: before.id)
        case (nil, let after?): self = .insert(after)
        case (let before?, let after?):
            var fields = PostFieldsChange()
            if before.flaggedForReview != after.flaggedForReview {
                fields.flaggedForReview = after.flaggedForReview
            }
            if before.notes.map({ Array($0.utf8) }) != after.notes.map({ Array($0.utf8) }) {
                fields.notes = .some(after.notes)
            }
            if fields == PostFieldsChange() { return nil }
            self = .update(id: after.id, fields)
        }
    }

    /// The payload on one line, with the line's end.
    func line(at time: Timestamp) -> [UInt8] {
        var text = JSONLine()
        text.append("{\"type\":\"\(type)\",\"table\":\"social_media_posts\",\"commit_timestamp\":\"\(time)\"")
        switch self {
        case .delete(let id):
            text.append(",\"old_record\":{\"id\":")
            text.appendString(id)
        case .update(let id, let fields):
            text.append(",\"record\":{\"id\":")
            text.appendString(id)
            if let isFlagged = fields.flaggedForReview {
                text.append(",\"flagged_for_review\":\(isFlagged)")
            }
            if let notes = fields.notes { text.appendColumn("notes", notes) }
        case .insert(let post):
            text.append(",\"record\":{\"id\":")
            text.appendString(post.id)
            text.appendColumns(of: post)
        }
        text.append("}}\n")
        return text.bytes
    }

    private var type: String {
        switch self {
        case .delete: "DELETE"
        case .insert: "INSERT"
        case .update: "UPDATE"
        }
    }
}

extension JSONLine {
    fileprivate mutating func appendColumn(_ name: String, _ text: String?) {
        append(",\"\(name)\":")
        if let text { appendString(text) } else { append("null") }
    }

    /// Appends all columns but the id.
    fileprivate mutating func appendColumns(of post: Post) {
        appendColumn("coach_id", post.coachID)
        appendColumn("school_id", post.schoolID)
        appendColumn("platform", post.platform.rawValue)
        appendColumn("post_url", post.postURL)
        appendColumn("post_content", post.postContent)
        appendColumn("post_date", post.postDate.description)
        appendColumn("author_handle", post.authorHandle)
        appendColumn("author_name", post.authorName)
        append(",\"is_recruiting_related\":\(post.isRecruitingRelated)")
        append(",\"flagged_for_review\":\(post.flaggedForReview)")
        appendColumn("sentiment", post.sentiment?.rawValue)
        appendColumn("notes", post.notes)
        appendColumn("created_at", post.createdAt?.description)
        appendColumn("updated_at", post.updatedAt?.description)
    }
}
