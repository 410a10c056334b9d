/// A row of a batch or a payload: the columns that it contains, and which ones it lacks.
struct BaselinePartialPost: Hashable, Sendable {
    var id: BaselineText
    /// The platform; nil when the row lacks it, since a post always has one.
    var platform: BaselinePlatform?
    /// The date; nil when the row lacks it, since a post always has one. Microseconds since
    /// 1970-01-01T00:00:00Z.
    var postDate: Int64?
    var coachID: BaselineColumn<BaselineText?>
    var schoolID: BaselineColumn<BaselineText?>
    var postURL: BaselineColumn<BaselineText?>
    var postContent: BaselineColumn<BaselineText?>
    var authorHandle: BaselineColumn<BaselineText?>
    var authorName: BaselineColumn<BaselineText?>
    var isRecruitingRelated: BaselineColumn<Bool>
    var flaggedForReview: BaselineColumn<Bool>
    var sentiment: BaselineColumn<BaselineSentiment?>
    var notes: BaselineColumn<BaselineText?>
    var createdAt: BaselineColumn<Int64?>
    var updatedAt: BaselineColumn<Int64?>

    /// Reads a row. Fields that are present are read as in a full load: a null or an unreadable optional
    /// field *is* a value, namely null; a required field that is present must be readable.
    init(_ fields: inout RowFields) throws(RowFields.Unusable) {
        func column<Value>(_ name: String, _ read: (String) -> Value) -> BaselineColumn<Value> {
            fields.has(name) ? .value(read(name)) : .missing
        }
        id = try fields.requiredID("id")
        platform = fields.has("platform") ? try fields.requiredPlatform("platform") : nil
        postDate = fields.has("post_date") ? try fields.requiredInstant("post_date") : nil
        coachID = column("coach_id") { fields.id($0) }
        schoolID = column("school_id") { fields.id($0) }
        postURL = column("post_url") { fields.nonEmptyText($0) }
        postContent = column("post_content") { fields.text($0) }
        authorHandle = column("author_handle") { fields.text($0) }
        authorName = column("author_name") { fields.text($0) }
        isRecruitingRelated = column("is_recruiting_related") { fields.bool($0) }
        flaggedForReview = column("flagged_for_review") { fields.bool($0) }
        sentiment = column("sentiment") { fields.sentiment($0) }
        notes = column("notes") { fields.text($0) }
        createdAt = column("created_at") { fields.instant($0) }
        updatedAt = column("updated_at") { fields.instant($0) }
    }

    /// Returns the post that results from applying the row to an old post, or from the row alone.
    ///
    /// - Throws: when there is no old post and the row is incomplete.
    func post(changing old: BaselinePost?) throws(RowFields.Unusable) -> BaselinePost {
        guard let platform = platform ?? old?.platform else {
            throw RowFields.Unusable(field: "platform", reason: .missing)
        }
        guard let postDate = postDate ?? old?.postDate else {
            throw RowFields.Unusable(field: "post_date", reason: .missing)
        }
        return BaselinePost(
            id: id, platform: platform, postDate: postDate,
            coachID: coachID.value(or: old?.coachID),
            schoolID: schoolID.value(or: old?.schoolID),
            postURL: postURL.value(or: old?.postURL),
            postContent: postContent.value(or: old?.postContent),
            authorHandle: authorHandle.value(or: old?.authorHandle),
            authorName: authorName.value(or: old?.authorName),
            isRecruitingRelated: isRecruitingRelated.value(or: old?.isRecruitingRelated ?? false),
            flaggedForReview: flaggedForReview.value(or: old?.flaggedForReview ?? false),
            sentiment: sentiment.value(or: old?.sentiment),
            notes: notes.value(or: old?.notes),
            createdAt: createdAt.value(or: old?.createdAt),
            updatedAt: updatedAt.value(or: old?.updatedAt))
    }
}

extension RowFields {
    /// Returns whether the row has a field, even if it is null.
    func has(_ field: String) -> Bool {
        members[BaselineText(field)] != nil
    }
}
