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
        writer.block(header: FeedPost.csvHeader(withRelativeDate: false))
        // All posts are asked for, so no range depends on "now".
        withSelection(.all, where: filter, asOf: Timestamp(micros: 0), in: zone) { selection in
            if selection.conditions.isNever { return }
            posts.forEachMatchingWord(selection, in: selection.rows) { word, bits in
                var bits = bits
                while bits != 0 {
                    let post = feedPost(word * 64 + bits.trailingZeroBitCount, relativeDate: "", in: zone)
                    post.write(to: &writer, withRelativeDate: false)
                    bits &= bits - 1
                }
                return true
            }
        }
        return writer.bytes
    }
}
