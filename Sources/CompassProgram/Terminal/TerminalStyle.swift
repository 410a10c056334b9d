/// The style of text: its characters, its width in columns, and whether it is colored.
///
/// Characters beyond ASCII are used unless the locale (`LC_ALL`, otherwise `LC_CTYPE`, otherwise `LANG`)
/// names another encoding than UTF-8; when no locale is set, UTF-8 is assumed, as today's terminals use it.
package struct TerminalStyle {
    /// The columns of pages that are not shown on a terminal.
    package static let standardWidth = 80
    /// Narrower terminals get pages of 40 columns; wider ones have empty columns at the right.
    package static let widthLimits = 40...200
    /// Longer lines of text are hard to read; only the timeline's lanes use more.
    package static let widestPage = 120

    /// Returns the columns of this output: `COLUMNS`, otherwise those of standard output's terminal,
    /// otherwise 80.
    ///
    /// - Parameter isFile: whether the output goes to a file, regardless of standard output.
    package static func currentWidth(isFile: Bool = false) -> Int {
        let wish = OperatingSystem.environment("COLUMNS").flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
        let terminal = isFile ? nil : OperatingSystem.terminalColumns(OperatingSystem.standardOutput)
        return wish ?? terminal ?? standardWidth
    }

    package enum Color: Int {
        case red = 31
        case green = 32
        case yellow = 33
        case blue = 34
        case magenta = 35
        case cyan = 36
        case gray = 90
    }

    package let hasColors: Bool
    package let isUnicode: Bool
    /// The available columns, within ``widthLimits``.
    package let width: Int

    package init(hasColors: Bool, isUnicode: Bool, width: Int = standardWidth) {
        self.hasColors = hasColors
        self.isUnicode = isUnicode
        self.width = min(max(width, Self.widthLimits.lowerBound), Self.widthLimits.upperBound)
    }

    /// The columns that pages are laid out for.
    package var pageWidth: Int { min(width, Self.widestPage) }

    /// Returns the style for standard output, or a file, and the environment.
    package static func current(color: ColorChoice = .auto, isFile: Bool = false) -> TerminalStyle {
        TerminalStyle(
            hasColors: color.hasColors(isFile: isFile), isUnicode: isUnicodeLocale(),
            width: currentWidth(isFile: isFile))
    }

    private static func isUnicodeLocale() -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { OperatingSystem.environment($0) }
        guard let name = names.first(where: { !$0.isEmpty })?.lowercased() else { return true }
        return name.contains("utf-8") || name.contains("utf8")
    }

    package func bold(_ text: String) -> String { marked(text, 1) }

    package func dim(_ text: String) -> String { marked(text, 2) }

    /// Returns a text with foreground and background exchanged, for search results.
    package func highlighted(_ text: String) -> String { marked(text, 7) }

    package func colored(_ text: String, _ color: Color) -> String { marked(text, color.rawValue) }

    private func marked(_ text: String, _ code: Int) -> String {
        hasColors && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }

    // MARK: Characters

    package var ellipsis: String { isUnicode ? "…" : "..." }
    /// The text for an unknown figure.
    package var absent: String { isUnicode ? "–" : "-" }
    package var separator: String { isUnicode ? " · " : " - " }
    package var horizontalLine: String { isUnicode ? "─" : "-" }
    package var verticalLine: String { isUnicode ? "│" : "|" }
    package var cardTop: (left: String, right: String) { isUnicode ? ("┌", "┐") : ("+", "+") }
    package var cardBottom: (left: String, right: String) { isUnicode ? ("└", "┘") : ("+", "+") }

    /// Bars that grow to the right, from an eighth of a column to a whole one.
    package var horizontalEighths: [String] {
        isUnicode
            ? ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"] : ["", "", "", "#", "#", "#", "#", "#"]
    }

    /// Bars that grow upwards, from an eighth of a line to a whole one.
    package var verticalEighths: [String] {
        isUnicode
            ? ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : [".", ".", ".", ":", ":", ":", "#", "#"]
    }

    /// The shades from zero to the maximum.
    package var shades: [String] { isUnicode ? [" ", "░", "▒", "▓", "█"] : [" ", ".", ":", "+", "#"] }
}
