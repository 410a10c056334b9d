/// The headers above the lanes: months, or every third or sixth where they are narrow, else years, or every second,
/// fifth … of them.
struct TimelineAxis {
    /// A header, and whether a line through the lanes begins with it.
    private struct Header {
        var left: Double
        var width: Double
        var label: String
        var year: String
    }

    /// A month's name and a little room beside it.
    private static let narrowestMonth = 18.0
    /// Four digits and a little room beside them.
    private static let narrowestYear = 24.0

    /// Where lines begin and labels stand, in percent.
    private let headers: [Header]

    /// - Parameters:
    ///   - months: the months of the range.
    ///   - width: the width of the range in points.
    init(_ months: [TimelineMonth], width: Double) {
        let widest = months.reduce(0) { max($0, $1.width) } * width / 100
        let step = [1, 3, 6].first { Double($0) * widest >= Self.narrowestMonth }
        headers = step.map { Self.months(months, every: $0, width) } ?? Self.years(months, width)
    }

    private static func months(_ months: [TimelineMonth], every step: Int, _ width: Double) -> [Header] {
        var headers: [Header] = []
        for month in months {
            let number = Int(month.key.suffix(2)) ?? 1
            if headers.isEmpty || (number - 1) % step == 0 {
                headers.append(Header(left: month.left, width: 0, label: month.label, year: "\(month.year)"))
            }
            headers[headers.count - 1].width += month.width
        }
        var lastYear = ""
        for index in headers.indices {
            // Those at the edges are clipped, so that their names may lack room.
            if headers[index].width * width / 100 < narrowestMonth {
                headers[index].label = ""
                headers[index].year = ""
            } else if headers[index].year == lastYear {
                headers[index].year = ""
            } else {
                lastYear = headers[index].year
            }
        }
        return headers
    }

    private static func years(_ months: [TimelineMonth], _ width: Double) -> [Header] {
        var years: [(number: Int, left: Double, width: Double)] = []
        for month in months {
            if let last = years.last, last.number == month.year {
                years[years.count - 1].width += month.width
            } else {
                years.append((month.year, month.left, month.width))
            }
        }
        let widest = years.reduce(0) { max($0, $1.width) } * width / 100
        let step = step(yearWidth: widest)
        var headers: [Header] = []
        for year in years where step == 1 || year.number % step == 0 {
            headers.append(Header(left: year.left, width: year.width, label: String(year.number), year: ""))
        }
        // The last or the first year may be cut by the range, and others run on to the next that is named.
        for index in headers.indices {
            let end = index + 1 < headers.count ? headers[index + 1].left : 100
            headers[index].width = end - headers[index].left
            if headers[index].width * width / 100 < narrowestYear { headers[index].label = "" }
        }
        return headers
    }

    /// Every how many years one is named.
    private static func step(yearWidth: Double) -> Int {
        var step = 1
        for factor in [2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000] {
            if Double(step) * yearWidth >= narrowestYear { break }
            step = factor
        }
        return step
    }

    func write(on sheet: TimelineSheet, to writer: inout SVGWriter) {
        writer.group("g", ["stroke": .text(SheetColor.line), "stroke-width": .number(0.5)]) { writer in
            for header in headers where header.left > 0 {
                let x = sheet.x(header.left)
                writer.element(
                    "line",
                    [
                        "x1": .number(x), "y1": .number(sheet.contentTop + 14), "x2": .number(x),
                        "y2": .number(sheet.lanesBottom),
                    ])
            }
        }
        for header in headers where !header.label.isEmpty {
            let x = SVGWriter.Value.number(sheet.x(header.left) + 3)
            writer.element(
                "text",
                [
                    "x": x, "y": .number(sheet.contentTop + 21), "font-size": .number(8),
                    "font-weight": "bold",
                ],
                text: header.label)
            if header.year.isEmpty { continue }
            writer.element(
                "text",
                [
                    "x": x, "y": .number(sheet.contentTop + 29.5), "font-size": .number(7),
                    "fill": .text(SheetColor.secondary),
                ],
                text: header.year)
        }
    }
}
