extension SVGWriter {
    /// The edge or the middle of a text that stands at its place.
    enum Anchor: String {
        case start
        case middle
        case end
    }

    /// Writes a line of text that others may have written.
    ///
    /// - Parameters:
    ///   - x: the place of its anchor.
    ///   - baseline: the line that it stands on.
    ///   - color: its colour; nil for that of the sheet.
    ///   - room: the width in points that it is cut to.
    mutating func text(
        _ text: String, x: Double, baseline: Double, _ font: PrintText, color: String? = nil,
        anchor: Anchor = .start, room: Double = .infinity
    ) {
        let shown = font.cut(PrintText.shown(text), to: room)
        var attributes: Attributes = [
            "x": .number(x), "y": .number(baseline), "font-size": .number(font.size),
        ]
        if font.isBold { attributes.append("font-weight", "bold") }
        if let color { attributes.append("fill", .text(color)) }
        if anchor != .start { attributes.append("text-anchor", .text(anchor.rawValue)) }
        if let width = font.squeezedWidth(shown, in: room) {
            attributes.append("textLength", .number(width))
            attributes.append("lengthAdjust", "spacingAndGlyphs")
        }
        element("text", attributes, text: shown)
    }
}
