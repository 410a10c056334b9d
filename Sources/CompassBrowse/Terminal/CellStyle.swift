import CompassProgram

/// How a cell of the screen is drawn.
struct CellStyle: Hashable, Sendable {
    var color: TerminalStyle.Color?
    var isBold = false
    var isDim = false
    var isReversed = false
    var isUnderlined = false

    static let plain = CellStyle()
    static let bold = CellStyle(isBold: true)
    static let dim = CellStyle(isDim: true)
    static let reversed = CellStyle(isReversed: true)

    static func color(_ color: TerminalStyle.Color) -> CellStyle { CellStyle(color: color) }

    /// Returns the sequence that sets this style, whatever was set before.
    ///
    /// Without colors the others remain: they show where one is.
    func sequence(hasColors: Bool) -> String {
        var codes = "0"
        if isBold { codes += ";1" }
        if isDim { codes += ";2" }
        if isUnderlined { codes += ";4" }
        if isReversed { codes += ";7" }
        if hasColors, let color { codes += ";\(color.rawValue)" }
        return "\u{1b}[\(codes)m"
    }

    /// Changes the style as a code of `TerminalStyle` does.
    mutating func apply(code: Int) {
        switch code {
        case 0: self = .plain
        case 1: isBold = true
        case 2: isDim = true
        case 4: isUnderlined = true
        case 7: isReversed = true
        default: if let color = TerminalStyle.Color(rawValue: code) { self.color = color }
        }
    }
}

/// A line of text in runs, each with its style.
struct StyledLine: Hashable, Sendable {
    struct Run: Hashable, Sendable {
        var text: String
        var style: CellStyle
    }

    var runs: [Run]

    init(_ runs: [Run] = []) { self.runs = runs }

    init(_ text: String, _ style: CellStyle = .plain) { runs = [Run(text: text, style: style)] }

    /// Reads a line that a `TerminalStyle` has drawn.
    init(drawn line: some StringProtocol) {
        runs = []
        var style = CellStyle.plain
        var text = String.UnicodeScalarView()
        // Scalars, because an accent at the start of a text joins the end of the mark before it.
        var rest = line.unicodeScalars[...]
        func run() -> [Run] { text.isEmpty ? [] : [Run(text: String(text), style: style)] }
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1b}", rest.first == "[" else {
                text.append(scalar)
                continue
            }
            runs += run()
            text = String.UnicodeScalarView()
            let codes = String(String.UnicodeScalarView(rest.dropFirst().prefix { $0 != "m" }))
            rest = rest.dropFirst(codes.utf8.count + 2)
            for code in codes.split(separator: ";") { style.apply(code: Int(code) ?? 0) }
        }
        runs += run()
    }

    /// The text without styles.
    var text: String { runs.map(\.text).joined() }

    static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        StyledLine(left.runs + right.runs)
    }
}
