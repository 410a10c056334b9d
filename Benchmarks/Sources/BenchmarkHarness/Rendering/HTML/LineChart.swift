/// Lines of time against rows on two logarithmic axes, each line labeled at its end.
struct LineChart {
    /// A line, or a single point.
    struct Series {
        var name: String
        var style: SeriesStyle
        var points: [Point]
    }

    /// The measured times by rows.
    struct Point: Hashable {
        var rows: Int
        var nanoseconds: Double
    }

    var title: String
    /// Lines with at least one point.
    var series: [Series]
    /// The row counts on the axis, in ascending order.
    var rows: [Int]
    /// The range of times on the axis, from one power of ten to another.
    var timeDomain: ClosedRange<Double>
    /// The maximum number of characters in the label at a line's end; the drawing is wide enough for them.
    var labelLength = 27

    private static let plotRoom = 260.0
    /// The maximum average width of a label's character, in the fonts that were tried.
    private static let characterWidth = 6.7
    private static let plotLeft = 44.0
    private static let plotRight = 244.0
    private static let plotTop = 12.0
    private static let labelGap = 14.0

    /// The drawing as an element of a page.
    var svg: Markup { drawing.markup }

    private var width: Double {
        (Self.plotRoom + Double(labelLength) * Self.characterWidth).rounded(.down)
    }

    /// The drawing.
    var drawing: SVG.Drawing {
        // Space for a label of every line.
        let plotHeight = max(200, Self.labelGap * Double(series.count))
        let plotBottom = Self.plotTop + plotHeight
        let time = ChartScale(kind: .logarithmic, domain: timeDomain, start: plotBottom, end: Self.plotTop)
        return SVG.Drawing(
            width: width, height: plotBottom + 42, title: title, label: description,
            parts: grid(time) + rowAxis(plotBottom) + series.reversed().flatMap { draw($0, time) }
                + labels(time))
    }

    /// A description of the drawing in words.
    var description: String {
        title + ", median time against rows. "
            + series.map { line in
                let figures = line.points.map {
                    "\(FigureText.time(nanoseconds: $0.nanoseconds)) at \(FigureText.rows($0.rows))"
                }
                return "\(line.name): \(figures.joined(separator: ", "))"
            }.joined(separator: "; ")
    }

    private var rowScale: ChartScale {
        let (least, most) = (Double(rows.first ?? 1), Double(rows.last ?? 1))
        return ChartScale(
            kind: .logarithmic, domain: least...most, start: Self.plotLeft + 14, end: Self.plotRight - 14)
    }

    private func grid(_ time: ChartScale) -> [Markup] {
        AxisTicks.logarithmic(timeDomain, label: FigureText.time).flatMap { tick in
            let y = time.position(of: tick.value)
            let line = SVG.line(
                tick.label == nil ? "grid minor" : "grid", from: (Self.plotLeft, y), to: (Self.plotRight, y))
            guard let label = tick.label else { return [line] }
            return [
                line,
                SVG.text(label, x: Self.plotLeft - 6, y: y + 4, anchor: .end, className: "tick"),
            ]
        }
    }

    private func rowAxis(_ bottom: Double) -> [Markup] {
        let ticks = rows.flatMap { count in
            let x = rowScale.position(of: Double(count))
            return [
                SVG.line("axis", from: (x, bottom), to: (x, bottom + 5)),
                SVG.text(FigureText.rows(count), x: x, y: bottom + 18, anchor: .middle, className: "tick"),
            ]
        }
        return [
            SVG.line("axis", from: (Self.plotLeft, bottom), to: (Self.plotRight, bottom)),
            SVG.text(
                "rows", x: (Self.plotLeft + Self.plotRight) / 2, y: bottom + 35, anchor: .middle,
                className: "tick"),
        ] + ticks
    }

    private func draw(_ line: Series, _ time: ChartScale) -> [Markup] {
        let places = line.points.map { point in
            (point, x: rowScale.position(of: Double(point.rows)), y: time.position(of: point.nanoseconds))
        }
        var parts: [Markup] = []
        if places.count > 1 {
            let corners = places.map { SVG.number($0.x) + "," + SVG.number($0.y) }
            parts.append(
                .element(
                    "polyline",
                    [
                        "class": "\(line.style.className) line",
                        "stroke-dasharray": line.style.dash.isEmpty ? "none" : line.style.dash,
                        "points": corners.joined(separator: " "),
                    ]))
        }
        return parts
            + places.map { point, x, y in
                let figure = FigureText.time(nanoseconds: point.nanoseconds)
                let text = "\(line.name), \(FigureText.grouped(point.rows)) rows: \(figure)"
                return .element(
                    "g", [:], [.element("title", text: text), line.style.drawMarker(x: x, y: y)])
            }
    }

    /// Labels at the lines' ends, moved apart if they would overlap.
    private func labels(_ time: ChartScale) -> [Markup] {
        let ends = series.compactMap { line in line.points.last.map { (line, $0) } }
            .sorted { $0.1.nanoseconds > $1.1.nanoseconds }
        let wanted = ends.map { time.position(of: $0.1.nanoseconds) }
        let heights = Self.spread(wanted, gap: Self.labelGap, within: Self.plotTop...time.start)
        return zip(ends, zip(wanted, heights)).flatMap { end, heights in
            let ((line, point), (pointY, labelY)) = (end, heights)
            let left = Self.plotRight + 12
            let place = point.rows == rows.last ? "" : " at \(FigureText.rows(point.rows))"
            let figure = FigureText.time(nanoseconds: point.nanoseconds) + place
            let name = FigureText.shortened(line.name, to: labelLength - figure.count)
            return [
                SVG.line(
                    "leader", from: (rowScale.position(of: Double(point.rows)) + 6, pointY),
                    to: (left - 6, labelY)),
                line.style.drawMarker(x: left, y: labelY, radius: 3.5),
                SVG.text(
                    "\(name) \(figure)", x: left + 9, y: labelY + 4,
                    className: line.style == .kernel ? "figure" : ""),
            ]
        }
    }

    /// Moves positions so that neighbors are a gap apart and all are within bounds, if there is enough space.
    ///
    /// - Parameter wanted: the desired positions in ascending order.
    static func spread(_ wanted: [Double], gap: Double, within bounds: ClosedRange<Double>) -> [Double] {
        var places = wanted
        for index in places.indices {
            let least = index == 0 ? bounds.lowerBound : places[index - 1] + gap
            places[index] = max(places[index], least)
        }
        for index in places.indices.reversed() {
            let most = index == places.count - 1 ? bounds.upperBound : places[index + 1] - gap
            places[index] = min(places[index], most)
        }
        return places
    }
}
