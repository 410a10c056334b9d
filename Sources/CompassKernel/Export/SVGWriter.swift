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
    /// The value of an attribute.
    enum Value: ExpressibleByStringLiteral {
        case number(Double)
        case text(String)
        /// Points, each with its x and y.
        case points([(Double, Double)])

        init(stringLiteral text: String) { self = .text(text) }
    }

    /// The attributes of an element, in their order.
    struct Attributes: ExpressibleByDictionaryLiteral {
        fileprivate var pairs: [(name: StaticString, value: Value)]

        init(dictionaryLiteral pairs: (StaticString, Value)...) { self.pairs = pairs.map { ($0, $1) } }

        mutating func append(_ name: StaticString, _ value: Value) { pairs.append((name, value)) }
    }

    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []

    /// Creates a writer that has written the XML declaration.
    ///
    /// - Parameter capacity: the number of bytes to reserve.
    init(capacity: Int = 16_384) {
        bytes.reserveCapacity(capacity)
        append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    }

    /// Writes an element without content.
    mutating func element(_ name: StaticString, _ attributes: Attributes) {
        begin(name, attributes)
        append("/>\n")
    }

    /// Writes a rectangle; its attributes other than position and size are `more`.
    mutating func rectangle(x: Double, y: Double, width: Double, height: Double, _ more: Attributes = [:]) {
        var attributes: Attributes = [
            "x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height),
        ]
        attributes.pairs += more.pairs
        element("rect", attributes)
    }

    /// Writes a line between two points; its other attributes are `more`.
    mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, _ more: Attributes = [:]) {
        var attributes: Attributes = [
            "x1": .number(x1), "y1": .number(y1), "x2": .number(x2), "y2": .number(y2),
        ]
        attributes.pairs += more.pairs
        element("line", attributes)
    }

    /// Writes an element whose content is a text.
    mutating func element(_ name: StaticString, _ attributes: Attributes = [:], text: String) {
        begin(name, attributes)
        append(">")
        append(escaping: text)
        end(name)
    }

    /// Writes an element; `body` writes its content.
    mutating func group(
        _ name: StaticString = "g", _ attributes: Attributes, _ body: (inout SVGWriter) -> Void
    ) {
        begin(name, attributes)
        append(">\n")
        body(&self)
        end(name)
    }

    private mutating func begin(_ name: StaticString, _ attributes: Attributes) {
        append("<")
        append(name)
        for (key, value) in attributes.pairs {
            append(" ")
            append(key)
            append("=\"")
            switch value {
            case .number(let number): append(number)
            case .text(let text): append(escaping: text)
            case .points(let points):
                for (index, (x, y)) in points.enumerated() {
                    if index > 0 { append(" ") }
                    append(x)
                    append(",")
                    append(y)
                }
            }
            append("\"")
        }
    }

    private mutating func end(_ name: StaticString) {
        append("</")
        append(name)
        append(">\n")
    }

    /// Writes a number with up to two decimal places: a hundredth of a point exceeds the precision of
    /// printers.
    private mutating func append(_ number: Double) {
        let limit = 1_000_000.0
        // Infinities and NaN also become a number that every reader understands.
        let hundredths = number.isFinite ? Int((min(max(number, -limit), limit) * 100).rounded()) : 0
        if hundredths < 0 { append("-") }
        let magnitude = Int(hundredths.magnitude)
        DecimalText.append(magnitude / 100) { bytes.append($0) }
        let fraction = magnitude % 100
        if fraction == 0 { return }
        append(".")
        bytes.append(UInt8(48 + fraction / 10))
        if fraction % 10 != 0 { bytes.append(UInt8(48 + fraction % 10)) }
    }

    private mutating func append(escaping text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append("&amp;")
            case "<": append("&lt;")
            case ">": append("&gt;")
            case "\"": append("&quot;")
            // XML cannot represent these.
            case "\u{0}"..."\u{8}", "\u{b}", "\u{c}", "\u{e}"..."\u{1f}", "\u{fffe}", "\u{ffff}":
                bytes.append(contentsOf: "\u{fffd}".utf8)
            // Without escapes, a reader would replace them by spaces or line feeds.
            case "\t": append("&#9;")
            case "\r": append("&#13;")
            default: bytes.append(contentsOf: UTF8.encode(scalar)!)
            }
        }
    }

    private mutating func append(_ literal: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }
}
