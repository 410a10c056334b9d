/// The bytes that turn one picture into another.
extension ScreenBuffer {
    /// Returns what is to be written to a terminal that shows `old`, so that it shows this screen.
    ///
    /// Only cells that differ are written.
    ///
    /// - Parameter old: the screen that is shown; nil if that is not known.
    func update(from old: ScreenBuffer?, hasColors: Bool) -> String {
        let isKnown = old.map { $0.rowCount == rowCount && $0.columnCount == columnCount } ?? false
        var writer = UpdateWriter(hasColors: hasColors)
        if !isKnown { writer.clear() }
        let shown = isKnown ? old! : ScreenBuffer(rows: rowCount, columns: columnCount)
        for row in 0..<rowCount {
            var column = 0
            while column < columnCount {
                let cell = self[row, column]
                let next = min(column + max(1, cell.columns), columnCount)
                if (column..<next).contains(where: { self[row, $0] != shown[row, $0] }) {
                    writer.write(cell, row: row, column: column)
                }
                column = next
            }
        }
        let cursorMoved = old.map {
            $0.cursor.map { [$0.row, $0.column] } != cursor.map { [$0.row, $0.column] }
        }
        if writer.isEmpty, isKnown, cursorMoved == false { return "" }
        return writer.finish(cursor: cursor)
    }
}

/// Collects the changes of a frame.
private struct UpdateWriter {
    private let hasColors: Bool
    private var text = ""
    private var style: CellStyle?
    /// Where the terminal's cursor is; nil if that is not certain.
    private var place: (row: Int, column: Int)?

    init(hasColors: Bool) { self.hasColors = hasColors }

    var isEmpty: Bool { text.isEmpty }

    mutating func clear() {
        text += "\u{1b}[0m\u{1b}[2J"
        style = .plain
    }

    mutating func write(_ cell: ScreenBuffer.Cell, row: Int, column: Int) {
        move(row, column)
        if style != cell.style {
            text += cell.style.sequence(hasColors: hasColors)
            style = cell.style
        }
        guard Self.isCertain(cell.character) else {
            // Terminals disagree on its columns, and those that it does not take would keep what they had.
            text += String(repeating: " ", count: max(1, cell.columns))
            place = nil
            move(row, column)
            text.append(cell.character)
            place = nil
            return
        }
        text.append(cell.character)
        place = (row, column + max(1, cell.columns))
    }

    private mutating func move(_ row: Int, _ column: Int) {
        if let place, place == (row, column) { return }
        text += "\u{1b}[\(row + 1);\(column + 1)H"
        place = (row, column)
    }

    /// Whether all terminals give a character the same columns: ASCII, letters, and the blocks of charts.
    private static func isCertain(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard scalars.count == 1, let scalar = scalars.first else { return false }
        switch scalar.value {
        case 0x20...0x7e, 0xa1...0x02ff, 0x0370...0x052f, 0x2010...0x2027, 0x2500...0x259f: return true
        default: return false
        }
    }

    mutating func finish(cursor: (row: Int, column: Int)?) -> String {
        if let style, style != .plain { text += "\u{1b}[0m" }
        var frame = "\u{1b}[?2026h\u{1b}[?25l" + text
        if let cursor { frame += "\u{1b}[\(cursor.row + 1);\(cursor.column + 1)H\u{1b}[?25h" }
        return frame + "\u{1b}[?2026l"
    }
}
