/// How text is drawn: with which characters, and whether with colours.
///
/// Colours are for terminals alone, and never used when the environment has a `NO_COLOR` that is not empty or
/// a `TERM` of `dumb`. Characters beyond ASCII are used unless the locale (`LC_ALL`, else `LC_CTYPE`, else
/// `LANG`) names another encoding than UTF-8; where no locale is set, UTF-8 is what today's terminals read.
struct TerminalStyle {
    /// The columns that pages are laid out for.
    static let width = 80

    /// The columns of standard output's terminal, within what a chart can use; those of pages elsewhere.
    static func currentWidth() -> Int {
        OperatingSystem.terminalColumns(OperatingSystem.standardOutput).map { min(max($0, 72), 200) } ?? width
    }

    enum Color: Int {
        case red = 31
        case green = 32
        case yellow = 33
        case blue = 34
        case magenta = 35
        case cyan = 36
        case gray = 90
    }

    let hasColors: Bool
    let isUnicode: Bool

    /// The style that fits standard output, or a file, and the environment.
    static func current(isFile: Bool = false) -> TerminalStyle {
        let noColor = OperatingSystem.environment("NO_COLOR") ?? ""
        let terminal = OperatingSystem.environment("TERM") ?? ""
        return TerminalStyle(
            hasColors: !isFile && OperatingSystem.isTerminal(OperatingSystem.standardOutput)
                && noColor.isEmpty && !terminal.isEmpty && terminal != "dumb",
            isUnicode: isUnicodeLocale())
    }

    private static func isUnicodeLocale() -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { OperatingSystem.environment($0) }
        guard let name = names.first(where: { !$0.isEmpty })?.lowercased() else { return true }
        return name.contains("utf-8") || name.contains("utf8")
    }

    func bold(_ text: String) -> String { marked(text, 1) }

    func dim(_ text: String) -> String { marked(text, 2) }

    /// Light and dark exchanged, as search results are marked.
    func highlighted(_ text: String) -> String { marked(text, 7) }

    func colored(_ text: String, _ color: Color) -> String { marked(text, color.rawValue) }

    private func marked(_ text: String, _ code: Int) -> String {
        hasColors && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }

    // MARK: Characters

    var ellipsis: String { isUnicode ? "…" : "..." }
    /// What stands for a figure that is not known.
    var absent: String { isUnicode ? "–" : "-" }
    var separator: String { isUnicode ? " · " : " - " }
    var horizontalLine: String { isUnicode ? "─" : "-" }
    var verticalLine: String { isUnicode ? "│" : "|" }
    var cardTop: (left: String, right: String) { isUnicode ? ("┌", "┐") : ("+", "+") }
    var cardBottom: (left: String, right: String) { isUnicode ? ("└", "┘") : ("+", "+") }

    /// Bars that grow to the right, from an eighth of a column to a whole one.
    var horizontalEighths: [String] {
        isUnicode
            ? ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"] : ["", "", "", "#", "#", "#", "#", "#"]
    }

    /// Bars that grow upwards, from an eighth of a line to a whole one.
    var verticalEighths: [String] {
        isUnicode
            ? ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : [".", ".", ".", ":", ":", ":", "#", "#"]
    }

    /// From nothing to the most.
    var shades: [String] { isUnicode ? [" ", "░", "▒", "▓", "█"] : [" ", ".", ":", "+", "#"] }
}
