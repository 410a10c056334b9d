extension SocialPosts {
    /// Returns the Social Media Monitoring page as CSV, with all posts that pass a filter instead of a page
    /// of them.
    ///
    /// Blocks and columns are those of ``FeedPage/csv(byteOrderMark:section:escapesFormulas:linked:)``; there
    /// is no next page.
    ///
    /// - Parameters: as for
    ///   ``writeFeedCSV(where:asOf:in:linked:byteOrderMark:section:escapesFormulas:to:)``.
    /// - Returns: the bytes in UTF-8; every line ends with CR LF.
    /// - Complexity: O(n / 64 + s + b) for n rows, s schools and b bytes written; O(n + s + b) if schools are
    ///   selected. A search adds usually O(n / 64 + m) for m matches, at worst one pass through all text.
    public func feedCSV(
        where filter: PostFilter = .all, asOf now: Timestamp? = nil, in zone: ZoneOffsets,
        linked: LinkedCounts? = nil, byteOrderMark: Bool = false, section: FeedPage.CSVSection? = nil,
        escapesFormulas: Bool = true
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        if filter == .all { bytes.reserveCapacity(estimatedByteCount) }
        writeFeedCSV(
            where: filter, asOf: now, in: zone, linked: linked, byteOrderMark: byteOrderMark,
            section: section, escapesFormulas: escapesFormulas
        ) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// An estimate of the size of all posts, so that the buffer need not be reallocated as it grows.
    private var estimatedByteCount: Int {
        // Covers a school and a coach with their ids, a name, an instant and the words of the other columns.
        let otherBytesPerRow = 192
        return posts.records.segments.reduce(0) { bytes, records in
            let textBytes = records.texts.reduce(0) { $0 + $1.textByteCount }
            return bytes + textBytes + records.ids.byteCountAsText + records.count * otherBytesPerRow
        }
    }

    /// Writes the result of ``feedCSV(where:asOf:in:linked:byteOrderMark:section:escapesFormulas:)`` in
    /// chunks, with the memory of one chunk.
    ///
    /// - Parameters:
    ///   - filter: which posts are listed. Its dates are days of `zone`.
    ///   - now: the instant that relative times refer to; nil to leave them out.
    ///   - zone: the time zone of the filter's days and of the posts' UTC offsets.
    ///   - linked: the counts of every chart, written as separate blocks.
    ///   - byteOrderMark: whether to begin with U+FEFF, which helps some spreadsheets detect UTF-8.
    ///   - section: the only section to write, as a table of its own; nil for all of them.
    ///   - escapesFormulas: whether to prefix texts that begin like formulas with an apostrophe.
    ///   - body: receives chunks of about 130 kilobytes, valid until it returns. Chunks end between rows.
    /// - Throws: the error that `body` throws, after which it is not called again.
    /// - Complexity: that of ``feedCSV(where:asOf:in:linked:byteOrderMark:section:escapesFormulas:)``.
    public func writeFeedCSV<Failure>(
        where filter: PostFilter = .all, asOf now: Timestamp? = nil, in zone: ZoneOffsets,
        linked: LinkedCounts? = nil, byteOrderMark: Bool = false, section: FeedPage.CSVSection? = nil,
        escapesFormulas: Bool = true, to body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var writer = CSVWriter(
            byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas,
            capacity: 2 * CSVWriter.chunkByteCount)
        var page: FeedPage?
        if section != .posts {
            page = feedPage(where: filter, asOf: now ?? Timestamp(micros: 0), in: zone, pageSize: 1)
            page?.nextCursor = nil
        }
        for each in FeedPage.CSVSection.written(section, withLinked: linked != nil) {
            if each == .posts {
                try writeRows(where: filter, asOf: now, in: zone, through: &writer, to: body)
            } else {
                page?.write(each, linked: linked, to: &writer)
            }
        }
        try writer.take(body)
    }

    /// Writes a block of posts, and passes every chunk except the last to `body`.
    private func writeRows<Failure>(
        where filter: PostFilter, asOf now: Timestamp?, in zone: ZoneOffsets,
        through writer: inout CSVWriter, to body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        writer.header { FeedPost.writeColumns(of: nil, withRelativeDate: now != nil, to: &$0) }
        var rows = FeedRowsCSV(of: self, asOf: now, in: zone, escapesFormulas: writer.escapesFormulas)
        var failure: Failure?
        // The range is all posts, so that nothing depends on "now".
        withSelection(.all, where: filter, asOf: Timestamp(micros: 0), in: zone) { selection in
            if selection.conditions.isNever { return }
            if let delta = posts.delta {
                var places = PlacesInOrder(self, delta, selection, portion: .max)
                var isTaken = true
                while isTaken, let place = places.next() {
                    rows.write(place, to: &writer)
                    isTaken = writer.takeChunk(body, &failure)
                }
                return
            }
            posts.forEachMatchingWord(selection, in: selection.rows) { word, bits in
                bits.forEachSetBit { rows.write(PostPlace(word * 64 + $0), to: &writer) }
                return writer.takeChunk(body, &failure)
            }
        }
        if let failure { throw failure }
    }
}
