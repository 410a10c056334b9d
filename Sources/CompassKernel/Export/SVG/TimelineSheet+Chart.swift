extension TimelineSheet {
    /// Writes the card with the months, the lanes, today's line and the legend.
    func writeChart(types: TimelineItemTypes, to writer: inout SVGWriter) {
        writer.group("defs", [:]) { writer in
            writeClip("timeline-names", left: left, right: chartLeft - 6, to: &writer)
            writeClip("timeline-chart", left: chartLeft, right: right, to: &writer)
        }
        writer.element(
            "rect",
            [
                "x": .number(left), "y": .number(contentTop), "width": .number(contentWidth),
                "height": .number(legendTop + Self.legendHeight - contentTop), "rx": .number(8),
                "fill": "none", "stroke": .text(SheetColor.line),
            ])
        writeLaneGrounds(to: &writer)
        writeAxis(to: &writer)
        writeNames(to: &writer)
        let labels = writeMarks(to: &writer)
        writeToday(to: &writer)
        writer.group("g", ["clip-path": "url(#timeline-chart)"]) { writer in
            for label in labels { label.write(to: &writer) }
        }
        writeRemark(to: &writer)
        writeLegend(types: types, to: &writer)
    }

    private func writeClip(_ id: String, left: Double, right: Double, to writer: inout SVGWriter) {
        writer.group("clipPath", ["id": .text(id)]) { writer in
            writer.element(
                "rect",
                [
                    "x": .number(left), "y": .number(contentTop), "width": .number(right - left),
                    "height": .number(legendTop - contentTop),
                ])
        }
    }

    /// The lanes that are drawn, each with its top and its height.
    private var drawnLanes: [(lane: TimelineLane, top: Double, height: Double)] {
        var top = lanesTop
        return zip(page.lanes, fit.laneHeights).map { lane, height in
            defer { top += height }
            return (lane, top, height)
        }
    }

    private func writeLaneGrounds(to writer: inout SVGWriter) {
        for (index, lane) in drawnLanes.enumerated() {
            writer.element(
                "rect",
                [
                    "x": .number(chartLeft), "y": .number(lane.top + 0.5),
                    "width": .number(chartRight - chartLeft), "height": .number(lane.height - 1),
                    "rx": .number(3), "fill": .text(SheetColor.background),
                ])
            if index == 0 { continue }
            writer.element(
                "line",
                [
                    "x1": .number(left), "y1": .number(lane.top), "x2": .number(right),
                    "y2": .number(lane.top), "stroke": .text(SheetColor.line), "stroke-width": .number(0.5),
                ])
        }
    }

    private func writeAxis(to writer: inout SVGWriter) {
        // Eight points high, a month's name and four digits take this much with a little room beside them.
        let headers = TimelineAxis(
            page.months, width: chartRight - chartLeft, narrowestMonth: 18, narrowestYear: 24
        ).headers
        writer.group("g", ["stroke": .text(SheetColor.line), "stroke-width": .number(0.5)]) { writer in
            for header in headers where header.left > 0 {
                let x = x(header.left)
                writer.element(
                    "line",
                    [
                        "x1": .number(x), "y1": .number(contentTop + 14), "x2": .number(x),
                        "y2": .number(lanesBottom),
                    ])
            }
        }
        for header in headers where !header.label.isEmpty {
            let x = x(header.left) + 3
            writer.text(
                header.label, x: x, baseline: contentTop + 21, PrintText(size: 8, isBold: true))
            if header.year.isEmpty { continue }
            writer.text(
                header.year, x: x, baseline: contentTop + 29.5, PrintText(size: 7),
                color: SheetColor.secondary)
        }
    }

    private func writeNames(to writer: inout SVGWriter) {
        let nameFont = PrintText(size: fit.nameSize, isBold: true)
        let countFont = PrintText(size: fit.nameSize - 1.5)
        writer.group("g", ["clip-path": "url(#timeline-names)"]) { writer in
            for (lane, top, height) in drawnLanes {
                let drawn =
                    lane.rowCount <= fit.rowLimit
                    ? lane.itemCount : lane.items.count { $0.row < fit.rowLimit }
                let count =
                    drawn == lane.itemCount
                    ? counted(drawn, "item", "items")
                    : "\(grouped(drawn)) of \(grouped(lane.itemCount)) items"
                let room = Self.nameColumnWidth - 20 - countFont.width(count)
                let middle = top + min(height, fit.rowTop(1) + fit.rowTop(0)) / 2
                let baseline = middle + fit.nameSize * 0.35
                writer.text(lane.schoolName, x: left + 8, baseline: baseline, nameFont, room: room)
                writer.text(
                    count, x: chartLeft - 7, baseline: baseline, countFont, color: SheetColor.secondary,
                    anchor: .end)
            }
        }
    }

    private func writeMarks(to writer: inout SVGWriter) -> [TimelineLabel] {
        var labels: [TimelineLabel] = []
        for (lane, top, _) in drawnLanes {
            let marks = TimelineMarks(lane, top: top, on: self)
            marks.write(to: &writer)
            labels += marks.labels
        }
        return labels
    }

    private func writeToday(to writer: inout SVGWriter) {
        guard (0...100).contains(page.todayPosition) else { return }
        let x = x(page.todayPosition)
        writer.element(
            "line",
            [
                "x1": .number(x), "y1": .number(contentTop + 12), "x2": .number(x),
                "y2": .number(lanesBottom), "stroke": .text(SheetColor.today), "stroke-width": .number(1),
            ])
        writer.text(
            "Today", x: min(max(x, chartLeft + 12), chartRight - 12), baseline: contentTop + 9.5,
            PrintText(size: 7, isBold: true), color: SheetColor.today, anchor: .middle)
    }

    /// Says which lanes are missing.
    private func writeRemark(to writer: inout SVGWriter) {
        if fit.hiddenLaneCount == 0 { return }
        let items = page.lanes.suffix(fit.hiddenLaneCount).reduce(0) { $0 + $1.itemCount }
        writer.text(
            "and \(counted(fit.hiddenLaneCount, "more school", "more schools")) with "
                + counted(items, "item", "items"), x: left + 8, baseline: lanesBottom + 8.5,
            PrintText(size: 7), color: SheetColor.secondary)
    }

    private func writeLegend(types: TimelineItemTypes, to writer: inout SVGWriter) {
        var x = chartLeft
        let middle = legendTop + Self.legendHeight / 2
        let font = PrintText(size: 7.5)
        for type in TimelineItemType.allCases where types.contains(TimelineItemTypes(type)) {
            writer.element(
                "rect",
                [
                    "x": .number(x), "y": .number(middle - 4), "width": .number(8), "height": .number(8),
                    "rx": .number(2), "fill": .text(type.sheetColor),
                ])
            writer.text(
                type.pluralName, x: x + 12, baseline: middle + 2.7, font, color: SheetColor.secondary)
            x += 12 + font.width(type.pluralName) + 16
        }
        writer.element(
            "line",
            [
                "x1": .number(x + 3), "y1": .number(middle - 5), "x2": .number(x + 3),
                "y2": .number(middle + 5), "stroke": .text(SheetColor.today), "stroke-width": .number(1.5),
            ])
        writer.text("Today", x: x + 9, baseline: middle + 2.7, font, color: SheetColor.secondary)
    }
}
