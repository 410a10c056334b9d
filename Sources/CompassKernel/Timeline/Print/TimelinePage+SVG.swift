extension TimelinePage {
    /// Returns the page on a sheet of paper, landscape: title, months, lanes with stacked bars and dots,
    /// today's line, legend and list.
    ///
    /// Kinds of items differ in shape as well as color: discs and bars for events, rings for interactions,
    /// diamonds for offers, squares for changes of status.
    ///
    /// The drawing is self-contained: it refers to no file, font or script, and the texts of rows are
    /// escaped. The content is limited to one sheet: as lanes require more rows, the row height decreases,
    /// then the lanes with most rows lose their last ones, then the last lanes are omitted; whatever is
    /// omitted is counted in its place. To print many schools, request pages of lanes. The same page gives
    /// the same bytes for one version of Unicode's data, which determines the visible characters of a text.
    ///
    /// - Parameters:
    ///   - paper: the paper's size.
    ///   - title: the heading.
    ///   - subtitle: the line below it, such as the filters in words.
    ///   - types: the kinds of items that the legend explains.
    /// - Returns: an SVG document in UTF-8.
    /// - Complexity: O(l + n log n) for l lanes and the n items of those that are drawn.
    public func svg(
        paper: PaperSize = .a4, title: String = "Recruiting Timeline",
        subtitle: String = "Visual overview of your recruiting journey", types: TimelineItemTypes = .all
    ) -> [UInt8] {
        let sheet = TimelineSheet(page: self, paper: paper)
        var writer = SVGWriter()
        let root: SVGWriter.Attributes = [
            "xmlns": "http://www.w3.org/2000/svg", "role": "graphics-document",
            "width": .text("\(paper.longSideMillimetres)mm"),
            "height": .text("\(paper.shortSideMillimetres)mm"),
            "viewBox": .text("0 0 \(sheet.width) \(sheet.height)"),
            "font-family": "'SF Pro Text', 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif",
            "fill": .text(SheetColor.text),
        ]
        writer.group("svg", root) { writer in
            writer.element("title", text: PrintText.shown(title))
            writer.element("style", text: "@page { size: \(paper.styleName) landscape; margin: 0 }")
            writer.element("rect", ["width": "100%", "height": "100%", "fill": "#FFFFFF"])
            sheet.writeHead(title: title, subtitle: subtitle, to: &writer)
            if state == .items {
                sheet.writeChart(types: types, to: &writer)
                sheet.writeList(to: &writer)
            } else {
                sheet.writeEmptyState(to: &writer)
            }
            sheet.writeFoot(to: &writer)
        }
        return writer.bytes
    }
}

extension TimelineSheet {
    /// Writes the frame of a card over the full width.
    func writeCard(top: Double, height: Double, fill: String = "none", to writer: inout SVGWriter) {
        writer.rectangle(
            x: left, y: top, width: contentWidth, height: height,
            ["rx": .number(8), "fill": .text(fill), "stroke": .text(SheetColor.line)])
    }

    fileprivate func writeHead(title: String, subtitle: String, to writer: inout SVGWriter) {
        let range = page.range.kind.label
        let days = [page.range.from, page.range.to].map { TimelineDate.instant($0).day.labelWithYear }
        let rangeWidth = 200.0
        let room = contentWidth - rangeWidth
        let (large, small) = (top + 16, top + 30)
        let font = PrintText(size: 9)
        let gray = SheetColor.secondary
        writer.text(title, x: left, baseline: large, PrintText(size: 18, isBold: true), room: room)
        writer.text(subtitle, x: left, baseline: small, font, color: gray, room: room)
        writer.text(range, x: right, baseline: large, PrintText(size: 11, isBold: true), anchor: .end)
        writer.text(
            days.joined(separator: " – "), x: right, baseline: small, font, color: gray, anchor: .end,
            room: rangeWidth - 10)
    }

    fileprivate func writeEmptyState(to writer: inout SVGWriter) {
        let height = contentBottom - contentTop
        writeCard(top: contentTop, height: height, fill: SheetColor.background, to: &writer)
        let middle = (contentTop + contentBottom) / 2
        let lines: [(text: String, size: Double, y: Double, color: String?)] = [
            ("📊", 40, -30, nil), (page.state.title ?? "", 16, 6, nil),
            (page.state.subtitle ?? "", 10, 24, SheetColor.secondary),
        ]
        for line in lines {
            writer.text(
                line.text, x: (left + right) / 2, baseline: middle + line.y, PrintText(size: line.size),
                color: line.color, anchor: .middle)
        }
    }

    /// Writes a note about what is not on this sheet.
    fileprivate func writeFoot(to writer: inout SVGWriter) {
        var notes: [String] = []
        if page.lanesPages > 1 {
            let laneCount = NumberText.grouped(page.laneCount)
            notes.append("Page \(page.lanesPage) of \(page.lanesPages) of \(laneCount) lanes")
        }
        let skipped = page.skipped.count
        if skipped > 0 { notes.append("\(counted(skipped, "row", "rows")) of the tables left out") }
        if notes.isEmpty { return }
        writer.text(
            notes.joined(separator: " · "), x: left, baseline: height - TimelineSheet.margin + 2,
            PrintText(size: 7), color: SheetColor.secondary, room: contentWidth)
    }
}

/// The colors of the sheet, the same as those of the page.
enum SheetColor {
    static let text = "#111827"
    static let secondary = "#6B7280"
    static let background = "#F9FAFB"
    static let line = "#E5E7EB"
    static let today = "#FF3333"
}

extension TimelineItemType {
    /// The color of the type's bars and dots.
    var sheetColor: String {
        switch self {
        case .event: "#0066FF"
        case .interaction: "#00CC66"
        case .offer: "#FFD700"
        case .statusChange: "#6B7280"
        }
    }
}
