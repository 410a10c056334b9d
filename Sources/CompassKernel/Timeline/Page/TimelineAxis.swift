/// The headers above the lanes: months, or every third or sixth where they are narrow, otherwise years, or
/// every second, fifth … of them.
package struct TimelineAxis {
    /// One header.
    package struct Header {
        /// The left edge, in percent of the range.
        package var left: Double
        /// The width, in percent of the range.
        package var width: Double
        /// The name of the month, or the year; empty where it does not fit.
        package var label: String
        /// The month or the year in full, such as `January 2025`, even where it does not fit.
        package var title: String
        /// The year of a month; empty for all but the first labeled month of a year.
        package var year: String
    }

    /// The headers from left to right.
    package let headers: [Header]

    /// - Parameters:
    ///   - months: the months of the range.
    ///   - width: the width of the range, in any unit.
    ///   - narrowestMonth: the width that the name of a month requires, including a small margin.
    ///   - narrowestYear: the width that a year requires.
    package init(_ months: [TimelineMonth], width: Double, narrowestMonth: Double, narrowestYear: Double) {
        // The months at the edges are clipped.
        let whole = months.count > 2 ? months.dropFirst().dropLast() : months[...]
        let monthWidth = (whole.map(\.width).min() ?? 0) * width / 100
        let step = [1, 3, 6].first { Double($0) * monthWidth >= narrowestMonth }
        headers =
            step.map { Self.months(months, every: $0, narrowest: Self.percent(narrowestMonth, of: width)) }
            ?? Self.years(months, narrowest: Self.percent(narrowestYear, of: width))
    }

    /// Returns a width in percent of another, slightly reduced, so that a header that just fits is kept.
    private static func percent(_ part: Double, of width: Double) -> Double { part * 100 / width - 1e-9 }

    private static func months(_ months: [TimelineMonth], every step: Int, narrowest: Double) -> [Header] {
        var headers: [Header] = []
        for month in months {
            let number = Int(month.key.suffix(2)) ?? 1
            if headers.isEmpty || (number - 1) % step == 0 {
                headers.append(
                    Header(
                        left: month.left, width: 0, label: month.label,
                        title: "\(MonthName.full(number)) \(month.year)", year: "\(month.year)"))
            }
            headers[headers.count - 1].width += month.width
        }
        var lastYear = ""
        for index in headers.indices {
            if headers[index].width < narrowest {
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

    private static func years(_ months: [TimelineMonth], narrowest: Double) -> [Header] {
        var years: [(number: Int, left: Double, width: Double)] = []
        for month in months {
            if let last = years.last, last.number == month.year {
                years[years.count - 1].width += month.width
            } else {
                years.append((month.year, month.left, month.width))
            }
        }
        let step = step(yearWidth: years.reduce(0) { max($0, $1.width) }, narrowest: narrowest)
        var headers: [Header] = []
        for year in years where step == 1 || year.number % step == 0 {
            let label = String(year.number)
            headers.append(Header(left: year.left, width: year.width, label: label, title: label, year: ""))
        }
        // The first or the last year may be cut by the range, and others extend to the next labeled one.
        for index in headers.indices {
            let end = index + 1 < headers.count ? headers[index + 1].left : 100
            headers[index].width = end - headers[index].left
            if headers[index].width < narrowest { headers[index].label = "" }
        }
        return headers
    }

    /// Returns the interval between labeled years.
    private static func step(yearWidth: Double, narrowest: Double) -> Int {
        let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000]
        return steps.first { Double($0) * yearWidth >= narrowest } ?? 100_000
    }
}
