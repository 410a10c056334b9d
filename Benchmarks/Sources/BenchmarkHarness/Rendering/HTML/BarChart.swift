/// Horizontal bars, each with its name and its figure above it, so that names of any length fit.
struct BarChart {
    /// A bar.
    struct Bar {
        var name: String
        var value: Double
        /// The value with its unit.
        var figure: String
        var style: SeriesStyle
    }

    /// Bars under a heading.
    struct Group {
        /// The heading; empty if there is only one group.
        var heading = ""
        var bars: [Bar]
    }

    var title: String
    var groups: [Group]
    var scale: ChartScale.Kind
    /// The quantity on the axis.
    var axisTitle: String
    /// Values that the axis includes besides the bars' own: those of a neighboring chart, so that both share
    /// one axis.
    var neighbors: [Double] = []
    /// Formats a value of the axis.
    var tickLabel: (Double) -> String = FigureText.significant

    private static let width = 440.0
    private static let left = 6.0
    private static let right = 420.0
    private static let barPitch = 34.0
    private static let headingHeight = 26.0

    /// The drawing as an element of a page.
    var svg: Markup { drawing.markup }

    /// The drawing.
    var drawing: SVG.Drawing {
        let bars = groups.flatMap(\.bars)
        let headings = groups.filter { !$0.heading.isEmpty }.count
        let bottom = Double(bars.count) * Self.barPitch + Double(headings) * Self.headingHeight + 4
        let ticks = ticks(bars.map(\.value) + neighbors)
        let axis = ChartScale(
            kind: scale, domain: (ticks.first?.value ?? 0)...(ticks.last?.value ?? 1), start: Self.left,
            end: Self.right)
        var parts = ticks.flatMap { draw($0, axis, bottom: bottom) }
        parts.append(
            SVG.text(
                axisTitle, x: (Self.left + Self.right) / 2, y: bottom + 35, anchor: .middle,
                className: "tick"))
        var y = 0.0
        for group in groups {
            if !group.heading.isEmpty {
                parts.append(
                    SVG.text(
                        FigureText.shortened(group.heading, to: 54), x: Self.left, y: y + 19,
                        className: "heading"))
                y += Self.headingHeight
            }
            for bar in group.bars {
                parts += draw(bar, axis, top: y)
                y += Self.barPitch
            }
        }
        return SVG.Drawing(
            width: Self.width, height: bottom + 42, title: title, label: description, parts: parts)
    }

    /// A description of the drawing in words.
    var description: String {
        title + ". "
            + groups.map { group in
                (group.heading.isEmpty ? "" : group.heading + ": ")
                    + group.bars.map { "\($0.name) \($0.figure)" }.joined(separator: ", ")
            }.joined(separator: "; ")
    }

    /// A logarithmic axis begins a decade below the smallest value, so that its bar is visible.
    private func ticks(_ values: [Double]) -> [AxisTick] {
        switch scale {
        case .linear:
            return AxisTicks.linear(upTo: values.max() ?? 0, label: tickLabel)
        case .logarithmic:
            let positive = values.filter { $0 > 0 }
            let domain = AxisTicks.decades(around: positive + (positive.min().map { [$0 / 1.5] } ?? []))
            return AxisTicks.logarithmic(domain, maximumLabelCount: 7, label: tickLabel)
        }
    }

    private func draw(_ tick: AxisTick, _ axis: ChartScale, bottom: Double) -> [Markup] {
        let x = axis.position(of: tick.value)
        let line = SVG.line("grid", from: (x, 0), to: (x, bottom))
        guard let label = tick.label else { return [line] }
        let isFirst = x <= Self.left + 1
        return [
            line,
            SVG.text(
                label, x: isFirst ? 1 : x, y: bottom + 18, anchor: isFirst ? .start : .middle,
                className: "tick"),
        ]
    }

    private func draw(_ bar: Bar, _ axis: ChartScale, top: Double) -> [Markup] {
        let length = bar.value > 0 ? max(axis.position(of: bar.value) - Self.left, 1) : 0
        return [
            bar.style.drawMarker(x: Self.left + 5, y: top + 10, radius: 4),
            SVG.text(FigureText.shortened(bar.name, to: 44), x: Self.left + 15, y: top + 14),
            SVG.text(bar.figure, x: Self.right, y: top + 14, anchor: .end, className: "figure"),
            .element(
                "rect",
                [
                    "class": "\(bar.style.className) bar", "x": SVG.number(Self.left),
                    "y": SVG.number(top + 19), "width": SVG.number(length), "height": "11", "rx": "1.5",
                ], [.element("title", text: "\(bar.name): \(bar.figure)")]),
        ]
    }
}
