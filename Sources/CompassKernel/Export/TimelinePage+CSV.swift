extension TimelinePage {
    /// The sections of the page's CSV, in their order; the raw value is the key path in the JSON form.
    public enum CSVSection: String, CaseIterable, Hashable, Sendable {
        /// The range, the position of today, and the number of lanes.
        case range
        /// The months of the axis.
        case months
        /// A row for each lane.
        case lanes
        /// The items of these lanes with their positions.
        case placedItems = "lanes.items"
        /// The items, newest first.
        case list
        /// The rows that are missing from the timeline.
        case skipped
    }

    /// Returns the page as CSV: one block for each section, each with a header row, separated by empty lines.
    ///
    /// The blocks are the range, the months, the lanes, the placed items of these lanes, the list, and the
    /// rows that are missing from the timeline. Columns are named after the keys of the JSON form; a missing
    /// value is an empty cell.
    ///
    /// Parameters and result are those of ``SocialAnalyticsPage/csv(byteOrderMark:section:escapesFormulas:)``.
    ///
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
                for item in lanes.lazy.flatMap(\.items) { writer.row { Self.writeCells(of: item, to: &$0) } }
            case .list:
                writer.header { TimelineItem.writeColumns(of: nil, to: &$0) }
                for item in listItems { writer.row { TimelineItem.writeColumns(of: item, to: &$0) } }
            case .skipped: writer.block(skipped)
            }
        }
        return writer.bytes
    }

    /// Writes the range, and the members of the page that are not lists.
    private static func writeRange(of page: TimelinePage?, to writer: inout CSVWriter) {
        TimelinePageRange.writeMembers(of: page?.range, to: &writer)
        writeMembers(of: page, to: &writer)
    }

    /// Writes an item with its school and details, and its position.
    private static func writeCells(of placed: PlacedTimelineItem?, to writer: inout CSVWriter) {
        TimelineItem.writeColumns(of: placed?.item, to: &writer)
        PlacedTimelineItem.writePlace(of: placed, to: &writer)
    }
}
