/// A text page under construction.
package struct TextPage {
    package let style: TerminalStyle
    /// The columns of the layout.
    package let width: Int
    package private(set) var text = ""
    package private(set) var lineCount = 0

    package init(style: TerminalStyle) {
        self.style = style
        width = style.pageWidth
    }

    /// Whether the page is so narrow that parts that are otherwise side by side are placed below each other.
    package var isNarrow: Bool { width < 60 }

    package mutating func line(_ line: String = "") {
        // Trailing spaces are removed: they carry no meaning and make lines hard to compare.
        var end = line.endIndex
        while end > line.startIndex, line[line.index(before: end)] == " " { end = line.index(before: end) }
        text += line[..<end] + "\n"
        lineCount += 1
    }

    /// Begins the page with its name and subject, side by side, or below each other when they do not fit.
    package mutating func title(_ name: String, _ parts: String?...) {
        let parts = [name] + parts.compactMap { $0.map(harmless) }
        for text in joined(parts.map(style.bold), by: style.separator) { line(text) }
    }

    /// Begins a section with its title, and a remark that ends at the right edge, or is below the title when
    /// it does not fit.
    ///
    /// - Parameter width: the columns of the section; those of the page when it is nil.
    package mutating func section(_ title: String, remark: String = "", width: Int? = nil) {
        line()
        let space = (width ?? self.width) - 1 - DisplayText.width(title)
        let isBeside = remark.isEmpty || DisplayText.width(remark) <= space - 2
        line(style.bold(title) + (isBeside ? style.dim(DisplayText.rightAligned(remark, to: space)) : ""))
        if !isBeside { note(remark) }
    }

    /// Writes why a section is empty.
    package mutating func empty(_ reason: String) { note(reason) }

    /// Writes a text on as many lines as required, up to four.
    package mutating func note(_ text: String, indent: Int = 2, _ draw: ((String) -> String)? = nil) {
        let margin = String(repeating: " ", count: indent)
        for words in DisplayText.lines(text, width: width - 1 - indent, lineLimit: 4, style) {
            line(margin + (draw?(words) ?? style.dim(words)))
        }
    }

    /// Returns parts side by side, on as many lines as required; each must fit on a line.
    ///
    /// - Parameters:
    ///   - parts: texts, already drawn.
    ///   - indent: the number of spaces at the start of each line.
    package func joined(_ parts: [String], by separator: String, indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let limit = indent == 0 ? width : width - 1
        var lines: [String] = []
        var columns = 0
        for part in parts {
            let partColumns = DisplayText.drawnWidth(part)
            let separatorColumns = DisplayText.width(separator)
            if lines.isEmpty || columns + separatorColumns + partColumns > limit {
                lines.append(margin + part)
                columns = indent + partColumns
            } else {
                lines[lines.count - 1] += separator + part
                columns += separatorColumns + partColumns
            }
        }
        return lines
    }

    package func harmless(_ text: String) -> String { DisplayText.harmless(text, style) }

    package func padded(_ text: String, to width: Int) -> String {
        DisplayText.padded(text, to: width, style)
    }
}
