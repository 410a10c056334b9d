/// How the kinds of items are drawn. Each has a shape of its own, that of the command line's text page, because paper
/// may have no colours, and many people cannot tell some of them apart.
extension TimelineItemType {
    /// The width of outlines, as a share of a dot's radius.
    private static let outlineShare = 0.45

    /// Writes a dot: a disc, a ring, a diamond or a square.
    ///
    /// - Parameters:
    ///   - x: its centre.
    ///   - middle: its centre.
    ///   - radius: that of a disc; the other shapes look as large.
    ///   - title: what a pointer shows, and a screen reader says; nil where a text beside it does.
    func writeDot(
        x: Double, middle: Double, radius: Double, title: String? = nil, to writer: inout SVGWriter
    ) {
        let fill = SVGWriter.Value.text(sheetColor)
        switch self {
        case .event:
            write(
                "circle", ["cx": .number(x), "cy": .number(middle), "r": .number(radius), "fill": fill],
                title,
                to: &writer)
        case .interaction:
            let outline = radius * Self.outlineShare
            write(
                "circle",
                [
                    "cx": .number(x), "cy": .number(middle), "r": .number(radius - outline / 2),
                    "fill": "#FFFFFF", "stroke": fill, "stroke-width": .number(outline),
                ], title, to: &writer)
        case .offer:
            let reach = radius * 1.15
            let corners = [
                (x, middle - reach), (x + reach, middle), (x, middle + reach), (x - reach, middle),
            ]
            // Its yellow alone is hardly seen on white.
            write(
                "polygon",
                [
                    "points": .points(corners), "fill": fill, "stroke": .text(SheetColor.text),
                    "stroke-width": .number(radius / 6),
                ], title, to: &writer)
        case .statusChange:
            let half = radius * 0.85
            write(
                "rect",
                [
                    "x": .number(x - half), "y": .number(middle - half), "width": .number(2 * half),
                    "height": .number(2 * half), "fill": fill,
                ], title, to: &writer)
        }
    }

    /// Writes a bar: filled for events, and for other kinds an outline that is whole, dashed or dotted.
    ///
    /// - Parameters:
    ///   - left: its left edge.
    ///   - middle: the middle between its upper and its lower edge.
    ///   - width: its width.
    ///   - height: its height.
    ///   - title: what a pointer shows, and a screen reader says; nil where a text beside it does.
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

    /// The colour of text on a bar, light enough or dark enough to be read; nil for that of the sheet.
    var barTextColor: String? { isBarFilled ? "#FFFFFF" : nil }
}
