/// A writer of SVG 1.1 in UTF-8, one element per line, with the same bytes for the same calls on all
/// platforms.
///
/// ```swift
/// var writer = SVGWriter()
/// writer.group("svg", ["width": .number(30)]) { writer in
///     writer.element("circle", ["r": .number(2.5)])
///     writer.element("text", ["x": .number(4)], text: "A & M")
/// }
/// writer.bytes  // <svg width="30">⏎<circle r="2.5"/>⏎<text x="4">A &amp; M</text>⏎</svg>⏎
/// ```
///
/// Texts are escaped, and characters that XML cannot represent are replaced: no content can end or begin an
/// element.
struct SVGWriter {
    typealias Value = MarkupWriter.Value
    typealias Attributes = MarkupWriter.Attributes

    private var markup: MarkupWriter

    /// The bytes written so far.
    var bytes: [UInt8] { markup.bytes }

    /// Creates a writer that has written the XML declaration.
    ///
    /// - Parameter capacity: the number of bytes to reserve.
    init(capacity: Int = 16_384) {
        markup = MarkupWriter(capacity: capacity)
        markup.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    }

    /// Writes an element without content.
    mutating func element(_ name: StaticString, _ attributes: Attributes) {
        markup.begin(name, attributes)
        markup.append("/>\n")
    }

    /// Writes a rectangle; its attributes other than position and size are `more`.
    mutating func rectangle(x: Double, y: Double, width: Double, height: Double, _ more: Attributes = [:]) {
        var attributes: Attributes = [
            "x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height),
        ]
        attributes.append(more)
        element("rect", attributes)
    }

    /// Writes a line between two points; its other attributes are `more`.
    mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, _ more: Attributes = [:]) {
        var attributes: Attributes = [
            "x1": .number(x1), "y1": .number(y1), "x2": .number(x2), "y2": .number(y2),
        ]
        attributes.append(more)
        element("line", attributes)
    }

    /// Writes an element whose content is a text.
    mutating func element(_ name: StaticString, _ attributes: Attributes = [:], text: String) {
        markup.begin(name, attributes)
        markup.append(">")
        markup.append(escaping: text)
        markup.end(name)
    }

    /// Writes an element; `body` writes its content.
    mutating func group(
        _ name: StaticString = "g", _ attributes: Attributes, _ body: (inout SVGWriter) -> Void
    ) {
        markup.begin(name, attributes)
        markup.append(">\n")
        body(&self)
        markup.end(name)
    }
}
