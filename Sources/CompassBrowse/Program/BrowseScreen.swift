import CompassPages
import CompassProgram

/// The screen of the program: tabs, a page, what is open over it, the status and the keys.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension BrowseProgram {
    /// The smallest terminal on which pages are drawn.
    static let minimumSize = (rows: 12, columns: 60)

    /// The rows between the head and the last two lines.
    struct Frame {
        var body: Range<Int>
        var height: Int { body.count }
    }

    var layout: PageLayout {
        PageLayout(isUnicode: style.isUnicode, screenHeight: size.rows, screenWidth: size.columns)
    }

    /// Draws everything.
    func draw() -> ScreenBuffer {
        var screen = ScreenBuffer(rows: size.rows, columns: size.columns)
        guard size.rows >= Self.minimumSize.rows, size.columns >= Self.minimumSize.columns else {
            drawTooSmall(&screen)
            return screen
        }
        drawTabs(&screen)
        let head = drawHead(&screen)
        frame = Frame(body: head..<max(head, size.rows - 2))
        page.update()
        // Figures of an open menu may have changed.
        if var open = page.menu {
            open.menu.update(open.entries())
            page.menu = open
        }
        drawBody(&screen)
        if isHelpOpen { drawHelp(&screen) } else { drawOverlay(&screen) }
        drawStatus(&screen)
        drawHints(&screen)
        return screen
    }

    private func drawTooSmall(_ screen: inout ScreenBuffer) {
        let lines = [
            "compass browse requires a terminal of \(Self.minimumSize.columns) columns",
            "and \(Self.minimumSize.rows) lines; this one has \(size.columns) and \(size.rows).", "q: Quit",
        ]
        for (row, line) in lines.enumerated() { screen.put(line, row: row, column: 0) }
    }

    // MARK: Head

    /// The first column of each tab, and the one after its last.
    var tabColumns: [Range<Int>] {
        let titles = pages.map(\.title)
        let width = titles.reduce(0) { $0 + DisplayText.width($1) + 5 }
        let labels = width <= size.columns ? titles : pages.map(\.tab)
        var column = 0
        return labels.map { label in
            let start = column
            column += DisplayText.width(label) + 4
            defer { column += labels == titles ? 1 : 0 }
            return start..<column
        }
    }

    private func drawTabs(_ screen: inout ScreenBuffer) {
        let columns = tabColumns
        let isWide = (columns.first?.count ?? 0) == DisplayText.width(pages[0].title) + 4
        for (index, (page, columns)) in zip(pages, columns).enumerated() {
            let isShown = index == pageIndex
            let label = " \(index + 1) " + (isWide ? page.title : page.tab) + " "
            let style = isShown ? CellStyle(isBold: true, isReversed: true) : CellStyle.plain
            screen.put(label, row: 0, column: columns.lowerBound, style, limit: columns.upperBound)
            if !isShown {
                screen.put("\(index + 1)", row: 0, column: columns.lowerBound + 1, .color(.cyan))
            }
        }
    }

    /// Draws the title and the settings; returns the row after them.
    private func drawHead(_ screen: inout ScreenBuffer) -> Int {
        let figure = page.isRefreshing ? page.texts.common.loading : page.figure
        let figureColumn = size.columns - 1 - DisplayText.width(figure)
        let end = screen.put(page.title, row: 1, column: 1, .bold)
        if end + 3 + DisplayText.width(page.subtitle) + 2 <= figureColumn {
            screen.put((style.isUnicode ? " · " : " - ") + page.subtitle, row: 1, column: end, .dim)
        }
        screen.put(figure, row: 1, column: figureColumn, .color(.cyan))
        var row = drawControls(&screen, from: 2)
        screen.put(
            String(repeating: style.horizontalLine, count: size.columns), row: row, column: 0, .dim)
        row += 1
        if page.phase == .content, let banner = page.banner { row = draw(banner, &screen, row: row) }
        return row
    }

    private func drawControls(_ screen: inout ScreenBuffer, from first: Int) -> Int {
        var (row, column) = (first, 1)
        for control in page.controls {
            let value = DisplayText.cut(
                DisplayText.harmless(control.value, style), to: max(10, size.columns / 3), style)
            let label = " " + control.label + ": "
            let width =
                DisplayText.width(control.key) + DisplayText.width(label) + DisplayText.width(value)
            if column > 1, column + width >= size.columns {
                row += 1
                column = 1
            }
            column = screen.put(shown(control.key), row: row, column: column, .color(.cyan))
            column = screen.put(label, row: row, column: column, .dim)
            let valueStyle = control.isActive ? CellStyle(color: .yellow, isBold: true) : .plain
            column = screen.put(value, row: row, column: column, valueStyle) + 3
        }
        return row + 1
    }

    private func draw(_ notice: PageNotice, _ screen: inout ScreenBuffer, row: Int) -> Int {
        let text = DisplayText.harmless(notice.text, style)
        let retry = notice.canRetry ? " r: " + page.texts.common.tryAgain : ""
        let lines = DisplayText.lines(text + retry, width: size.columns - 2, lineLimit: 2, style)
        let color: TerminalStyle.Color = notice.kind == .offline ? .yellow : .red
        for (index, line) in lines.enumerated() {
            let cells = CellStyle(color: color, isBold: true, isReversed: true)
            screen.clear(row: row + index, columns: 0..<size.columns, cells)
            screen.put(line, row: row + index, column: 1, cells)
        }
        return row + lines.count
    }

    // MARK: Body

    private func drawBody(_ screen: inout ScreenBuffer) {
        if isSignedOut {
            blocks = PageBlocks([])
            return drawFailure(
                PageFailure(
                    text: "The session is over, or the service requires a key or a token.", canRetry: true),
                ["'--api-key-file' has the project's public key, '--token-file' the user's access token."],
                &screen)
        }
        switch page.phase {
        case .idle, .waiting: blocks = PageBlocks([])
        case .placeholder:
            blocks = PageBlocks([])
            drawPlaceholder(&screen)
        case .failed(let failure):
            blocks = PageBlocks([])
            // The text is the page's; what exactly failed is for whoever keeps the data.
            let reasons = page.tables.compactMap { table in failures[table].map { "\(table.rawValue): \($0)" }
            }
            drawFailure(failure, reasons, &screen)
        case .content:
            let layout = layout
            blocks = page.blocks(layout)
            page.scroller.update(blocks, height: frame.height)
            selectAwaited()
            page.scroller.forEachLine(blocks, height: frame.height) { row, line, isSelected in
                let row = frame.body.lowerBound + row
                if isSelected, !line.runs.isEmpty {
                    screen.put(style.isUnicode ? "▌" : ">", row: row, column: 0, .color(.cyan))
                }
                screen.put(line, row: row, column: 1)
            }
            if let side = page.side(layout) { drawSide(side, &screen) }
        }
    }

    /// Selects what has come back.
    private func selectAwaited() {
        guard let id = page.awaitedSelection else { return }
        page.scroller.select(id: id, blocks)
        guard page.scroller.selectedID == id else { return }
        page.awaitedSelection = nil
        page.scroller.reveal(blocks, height: frame.height)
    }

    private func drawSide(_ side: (width: Int, lines: [StyledLine]), _ screen: inout ScreenBuffer) {
        let column = size.columns - side.width
        for (offset, row) in frame.body.enumerated() {
            screen.clear(row: row, columns: column..<size.columns)
            screen.put(style.verticalLine, row: row, column: column, .dim)
            if side.lines.indices.contains(offset) {
                screen.put(side.lines[offset], row: row, column: column + 1)
            }
        }
    }

    private func drawPlaceholder(_ screen: inout ScreenBuffer) {
        let first = frame.body.lowerBound + 1
        screen.put(page.texts.common.loading, row: first, column: 2, .dim)
        // Where the posts of the first screen will be.
        for place in 0..<5 {
            let row = first + 2 + place * 3
            guard row + 1 < frame.body.upperBound else { return }
            let shade = style.shades[1]
            screen.put(String(repeating: shade, count: 24), row: row, column: 2, .dim)
            screen.put(
                String(repeating: shade, count: min(56, size.columns - 4)), row: row + 1, column: 2, .dim)
        }
    }

    private func drawFailure(_ failure: PageFailure, _ reasons: [String], _ screen: inout ScreenBuffer) {
        var row = frame.body.lowerBound + 1
        func put(_ text: String, _ cells: CellStyle) {
            let text = DisplayText.harmless(text, style)
            for line in DisplayText.lines(text, width: size.columns - 4, lineLimit: 3, style) {
                if row < frame.body.upperBound { screen.put(line, row: row, column: 2, cells) }
                row += 1
            }
        }
        put(failure.text, CellStyle(color: .red, isBold: true))
        for reason in reasons { put(reason, .dim) }
        row += 1
        if failure.canRetry { put("r: " + page.texts.common.tryAgain, .plain) }
    }

    // MARK: Last lines

    private func drawStatus(_ screen: inout ScreenBuffer) {
        let row = size.rows - 2
        screen.cursor = nil
        if let question = page.question {
            screen.put(question.text + " (y/n)", row: row, column: 1, CellStyle(color: .yellow, isBold: true))
            return
        }
        if let prompt = page.prompt { return draw(prompt, &screen, row: row) }
        if let remark = page.remark ?? remark {
            screen.put(
                DisplayText.harmless(remark, style), row: row, column: 1, .color(.cyan),
                limit: size.columns - 1)
            return
        }
        if let message = page.message {
            let color: TerminalStyle.Color = message.kind == .success ? .green : .red
            screen.put(
                DisplayText.harmless(message.text, style), row: row, column: 1,
                CellStyle(color: color, isBold: true), limit: size.columns - 1)
            return
        }
        screen.put(
            DisplayText.cut(place.text(style), to: size.columns - 2, style), row: row,
            column: 1, .dim)
    }

    private func draw(_ prompt: Prompt, _ screen: inout ScreenBuffer, row: Int) {
        let end = screen.put(prompt.label + ": ", row: row, column: 1, .bold)
        let visible = prompt.field.visible(in: max(1, size.columns - end - 2), style)
        screen.put(visible.text, row: row, column: end, limit: size.columns - 1)
        screen.cursor = (row, min(end + visible.cursor, size.columns - 1))
        if let remark = page.remark { screen.put(remark, row: row - 1, column: 1, .color(.yellow)) }
    }

    private var currentHints: [KeyHint] {
        let common = page.texts.common
        if page.question != nil { return [KeyHint("y", common.yes), KeyHint("n", common.no)] }
        if let prompt = page.prompt { return prompt.hints }
        if isHelpOpen, helpHints.count > menuHeight {
            return [KeyHint("↑↓", "Scroll"), KeyHint("Esc", common.close)]
        }
        if page.alert != nil || isHelpOpen { return [KeyHint("Esc", common.close)] }
        if page.menu != nil {
            return [
                KeyHint("↑↓", "Move"), KeyHint("Enter", "Choose"), KeyHint("Esc", common.cancel),
                KeyHint("a-z", "Narrow"),
            ]
        }
        return page.hints
    }

    private func drawHints(_ screen: inout ScreenBuffer) {
        let row = size.rows - 1
        let isPlain =
            page.question == nil && page.prompt == nil && page.menu == nil && page.alert == nil
            && !isHelpOpen
        let fixed = isPlain ? [KeyHint("?", "Help"), KeyHint("q", "Quit")] : []
        let fixedWidth = fixed.reduce(0) { $0 + width(of: $1) + 2 }
        var column = 1
        for hint in currentHints {
            // What does not fit is in the help.
            guard column + width(of: hint) + 2 + fixedWidth <= size.columns else { continue }
            column = put(hint, &screen, row: row, column: column) + 2
        }
        column = size.columns - fixedWidth + 1
        for hint in fixed { column = put(hint, &screen, row: row, column: column) + 2 }
    }

    private func width(of hint: KeyHint) -> Int {
        DisplayText.width(hint.key) + 1 + DisplayText.width(hint.label)
    }

    private func put(_ hint: KeyHint, _ screen: inout ScreenBuffer, row: Int, column: Int) -> Int {
        let end = screen.put(shown(hint.key), row: row, column: column, .color(.cyan))
        return screen.put(hint.label, row: row, column: end + 1, .dim)
    }

    /// Returns a key's name with ASCII only where arrows cannot be drawn.
    private func shown(_ key: String) -> String {
        guard !style.isUnicode else { return key }
        return String(key.map { $0 == "←" || $0 == "↑" ? "<" : $0 == "→" || $0 == "↓" ? ">" : $0 })
    }
}
