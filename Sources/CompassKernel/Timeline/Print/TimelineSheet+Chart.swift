extension TimelineSheet {
    /// Writes the card with the months, the lanes, today's line and the legend.
    func writeChart(types: TimelineItemTypes, to writer: inout SVGWriter) {
        writer.group("defs", [:]) { writer in
            writeClip("timeline-names", left: left, right: chartLeft - 6, to: &writer)
            writeClip("timeline-chart", left: chartLeft, right: right, to: &writer)
        }
        writeCard(top: contentTop, height: legendTop + Self.legendHeight - contentTop, to: &writer)
        let lanes = drawnLanes
        writeLaneGrounds(lanes, to: &writer)
        writeAxis(to: &writer)
        writeNames(lanes, to: &writer)
        let labels = writeMarks(lanes, to: &writer)
        writeToday(to: &writer)
        writer.group("g", ["clip-path": "url(#timeline-chart)"]) { writer in
            for label in labels { label.write(to: &writer) }
        }
        writeRemark(to: &writer)
        writeLegend(types: types, to: &writer)
    }

    private func writeClip(_ id: String, left: Double, right: Double, to writer: inout SVGWriter) {
        writer.group("clipPath", ["id": .text(id)]) { writer in
            writer.rectangle(x: left, y: contentTop, width: right - left, height: legendTop - contentTop)
        }
    }

    /// A lane that is drawn, and its position.
    struct DrawnLane {
        let lane: TimelineLane
        /// Its upper edge.
        let top: Double
        let height: Double
        /// The items that are drawn, those of the lane's first rows.
        let items: [PlacedTimelineItem]
    }

    private var drawnLanes: [DrawnLane] {
        var top = lanesTop
        return zip(page.lanes, fit.rowCounts).map { lane, rowCount in
            let height = fit.laneHeight(rowCount: rowCount)
            defer { top += height }
            return DrawnLane(
                lane: lane, top: top, height: height,
                items: lane.items.filter { $0.row >= 0 && $0.row < rowCount })
        }
    }

    private func writeLaneGrounds(_ lanes: [DrawnLane], to writer: inout SVGWriter) {
        for (index, lane) in lanes.enumerated() {
            let name = PrintText.isolated(PrintText.shown(lane.lane.shownSchoolName))
            let title = "\(name). \(counted(lane.lane.itemCount, "item", "items")) on timeline."
            writeTitled(title, to: &writer) { writer in
                writer.rectangle(
                    x: chartLeft, y: lane.top + 0.5, width: chartRight - chartLeft, height: lane.height - 1,
                    ["rx": .number(3), "fill": .text(SheetColor.background)])
            }
            if index == 0 { continue }
            writer.line(
                x1: left, y1: lane.top, x2: right, y2: lane.top,
                ["stroke": .text(SheetColor.line), "stroke-width": .number(0.5)])
        }
    }

    /// Writes elements with a title for pointers and screen readers.
    private func writeTitled(_ title: String, to writer: inout SVGWriter, _ body: (inout SVGWriter) -> Void) {
        writer.group("g", [:]) { writer in
            writer.element("title", text: title)
            body(&writer)
        }
    }

    private func writeAxis(to writer: inout SVGWriter) {
        // At a height of eight points, a month's name and four digits take this width with a small margin.
        let headers = TimelineAxis(
            page.months, width: chartRight - chartLeft, narrowestMonth: 18, narrowestYear: 24
        ).headers
        writer.group("g", ["stroke": .text(SheetColor.line), "stroke-width": .number(0.5)]) { writer in
            for header in headers where header.left > 0 {
                let x = x(header.left)
                writer.line(x1: x, y1: contentTop + 14, x2: x, y2: lanesBottom)
            }
        }
        for header in headers where !header.label.isEmpty {
            let x = x(header.left) + 3
            writeTitled(header.title, to: &writer) { writer in
                writer.text(header.label, x: x, baseline: contentTop + 21, PrintText(size: 8, isBold: true))
            }
            if header.year.isEmpty { continue }
            writer.text(
                header.year, x: x, baseline: contentTop + 29.5, PrintText(size: 7),
                color: SheetColor.secondary)
        }
    }

    private func writeNames(_ lanes: [DrawnLane], to writer: inout SVGWriter) {
        let nameFont = PrintText(size: fit.nameSize, isBold: true)
        let countFont = PrintText(size: fit.nameSize - 1.5)
        writer.group("g", ["clip-path": "url(#timeline-names)"]) { writer in
            for drawn in lanes {
                let (lane, shownCount) = (drawn.lane, drawn.items.count)
                let count =
                    shownCount == lane.itemCount
                    ? counted(shownCount, "item", "items")
                    : "\(NumberText.grouped(shownCount)) of \(NumberText.grouped(lane.itemCount)) items"
                let room = Self.nameColumnWidth - 20 - countFont.width(count)
                let middle = drawn.top + min(drawn.height, fit.rowTop(1) + fit.rowTop(0)) / 2
                let baseline = middle + fit.nameSize * 0.35
                writer.text(lane.shownSchoolName, x: left + 8, baseline: baseline, nameFont, room: room)
                writer.text(
                    count, x: chartLeft - 7, baseline: baseline, countFont, color: SheetColor.secondary,
                    anchor: .end)
            }
        }
    }

    private func writeMarks(_ lanes: [DrawnLane], to writer: inout SVGWriter) -> [TimelineLabel] {
        var labels: [TimelineLabel] = []
        for lane in lanes {
            let marks = TimelineMarks(lane, on: self)
            marks.write(to: &writer)
            labels += marks.labels
        }
        return labels
    }

    private func writeToday(to writer: inout SVGWriter) {
        guard (0...100).contains(page.todayPosition) else { return }
        let x = x(page.todayPosition)
        writeTitled("Today. \(page.today.fullLabelWithYear).", to: &writer) { writer in
            writer.line(
                x1: x, y1: contentTop + 12, x2: x, y2: lanesBottom,
                ["stroke": .text(SheetColor.today), "stroke-width": .number(1)])
            writer.text(
                "Today", x: min(max(x, chartLeft + 12), chartRight - 12), baseline: contentTop + 9.5,
                PrintText(size: 7, isBold: true), color: SheetColor.today, anchor: .middle)
        }
    }

    /// Writes which lanes are missing.
    private func writeRemark(to writer: inout SVGWriter) {
        if fit.hiddenLaneCount == 0 { return }
        let items = page.lanes.suffix(fit.hiddenLaneCount).reduce(0) { $0 + $1.itemCount }
        writer.text(
            "and \(counted(fit.hiddenLaneCount, "more lane", "more lanes")) with "
                + counted(items, "item", "items"), x: left + 8, baseline: lanesBottom + 8.5,
            PrintText(size: 7), color: SheetColor.secondary)
    }

    private func writeLegend(types: TimelineItemTypes, to writer: inout SVGWriter) {
        var x = chartLeft
        let middle = legendTop + Self.legendHeight / 2
        let font = PrintText(size: 7.5)
        for type in TimelineItemType.allCases where types.contains(TimelineItemTypes(type)) {
            // Only events have a duration.
            if type == .event {
                type.writeBar(left: x, middle: middle, width: 14, height: 7, to: &writer)
                x += 17
            }
            type.writeDot(x: x + 4, middle: middle, radius: 4, to: &writer)
            writer.text(type.pluralName, x: x + 12, baseline: middle + 2.7, font, color: SheetColor.secondary)
            x += 12 + font.width(type.pluralName) + 16
        }
        writer.line(
            x1: x + 3, y1: middle - 5, x2: x + 3, y2: middle + 5,
            ["stroke": .text(SheetColor.today), "stroke-width": .number(1.5)])
        writer.text("Today", x: x + 9, baseline: middle + 2.7, font, color: SheetColor.secondary)
    }
}

extension TimelinePage {
    /// The day whose start is at the position of today, which must be within the range.
    fileprivate var today: CivilDate {
        let (from, to) = (Double(range.from.timestamp.micros), Double(range.to.timestamp.micros))
        let position = from + (to - from) * todayPosition / 100
        let start = Int64(exactly: position.rounded()) ?? range.to.timestamp.micros
        // Days begin at midnight, or, where clocks change, an hour or two from it: noon is on the same day by
        // both offsets. The offset of the range's end, two months ahead, is the closer one.
        let noon = start.saturatingSum(TimeUnits.microsPerDay / 2)
        return TimelineDate.instant(
            ZonedTimestamp(Timestamp(micros: noon), offsetSeconds: range.to.offsetSeconds)
        ).day
    }
}
