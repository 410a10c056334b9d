extension TimelinePage {
    /// Returns the page as static HTML: a row for each lane with its bars and dots below the months, today's
    /// line and a legend, then the list, newest first.
    ///
    /// Kinds of items differ in shape as well as color, as in ``svg(paper:title:subtitle:types:)``. A lane
    /// shows its first six rows, all lanes together at most 1,500 items; every lane has its number of items.
    ///
    /// - Parameters:
    ///   - form: a fragment for a notebook, or a document.
    ///   - limit: the maximum number of lanes and of rows of the list; the others are counted. By
    ///     default 20 in a fragment and 100 in a document.
    /// - Returns: the bytes in UTF-8, the same for the same page; see ``HTMLForm``.
    /// - Complexity: O(n + `limit`) for the n items of the first `limit` lanes.
    public func html(_ form: HTMLForm = .document, listing limit: Int? = nil) -> [UInt8] {
        TimelineExcerpt(self, limit: form.limit(limit)).html(form)
    }
}

extension TimelineLayout {
    /// Returns the page as static HTML, the same as ``TimelinePage/html(_:listing:)`` of ``page``, without
    /// reading the texts of items that are not shown.
    ///
    /// - Complexity: O(n + `limit`) for the n items of the first `limit` lanes, of which only those of the
    ///   first rows are read.
    public func html(_ form: HTMLForm = .document, listing limit: Int? = nil) -> [UInt8] {
        TimelineExcerpt(self, limit: form.limit(limit)).html(form)
    }
}

extension TimelineExcerpt {
    private static let rowHeight = 16.0
    private static let padding = 4.0

    fileprivate func html(_ form: HTMLForm) -> [UInt8] {
        HTMLWriter.page(form, title: "Recruiting Timeline", subtitle: rangeText, isEmpty: state != .items) {
            writer in
            guard state == .items else {
                writer.emptyState(state.title ?? "", state.subtitle)
                return writeSkipped(to: &writer)
            }
            writeChart(to: &writer)
            writer.section("Timeline List") { writeList(to: &$0) }
            writeSkipped(to: &writer)
        }
    }

    private var rangeText: String {
        let days = [range.from, range.to].map { TimelineDate.instant($0).day.labelWithYear }
        return "\(range.kind.label), \(days.joined(separator: " – "))"
    }

    private func writeChart(to writer: inout HTMLWriter) {
        writer.group("figure", ["class": "chart"]) { writer in
            writer.element(
                "figcaption",
                text: "\(HTMLText.counted(laneCount, "lane", "lanes")), "
                    + "\(HTMLText.counted(listCount, "item", "items"))")
            writer.group("table", ["class": "lanes"]) { writer in
                writer.group("thead") { writer in
                    writer.group("tr") { writer in
                        writer.element("th", ["scope": "col"], text: "School")
                        writer.group("th", ["scope": "col"]) { writeMonths(to: &$0) }
                    }
                }
                writer.group("tbody") { writer in
                    for lane in lanes { write(lane, to: &writer) }
                }
            }
            writer.more(laneCount - lanes.count)
            writeLegend(to: &writer)
        }
    }

    private func writeMonths(to writer: inout HTMLWriter) {
        // Widths are estimated for a narrow screen: labels must not overlap there.
        let headers = TimelineAxis(months, width: 300, narrowestMonth: 26, narrowestYear: 32).headers
        let title = "Months from \(headers.first?.title ?? "") to \(headers.last?.title ?? "")"
        writer.group("svg", ["role": "img", "width": "100%", "height": "28"]) { writer in
            writer.element("title", text: title)
            for header in headers where !header.label.isEmpty {
                let x = Value.percent(Self.position(header.left))
                writer.element(
                    "text", ["class": "month", "x": x, "dx": "2", "y": "11"], text: header.label)
                if header.year.isEmpty { continue }
                writer.element("text", ["class": "month", "x": x, "dx": "2", "y": "24"], text: header.year)
            }
        }
    }

    private func write(_ lane: Lane, to writer: inout HTMLWriter) {
        let height = Double(lane.rowCount) * Self.rowHeight + 2 * Self.padding
        let count = HTMLText.counted(lane.itemCount, "item", "items")
        writer.group("tr") { writer in
            writer.group("th", ["scope": "row"]) { writer in
                writer.userText(lane.name, limit: 80)
                writer.element("br", [:])
                writer.element("span", ["class": "remark"], text: remark(of: lane, count))
            }
            writer.group("td") { writer in
                writer.group(
                    "svg", ["role": "img", "width": "100%", "height": .number(height)]
                ) { writer in
                    writer.element("title", text: "\(HTMLText.shown(lane.name, limit: 80)): \(count)")
                    writeGrid(height: height, to: &writer)
                    for item in lane.items { write(item, to: &writer) }
                }
            }
        }
    }

    private func remark(of lane: Lane, _ count: String) -> String {
        let shown = lane.items.count
        return shown < lane.itemCount ? "\(NumberText.grouped(shown)) of \(count)" : count
    }

