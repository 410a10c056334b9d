/// Lines of an answer for people, under construction.
struct TextPage {
    let style: TerminalStyle
    /// The columns that lines are laid out for.
    let width: Int
    private(set) var text = ""
    private(set) var lineCount = 0

    init(style: TerminalStyle, width: Int = TerminalStyle.width) {
        self.style = style
        self.width = width
    }

    mutating func line(_ line: String = "") {
        // Spaces at the end say nothing and make lines hard to compare.
        var end = line.endIndex
        while end > line.startIndex, line[line.index(before: end)] == " " { end = line.index(before: end) }
        text += line[..<end] + "\n"
        lineCount += 1
    }

    /// Begins a section with its title, and a remark that ends at the right edge.
    mutating func section(_ title: String, remark: String = "") {
        line()
        let space = width - 1 - DisplayText.width(title)
        let cut = DisplayText.cut(remark, to: max(0, space - 2), style)
        line(style.bold(title) + style.dim(DisplayText.rightAligned(cut, to: space)))
    }

    /// Says why a section is empty.
    mutating func empty(_ reason: String) { line("  " + style.dim(reason)) }

    /// Writes a name, a bar of its share of a hundred, the count and the share.
    mutating func bar(_ name: String, _ count: Int, percentage: Double, _ color: TerminalStyle.Color) {
        let width = 40
        let bar = padded(Bars.horizontal(percentage / 100, width: width, style), to: width)
        line(
            "  " + padded(name, to: 15) + style.colored(bar, color)
                + DisplayText.rightAligned(DisplayText.grouped(count), to: 12)
                + DisplayText.rightAligned(DisplayText.oneDecimal(percentage) + "%", to: 9))
    }

    func harmless(_ text: String) -> String { DisplayText.harmless(text, style) }

    func padded(_ text: String, to width: Int) -> String { DisplayText.padded(text, to: width, style) }
}
