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
            case .range: writeRange(to: &writer)
            case .months: writeMonths(to: &writer)
            case .lanes: writeLanes(to: &writer)
            case .placedItems: writePlacedItems(to: &writer)
            case .list: writeList(to: &writer)
            case .skipped: writeSkippedRows(to: &writer)
            }
        }
        return writer.bytes
    }

    private func writeRange(to writer: inout CSVWriter) {
        writer.block(header: [
            "kind", "from", "to", "todayPosition", "laneCount", "lanesPage", "lanesPages", "state",
        ])
        writer.cell(range.kind.rawValue)
        writer.cell(range.from)
        writer.cell(range.to)
        writer.cell(todayPosition)
        writer.cell(laneCount)
        writer.cell(lanesPage)
        writer.cell(lanesPages)
        writer.cell(state.rawValue)
        writer.endRow()
    }

    private func writeMonths(to writer: inout CSVWriter) {
        writer.block(header: ["key", "label", "year", "left", "width"])
        for month in months {
            writer.cell(month.key)
            writer.cell(month.label)
            writer.cell(month.year)
            writer.cell(month.left)
            writer.cell(month.width)
            writer.endRow()
        }
    }

    private func writeLanes(to writer: inout CSVWriter) {
        writer.block(header: ["schoolId", "schoolName", "itemCount", "rowCount"])
        for lane in lanes {
            writer.cell(lane.schoolId)
            writer.cell(lane.schoolName)
            writer.cell(lane.itemCount)
            writer.cell(lane.rowCount)
            writer.endRow()
        }
    }

    private func writePlacedItems(to writer: inout CSVWriter) {
        writer.block(header: TimelineItem.csvHeader + ["shape", "left", "width", "row"])
        for placed in lanes.lazy.flatMap(\.items) {
            placed.item.writeCells(to: &writer)
            writer.cell(placed.shape.rawValue)
            writer.cell(placed.left)
            writer.cell(placed.width)
            writer.cell(placed.row)
            writer.endRow()
        }
    }

    private func writeList(to writer: inout CSVWriter) {
        writer.block(header: TimelineItem.csvHeader)
        for item in listItems {
            item.writeCells(to: &writer)
            writer.endRow()
        }
    }

    private func writeSkippedRows(to writer: inout CSVWriter) {
        writer.block(header: ["table", "row", "field", "reason"])
        for skip in skipped {
            writer.cell(skip.table)
            writer.cell(skip.row)
            writer.cell(skip.field)
            writer.cell(skip.reason)
            writer.endRow()
        }
    }
}

extension TimelineItem {
    fileprivate static let csvHeader = [
        "id", "type", "typeLabel", "emoji", "label", "date", "endDate", "schoolId", "schoolName", "details",
    ]

    fileprivate func writeCells(to writer: inout CSVWriter) {
        writer.cell(id)
        writer.cell(type.rawValue)
        writer.cell(typeLabel)
        writer.cell(emoji)
        writer.cell(label)
        writer.cell(date)
        writer.cell(endDate)
        writer.cell(schoolId)
        writer.cell(schoolName)
        writer.cell(details)
    }
}

extension CSVWriter {
    /// Writes a day or an instant; an empty cell where there is none.
    fileprivate mutating func cell(_ date: TimelineDate?) {
        switch date {
        case .day(let day): cell(day)
        case .instant(let instant): cell(instant)
        case nil: cell(String?.none)
        }
    }
}
