/// The chart of posts by day: a column for each day, or for several days where there are many, which then end
/// with the last post.
struct DayColumns {
    struct Column: Equatable {
        let first: CivilDate
        var last: CivilDate
        var count: Int

        /// The day or the days.
        var label: String {
            first == last
                ? first.labelWithYear
                : (first.year == last.year ? first.label : first.labelWithYear) + " – " + last.labelWithYear
        }
    }

    /// The maximum number of columns: 90 days have one each.
    static let maximumCount = 92
    private static let height = 140.0
    private static let top = 4.0

    let columns: [Column]
    /// The number of days of each column, of which the last may have fewer.
    let daysPerColumn: Int

    init(_ allDays: [DailyPostCount]) {
        // All time may have ended long ago: the years since then would leave little room for the rest.
        let last = allDays.count > Self.maximumCount ? allDays.lastIndex { $0.count > 0 } : nil
        let days = allDays.prefix(last.map { $0 + 1 } ?? allDays.count)
        let perColumn = max(1, (days.count + Self.maximumCount - 1) / Self.maximumCount)
        daysPerColumn = perColumn
        columns = stride(from: 0, to: days.count, by: perColumn).map { start in
            let part = days[start..<min(start + perColumn, days.count)]
            return Column(
                first: part[start].date, last: part[part.endIndex - 1].date,
                count: part.reduce(0) { sum, day in
                    let (sum, overflow) = sum.addingReportingOverflow(max(0, day.count))
                    return overflow ? .max : sum
                })
        }
    }

    private var largest: Int { columns.reduce(0) { max($0, $1.count) } }

    private var caption: String {
        let unit = daysPerColumn == 1 ? "Posts per day" : "Posts per \(daysPerColumn) days"
        guard let first = columns.first, let last = columns.last else { return unit }
        let days = Column(first: first.first, last: last.last, count: 0).label
        return "\(unit), \(days); at most \(NumberText.grouped(largest))"
    }

    /// Writes the chart, and its numbers as a table that can be opened.
    func write(to writer: inout HTMLWriter) {
        guard let first = columns.first, let last = columns.last else { return }
        writer.group("figure", ["class": "chart"]) { writer in
            writer.element("figcaption", text: caption)
            writer.group(
                "svg", ["class": "columns", "role": "img", "width": "100%", "height": .number(Self.height)]
            ) { writer in
                writer.element("title", text: caption)
                writeColumns(to: &writer)
            }
            writer.group("p", ["class": "axis", "aria-hidden": "true"]) { writer in
                writer.element("span", text: first.first.labelWithYear)
                if columns.count > 1 { writer.element("span", text: last.last.labelWithYear) }
            }
            writer.group("details") { writer in
                writer.element("summary", text: "Numbers")
                writeTable(to: &writer)
            }
        }
    }

    private func writeColumns(to writer: inout HTMLWriter) {
        let step = 100 / Double(columns.count)
        let highest = Double(max(1, largest))
        for (index, column) in columns.enumerated() where column.count > 0 {
            // At least one point high, so that a single post is visible beside many.
            let height = max(1, (Self.height - Self.top) * Double(column.count) / highest)
            writer.group(
                "rect",
                [
                    "class": "area-blue", "x": .percent((Double(index) + 0.15) * step),
                    "y": .number(Self.height - height), "width": .percent(0.7 * step),
                    "height": .number(height),
                ]
            ) { writer in
                writer.element("title", text: title(of: column))
            }
        }
    }

    private func title(of column: Column) -> String {
        "\(column.label): \(HTMLText.counted(column.count, "post", "posts"))"
    }

    private func writeTable(to writer: inout HTMLWriter) {
        writer.group("table", ["class": "list figures"]) { writer in
            writer.header([daysPerColumn == 1 ? "Day" : "Days", "Posts"])
            writer.group("tbody") { writer in
                for column in columns {
                    writer.group("tr") { writer in
                        writer.element("th", ["scope": "row"], text: column.label)
                        writer.element("td", ["class": "number"], text: NumberText.grouped(column.count))
                    }
                }
            }
        }
    }
}
