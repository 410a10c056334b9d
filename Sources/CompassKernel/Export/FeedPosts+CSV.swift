extension SocialPosts {
    /// All posts that pass a filter, newest first, as CSV with a header row.
    ///
    /// Columns are named after the keys of the feed's JSON form; a value that does not exist is an empty
    /// cell.
    ///
    /// - Parameters:
    ///   - filter: which posts are listed. Its dates are days of `zone`.
    ///   - zone: the time zone of the filter's days, whose offset instants have.
    ///   - byteOrderMark: whether to begin with U+FEFF, by which some spreadsheets recognise UTF-8.
    /// - Returns: the bytes in UTF-8; every line ends with CR LF.
    /// - Complexity: O(n / 64 + b) for n rows and b bytes written; O(n + b) when schools are chosen. With a
    ///   search also looking the text up: usually O(n / 64 + m) for m rows that match, at worst once through
    ///   all text.
    public func feedCSV(
        where filter: PostFilter = .any, in zone: ZoneOffsets, byteOrderMark: Bool = false
    ) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark)
        writer.block(header: [
            "id", "coachId", "schoolId", "schoolName", "platform", "postUrl", "postContent", "postDate",
            "authorHandle", "authorName", "isRecruitingRelated", "flaggedForReview", "sentiment", "notes",
        ])
        // All posts are asked for, so no range depends on "now".
        withSelection(.all, where: filter, asOf: Timestamp(micros: 0), in: zone) { selection in
            if selection.conditions.isNever { return }
            posts.forEachMatchingWord(selection, in: selection.rows) { word, bits in
                var bits = bits
                while bits != 0 {
                    writeRow(word * 64 + bits.trailingZeroBitCount, in: zone, to: &writer)
                    bits &= bits - 1
                }
                return true
            }
        }
        return writer.bytes
    }

    private func writeRow(_ row: Int, in zone: ZoneOffsets, to writer: inout CSVWriter) {
        let school = posts.schoolCode(row)
        writer.cell(posts.id(row))
        writer.cell(posts.coachId(row))
        writer.cell(school.map { schoolNames.ids[$0] })
        writer.cell(school.map { schoolNames.names[$0] })
        writer.cell(posts.platform(row).rawValue)
        writer.cell(posts.postURL(row))
        writer.cell(posts.content(row))
        writer.cell(ZonedTimestamp(posts.timestamps[row], in: zone))
        writer.cell(posts.handle(row))
        writer.cell(posts.name(row))
        writer.cell(posts.isRecruiting(row) ? "true" : "false")
        writer.cell(posts.isFlagged(row) ? "true" : "false")
        writer.cell(posts.sentiment(row)?.rawValue)
        writer.cell(posts.notesText(row))
        writer.endRow()
    }
}
