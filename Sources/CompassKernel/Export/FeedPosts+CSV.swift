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
    /// - Complexity: O(n / 64 + s + b) for n rows, s schools and b bytes written; O(n + s + b) when schools
    ///   are chosen. With a search also looking the text up: usually O(n / 64 + m) for m rows that match, at
    ///   worst once through all text.
    public func feedCSV(
        where filter: PostFilter = .all, in zone: ZoneOffsets, byteOrderMark: Bool = false
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        if filter == .all { bytes.reserveCapacity(estimatedByteCount) }
        writeFeedCSV(where: filter, in: zone, byteOrderMark: byteOrderMark) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// About what all posts take, so that the bytes need not move while they become more.
    private var estimatedByteCount: Int {
        // A school and a coach with their ids, a name, an instant and the words of the other columns.
        let otherBytesPerRow = 192
        return posts.records.segments.reduce(0) { bytes, records in
            let textBytes = records.texts.reduce(0) { $0 + $1.textByteCount }
            return bytes + textBytes + records.ids.byteCountAsText + records.count * otherBytesPerRow
        }
    }

    /// Writes what ``feedCSV(where:in:byteOrderMark:)`` answers piece by piece, in the memory of one piece.
    ///
    /// - Parameters:
    ///   - filter: which posts are listed. Its dates are days of `zone`.
    ///   - zone: the time zone of the filter's days, whose offset instants have.
    ///   - byteOrderMark: whether to begin with U+FEFF, by which some spreadsheets recognise UTF-8.
    ///   - body: takes some hundred kilobytes, which are there until it returns. Pieces end between rows.
    /// - Throws: what `body` throws, which gets nothing more then.
    /// - Complexity: as ``feedCSV(where:in:byteOrderMark:)``.
    public func writeFeedCSV<Failure>(
        where filter: PostFilter = .all, in zone: ZoneOffsets, byteOrderMark: Bool = false,
        to body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, capacity: 2 * CSVWriter.pieceByteCount)
        try writeRows(where: filter, asOf: nil, in: zone, through: &writer, to: body)
        try writer.take(body)
    }

    /// Writes the Social Media Monitoring page as CSV, with all posts that pass a filter instead of a page of
    /// them, piece by piece.
    ///
    /// Blocks and columns are those of ``FeedPage/csv(byteOrderMark:section:escapesFormulas:linked:)``; there is no
    /// next page.
    ///
    /// - Parameters:
    ///   - filter: which posts are listed. Its dates are days of `zone`.
    ///   - now: the instant that relative times refer to.
    ///   - zone: the time zone of the filter's days, whose offset instants have.
    ///   - linked: counts of every chart, for blocks of their own.
    ///   - byteOrderMark: whether to begin with U+FEFF, by which some spreadsheets recognise UTF-8.
    ///   - section: the only section to write, as a table of its own; nil for all of them.
    ///   - escapesFormulas: whether texts that begin like a formula get an apostrophe in front, so that
    ///     spreadsheets do not run them.
    ///   - body: takes some hundred kilobytes, which are there until it returns. Pieces end between rows.
    /// - Throws: what `body` throws, which gets nothing more then.
    /// - Complexity: as ``feedCSV(where:in:byteOrderMark:)``.
    public func writeFeedPageCSV<Failure>(
        where filter: PostFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        linked: LinkedCounts? = nil, byteOrderMark: Bool = false, section: FeedPage.CSVSection? = nil,
        escapesFormulas: Bool = true, to body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var writer = CSVWriter(
            byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas,
            capacity: 2 * CSVWriter.pieceByteCount)
        var page = feed(where: filter, asOf: now, in: zone, pageSize: 1)
        page.nextCursor = nil
        for each in FeedPage.CSVSection.written(section, withLinked: linked != nil) {
            if each == .posts {
                try writeRows(where: filter, asOf: now, in: zone, through: &writer, to: body)
            } else {
                page.write(each, linked: linked, to: &writer)
            }
        }
        try writer.take(body)
    }

    /// Writes a block of posts, and hands on every piece but the last.
    private func writeRows<Failure>(
        where filter: PostFilter, asOf now: Timestamp?, in zone: ZoneOffsets,
        through writer: inout CSVWriter, to body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        writer.header { FeedPost.writeMembers(of: nil, withRelativeDate: now != nil, to: &$0) }
        var rows = FeedRowsCSV(of: self, asOf: now, in: zone, escapesFormulas: writer.escapesFormulas)
        var failure: Failure?
        // All posts are asked for, so no range depends on "now".
        withSelection(.all, where: filter, asOf: Timestamp(micros: 0), in: zone) { selection in
            if selection.conditions.isNever { return }
            posts.forEachMatchingWord(selection, in: selection.rows) { word, bits in
                var bits = bits
                while bits != 0 {
                    rows.write(word * 64 + bits.trailingZeroBitCount, to: &writer)
                    bits &= bits - 1
                }
                guard writer.byteCount >= CSVWriter.pieceByteCount else { return true }
                do throws(Failure) {
                    try writer.take(body)
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        }
        if let failure { throw failure }
    }
}
