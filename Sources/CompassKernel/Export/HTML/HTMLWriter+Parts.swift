/// The parts of which pages consist.
extension HTMLWriter {
    /// A figure of a page's first row.
    struct Card {
        let label: String
        let value: String
        var remark: String?
        var color: HTMLColor = .text

        init(_ label: String, _ value: String, remark: String? = nil, color: HTMLColor = .text) {
            (self.label, self.value, self.remark, self.color) = (label, value, remark, color)
        }

        init(_ label: String, _ count: Int, remark: String? = nil, color: HTMLColor = .text) {
            self.init(label, NumberText.grouped(count), remark: remark, color: color)
        }
    }

    /// Writes a page's main figures.
    mutating func cards(_ cards: [Card]) {
        group("dl", ["class": "cards"]) { writer in
            for card in cards {
                writer.group("div", ["class": "card"]) { writer in
                    writer.element("dt", text: card.label)
                    writer.element("dd", ["class": .text("value \(card.color.textClass)")], text: card.value)
                    if let remark = card.remark {
                        writer.element("dd", ["class": "remark"], text: remark)
                    }
                }
            }
        }
    }

    /// A row of a chart of horizontal bars.
    struct Bar {
        /// The row's name, which may be a text of rows.
        let label: String
        let value: String
        /// The length of the bar in percent.
        let percentage: Double
        let color: HTMLColor

        init(_ label: String, _ count: Int, of total: Int, share: Bool = false, _ color: HTMLColor) {
            let percentage = total > 0 ? 100 * Double(count) / Double(total) : 0
            self.init(label, count, percentage: percentage, share: share, color)
        }

        init(_ label: String, _ count: Int, percentage: Double, share: Bool = true, _ color: HTMLColor) {
            self.label = label
            self.percentage = percentage.isFinite ? min(max(percentage, 0), 100) : 0
            let number = NumberText.grouped(count)
            value = share ? "\(number) (\(HTMLText.percentage(percentage.rounded())))" : number
            self.color = color
        }
    }

    /// Writes a chart of horizontal bars, which is a table: its numbers are readable without the bars.
    ///
    /// - Parameters:
    ///   - caption: what the chart shows.
    ///   - columns: the headers of names and values, for screen readers.
    ///   - hiddenCount: the number of rows that were left out.
    mutating func bars(
        _ bars: [Bar], caption: String, columns: (name: String, value: String), hiddenCount: Int = 0
    ) {
        group("figure", ["class": "chart"]) { writer in
            writer.element("figcaption", text: caption)
            writer.group("table", ["class": "bars"]) { writer in
                writer.header([columns.name, "Share", columns.value], isHidden: true)
                writer.group("tbody") { writer in
                    for bar in bars { writer.row(bar) }
                }
            }
            writer.more(hiddenCount)
        }
    }

    private mutating func row(_ bar: Bar) {
        group("tr") { writer in
            writer.group("th", ["scope": "row"]) { $0.userText(bar.label) }
            writer.group("td", ["class": "bar"]) { writer in
                writer.group("svg", Self.decoration(height: 14)) { writer in
                    writer.element(
                        "rect", ["class": "track", "width": "100%", "height": "14", "rx": "4"])
                    if bar.percentage > 0 {
                        writer.element(
                            "rect",
                            [
                                "class": .text(bar.color.areaClass), "y": "1",
                                // A small share is visible as well.
                                "width": .percent(max(bar.percentage, 1)), "height": "12", "rx": "3",
                            ])
                    }
                }
            }
            writer.element("td", ["class": "number"], text: bar.value)
        }
    }

    /// Returns the attributes of a drawing that repeats what a text says.
    static func decoration(height: Double) -> Attributes {
        ["width": "100%", "height": .number(height), "aria-hidden": "true", "focusable": "false"]
    }

    /// Writes the header row of a table.
    ///
    /// - Parameter isHidden: whether only screen readers have it.
    mutating func header(_ names: [String], isHidden: Bool = false) {
        group("thead", isHidden ? ["class": "hidden"] : [:]) { writer in
            writer.group("tr") { writer in
                for name in names { writer.element("th", ["scope": "col"], text: name) }
            }
        }
    }

    /// Writes how many rows were left out, if any.
    mutating func more(_ count: Int) {
        if count > 0 { element("p", ["class": "more"], text: "and \(NumberText.grouped(count)) more") }
    }

    /// Writes an element with an instant, in its own zone.
    mutating func time(_ instant: ZonedTimestamp, text: String) {
        element("time", ["datetime": .text(instant.description)], text: text)
    }

    /// Writes what a page shows in place of its content.
    mutating func emptyState(_ title: String, _ subtitle: String?) {
        group("div", ["class": "empty"]) { writer in
            writer.element("p", ["class": "heading"], text: title)
            if let subtitle { writer.element("p", text: subtitle) }
        }
    }

    /// Writes what is missing from a page: tables with the reason, which may be a text of rows.
    mutating func warnings(_ warnings: [(table: String?, reason: String)], limit: Int) {
        if warnings.isEmpty { return }
        group("ul", ["class": "warnings"]) { writer in
            for warning in warnings.prefix(limit) {
                writer.group("li") { writer in
                    if let table = warning.table {
                        writer.element("b", text: HTMLText.shown(table) + ":")
                    }
                    writer.userText(warning.reason, limit: HTMLText.excerptLength)
                }
            }
        }
        more(warnings.count - min(warnings.count, limit))
    }
}

extension ZonedTimestamp {
    /// The day and the time of day in the timestamp's own zone, such as "Mar 1, 2026, 14:05".
    var clockText: String {
        let day = TimelineDate.instant(self).day
        let offsetMicros = Int64(offsetSeconds).saturatingProduct(TimeUnits.microsPerSecond)
        let local = timestamp.micros.saturatingSum(offsetMicros)
        let microsOfDay = local % TimeUnits.microsPerDay
        let minute = Int(
            (microsOfDay < 0 ? microsOfDay + TimeUnits.microsPerDay : microsOfDay)
                / TimeUnits.microsPerMinute)
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(day.labelWithYear), \(twoDigits(minute / 60)):\(twoDigits(minute % 60))"
    }
}
