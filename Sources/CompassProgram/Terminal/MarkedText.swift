import CompassKernel

/// An untrusted text, made safe, with marked parts.
///
/// Marks follow the text when it is fitted into lines.
package struct MarkedText {
    private var characters: [Character] = []
    private var marks: [Bool] = []
    private let style: TerminalStyle

    /// - Parameters:
    ///   - text: any text.
    ///   - utf8Ranges: the marked parts, as offsets into its UTF-8, in ascending order.
    package init(_ text: String, marking utf8Ranges: [Range<Int>], _ style: TerminalStyle) {
        self.style = style
        let (scalars, scalarMarks) = Self.harmlessScalars(text, marking: utf8Ranges)
        var scalarIndex = 0
        for character in String(scalars) {
            let next = scalarIndex + character.unicodeScalars.count
            characters.append(DisplayText.drawable(character, style))
            marks.append(scalarMarks[scalarIndex..<next].contains(true))
            scalarIndex = next
        }
        let plain = DisplayText.harmless(text, style)
        // A text without any visible character has become a question mark.
        if String(characters) != plain {
            characters = Array(plain)
            marks = [Bool](repeating: false, count: characters.count)
        }
    }

    private static func harmlessScalars(
        _ text: String, marking ranges: [Range<Int>]
    ) -> (String.UnicodeScalarView, [Bool]) {
        var scalars = String.UnicodeScalarView()
        var marks: [Bool] = []
        var offset = 0
        var ranges = ranges[...]
        var pendingSpace: Bool?
        VisibleText.forEachScalar(of: text) { scalar, form in
            while let first = ranges.first, first.upperBound <= offset { ranges.removeFirst() }
            let isMarked = ranges.first.map { $0.contains(offset) } ?? false
            offset += UTF8.width(scalar)
            switch form {
            case .space:
                // Leading spaces are removed, several become one.
                if !marks.isEmpty { pendingSpace = (pendingSpace ?? false) || isMarked }
            case .scalar(let shown):
                if let space = pendingSpace {
                    scalars.append(" ")
                    marks.append(space)
                    pendingSpace = nil
                }
                scalars.append(shown)
                marks.append(isMarked)
            case .nothing: break
            }
        }
        return (scalars, marks)
    }

    /// The text without marks.
    package var plain: String { String(characters) }

    /// Returns the text on lines of a width, at most `lineLimit` of them, with its marked parts highlighted.
    package func lines(width: Int, lineLimit: Int) -> [String] {
        var position = 0
        return DisplayText.lines(plain, width: width, lineLimit: lineLimit, style).map { line in
            highlighted(line, from: &position) { $0 }
        }
    }

    /// Returns the text cut to a width, with its marked parts highlighted and the others drawn by `draw`.
    package func cut(to width: Int, draw: (String) -> String) -> String {
        var position = 0
        return highlighted(DisplayText.cut(plain, to: width, style), from: &position, draw: draw)
    }

    /// Finds the characters of a line, which has lost spaces at its ends and may end with an ellipsis.
    private func highlighted(
        _ line: String, from position: inout Int, draw: (String) -> String
    ) -> String {
        var result = ""
        var run = ""
        var isRunMarked = false
        func flush() { result += isRunMarked ? style.highlighted(run) : draw(run) }
        for character in line {
            while position < characters.count, characters[position] == " ", character != " " { position += 1 }
            let isFound = position < characters.count && characters[position] == character
            let isMarked = isFound && marks[position]
            if isFound { position += 1 }
            if isMarked != isRunMarked {
                flush()
                run = ""
                isRunMarked = isMarked
            }
            run.append(character)
        }
        flush()
        return result
    }
}
