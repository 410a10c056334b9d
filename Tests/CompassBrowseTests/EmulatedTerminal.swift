import CompassProgram

/// A terminal that understands what the program writes: it draws characters, moves its cursor and clears itself.
struct EmulatedTerminal {
    private(set) var rows: [[String]]
    private(set) var cursor = (row: 0, column: 0)
    private(set) var isCursorVisible = true
    private let columnCount: Int
    /// The columns of a character on this terminal, which need not be those that the program expects.
    var columns: (Character) -> Int = { DisplayText.width($0) }
    /// The characters that were drawn.
    private(set) var drawnCount = 0

    init(rows: Int, columns: Int) {
        columnCount = columns
        self.rows = [[String]](repeating: [String](repeating: " ", count: columns), count: rows)
    }

    var lines: [String] {
        rows.map { row in
            var line = row.joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    mutating func write(_ text: String) {
        var scalars = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1b}" else {
                scalars.append(scalar)
                continue
            }
            draw(String(scalars))
            scalars = String.UnicodeScalarView()
            precondition(rest.popFirst() == "[", "only control sequences are expected")
            let parameters = rest.prefix { !("@"..."~").contains($0) }
            rest = rest.dropFirst(parameters.count)
            control(String(parameters), rest.popFirst() ?? " ")
        }
        draw(String(scalars))
    }

    private mutating func control(_ parameters: String, _ final: Unicode.Scalar) {
        switch (parameters, final) {
        case ("2", "J"):
            for row in rows.indices { rows[row] = [String](repeating: " ", count: columnCount) }
        case (_, "H"):
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            cursor = (numbers[0] - 1, numbers[1] - 1)
        case ("?25", "h"): isCursorVisible = true
        case ("?25", "l"): isCursorVisible = false
        case (_, "m"), ("?2026", "h"), ("?2026", "l"): break
        default: preconditionFailure("unknown sequence \(parameters)\(final)")
        }
    }

    private mutating func draw(_ text: String) {
        for character in text {
            drawnCount += 1
            let width = max(1, columns(character))
            guard rows.indices.contains(cursor.row), cursor.column + width <= columnCount else { continue }
            // A terminal blanks the rest of a wide character of which it overwrites a part.
            for column in cursor.column..<cursor.column + width { blankWhole(column) }
            rows[cursor.row][cursor.column] = String(character)
            for column in cursor.column + 1..<max(cursor.column + 1, cursor.column + width) {
                rows[cursor.row][column] = ""
            }
            cursor.column += width
        }
    }

    private mutating func blankWhole(_ column: Int) {
        var start = column
        while start > 0, rows[cursor.row][start].isEmpty { start -= 1 }
        var end = column + 1
        while end < columnCount, rows[cursor.row][end].isEmpty { end += 1 }
        for index in start..<end { rows[cursor.row][index] = " " }
    }
}