    private func writeGrid(height: Double, to writer: inout HTMLWriter) {
        for header in TimelineAxis(months, width: 300, narrowestMonth: 26, narrowestYear: 32).headers
        where header.left > 0 {
            writeLine(at: header.left, height: height, class: "grid", to: &writer)
        }
        if (0...100).contains(todayPosition) {
            writeLine(at: todayPosition, height: height, class: "today", to: &writer)
        }
    }

    private func writeLine(
        at position: Double, height: Double, class name: String, to writer: inout HTMLWriter
    ) {
        let x = Value.percent(Self.position(position))
        writer.element(
            "line", ["class": .text(name), "x1": x, "x2": x, "y1": "0", "y2": .number(height)])
    }

    private func write(_ placed: PlacedTimelineItem, to writer: inout HTMLWriter) {
        let middle = Self.padding + (Double(placed.row) + 0.5) * Self.rowHeight
        let type = placed.item.type
        let title =
            "\(HTMLText.shown(placed.item.emoji, limit: 4)) "
            + "\(HTMLText.shown(placed.item.label)), \(placed.item.dayText())"
        let (left, right) = (
            Self.position(placed.left), Self.position(placed.left + placed.width)
        )
        switch placed.shape {
        case .bar:
            let area = type == .event ? type.htmlColor.areaClass : "\(type.htmlColor.areaClass) ring"
            writer.group(
                "rect",
                [
                    "class": .text(area), "x": .percent(left), "y": .number(middle - 5.5),
                    "width": .percent(max(right - left, 0.5)), "height": "11", "rx": "4",
                ]
            ) { $0.element("title", text: title) }
        case .dot:
            // Nested, so that the shape is placed in percent and keeps its size.
            writer.group(
                "svg", ["x": .percent((left + right) / 2), "y": .number(middle), "overflow": "visible"]
            ) { writer in
                writer.element("title", text: title)
                writer.symbol(of: type)
            }
        }
    }

    /// Returns a position in percent of the range, with those outside moved to its edges.
    private static func position(_ percent: Double) -> Double {
        percent.isFinite ? min(max(percent, 0), 100) : 0
    }

    private func writeLegend(to writer: inout HTMLWriter) {
        writer.group("ul", ["class": "legend"]) { writer in
            for type in TimelineItemType.allCases {
                writer.group("li") { writer in
                    writer.group("svg", Self.symbolBox) { writer in
                        writer.group("g", ["transform": "translate(7 7)"]) { $0.symbol(of: type) }
                    }
                    writer.element("span", text: type.pluralName)
                }
            }
            if (0...100).contains(todayPosition) {
                writer.group("li") { writer in
                    writer.group("svg", Self.symbolBox) { writer in
                        writer.element(
                            "line", ["class": "today", "x1": "7", "x2": "7", "y1": "0", "y2": "14"])
                    }
                    writer.element("span", text: "Today")
                }
            }
        }
    }

    private typealias Value = HTMLWriter.Value

    private static let symbolBox: HTMLWriter.Attributes = [
        "width": "14", "height": "14", "aria-hidden": "true", "focusable": "false",
    ]

    private func writeList(to writer: inout HTMLWriter) {
        writer.group("table", ["class": "list"]) { writer in
            writer.header(["Date", "Item", "School"])
            writer.group("tbody") { writer in
                for item in list {
                    writer.group("tr") { writer in
                        writer.element("td", text: item.dayText())
                        writer.group("th", ["scope": "row"]) { writer in
                            writer.element(
                                "span", ["aria-hidden": "true"], text: HTMLText.shown(item.emoji, limit: 4))
                            writer.userText(item.label)
                            writer.element(
                                "span", ["class": .text("badge \(item.type.htmlColor.textClass)")],
                                text: item.type.displayName)
                        }
                        writer.group("td") { $0.userText(item.shownSchoolName, limit: 80) }
                    }
                }
            }
        }
        writer.more(listCount - list.count)
    }

    private func writeSkipped(to writer: inout HTMLWriter) {
        if skipped.isEmpty { return }
        let rows = HTMLText.counted(skipped.count, "row", "rows")
        writer.element("p", ["class": "more"], text: "\(rows) of the tables left out")
    }
}

extension HTMLWriter {
    /// Writes the dot of a kind of items around the origin: a disc, a ring, a diamond or a square.
    fileprivate mutating func symbol(of type: TimelineItemType) {
        let area = type.htmlColor.areaClass
        switch type {
        case .event: element("circle", ["class": .text(area), "r": "5"])
        case .interaction: element("circle", ["class": .text("\(area) ring"), "r": "4"])
        case .offer:
            element(
                "polygon", ["class": .text(area), "points": .points([(0, -6), (6, 0), (0, 6), (-6, 0)])])
        case .statusChange:
            element(
                "rect",
                ["class": .text(area), "x": "-4.5", "y": "-4.5", "width": "9", "height": "9"])
        }
    }
}
