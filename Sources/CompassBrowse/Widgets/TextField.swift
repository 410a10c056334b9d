import CompassProgram

/// A line that the user edits.
struct TextField: Hashable {
    /// Longer texts are not accepted; notes of this size fill several screens.
    static let maximumByteCount = 10_000

    private(set) var text: String
    /// The characters before the cursor.
    private(set) var position: Int

    init(_ text: String = "") {
        self.text = text
        position = text.count
    }

    /// Changes the text or the cursor; returns false for keys without a meaning in a line.
    mutating func handle(_ key: TerminalKey) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .backspace: if position > 0 { remove(position - 1..<position) }
        case .delete, .control("d"): if position < text.count { remove(position..<position + 1) }
        case .left, .control("b"): position = max(0, position - 1)
        case .right, .control("f"): position = min(text.count, position + 1)
        case .home, .control("a"): position = 0
        case .end, .control("e"): position = text.count
        case .control("u"): remove(0..<position)
        case .control("k"): remove(position..<text.count)
        case .control("w"): removeWord()
        default: return false
        }
        return true
    }

    /// Inserts a text at the cursor, its lines joined by spaces.
    mutating func insert(_ inserted: String) {
        let line = String(inserted.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        guard text.utf8.count + line.utf8.count <= Self.maximumByteCount else { return }
        // An accent joins the letter before it, so characters are counted afterwards.
        let before = String(text.prefix(position)) + line
        text = before + text.dropFirst(position)
        position = min(before.count, text.count)
    }

    private mutating func remove(_ characters: Range<Int>) {
        let start = text.prefix(characters.lowerBound)
        text = start + String(text.dropFirst(characters.upperBound))
        position = min(start.count, text.count)
    }

    private mutating func removeWord() {
        let before = text.prefix(position)
        let word = before.reversed().drop { $0 == " " }.drop { $0 != " " }
        remove(word.count..<position)
    }

    /// Returns what fits into a number of columns around the cursor, and the cursor's column in it.
    func visible(in columns: Int, _ style: TerminalStyle) -> (text: String, cursor: Int) {
        let characters = text.map { DisplayText.drawable(Self.shown($0), style) }
        var start = position
        var width = 0
        // One column is the cursor's.
        while start > 0, width + DisplayText.width(characters[start - 1]) < columns {
            start -= 1
            width += DisplayText.width(characters[start])
        }
        var end = position
        var total = width
        while end < characters.count, total + DisplayText.width(characters[end]) <= columns {
            total += DisplayText.width(characters[end])
            end += 1
        }
        return (String(characters[start..<end]), width)
    }

    /// A line break in notes is shown in place.
    private static func shown(_ character: Character) -> Character {
        character.isNewline ? "↵" : character
    }
}
