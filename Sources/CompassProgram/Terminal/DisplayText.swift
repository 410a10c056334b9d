import CompassKernel

/// Untrusted texts, made safe for a terminal, and their widths in columns.
package enum DisplayText {
    /// Returns a text that is safe for a terminal, on one line, with single spaces.
    ///
    /// White space becomes a space, other control characters (escape sequences begin with one) become U+FFFD;
    /// characters that change the text direction, or that are invisible, are removed. A text without any
    /// visible character becomes a question mark.
    package static func harmless(_ text: String, _ style: TerminalStyle) -> String {
        let scalars = harmlessScalars(text) { _ in " " }
        let words = scalars.split(separator: " ").joined(separator: " ")
        let drawn = String(words.map { drawable($0, style) })
        return width(drawn) == 0 && !VisibleText.isBlank(text) ? "?" : drawn
    }

    /// Returns a message that is safe for a terminal, on one line; line breaks in it are escaped.
    package static func harmlessMessage(_ text: String) -> String {
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
        VisibleText.forEachScalar(of: text) { scalar, form in
            switch form {
            case .space: scalars.append(contentsOf: space(scalar).unicodeScalars)
            case .scalar(let shown): scalars.append(shown)
            case .nothing: break
            }
        }
        return String(scalars)
    }

    /// Returns the character, or a replacement when a terminal cannot draw it in its place.
    package static func drawable(_ character: Character, _ style: TerminalStyle) -> Character {
        if !style.isUnicode, !character.isASCII { return "?" }
        return VisibleText.withoutHeap(character)
    }

    /// Returns the columns that a text takes; wide characters take two.
    ///
    /// An emoji of several parts (a skin tone, a family) counts as its parts, as terminals draw it that do
    /// not join them; on those that do, a few columns remain empty, which is better than a line that is too
    /// long.
    package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    package static func width(_ character: Character) -> Int { VisibleText.columns(of: character) }

    /// Returns the columns of a text that a style has drawn, whose marks take none.
    package static func drawnWidth(_ text: String) -> Int {
        text.split(separator: "\u{1b}[", omittingEmptySubsequences: false).enumerated().reduce(0) {
            sum, part in
            let shown = part.offset == 0 ? part.element : part.element.drop { $0 != "m" }.dropFirst()
            return sum + width(String(shown))
        }
    }

    /// Returns a text cut to a width, with an ellipsis when something is missing.
    package static func cut(_ text: String, to limit: Int, _ style: TerminalStyle) -> String {
        if width(text) <= limit { return text }
        var start = prefix(text, width: max(0, limit - width(style.ellipsis)))
        while start.last == " " { start.removeLast() }
        return start + style.ellipsis
    }

    /// Returns a text padded with spaces to a width, or cut to it.
    package static func padded(_ text: String, to limit: Int, _ style: TerminalStyle) -> String {
        let cut = cut(text, to: limit, style)
        return cut + String(repeating: " ", count: max(0, limit - width(cut)))
    }

    /// Returns a text padded so that it ends at the given column.
    package static func rightAligned(_ text: String, to limit: Int) -> String {
        String(repeating: " ", count: max(0, limit - width(text))) + text
    }

    /// Returns the words of a text on lines of a width, at most `lineLimit` of them.
    package static func lines(_ text: String, width limit: Int, lineLimit: Int, _ style: TerminalStyle)
        -> [String]
    {
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
                // The word must be broken in any case, as in scripts without spaces.
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
}
