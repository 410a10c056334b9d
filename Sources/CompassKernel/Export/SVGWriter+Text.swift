extension SVGWriter {
    /// The edge or the middle of a text, as its anchor.
    enum Anchor: String {
        case start
        case middle
        case end
    }

    /// Writes a line of text, which may come from an untrusted source.
    ///
    /// - Parameters:
    ///   - x: the position of its anchor.
    ///   - baseline: the position of its baseline.
    ///   - color: its color; nil for that of the sheet.
    ///   - room: the maximum width in points, to which the text is cut.
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
            let isGlyphsToo = !PrintText.hasEmoji(shown)
            attributes.append("lengthAdjust", isGlyphsToo ? "spacingAndGlyphs" : "spacing")
        }
        element("text", attributes, text: shown)
    }
}
