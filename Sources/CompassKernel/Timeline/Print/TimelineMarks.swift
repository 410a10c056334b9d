/// The bars and dots of one lane, and the texts that fit in them or beside them.
struct TimelineMarks {
    private struct Mark {
        let item: TimelineItem
        let isBar: Bool
        let row: Int
        let left: Double
        let right: Double
        let middle: Double
    }

    private let marks: [Mark]
    private let radius: Double
    private let barHeight: Double
    /// The texts, to be written above everything else.
    let labels: [TimelineLabel]

    /// Creates the marks of a lane at its position on a sheet.
    init(_ drawn: TimelineSheet.DrawnLane, on sheet: TimelineSheet) {
        let fit = sheet.fit
        let radius = min(4, fit.rowHeight / 2 - 0.75)
        let marks = Self.visible(drawn, on: sheet)
        labels =
            fit.labelSize.map { size in
                Self.labels(marks, radius: radius, size: size, right: sheet.chartRight)
            } ?? []
        self.radius = radius
        self.marks = marks
        barHeight = fit.rowHeight - 2
    }

    /// Returns the marks from left to right, without those that another of their row and type covers.
    private static func visible(_ drawn: TimelineSheet.DrawnLane, on sheet: TimelineSheet) -> [Mark] {
        let placed = drawn.items.sorted { $0.left < $1.left }
        /// For each row and type the center of the last dot, and the right edge of the last bar.
        var lastEdges: [Int: Double] = [:]
        return placed.compactMap { placed in
            let (left, right) = (sheet.x(placed.left), sheet.x(placed.left + placed.width))
            let isBar = placed.shape == .bar
            let edge = isBar ? right : (left + right) / 2
            let key = (placed.row * 2 + (isBar ? 1 : 0)) * 4 + Int(placed.item.type.number)
            // A dot within this distance of another cannot be distinguished from it.
            if let last = lastEdges[key], edge - last < 0.25 { return nil }
            lastEdges[key] = edge
            return Mark(
                item: placed.item, isBar: isBar, row: placed.row, left: left, right: right,
                middle: drawn.top + sheet.fit.rowTop(placed.row) + sheet.fit.rowHeight / 2)
        }
    }

    private static func labels(
        _ marks: [Mark], radius: Double, size: Double, right edge: Double
    ) -> [TimelineLabel] {
        /// For each row the left edge of the mark after the current one.
        var nextLefts: [Int: Double] = [:]
        return marks.reversed().compactMap { mark in
            let next = nextLefts[mark.row] ?? edge
            nextLefts[mark.row] = mark.left
            let font = PrintText(size: size)
            let text = PrintText.shown(mark.item.emoji + " " + mark.item.label)
            let inside = mark.isBar ? mark.right - mark.left - 5 : 0
            let outsideLeft = (mark.isBar ? mark.right : (mark.left + mark.right) / 2 + radius) + 2
            let outside = next - outsideLeft - 3
            let isInside = inside >= outside || font.fits(text, in: inside)
            let room = isInside ? inside : outside
            let cut = font.cut(text, to: room)
            // An ellipsis after less than a syllable is meaningless.
            if cut.count < text.prefix(5).count { return nil }
            return TimelineLabel(
                text: text, x: isInside ? mark.left + 3 : outsideLeft, baseline: mark.middle + size * 0.36,
                font: font, room: room, color: isInside ? mark.item.type.barTextColor : nil)
        }
    }

    func write(to writer: inout SVGWriter) {
        for mark in marks {
            let title = Self.title(of: mark.item)
            let type = mark.item.type
            if mark.isBar {
                type.writeBar(
                    left: mark.left, middle: mark.middle, width: mark.right - mark.left, height: barHeight,
                    title: title, to: &writer)
            } else {
                type.writeDot(
                    x: (mark.left + mark.right) / 2, middle: mark.middle, radius: radius, title: title,
                    to: &writer)
            }
        }
    }

    /// Returns the text for pointers and screen readers: "🎯 Name. School: Stanford. Date: January 15, 2025."
    private static func title(of item: TimelineItem) -> String {
        func isolated(_ text: String) -> String { PrintText.isolated(PrintText.shown(text)) }
        return "\(item.emoji) \(isolated(item.label)). School: \(isolated(item.shownSchoolName)). "
            + "Date: \(item.fullDayText)."
    }
}

/// A text in a bar or beside a dot.
struct TimelineLabel {
    let text: String
    let x: Double
    let baseline: Double
    let font: PrintText
    let room: Double
    let color: String?

    func write(to writer: inout SVGWriter) {
        writer.text(text, x: x, baseline: baseline, font, color: color, room: room)
    }
}
