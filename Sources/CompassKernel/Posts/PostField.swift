/// The columns of `social_media_posts`, in the order in which problems of a row are reported.
enum PostField {
    static let id = 0
    static let platform = 1
    static let postDate = 2
    static let coachID = 3
    static let schoolID = 4
    static let postURL = 5
    static let postContent = 6
    static let authorHandle = 7
    static let authorName = 8
    static let isRecruitingRelated = 9
    static let flaggedForReview = 10
    static let sentiment = 11
    static let notes = 12
    static let createdAt = 13
    static let updatedAt = 14

    static let names: [StaticString] = [
        "id", "platform", "post_date", "coach_id", "school_id", "post_url", "post_content", "author_handle",
        "author_name", "is_recruiting_related", "flagged_for_review", "sentiment", "notes", "created_at",
        "updated_at",
    ]
}

/// The bits stored for a post's row; each has its own bit plane in the table.
enum PostFlag {
    static let recruiting = 0
    static let flagged = 1
    static let instagram = 2
    /// The planes of the four sentiments, in the order of ``Sentiment``'s cases; none is set for null.
    static let firstSentiment = 3
    static let count = 7
}

/// The nullable columns of a post's row, one validity bit each.
enum PostValidity {
    static let postURL = 0
    static let postContent = 1
    static let authorHandle = 2
    static let authorName = 3
    static let notes = 4
    static let createdAt = 5
    static let updatedAt = 6
    static let count = 7
}
