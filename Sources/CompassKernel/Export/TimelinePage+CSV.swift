extension TimelinePage {
    /// The sections of the page's CSV, in their order; the raw value is the path of keys of the JSON form.
    public enum CSVSection: String, CaseIterable, Hashable, Sendable {
        /// The range, the position of today, and how many lanes there are.
        case range
        /// The months of the axis.
        case months
        /// A row for each lane.
        case lanes
        /// The items of these lanes with their places.
        case placedItems = "lanes.items"
        /// The items, newest first.
        case list
        /// The rows that the timeline leaves out.
        case skipped
    }

    /// The page as CSV: one block for each section, each with a header row, separated by empty lines.
    ///
    /// The blocks are the range, the months, the lanes, the placed items of these lanes, the list, and the rows
    /// that the timeline leaves out. Columns are named after the keys of the JSON form; a value that does not
    /// exist is an empty cell.
    ///
    /// - Parameters:
    ///   - byteOrderMark: whether to begin with U+FEFF, by which some spreadsheets recognise UTF-8.
    ///   - section: the only section to write, as a table of its own; nil for all of them.
    ///   - escapesFormulas: whether texts that begin like a formula get an apostrophe in front, so that
    ///     spreadsheets do not run them.
    /// - Returns: the bytes in UTF-8; every line ends with CR LF.
    /// - Complexity: O(b) for items of b bytes.
    public func csv(
        byteOrderMark: Bool = false, section: CSVSection? = nil, escapesFormulas: Bool = true
    ) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas)
        for each in section.map({ [$0] }) ?? CSVSection.allCases {
            switch each {
            case .range:
                writer.header { Self.writeRange(of: nil, to: &$0) }
                writer.row { Self.writeRange(of: self, to: &$0) }
            case .months: writer.block(months)
            case .lanes: writer.block(lanes)
            case .placedItems:
                writer.header { Self.writeCells(of: nil, to: &$0) }
                for item in lanes.lazy.flatMap(\.items) {
                    writer.row { Self.writeCells(of: item, to: &$0) }
                }
            case .list: writer.block(listItems)
            case .skipped: writer.block(skipped)
            }
        }
        return writer.bytes
    }

    /// The range, and what the page has beside lists.
    private static func writeRange(of page: TimelinePage?, to writer: inout CSVWriter) {
        TimelinePageRange.writeMembers(of: page?.range, to: &writer)
        writeMembers(of: page, to: &writer)
    }

    /// An item with its school and details, and its place.
    private static func writeCells(of placed: PlacedTimelineItem?, to writer: inout CSVWriter) {
        TimelineItem.writeMembers(of: placed?.item, to: &writer)
        PlacedTimelineItem.writePlace(of: placed, to: &writer)
    }
}
