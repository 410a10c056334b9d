import CompassProgram

extension PullManifest {
    /// Returns the summary of a pull for people: a line for each table, and the sums.
    ///
    /// - Parameters:
    ///   - directory: the data directory.
    ///   - nanos: the time that the pull took.
    func summary(directory: String, nanos: Int64, _ style: TerminalStyle) -> String {
        let rows = tables.reduce(0) { $0 + $1.rows }
        let fetched = tables.reduce(0) { $0 + $1.fetched }
        let seconds = Double(max(nanos, 1)) / 1e9
        var lines = [
            style.bold("Pulled \(DisplayText.counted(tables.count, "table", "tables"))") + " from "
                + DisplayText.harmless(url, style) + " into " + DisplayText.harmless(directory, style),
            "",
            style.dim(Self.line("table", "rows", "fetched", "changed", "deleted")),
        ]
        for table in tables {
            let numbers = [table.rows, table.fetched, table.changed, table.deleted].map(DisplayText.grouped)
            lines.append(Self.line(table.table, numbers[0], numbers[1], numbers[2], numbers[3]))
        }
        lines += [
            "",
            "\(DisplayText.counted(rows, "row", "rows")); fetched \(DisplayText.grouped(fetched)) in "
                + "\(DisplayText.oneDecimal(seconds)) s, "
                + "\(DisplayText.grouped(Int((Double(fetched) / seconds).rounded()))) rows/s",
        ]
        return lines.map { $0 + "\n" }.joined()
    }

    private static func line(
        _ table: String, _ rows: String, _ fetched: String, _ changed: String, _ deleted: String
    ) -> String {
        let name = table + String(repeating: " ", count: max(0, 22 - table.count))
        return name + [rows, fetched, changed, deleted].map { DisplayText.rightAligned($0, to: 12) }.joined()
    }
}
