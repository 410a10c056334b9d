/// The common part of ``SVGWriter`` and ``HTMLWriter``: elements in XML syntax with their attributes, in UTF-8.
///
/// Every text and every value of an attribute is escaped here, and nowhere else; only literals of the source
/// code reach the bytes as they are. Characters that XML cannot represent are replaced by U+FFFD.
struct MarkupWriter {
    /// The value of an attribute.
    enum Value: ExpressibleByStringLiteral {
        case number(Double)
        /// A number with a percent sign.
        case percent(Double)
        case text(String)
        /// Points, each with its x and y.
        case points([(Double, Double)])

        init(stringLiteral text: String) { self = .text(text) }
    }

    /// The attributes of an element, in their order.
    struct Attributes: ExpressibleByDictionaryLiteral {
        private(set) var pairs: [(name: StaticString, value: Value)]

        init(dictionaryLiteral pairs: (StaticString, Value)...) { self.pairs = pairs.map { ($0, $1) } }

        mutating func append(_ name: StaticString, _ value: Value) { pairs.append((name, value)) }

        mutating func append(_ more: Attributes) { pairs += more.pairs }
    }

    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []

    /// - Parameter capacity: the number of bytes to reserve.
    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// Writes a start tag without its end, which is `>` or `/>`.
    mutating func begin(_ name: StaticString, _ attributes: Attributes) {
        append("<")
        append(name)
        for (key, value) in attributes.pairs {
            append(" ")
            append(key)
            append("=\"")
            switch value {
            case .number(let number): append(number)
            case .percent(let number):
                append(number)
                append("%")
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

    /// Writes an end tag and ends the line.
    mutating func end(_ name: StaticString) {
        append("</")
        append(name)
        append(">\n")
    }

    /// Writes a number with up to two decimal places: a hundredth of a point exceeds the precision of
    /// printers and screens.
    mutating func append(_ number: Double) {
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

    /// Writes a text that cannot begin or end an element, an attribute, a comment or a section.
    mutating func append(escaping text: String) {
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

    /// Writes a literal of the source code as it is.
    mutating func append(_ literal: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }
}
