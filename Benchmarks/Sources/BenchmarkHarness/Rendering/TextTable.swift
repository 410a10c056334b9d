/// A text table for terminals and Markdown.
public struct TextTable: Hashable, Sendable {
    /// The column headings.
    public let head: [String]
    /// The rows, each with as many cells as there are headings.
    public private(set) var lines: [[String]] = []
    /// The number of leading columns with words; the others hold figures and are aligned right.
    public let wordColumns: Int

    /// Creates an empty table.
    public init(_ head: [String], wordColumns: Int = 1) {
        self.head = head
        self.wordColumns = wordColumns
    }

    /// Adds a row.
    public mutating func append(_ cells: [String]) {
        precondition(cells.count == head.count, "a line of \(cells.count) cells in \(head.count) columns")
        lines.append(cells)
    }

    /// The table in columns of equal width.
    public var plainText: String {
        let widths = head.indices.map { column in
            ([head] + lines).map { $0[column].count }.max() ?? 0
        }
        let rule = widths.map { String(repeating: "─", count: $0) }
        return ([head, rule] + lines).map { cells in
            let padded = cells.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return column < wordColumns ? text + padding : padding + text
            }
            return padded.joined(separator: "  ").trimmingTrailingSpaces()
        }.joined(separator: "\n")
    }

    /// The table in Markdown.
    public var markdown: String {
        let rule = head.indices.map { $0 < wordColumns ? "---" : "---:" }
        return ([head.map(Self.markdownLine), rule] + lines.map { $0.map(Self.markdownLine) }).map { cells in
            "| " + cells.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }

    /// Formats texts as a list in Markdown.
    static func markdownList(_ texts: [String]) -> String {
        texts.map { "* " + markdownLine($0) }.joined(separator: "\n")
    }

    /// Escapes a text so that it neither ends its line or cell nor begins an HTML element.
    private static func markdownLine(_ text: String) -> String {
        text.map { character in
            switch character {
            case "|": "\\|"
            case "<": "&lt;"
            default: character.isNewline ? " " : String(character)
            }
        }.joined()
    }
}

extension String {
    fileprivate func trimmingTrailingSpaces() -> String {
        String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
    }
}
