import CompassPages
import CompassProgram

/// What is open over a page: a menu, an alert, the help.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension BrowseProgram {
    func drawOverlay(_ screen: inout ScreenBuffer) {
        if let open = page.menu {
            draw(open.menu, &screen)
        } else if let alert = page.alert {
            draw(alert, &screen)
        }
    }

    /// The entries of a menu that fit on the screen.
    var menuHeight: Int { max(1, frame.height - 2) }

    private func draw(_ menu: Menu, _ screen: inout ScreenBuffer) {
        let matches = menu.matches
        let labels = menu.entries.map { DisplayText.harmless($0.label, style) }
        let remarkWidth = menu.entries.map { DisplayText.width($0.remark) }.max() ?? 0
        let labelWidth = min(
            max(labels.map(DisplayText.width).max() ?? 0, DisplayText.width(menu.title) + 2),
            size.columns - 12 - remarkWidth)
        let height = min(matches.count, menuHeight)
        // The height is that of all entries, so that the box does not move while it is narrowed.
        let rows = min(menu.entries.count, menuHeight)
        let title = menu.query.isEmpty ? menu.title : menu.title + ": " + menu.query
        let box = drawBox(
            &screen, title: title, width: labelWidth + remarkWidth + 5, height: rows)
        let selected = matches.firstIndex(of: menu.selected) ?? 0
        let first = max(0, min(selected - height / 2, matches.count - height))
        for (offset, index) in matches[first..<first + height].enumerated() {
            let row = box.row + offset
            let isSelected = index == menu.selected
            let cells = isSelected ? CellStyle(isBold: true, isReversed: true) : .plain
            screen.clear(row: row, columns: box.column..<box.column + box.width, cells)
            let mark = index == menu.current ? (style.isUnicode ? "•" : "*") : " "
            screen.put(
                mark + " " + DisplayText.cut(labels[index], to: labelWidth, style), row: row,
                column: box.column + 1, cells)
            let remark = menu.entries[index].remark
            screen.put(
                remark, row: row, column: box.column + box.width - 1 - DisplayText.width(remark), cells)
        }
        if matches.isEmpty { screen.put("Nothing matches", row: box.row, column: box.column + 1, .dim) }
    }

    private func draw(_ alert: Alert, _ screen: inout ScreenBuffer) {
        let width = min(60, size.columns - 8)
        var lines = DisplayText.lines(
            DisplayText.harmless(alert.title, style), width: width - 2, lineLimit: 3, style)
        let titleCount = lines.count
        for line in alert.lines {
            let text = line.isEmpty ? "" : DisplayText.harmless(line, style)
            let wrapped = DisplayText.lines(text, width: width - 2, lineLimit: 8, style)
            lines += wrapped.isEmpty ? [""] : wrapped
        }
        let box = drawBox(&screen, title: "", width: width, height: min(lines.count, menuHeight))
        for (offset, line) in lines.prefix(menuHeight).enumerated() {
            screen.put(
                line, row: box.row + offset, column: box.column + 1, offset < titleCount ? .bold : .plain)
        }
    }

    /// The keys of the page and those of all pages.
    var helpHints: [KeyHint] {
        page.help + [
            KeyHint("1 … 5  Tab", "The pages"), KeyHint("↑ ↓  wheel", "Move, scroll"),
            KeyHint("PgUp PgDn", "A screen up or down"), KeyHint("Home End", "The beginning, the end"),
            KeyHint("r", page.texts.common.refresh), KeyHint("Ctrl-L", "Draw the screen again"),
            KeyHint("Ctrl-Z", "Stop, until fg"), KeyHint("q  Ctrl-C", "Quit"),
        ]
    }

    func drawHelp(_ screen: inout ScreenBuffer) {
        let hints = helpHints
        let first = max(0, min(helpLine, hints.count - menuHeight))
        let keyWidth = 12
        let width = min(
            size.columns - 4, (hints.map { DisplayText.width($0.label) }.max() ?? 0) + keyWidth + 4)
        let box = drawBox(
            &screen, title: page.title, width: width, height: min(hints.count, menuHeight))
        for (offset, hint) in hints.dropFirst(first).prefix(menuHeight).enumerated() {
            let row = box.row + offset
            let key = style.isUnicode ? hint.key : hint.key.replacing("…", with: "-")
            screen.put(key, row: row, column: box.column + 1, .color(.cyan))
            screen.put(
                hint.label, row: row, column: box.column + 1 + keyWidth, limit: box.column + box.width)
        }
    }

    /// Draws a frame in the middle of the body; returns the place inside.
    private func drawBox(
        _ screen: inout ScreenBuffer, title: String, width: Int, height: Int
    ) -> (row: Int, column: Int, width: Int) {
        let column = max(0, (size.columns - width - 2) / 2)
        let row = frame.body.lowerBound + max(0, (frame.height - height - 2) / 2)
        let edge = String(repeating: style.horizontalLine, count: width)
        screen.put(style.cardTop.left + edge + style.cardTop.right, row: row, column: column, .dim)
        if !title.isEmpty {
            let shown = DisplayText.cut(DisplayText.harmless(title, style), to: width - 4, style)
            screen.put(" " + shown + " ", row: row, column: column + 2, .bold)
        }
        for line in row + 1..<row + 1 + height {
            screen.clear(row: line, columns: column..<column + width + 2)
            screen.put(style.verticalLine, row: line, column: column, .dim)
            screen.put(style.verticalLine, row: line, column: column + width + 1, .dim)
        }
        screen.put(
            style.cardBottom.left + edge + style.cardBottom.right, row: row + 1 + height, column: column,
            .dim)
        return (row + 1, column + 1, width)
    }
}
