/// The symbols of the kinds of items. Each kind has its own shape, that of the command line's text page,
/// because paper may lack colors, and many people cannot distinguish some of them.
extension TimelineItemType {
    /// Writes a dot: a disc, a ring, a diamond or a square.
    ///
    /// - Parameters:
    ///   - middle: the vertical position of its center.
    ///   - radius: the radius of a disc; the other shapes look as large.
    ///   - title: the text for pointers and screen readers; nil where a text beside it serves the purpose.
    func writeDot(
        x: Double, middle: Double, radius: Double, title: String? = nil, to writer: inout SVGWriter
    ) {
        let fill = SVGWriter.Value.text(sheetColor)
        let (name, attributes): (StaticString, SVGWriter.Attributes)
        switch self {
        case .event:
            name = "circle"
            attributes = ["cx": .number(x), "cy": .number(middle), "r": .number(radius), "fill": fill]
        case .interaction:
            let outline = radius * 0.45
            name = "circle"
            attributes = [
                "cx": .number(x), "cy": .number(middle), "r": .number(radius - outline / 2),
                "fill": "#FFFFFF", "stroke": fill, "stroke-width": .number(outline),
            ]
        case .offer:
            let reach = radius * 1.15
            let corners = [
                (x, middle - reach), (x + reach, middle), (x, middle + reach), (x - reach, middle),
            ]
            name = "polygon"
            // Its yellow alone is hardly visible on white.
            attributes = [
                "points": .points(corners), "fill": fill, "stroke": .text(SheetColor.text),
                "stroke-width": .number(radius / 6),
            ]
        case .statusChange:
            let half = radius * 0.85
            name = "rect"
            attributes = [
                "x": .number(x - half), "y": .number(middle - half), "width": .number(2 * half),
                "height": .number(2 * half), "fill": fill,
            ]
        }
        write(name, attributes, title, to: &writer)
    }

    /// Writes a bar: filled for events; for other kinds a solid, dashed or dotted outline.
    ///
    /// - Parameters:
    ///   - middle: the vertical position of its center.
    ///   - title: the text for pointers and screen readers; nil where a text beside it serves the purpose.
    func writeBar(
        left: Double, middle: Double, width: Double, height: Double, title: String? = nil,
        to writer: inout SVGWriter
    ) {
        let inset = isBarFilled ? 0 : min(1, width / 4)
        var attributes: SVGWriter.Attributes = [
            "x": .number(left + inset / 2), "y": .number(middle - (height - inset) / 2),
            "width": .number(max(width - inset, 0.5)), "height": .number(height - inset),
            "rx": .number(min(2.5, height / 2)),
        ]
        attributes.append("fill", .text(isBarFilled ? sheetColor : "#FFFFFF"))
        if !isBarFilled {
            attributes.append("stroke", .text(sheetColor))
            attributes.append("stroke-width", .number(inset))
        }
        switch self {
        case .event, .interaction: break
        case .offer: attributes.append("stroke-dasharray", "4 2")
        case .statusChange: attributes.append("stroke-dasharray", "1 1")
        }
        write("rect", attributes, title, to: &writer)
    }

    private var isBarFilled: Bool { self == .event }

    private func write(
        _ name: StaticString, _ attributes: SVGWriter.Attributes, _ title: String?, to writer: inout SVGWriter
    ) {
        guard let title else { return writer.element(name, attributes) }
        writer.group(name, attributes) { $0.element("title", text: title) }
    }

    /// The color of text on a bar, light or dark enough to be readable; nil for the sheet's color.
    var barTextColor: String? { isBarFilled ? "#FFFFFF" : nil }
}
