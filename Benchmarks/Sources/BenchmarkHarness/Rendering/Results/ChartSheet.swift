/// Several charts in one file, which a page shows as one image.
struct ChartSheet {
    /// A chart under its heading.
    struct Panel {
        var heading: String
        var drawing: SVG.Drawing
    }

    /// The file's name without its theme.
    var name: String
    var title: String
    var panels: [Panel]

    private static let columns = 2
    private static let margin = 16.0
    private static let gap = 24.0
    private static let headingHeight = 30.0

    /// A description of all charts in words.
    var description: String { panels.map(\.drawing.label).joined(separator: ". ") }

    /// Returns the file in the colors of a theme.
    func file(_ palette: ChartPalette) -> String {
        let columnWidth = panels.map(\.drawing.width).max() ?? 0
        let columns = min(Self.columns, max(panels.count, 1))
        var parts: [Markup] = []
        var y = Self.margin
        for start in stride(from: 0, to: panels.count, by: columns) {
            let row = panels[start..<min(start + columns, panels.count)]
            for (column, panel) in row.enumerated() {
                let x = Self.margin + Double(column) * (columnWidth + Self.gap)
                parts.append(place(panel, x: x, y: y))
            }
            y += Self.headingHeight + (row.map(\.drawing.height).max() ?? 0) + Self.gap
        }
        let width = 2 * Self.margin + Double(columns) * (columnWidth + Self.gap) - Self.gap
        let height = y - Self.gap + Self.margin
        let size = (SVG.number(width), SVG.number(height))
        return Markup.file(
            .element(
                "svg",
                [
                    "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(size.0) \(size.1)",
                    "width": size.0, "height": size.1, "role": "img", "aria-labelledby": "title desc",
                    "font-family": "system-ui, 'Segoe UI', 'Liberation Sans', 'DejaVu Sans', sans-serif",
                ],
                [
                    .element("title", ["id": "title"], text: title),
                    .element("desc", ["id": "desc"], text: description),
                    .styleSheet(palette.rules),
                    .element(
                        "rect",
                        [
                            "width": size.0, "height": size.1, "rx": "6",
                            "fill": palette.colors["paper"] ?? "",
                        ]),
                ] + parts))
    }

    private func place(_ panel: Panel, x: Double, y: Double) -> Markup {
        let heading = Markup.element(
            "text",
            ["class": "heading", "x": "6", "y": "16", "style": "font-size: 14px"], text: panel.heading)
        let chart = Markup.element(
            "g", ["transform": "translate(0 \(SVG.number(Self.headingHeight)))"], panel.drawing.parts)
        return .element(
            "g", ["transform": "translate(\(SVG.number(x)) \(SVG.number(y)))"], [heading, chart])
    }
}
