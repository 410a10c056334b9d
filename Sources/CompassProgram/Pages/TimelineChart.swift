import CompassKernel

/// The lanes of a timeline in the columns of a terminal.
package struct TimelineChart {
    /// The number of lines of a lane before it is cut.
    private static let rowLimit = 12

    /// The columns of names; nil when they have their own lines.
    private let nameWidth: Int?
    private let marginWidth: Int
    private let columnCount: Int
    private let countWidth: Int
    private let headers: [TimelineAxis.Header]
    /// The column of today; nil when it is not in the range.
    private let todayColumn: Int?
    private let style: TerminalStyle

    /// - Parameters:
    ///   - page: the timeline.
    ///   - text: the page that it is written to.
    package init(page: TimelinePage, text: TextPage) {
        style = text.style
        let counts = page.lanes.map { DisplayText.grouped($0.itemCount) }
        countWidth = counts.map(\.count).max() ?? 1
        let longestName = page.lanes.reduce(0) { longest, lane in
            longest > 40 ? longest : max(longest, DisplayText.width(text.harmless(lane.shownSchoolName)))
        }
        if text.isNarrow {
            nameWidth = nil
            marginWidth = 2
        } else {
            let width = min(max(longestName, 12), style.width / 4)
            nameWidth = width
            marginWidth = width + 1 + countWidth + 1
        }
        columnCount = max(20, style.width - 1 - marginWidth)
        headers =
            TimelineAxis(page.months, width: Double(columnCount), narrowestMonth: 4, narrowestYear: 5).headers
        todayColumn =
            (0...100).contains(page.todayPosition)
            ? Self.column(page.todayPosition, columnCount: columnCount) : nil
    }

    /// Returns the column that contains a position in percent.
    private static func column(_ percent: Double, columnCount: Int) -> Int {
        let share = percent.isFinite ? min(max(percent, 0), 100) / 100 : 0
        return min(Int(share * Double(columnCount)), columnCount - 1)
    }

    private var margin: String { String(repeating: " ", count: marginWidth) }

    // MARK: Axis

    package func addAxis(to text: inout TextPage) {
        let labels = line(of: headers.map { ($0.left, $0.label) })
        let years = line(of: headers.map { ($0.left, $0.year) })
        // The line of today begins here, because dots may cover it in the lanes.
        let isTodayBesideYears = !years.isEmpty && isFree(todayColumn, in: years)
        text.line(margin + drawn(labels, withToday: !isTodayBesideYears, style.bold))
        if !years.isEmpty { text.line(margin + drawn(years, withToday: isTodayBesideYears, style.dim)) }
    }

    private func isFree(_ column: Int?, in line: String) -> Bool {
        guard let column else { return false }
        return line.dropFirst(column).first.map { $0 == " " } ?? true
    }

    /// Returns a line of the axis, with today's line if requested and not covered by a label.
    private func drawn(_ line: String, withToday: Bool, _ draw: (String) -> String) -> String {
        guard withToday, let todayColumn, isFree(todayColumn, in: line) else { return draw(line) }
        let start = String(line.prefix(todayColumn))
        return draw(start + String(repeating: " ", count: todayColumn - start.count))
            + style.colored(style.verticalLine, .red)
            + draw(String(line.dropFirst(todayColumn + 1)))
    }

    /// Returns labels at their positions, without those that would overlap the previous one.
    private func line(of labels: [(left: Double, text: String)]) -> String {
        var line = ""
        for label in labels where !label.text.isEmpty {
            let start = Self.column(label.left, columnCount: columnCount)
            guard start >= line.count + (line.isEmpty ? 0 : 1), start + label.text.count <= columnCount else {
                continue
            }
            line += String(repeating: " ", count: start - line.count) + label.text
        }
        return line
    }

    // MARK: Lanes

    package func add(_ lane: TimelineLane, to text: inout TextPage) {
        let rowCount = min(max(lane.rowCount, 1), Self.rowLimit)
        var rows = [ChartRow](repeating: emptyRow, count: rowCount)
        var hiddenCount = 0
        for placed in lane.items {
            guard placed.row >= 0, placed.row < rowCount else {
                hiddenCount += 1
                continue
            }
            if placed.shape == .bar { addBar(placed, to: &rows[placed.row]) }
        }
        // A dot takes one column, so no bar may cover it.
        for placed in lane.items where placed.shape == .dot && placed.row >= 0 && placed.row < rowCount {
            let column = Self.column(placed.left + placed.width / 2, columnCount: columnCount)
            rows[placed.row][column] = (style.dot(of: placed.item.type), placed.item.type.color)
        }
        let name = text.harmless(lane.shownSchoolName)
        let count = DisplayText.grouped(lane.itemCount)
        var head = margin
        if let nameWidth {
            head =
                style.bold(text.padded(name, to: nameWidth)) + " "
                + style.dim(DisplayText.rightAligned(count, to: countWidth)) + " "
        } else {
            let shown = DisplayText.cut(name, to: text.width - 3 - count.count, style)
            text.line(style.bold(shown) + "  " + style.dim(count))
        }
        for (index, row) in rows.enumerated() { text.line((index > 0 ? margin : head) + drawn(row)) }
        if hiddenCount > 0 {
            text.note("and \(DisplayText.grouped(hiddenCount)) more below these rows", indent: marginWidth)
        }
    }

    /// The text and color of each column.
    private typealias ChartRow = [(text: String, color: TerminalStyle.Color?)]

    private var emptyRow: ChartRow {
        var row = ChartRow(repeating: (" ", nil), count: columnCount)
        for header in headers where header.left > 0 {
            row[Self.column(header.left, columnCount: columnCount)] = (style.gridLine, .gray)
        }
        if let todayColumn { row[todayColumn] = (style.verticalLine, .red) }
        return row
    }

    private func addBar(_ placed: PlacedTimelineItem, to row: inout ChartRow) {
        let start = Self.column(placed.left, columnCount: columnCount)
        let right = placed.left + placed.width
        let share = right.isFinite ? min(max(right, 0), 100) / 100 : 0
        let end = max(start + 1, Int((share * Double(columnCount)).rounded()))
        for column in start..<end {
            row[column] =
                column == todayColumn
                ? (style.verticalLineInBar, .red) : (style.timelineBar, placed.item.type.color)
        }
    }

    /// Returns the row as text, with adjacent columns of one color in one run.
    private func drawn(_ row: ChartRow) -> String {
        var result = ""
        var run = ""
        var color: TerminalStyle.Color?
        func colored() -> String { color.map { style.colored(run, $0) } ?? run }
        for cell in row {
            if cell.color != color {
                result += colored()
                run = ""
                color = cell.color
            }
            run += cell.text
        }
        return result + colored()
    }
}
