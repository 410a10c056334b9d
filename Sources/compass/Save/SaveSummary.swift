import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// What `compass save` has written, for people.
struct SaveSummary {
    let file: StoredTables
    let path: String
    let loadings: [TableLoading]
    /// The number of posts in the file, after the changes; nil if it has none.
    let postCount: Int?
    /// The number of changes of posts that were kept beside the tables.
    let changeCount: Int
    /// The time that reading and writing took.
    let nanos: Int64

    func text(_ style: TerminalStyle) -> String {
        let rows = loadings.reduce(0) { $0 + rowCount($1) }
        var lines = [
            style.bold("Saved \(DisplayText.counted(loadings.count, "table", "tables"))") + " into "
                + DisplayText.harmless(path, style),
            "",
            style.dim(Self.line("table", "rows", "bytes")),
        ]
        let sections = file.sections
        for loading in loadings {
            let table = loading.report.table
            let own = sections.filter { $0.table == table && !$0.isSearchIndex }
            lines.append(Self.line(table, DisplayText.grouped(rowCount(loading)), Self.byteCount(own)))
        }
        let index = sections.filter(\.isSearchIndex)
        if !index.isEmpty { lines.append(Self.line("search index of posts", "", Self.byteCount(index))) }
        lines.append("")
        if changeCount > 0 {
            lines.append("\(DisplayText.counted(changeCount, "change", "changes")) of posts included")
        }
        lines.append(
            "\(DisplayText.counted(rows, "row", "rows")), "
                + "\(DisplayText.oneDecimal(Double(file.byteCount) / 1e6)) MB in "
                + "\(DisplayText.oneDecimal(Double(nanos) / 1e9)) s")
        return lines.map { $0 + "\n" }.joined()
    }

    private func rowCount(_ loading: TableLoading) -> Int {
        let loaded = loading.storedRowCount ?? loading.report.loaded
        return loading.report.table == SynthesisTable.socialMediaPosts.rawValue ? postCount ?? loaded : loaded
    }

    private static func byteCount(_ sections: [StoredTables.Section]) -> String {
        DisplayText.grouped(sections.reduce(0) { $0 + $1.byteCount })
    }

    private static func line(_ table: String, _ rows: String, _ bytes: String) -> String {
        let name = table + String(repeating: " ", count: max(0, 22 - table.count))
        return name + [rows, bytes].map { DisplayText.rightAligned($0, to: 15) }.joined()
    }
}
