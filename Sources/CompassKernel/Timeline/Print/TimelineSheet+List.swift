extension TimelineSheet {
    /// Writes the card with the list, newest first, in columns.
    func writeList(to writer: inout SVGWriter) {
        let room = contentBottom - listTop - Self.listHeadHeight
        let rowCount = max(1, Int(room / Self.listRowHeight))
        let items = page.listItems
        let capacity = rowCount * Self.listColumnCount
        let isCut = items.count > capacity
        // The last place shows the number of items that are not listed.
        let shown = items.prefix(isCut ? capacity - 1 : capacity)
        let rows = isCut ? rowCount : (items.count + Self.listColumnCount - 1) / Self.listColumnCount
        writeCard(top: listTop, height: Self.listHeadHeight + Double(rows) * Self.listRowHeight, to: &writer)
        writer.text("Timeline List", x: left + 8, baseline: listTop + 13, PrintText(size: 9, isBold: true))
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
        writer.text(
            "and \(NumberText.grouped(items.count - shown.count)) more", x: x + ListRow.dateLeft,
            baseline: middle + 2.5, PrintText(size: 7), color: SheetColor.secondary)
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
        item.type.writeDot(x: x + 3.5, middle: middle, radius: 2.75, to: &writer)
        let labelLeft = Self.dateLeft + Self.dateWidth + Self.gap
        let schoolLeft = width - Self.badgeWidth - Self.gap - Self.schoolWidth
        let (font, baseline, gray) = (PrintText(size: 7), middle + 2.5, SheetColor.secondary)
        writer.text(
            item.dayText(), x: x + Self.dateLeft, baseline: baseline, font, color: gray,
            room: Self.dateWidth)
        writer.text(
            item.emoji + " " + item.label, x: x + labelLeft, baseline: baseline, font,
            room: schoolLeft - labelLeft - Self.gap)
        writer.text(
            item.shownSchoolName, x: x + schoolLeft, baseline: baseline, font, color: gray,
            room: Self.schoolWidth)
        writeBadge(to: &writer)
    }

    private func writeBadge(to writer: inout SVGWriter) {
        let left = x + width - Self.badgeWidth
        writer.rectangle(
            x: left, y: middle - 4.5, width: Self.badgeWidth, height: 9,
            ["rx": .number(4.5), "fill": .text(item.type.sheetColor), "fill-opacity": "0.15"])
        writer.text(
            item.type.displayName, x: left + Self.badgeWidth / 2, baseline: middle + 2.2,
            PrintText(size: 6), anchor: .middle)
    }
}
