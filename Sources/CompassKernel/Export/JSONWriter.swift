/// The layout of JSON output.
public enum JSONLayout: Hashable, Sendable {
    /// Without any white space.
    case compact
    /// For people: one member per line, indented by two spaces; lists of numbers stay on one line.
    case indented
}

/// A writer of JSON (RFC 8259) to a growing column of bytes.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.object { writer in
///     writer.member("name", "Compass")
///     writer.array("counts", [1, 2]) { writer, count in writer.value(count) }
/// }
/// writer.bytes  // {"name":"Compass","counts":[1,2]}
/// ```
///
/// Texts are escaped only where the standard requires it: the quote, the backslash and control characters
/// below U+0020. Everything else remains UTF-8, including U+2028 and U+2029, which JavaScript has allowed in
/// strings since 2019; code that embeds JSON in HTML must escape it there.
///
/// The bytes are in a column that only the writer owns: an array would check for uniqueness before each byte,
/// which took most of the time of small results in the C interface.
struct JSONWriter: ~Copyable {
    var output: GrowableColumn<UInt8>
    private let layout: JSONLayout
    private var depth = 0
    /// Whether the innermost list already contains a value, so that the next one requires a comma.
    private var hasPredecessor = false
    /// Whether the innermost list is kept on one line.
    private var isOnOneLine = false

    /// Creates a writer without output.
    ///
    /// - Parameters:
    ///   - layout: how values are separated.
    ///   - capacity: the number of bytes to reserve.
    init(layout: JSONLayout = .compact, capacity: Int = 4_096) {
        self.layout = layout
        output = GrowableColumn(capacity: capacity)
    }

    /// A copy of the bytes written so far.
    ///
    /// - Complexity: O(b) for b bytes.
    var bytes: [UInt8] { output.withBuffer { Array($0) } }

    /// Writes an object; `body` writes its members.
    mutating func object(_ body: (inout JSONWriter) -> Void) {
        list(open: UInt8(ascii: "{"), close: UInt8(ascii: "}"), body)
    }

    /// Writes an array with one element for each of `elements`, written by `body`, as the member `key`.
    mutating func array<Elements: Sequence>(
        _ key: StaticString, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        self.key(key)
        list(open: UInt8(ascii: "["), close: UInt8(ascii: "]")) { writer in
            for element in elements {
                writer.beginElement()
                body(&writer, element)
            }
        }
    }

    /// Writes an array of numbers, on one line in every layout, as an element of an array.
    mutating func numbers(_ numbers: some Sequence<Int>) {
        let wasOnOneLine = isOnOneLine
        isOnOneLine = true
        list(open: UInt8(ascii: "["), close: UInt8(ascii: "]")) { writer in
            for number in numbers {
                writer.beginElement()
                writer.value(number)
            }
        }
        isOnOneLine = wasOnOneLine
    }

    private mutating func list(open: UInt8, close: UInt8, _ body: (inout JSONWriter) -> Void) {
        append(open)
        let hadPredecessor = hasPredecessor
        hasPredecessor = false
        depth += 1
        body(&self)
        depth -= 1
        if hasPredecessor { breakLine() }
        append(close)
        hasPredecessor = hadPredecessor
    }

    /// Writes a member's name; its value follows.
    mutating func key(_ key: StaticString) {
        beginElement()
        append(UInt8(ascii: "\""))
        append(key)
        append(UInt8(ascii: "\""))
        append(UInt8(ascii: ":"))
        if layout == .indented { append(UInt8(ascii: " ")) }
    }

    private mutating func beginElement() {
        if hasPredecessor { append(UInt8(ascii: ",")) }
        hasPredecessor = true
        breakLine()
    }

    private mutating func breakLine() {
        guard layout == .indented, !isOnOneLine else { return }
        append(UInt8(ascii: "\n"))
        for _ in 0..<depth {
            append(UInt8(ascii: " "))
            append(UInt8(ascii: " "))
        }
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) { output.append(byte) }

    @inline(__always)
    mutating func append(_ literal: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    mutating func append(contentsOf text: UnsafeBufferPointer<UInt8>) {
        if let source = text.baseAddress { output.append(source, count: text.count) }
    }
}
