/// Texts of others, made fit for a terminal, and their widths in columns.
enum DisplayText {
    /// A text that can do a terminal no harm, on one line, with single spaces.
    ///
    /// White space becomes a space, other control characters (escape sequences begin with one) U+FFFD;
    /// characters that change the direction of what follows, or that cannot be seen, are left out. A text
    /// of which nothing can be seen is a question mark.
    static func harmless(_ text: String, _ style: TerminalStyle) -> String {
        let scalars = harmlessScalars(text) { _ in " " }
        let words = scalars.split(separator: " ").joined(separator: " ")
        let drawn = String(words.map { drawable($0, style) })
        let isBlank = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        return width(drawn) == 0 && !isBlank ? "?" : drawn
    }

    /// A message that can do a terminal no harm, on one line; line breaks in it are written as escapes.
    static func harmlessMessage(_ text: String) -> String {
        harmlessScalars(text) { scalar in
            switch scalar.value {
            case 0x09, 0x20, 0xa0: " "
            case 0x0a: "\\n"
            case 0x0d: "\\r"
            default: "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
    }

    private static func harmlessScalars(_ text: String, space: (Unicode.Scalar) -> String) -> String {
        var scalars = String.UnicodeScalarView()
        forEachHarmless(text) { scalar, form in
            switch form {
            case .space: scalars.append(contentsOf: space(scalar).unicodeScalars)
            case .scalar(let shown): scalars.append(shown)
            case .nothing: break
            }
        }
        return String(scalars)
    }

    /// What stands in the place of a character.
    enum HarmlessForm {
        case space
        case scalar(Unicode.Scalar)
        case nothing
    }

    /// Calls `body` with each character of a text (each scalar) and what may be shown of it.
    static func forEachHarmless(_ text: String, _ body: (Unicode.Scalar, HarmlessForm) -> Void) {
        var isInFlag = false
        for scalar in text.unicodeScalars {
            // Flags of regions (Scotland) are a black flag with tags, which are invisible elsewhere.
            isInFlag = scalar.value == 0x1f3f4 || isInFlag && tags.contains(scalar.value)
            switch scalar.value {
            case 0x09...0x0d, 0x20, 0x85, 0xa0, 0x2028, 0x2029: body(scalar, .space)
            case 0x00...0x1f, 0x7f...0x9f: body(scalar, .scalar("\u{fffd}"))
            case tags where isInFlag: body(scalar, .scalar(scalar))
            default:
                let isInvisible = invisible.contains { $0.contains(scalar.value) }
                body(scalar, isInvisible ? .nothing : .scalar(scalar))
            }
        }
    }

    private static let tags: ClosedRange<UInt32> = 0xe0020...0xe007f

    /// Characters without a column of their own, of which a text could hold any number: soft hyphens and
    /// zero-width spaces, marks of direction, controls of notations, tags. Joiners are not among them.
    private static let invisible: [ClosedRange<UInt32>] = [
        0xad...0xad, 0x061c...0x061c, 0x200b...0x200b, 0x200e...0x200f, 0x202a...0x202e, 0x2060...0x206f,
        0xfeff...0xfeff, 0xfff9...0xfffb, 0x1bca0...0x1bca3, 0x1d173...0x1d17a, 0xe0000...0xe007f,
    ]

    /// The character, or a replacement where a terminal cannot draw it in its place.
    static func drawable(_ character: Character, _ style: TerminalStyle) -> Character {
        if !style.isUnicode, !character.isASCII { return "?" }
        // No script and no emoji takes more; what does is a heap of accents that covers its neighbours.
        let longest = 16
        if character.unicodeScalars.count > longest {
            return Character(character.unicodeScalars.first ?? "?")
        }
        return character
    }

    /// The columns that a text takes; wide characters take two.
    ///
    /// An emoji of several parts (a skin tone, a family) counts as its parts, as terminals draw it that do not
    /// join them; on those that do, a few columns stay empty, which harms less than a line that is too long.
    static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    static func width(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.isASCII, scalars.count == 1 { return 1 }
        // U+FE0F asks for the coloured form, which is wide.
        if first.properties.isEmoji, scalars.count == 2, scalars.contains("\u{fe0f}") { return 2 }
        return scalars.reduce(0) { $0 + width($1) }
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        case .format:
            // Some are drawn: the signs that Arabic and Syriac put under or around numbers.
            switch scalar.value {
            case 0x0600...0x0605, 0x06dd, 0x070f, 0x0890...0x0891, 0x08e2: return 1
            default: return 0
            }
        default: break
        }
        switch scalar.value {
        // Vowels and final consonants of Hangul join the consonant before them.
        case 0x1160...0x11ff: return 0
        // Two letters are one flag.
        case 0x1f1e6...0x1f1ff: return 1
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wideBlocks.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The blocks of Unicode whose characters are wide (East Asian Width W and F), emoji apart.
    private static let wideBlocks: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff,
        0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18cff, 0x1b000...0x1b2ff,
        0x1f200...0x1f265, 0x20000...0x3fffd,
    ]

    /// A text cut to a width, with an ellipsis where something is missing.
    static func cut(_ text: String, to limit: Int, _ style: TerminalStyle) -> String {
        if width(text) <= limit { return text }
        var start = prefix(text, width: max(0, limit - width(style.ellipsis)))
        while start.last == " " { start.removeLast() }
        return start + style.ellipsis
    }

    /// A text filled up with spaces to a width, or cut to it.
    static func padded(_ text: String, to limit: Int, _ style: TerminalStyle) -> String {
        let cut = cut(text, to: limit, style)
        return cut + String(repeating: " ", count: max(0, limit - width(cut)))
    }

    /// A text that ends at the given column.
    static func rightAligned(_ text: String, to limit: Int) -> String {
        String(repeating: " ", count: max(0, limit - width(text))) + text
    }

    /// The words of a text on lines of a width, at most `lineLimit` of them.
    static func lines(_ text: String, width limit: Int, lineLimit: Int, _ style: TerminalStyle) -> [String] {
        var lines = [""]
        var rest = text.split(separator: " ").map(String.init)[...]
        while let word = rest.popFirst() {
            let line = lines[lines.count - 1]
            let joined = line.isEmpty ? word : line + " " + word
            if width(joined) <= limit {
                lines[lines.count - 1] = joined
            } else if lines.count == lineLimit {
                lines[lines.count - 1] = cut(joined + " " + rest.prefix(1).joined(), to: limit, style)
                break
            } else if width(word) > limit {
                // It must be broken anyway, as scripts without spaces are.
                let start = prefix(word, width: line.isEmpty ? limit : limit - width(line) - 1)
                if !start.isEmpty { lines[lines.count - 1] = line.isEmpty ? start : line + " " + start }
                lines.append("")
                rest = [String(word.dropFirst(start.count))] + rest
            } else {
                lines.append("")
                rest = [word] + rest
            }
        }
        return lines.filter { !$0.isEmpty }
    }

    private static func prefix(_ text: String, width limit: Int) -> String {
        var columns = 0
        return String(
            text.prefix { character in
                columns += width(character)
                return columns <= limit
            })
    }

    /// A number with commas between thousands.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    /// A number with one decimal, rounded.
    static func oneDecimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return grouped(tenths / 10) + "." + String(abs(tenths % 10))
    }
}
