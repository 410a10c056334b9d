extension ActivityPage {
    /// The sections of the page's CSV, in their order; the raw value is the key of the JSON form.
    public enum CSVSection: String, CaseIterable, Hashable, Sendable {
        /// The number of events, the number of pages, and the number of this page.
        case page
        /// The tables that could not be read.
        case failures
        /// The events.
        case events
    }

    /// Returns the page as CSV: one block for each section, each with a header row, separated by empty lines.
    ///
    /// The blocks are the list (the numbers of events and pages), the sources that could not be read, and the
    /// events of this page. Columns are named after the keys of the JSON form; a missing value is an empty
    /// cell. ``ActivityFeed/writeCSV(where:asOf:in:byteOrderMark:section:escapesFormulas:to:)`` writes
    /// the events of all pages.
    ///
    /// Parameters and result are those of ``SocialAnalyticsPage/csv(byteOrderMark:section:escapesFormulas:)``.
    ///
    /// - Complexity: O(b) for events of b bytes.
    public func csv(
        byteOrderMark: Bool = false, section: CSVSection? = nil, escapesFormulas: Bool = true
    ) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas)
        for each in section.map({ [$0] }) ?? CSVSection.allCases { writeHead(of: each, to: &writer) }
        if section == nil || section == .events { for event in events { writer.row(event) } }
        return writer.bytes
    }

    /// Writes a section except for the events themselves, which come last.
    fileprivate func writeHead(of section: CSVSection, to writer: inout CSVWriter) {
        switch section {
        case .page: writer.block(self)
        case .failures: writer.block(failures)
        case .events: writer.header(of: ActivityEvent.self)
        }
    }
}

extension ActivityFeed {
    /// Returns the page as CSV, with all events that pass a filter instead of a page of them.
    ///
    /// Blocks and columns are those of ``ActivityPage/csv(byteOrderMark:section:escapesFormulas:)``.
    ///
    /// - Parameters: as for ``writeCSV(where:asOf:in:byteOrderMark:section:escapesFormulas:to:)``.
    /// - Returns: the bytes in UTF-8; every line ends with CR LF.
    /// - Complexity: O(n + b) for n events and b bytes written. A search adds the cost of
    ///   ``page(_:size:where:asOf:in:)``.
    public func csv(
        where filter: ActivityFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        byteOrderMark: Bool = false, section: ActivityPage.CSVSection? = nil, escapesFormulas: Bool = true
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        writeCSV(
            where: filter, asOf: now, in: zone, byteOrderMark: byteOrderMark, section: section,
            escapesFormulas: escapesFormulas
        ) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Writes the result of ``csv(where:asOf:in:byteOrderMark:section:escapesFormulas:)`` in chunks, with the
    /// memory of one chunk.
    ///
    /// - Parameters:
    ///   - filter: which events are listed.
    ///   - now: the instant that ranges and relative times refer to.
    ///   - zone: the time zone of the page's days and of the events' UTC offsets.
    ///   - byteOrderMark: whether to begin with U+FEFF, which helps some spreadsheets detect UTF-8.
    ///   - section: the only section to write, as a table of its own; nil for all of them.
    ///   - escapesFormulas: whether to prefix texts that begin like formulas with an apostrophe.
    ///   - body: receives chunks of about 130 kilobytes, valid until it returns. Chunks end between rows.
    /// - Throws: the error that `body` throws, after which it is not called again.
    /// - Complexity: that of ``csv(where:asOf:in:byteOrderMark:section:escapesFormulas:)``.
    public func writeCSV<Failure>(
        where filter: ActivityFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        byteOrderMark: Bool = false, section: ActivityPage.CSVSection? = nil, escapesFormulas: Bool = true,
        to body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas)
        let selected = selection(filter, asOf: now)
        let page = ActivityPage(total: selected.count, page: 1, totalPages: 1, failures: failures, events: [])
        for each in section.map({ [$0] }) ?? ActivityPage.CSVSection.allCases {
            page.writeHead(of: each, to: &writer)
        }
        var failure: Failure?
        var offsets = OffsetReader(zone)
        if section == nil || section == .events {
            order.forEachEntry(selected.selection, from: 0, count: selected.count) { entry in
                writer.row(event(entry, asOf: now, &offsets))
                return writer.takeChunk(body, &failure)
            }
        }
        if let failure { throw failure }
        try writer.take(body)
    }
}
