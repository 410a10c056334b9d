extension TimelineSheet {
    /// Writes the card with the list, newest first, in columns.
    func writeList(to writer: inout SVGWriter) {
        let room = contentBottom - listTop - Self.listHeadHeight
        let rowCount = max(1, Int(room / Self.listRowHeight))
        let items = page.listItems
        let capacity = rowCount * Self.listColumnCount
        let isCut = items.count > capacity
        // The last place says how many have none.
        let shown = items.prefix(isCut ? capacity - 1 : capacity)
        let rows = isCut ? rowCount : (items.count + Self.listColumnCount - 1) / Self.listColumnCount
        writer.element(
            "rect",
            [
                "x": .number(left), "y": .number(listTop), "width": .number(contentWidth),
                "height": .number(Self.listHeadHeight + Double(rows) * Self.listRowHeight),
                "rx": .number(8), "fill": "none", "stroke": .text(SheetColor.line),
            ])
        writer.element(
            "text",
            [
                "x": .number(left + 8), "y": .number(listTop + 13), "font-size": .number(9),
                "font-weight": "bold",
            ],
            text: "Timeline List")
        let columnWidth = (contentWidth - 16 - Self.gap) / Double(Self.listColumnCount)
        func place(_ index: Int) -> (x: Double, middle: Double) {
            let x = left + 8 + Double(index / rows) * (columnWidth + Self.gap)
            return (x, listTop + Self.listHeadHeight - 4 + (Double(index % rows) + 0.5) * Self.listRowHeight)
        }
        for (index, item) in shown.enumerated() {
            let (x, middle) = place(index)
            ListRow(item: item, x: x, middle: middle, width: columnWidth).write(to: &writer)
        }
        guard isCut else { return }
        let (x, middle) = place(shown.count)
        writer.element(
            "text",
            [
                "x": .number(x + ListRow.dateLeft), "y": .number(middle + 2.5), "font-size": .number(7),
                "fill": .text(SheetColor.secondary),
            ],
            text: "and \(grouped(items.count - shown.count)) more")
    }
}

/// One item of the list.
private struct ListRow {
    static let dateLeft = 11.0
    private static let dateWidth = 96.0
    private static let schoolWidth = 88.0
    private static let badgeWidth = 50.0
    private static let gap = 5.0

    let item: TimelineItem
    let x: Double
    let middle: Double
    let width: Double

    func write(to writer: inout SVGWriter) {
        writer.element(
            "circle",
            [
                "cx": .number(x + 3.5), "cy": .number(middle), "r": .number(2.5),
                "fill": .text(item.type.sheetColor),
            ])
        let labelLeft = Self.dateLeft + Self.dateWidth + Self.gap
        let schoolLeft = width - Self.badgeWidth - Self.gap - Self.schoolWidth
        write(item.dayText(), at: Self.dateLeft, room: Self.dateWidth, SheetColor.secondary, to: &writer)
        write(
            item.emoji + " " + item.label, at: labelLeft, room: schoolLeft - labelLeft - Self.gap,
            SheetColor.text, to: &writer)
        write(
            item.schoolName, at: schoolLeft, room: Self.schoolWidth, SheetColor.secondary, to: &writer)
        writeBadge(to: &writer)
    }

    private func write(
        _ text: String, at left: Double, room: Double, _ color: String, to writer: inout SVGWriter
    ) {
        writer.element(
            "text",
            [
                "x": .number(x + left), "y": .number(middle + 2.5), "font-size": .number(7),
                "fill": .text(color),
            ],
            text: PrintText(size: 7).cut(PrintText.shown(text), to: room))
    }

    private func writeBadge(to writer: inout SVGWriter) {
        let left = x + width - Self.badgeWidth
        writer.element(
            "rect",
            [
                "x": .number(left), "y": .number(middle - 4.5), "width": .number(Self.badgeWidth),
                "height": .number(9), "rx": .number(4.5), "fill": .text(item.type.sheetColor),
                "fill-opacity": "0.15",
            ])
        writer.element(
            "text",
            [
                "x": .number(left + Self.badgeWidth / 2), "y": .number(middle + 2.2),
                "text-anchor": "middle", "font-size": .number(6),
            ],
            text: item.type.displayName)
    }
}
