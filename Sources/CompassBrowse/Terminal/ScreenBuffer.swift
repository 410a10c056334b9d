import CompassProgram

/// A picture of the terminal: rows of cells.
///
/// A wide character is in its first cell, and the cells that it covers have none:
///
///     "a漢b"   →   [a, 1]  [漢, 2]  [–, 0]  [b, 1]
struct ScreenBuffer: Hashable, Sendable {
    struct Cell: Hashable, Sendable {
        var character: Character
        var style: CellStyle
        /// The columns of the character; 0 for a cell that the one before covers.
        var columns: Int

        static let blank = Cell(character: " ", style: .plain, columns: 1)
        fileprivate static let covered = Cell(character: " ", style: .plain, columns: 0)
    }

    let rowCount: Int
    let columnCount: Int
    private(set) var cells: [Cell]
    /// Where the cursor is shown; nil for nowhere.
    var cursor: (row: Int, column: Int)? {
        get { cursorPlace.map { ($0 / columnCount, $0 % columnCount) } }
        set {
            cursorPlace = newValue.flatMap { place in
                contains(place.row, place.column) ? place.row * columnCount + place.column : nil
            }
        }
    }
    private var cursorPlace: Int?

    /// Creates an empty screen.
    init(rows: Int, columns: Int) {
        rowCount = max(0, rows)
        columnCount = max(0, columns)
        cells = [Cell](repeating: .blank, count: rowCount * columnCount)
    }

    subscript(row: Int, column: Int) -> Cell { cells[row * columnCount + column] }

    private func contains(_ row: Int, _ column: Int) -> Bool {
        0..<rowCount ~= row && 0..<columnCount ~= column
    }

    /// Writes a text; what does not fit is cut.
    ///
    /// - Parameter limit: the column before which it ends; the screen's width by default.
    /// - Returns: the column after it.
    @discardableResult
    mutating func put(
        _ text: String, row: Int, column: Int, _ style: CellStyle = .plain, limit: Int = .max
    ) -> Int {
        var column = column
        let limit = min(limit, columnCount)
        guard 0..<rowCount ~= row else { return column }
        for character in text {
            let shown = Self.harmless(character)
            let columns = DisplayText.width(shown)
            // An accent without a letter has no place of its own; terminals differ in what a joiner does there.
            if columns == 0 || Self.isJoiner(shown) { continue }
            if column + columns > limit {
                // Half a character cannot be drawn.
                while column < limit {
                    set(Cell(character: " ", style: style, columns: 1), row, column)
                    column += 1
                }
                break
            }
            if column >= 0 { set(Cell(character: shown, style: style, columns: columns), row, column) }
            column += columns
        }
        return column
    }

    /// Writes a line; what does not fit is cut.
    @discardableResult
    mutating func put(_ line: StyledLine, row: Int, column: Int, limit: Int = .max) -> Int {
        line.runs.reduce(column) { put($1.text, row: row, column: $0, $1.style, limit: limit) }
    }

    /// Fills columns of a row with blanks.
    mutating func clear(row: Int, columns: Range<Int>, _ style: CellStyle = .plain) {
        guard 0..<rowCount ~= row else { return }
        for column in columns.clamped(to: 0..<columnCount) {
            set(Cell(character: " ", style: style, columns: 1), row, column)
        }
    }

    /// Whether a character is nothing but a scalar without width.
    private static func isJoiner(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { (0x200b...0x200d).contains($0.value) || $0.value == 0xfeff }
    }

    /// Returns the character, or a replacement of one that controls the terminal.
    private static func harmless(_ character: Character) -> Character {
        let isControl = character.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x00...0x1f, 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069: true
            default: false
            }
        }
        return isControl ? "\u{fffd}" : DisplayText.drawable(character, .unlimited)
    }

    private mutating func set(_ cell: Cell, _ row: Int, _ column: Int) {
        let start = row * columnCount + column
        blankWhole(at: start, row)
        cells[start] = cell
        for covered in start + 1..<max(start + 1, start + cell.columns) {
            blankWhole(at: covered, row)
            cells[covered] = .covered
        }
    }

    /// Removes the whole character of which a cell is a part, before the cell is overwritten.
    private mutating func blankWhole(at index: Int, _ row: Int) {
        guard cells[index].columns != 1 else { return }
        var start = index
        while cells[start].columns == 0, start > row * columnCount { start -= 1 }
        let end = min(start + max(1, cells[start].columns), (row + 1) * columnCount)
        for index in start..<end {
            cells[index] = Cell(character: " ", style: cells[start].style, columns: 1)
        }
    }

    /// The texts of the rows without spaces at their ends.
    var lines: [String] {
        (0..<rowCount).map { row in
            var line = ""
            for column in 0..<columnCount where self[row, column].columns > 0 {
                line.append(self[row, column].character)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}

extension TerminalStyle {
    /// A style whose characters are not limited to ASCII, for cells.
    fileprivate static let unlimited = TerminalStyle(hasColors: false, isUnicode: true)
}
