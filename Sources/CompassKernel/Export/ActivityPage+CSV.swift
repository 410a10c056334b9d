extension ActivityPage {
    /// The page as CSV: one block for each section, each with a header row, separated by empty lines.
    ///
    /// The blocks are the list (how many events there are, and which page of them this is), the sources that
    /// could not be read, and the events of this page. Columns are named after the keys of the JSON form; a
    /// value that does not exist is an empty cell.
    /// ``ActivityFeed/writeCSV(where:asOf:in:byteOrderMark:to:)`` writes the events of all pages.
    ///
    /// - Parameter byteOrderMark: whether to begin with U+FEFF, by which some spreadsheets recognise UTF-8.
    /// - Returns: the bytes in UTF-8; every line ends with CR LF.
    /// - Complexity: O(b) for events of b bytes.
    public func csv(byteOrderMark: Bool = false) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark)
        writeHead(to: &writer)
        for event in events { event.write(to: &writer) }
        return writer.bytes
    }

    /// Writes everything but the events themselves.
    fileprivate func writeHead(to writer: inout CSVWriter) {
        writer.block(header: ["total", "page", "totalPages"])
        writer.cell(total)
        writer.cell(page)
        writer.cell(totalPages)
        writer.endRow()
        writer.block(header: ["failedTable", "failureReason"])
        for failure in failures {
            writer.cell(failure.table)
            writer.cell(failure.reason)
            writer.endRow()
        }
        writer.block(header: ActivityEvent.csvHeader)
    }
}

extension ActivityFeed {
    /// Pages are asked for one after the other, and each of them is searched for anew.
    private static let rowsPerPiece = 1 << 16

    /// Writes the activity feed as CSV, with all events that pass a filter instead of a page of them, piece by
    /// piece.
    ///
    /// Blocks and columns are those of ``ActivityPage/csv(byteOrderMark:)``.
    ///
    /// - Parameters:
    ///   - filter: which events are listed.
    ///   - now: the instant that ranges and relative times refer to.
    ///   - zone: the time zone of the page's days, whose offset instants have.
    ///   - byteOrderMark: whether to begin with U+FEFF, by which some spreadsheets recognise UTF-8.
    ///   - body: takes a piece, which is there until it returns. Pieces end between rows.
    /// - Throws: what `body` throws, which gets nothing more then.
    /// - Complexity: O(log n + b) for n events and b bytes written. With a search also once through all
    ///   descriptions for every 65,536 events that match.
    public func writeCSV<Failure>(
        where filter: ActivityFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        byteOrderMark: Bool = false, to body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var writer = CSVWriter(byteOrderMark: byteOrderMark)
        var piece = page(1, size: Self.rowsPerPiece, where: filter, asOf: now, in: zone)
        var whole = piece
        whole.totalPages = 1
        whole.writeHead(to: &writer)
        while true {
            for event in piece.events { event.write(to: &writer) }
            try writer.take(body)
            guard piece.page < piece.totalPages else { return }
            piece = page(piece.page + 1, size: Self.rowsPerPiece, where: filter, asOf: now, in: zone)
        }
    }
}

extension ActivityEvent {
    fileprivate static let csvHeader = [
        "id", "type", "timestamp", "title", "description", "icon", "entityType", "entityId", "entityName",
        "isClickable", "clickUrl", "relativeTime",
    ]

    fileprivate func write(to writer: inout CSVWriter) {
        writer.cell(id)
        writer.cell(type.rawValue)
        writer.cell(timestamp)
        writer.cell(title)
        writer.cell(description)
        writer.cell(icon)
        writer.cell(entityType.rawValue)
        writer.cell(entityId)
        writer.cell(entityName)
        writer.cell(isClickable ? "true" : "false")
        writer.cell(clickUrl)
        writer.cell(relativeTime)
        writer.endRow()
    }
}
