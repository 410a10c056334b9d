/// The bars and dots of one lane, and the texts that have room in them or beside them.
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

    /// - Parameters:
    ///   - lane: the lane.
    ///   - top: the lane's upper edge.
    ///   - sheet: what it is drawn on.
    init(_ lane: TimelineLane, top: Double, on sheet: TimelineSheet) {
        let fit = sheet.fit
        let radius = min(4, fit.rowHeight / 2 - 0.75)
        let marks = Self.visible(lane, top: top, on: sheet)
        labels =
            fit.labelSize.map { size in
                Self.labels(marks, radius: radius, size: size, right: sheet.chartRight)
            } ?? []
        self.radius = radius
        self.marks = marks
        barHeight = fit.rowHeight - 2
    }

    /// The marks from left to right, without those that another of their row and type covers.
    private static func visible(_ lane: TimelineLane, top: Double, on sheet: TimelineSheet) -> [Mark] {
        let rowCount = min(max(lane.rowCount, 1), sheet.fit.rowLimit)
        let placed = lane.items.filter { $0.row >= 0 && $0.row < rowCount }.sorted { $0.left < $1.left }
        /// For each row and type the centre of the last dot, and the right edge of the last bar.
        var lastEdges: [Int: Double] = [:]
        return placed.compactMap { placed in
            let (left, right) = (sheet.x(placed.left), sheet.x(placed.left + placed.width))
            let isBar = placed.shape == .bar
            let edge = isBar ? right : (left + right) / 2
            let key = (placed.row * 2 + (isBar ? 1 : 0)) * 4 + placed.item.type.legendIndex
            // A dot that is farther left than this from another cannot be told from it.
            if let last = lastEdges[key], edge - last < 0.25 { return nil }
            lastEdges[key] = edge
            return Mark(
                item: placed.item, isBar: isBar, row: placed.row, left: left, right: right,
                middle: top + sheet.fit.rowTop(placed.row) + sheet.fit.rowHeight / 2)
        }
    }

    private static func labels(
        _ marks: [Mark], radius: Double, size: Double, right edge: Double
    ) -> [TimelineLabel] {
        /// For each row the left edge of the mark behind the one at hand.
        var nextLefts: [Int: Double] = [:]
        return marks.reversed().compactMap { mark in
            let next = nextLefts[mark.row] ?? edge
            nextLefts[mark.row] = mark.left
            let font = PrintText(size: size)
            let text = PrintText.shown(mark.item.emoji + " " + mark.item.label)
            let inside = mark.isBar ? mark.right - mark.left - 5 : 0
            let outsideLeft = (mark.isBar ? mark.right : (mark.left + mark.right) / 2 + radius) + 2
            let outside = next - outsideLeft - 3
            let isInside = inside >= min(font.width(text), outside)
            let room = isInside ? inside : outside
            let cut = font.cut(text, to: room)
            // An ellipsis behind less than a syllable tells nobody anything.
            if cut.count < min(5, text.count) { return nil }
            return TimelineLabel(
                text: text, x: isInside ? mark.left + 3 : outsideLeft, baseline: mark.middle + size * 0.36,
                font: font, room: room, color: isInside ? mark.item.type.sheetTextColor : nil)
        }
    }

    func write(to writer: inout SVGWriter) {
        for mark in marks {
            let title = Self.title(of: mark.item)
            let fill = SVGWriter.Value.text(mark.item.type.sheetColor)
            if mark.isBar {
                let attributes: SVGWriter.Attributes = [
                    "x": .number(mark.left), "y": .number(mark.middle - barHeight / 2),
                    "width": .number(max(mark.right - mark.left, 0.5)), "height": .number(barHeight),
                    "rx": .number(min(2.5, barHeight / 2)), "fill": fill,
                ]
                writer.group("rect", attributes) { $0.element("title", text: title) }
            } else {
                let attributes: SVGWriter.Attributes = [
                    "cx": .number((mark.left + mark.right) / 2), "cy": .number(mark.middle),
                    "r": .number(radius), "fill": fill,
                ]
                writer.group("circle", attributes) { $0.element("title", text: title) }
            }
        }
    }

    /// What a screen reader says and a pointer shows: "🎯 Name. School: Stanford. Date: Jan 15, 2025."
    private static func title(of item: TimelineItem) -> String {
        func isolated(_ text: String) -> String { PrintText.isolated(PrintText.shown(text)) }
        return "\(item.emoji) \(isolated(item.label)). School: \(isolated(item.schoolName)). "
            + "Date: \(item.dayText())."
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

extension TimelineItemType {
    /// The place in the legend, from 0.
    fileprivate var legendIndex: Int {
        switch self {
        case .event: 0
        case .interaction: 1
        case .offer: 2
        case .statusChange: 3
        }
    }
}
