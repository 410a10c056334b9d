/// How a JSON answer is laid out.
public enum JSONLayout: Hashable, Sendable {
    /// Without any white space.
    case compact
    /// For people: one member a line, indented by two spaces; lists of numbers stay on one line.
    case indented
}

/// Writes JSON (RFC 8259) into a growing column of bytes.
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
/// Texts are escaped as little as the standard asks for: the quote, the backslash and control characters below
/// U+0020. Everything else stays as it is in UTF-8, U+2028 and U+2029 included, which JavaScript has allowed in
/// its own texts since 2019; whoever puts JSON into HTML escapes it there.
///
/// The bytes lie in a column that only the writer has: an array would ask before each byte whether anybody shares it,
/// which took most of the time of small answers through the C interface.
package struct JSONWriter: ~Copyable {
    private var output: GrowableColumn<UInt8>
    private let layout: JSONLayout
    private var depth = 0
    /// Whether a value already stands in the innermost list, so that the next one needs a comma.
    private var hasPredecessor = false
    /// Whether the innermost list is kept on one line.
    private var isOnOneLine = false

    /// A writer that has written nothing.
    ///
    /// - Parameters:
    ///   - layout: how values are separated.
    ///   - capacity: the number of bytes to make room for.
    package init(layout: JSONLayout = .compact, capacity: Int = 4_096) {
        self.layout = layout
        output = GrowableColumn(capacity: capacity)
    }

    /// A copy of what has been written.
    ///
    /// - Complexity: O(b) for b bytes.
    package var bytes: [UInt8] { output.withBuffer { Array($0) } }

    /// Writes an object whose members `body` writes.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        list(open: UInt8(ascii: "{"), close: UInt8(ascii: "}"), body)
    }

    /// Writes an object as the member `key`.
    package mutating func object(_ key: StaticString, _ body: (inout JSONWriter) -> Void) {
        self.key(key)
        object(body)
    }

    /// Writes an array with one element for each of `elements`, written by `body`, as the member `key`.
    package mutating func array<Elements: Sequence>(
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
    package mutating func numbers(_ numbers: some Sequence<Int>) {
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
    package mutating func key(_ key: StaticString) {
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

    mutating func append(contentsOf text: some Collection<UInt8>) {
        if text.withContiguousStorageIfAvailable({ append(contentsOf: $0) }) == nil {
            for byte in text { append(byte) }
        }
    }
}
