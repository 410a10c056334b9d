/// The measuring and truncation of texts on paper: their visible form, their width, and where they are cut.
///
/// The reader's fonts are unknown. Widths are those of Helvetica, with which Arial and Liberation Sans are
/// metrically compatible, and generous estimates for characters that these fonts lack. Texts that nearly fill
/// their space carry their width, for readers without any of these fonts.
struct PrintText {
    /// The height of the font in points.
    let size: Double
    var isBold = false

    /// Returns a text on one line, with single spaces, without control characters and directional marks.
    ///
    /// A text without any visible character becomes a question mark.
    static func shown(_ text: String) -> String {
        let shown = visible(text)
        return !VisibleText.isBlank(text) && shown.allSatisfy { emWidth($0) == 0 } ? "?" : shown
    }

    private static func visible(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var isSpacePending = false
        VisibleText.forEachScalar(of: text) { _, form in
            switch form {
            case .space: isSpacePending = !scalars.isEmpty
            case .scalar(let scalar):
                if isSpacePending { scalars.append(" ") }
                isSpacePending = false
                scalars.append(scalar)
            case .nothing: break
            }
        }
        return String(String(scalars).map(VisibleText.withoutHeap))
    }

    /// Returns the approximate width of a text in points.
    func width(_ text: String) -> Double {
        text.reduce(0) { $0 + Self.emWidth($1) } * size * (isBold ? Self.boldFactor : 1)
    }

    /// Returns whether a text fits into a width in points; a long text is measured only up to that width.
    func fits(_ text: String, in room: Double) -> Bool {
        let emRoom = room / (size * (isBold ? Self.boldFactor : 1))
        var width = 0.0
        return text.allSatisfy { character in
            width += Self.emWidth(character)
            return width <= emRoom
        }
    }

    /// Returns a text cut to a width in points, with an ellipsis; empty where not one character fits.
    func cut(_ text: String, to limit: Double) -> String {
        let scale = size * (isBold ? Self.boldFactor : 1)
        let emLimit = limit / scale
        var width = 0.0
        var fitting = text.startIndex
        var index = text.startIndex
        while index < text.endIndex {
            width += Self.emWidth(text[index])
            // A long text is measured only as far as it is shown.
            if width > emLimit { break }
            index = text.index(after: index)
            if width + Self.emWidth("…") <= emLimit { fitting = index }
        }
        if index == text.endIndex { return text }
        var start = text[..<fitting]
        while start.last == " " { start.removeLast() }
        return start.isEmpty ? "" : Self.isolated(start + "…")
    }

    /// Returns the width into which a reader must squeeze a text because it would not fit in another font;
    /// nil where it fits anyway, or the width is an estimate that would distort the text.
    func squeezedWidth(_ text: String, in room: Double) -> Double? {
        let width = width(text)
        // DejaVu Sans, the widest of those in use, is up to a fifth wider than Helvetica.
        guard width * 1.2 > room, text.allSatisfy(Self.isWidthKnown) else { return nil }
        return width
    }

    /// Returns whether a text has an emoji, which looks wrong when it is squeezed.
    static func hasEmoji(_ text: String) -> Bool { text.contains(where: isEmoji) }

    private static func isEmoji(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{fe0f}" }
    }

    private static func isWidthKnown(_ character: Character) -> Bool {
        guard let first = character.unicodeScalars.first else { return true }
        return first.value < 0x250 || punctuationWidths[first] != nil
            || VisibleText.columns(of: character) == 2
    }

    /// Returns a text that keeps its own direction: a right-to-left text has its ellipsis at the left.
    static func isolated(_ text: String) -> String {
        text.unicodeScalars.contains(where: isRightToLeft) ? "\u{2068}\(text)\u{2069}" : text
    }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Hebrew to Arabic Extended, their presentation forms, and the scripts of the supplementary plane.
        case 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfefe, 0x10800...0x10fff, 0x1e800...0x1efff: true
        default: false
        }
    }

    /// The ratio of the width of a bold text to that of the regular text.
    private static let boldFactor = 1.09

    private static func emWidth(_ character: Character) -> Double {
        if let ascii = character.asciiValue { return asciiWidth(ascii) }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if isEmoji(character) { return 1.4 }
        if let width = punctuationWidths[first] { return width }
        switch VisibleText.columns(of: character) {
        case 0: return 0
        case 1:
            if first.isASCII { return asciiWidth(UInt8(first.value)) }
            if first.value < 0x250 { return first.properties.isLowercase ? 0.556 : 0.722 }
            return isRightToLeft(first) ? 0.65 : 0.8
        // A syllable of several parts is drawn as one, but not by every font.
        case let columns: return min(0.5 * Double(columns), 3)
        }
    }

    private static let punctuationWidths: [Unicode.Scalar: Double] = [
        "…": 1, "→": 1, "–": 0.556, "—": 1, "‘": 0.222, "’": 0.222, "“": 0.333, "”": 0.333, "•": 0.35,
        "\u{2068}": 0, "\u{2069}": 0,
    ]

    private static func asciiWidth(_ byte: UInt8) -> Double { asciiWidths[max(0, Int(byte) - 0x20)] / 1_000 }

    /// The widths of U+0020 to U+007E in Helvetica, in thousandths of the font's height.
    private static let asciiWidths: [Double] = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
        556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
        1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
        667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
        333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
        556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, 0,
    ]
}
