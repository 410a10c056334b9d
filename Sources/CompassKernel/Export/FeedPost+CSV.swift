extension FeedPost {
    /// The names of a row's columns: the keys of the JSON form but for highlights.
    ///
    /// - Parameter withRelativeDate: whether there is a column that only says something beside "now".
    static func csvHeader(withRelativeDate: Bool) -> [String] {
        ["id", "coachId", "schoolId", "schoolName", "platform", "postUrl", "postContent", "postDate"]
            + (withRelativeDate ? ["relativeDate"] : [])
            + [
                "authorHandle", "authorName", "isRecruitingRelated", "flaggedForReview", "sentiment", "notes",
            ]
    }

    /// Writes the post as a row, with its relative date.
    func write(to writer: inout CSVWriter) {
        writer.cell(id)
        writer.cell(coachId)
        writer.cell(schoolId)
        writer.cell(schoolName)
        writer.cell(platform.rawValue)
        writer.cell(postUrl)
        writer.cell(postContent)
        writer.cell(postDate)
        writer.cell(relativeDate)
        writer.cell(authorHandle)
        writer.cell(authorName)
        writer.cell(isRecruitingRelated ? "true" : "false")
        writer.cell(flaggedForReview ? "true" : "false")
        writer.cell(sentiment?.rawValue)
        writer.cell(notes)
        writer.endRow()
    }
}
