/// A text of a partial answer, such as an id, compared and ordered by its UTF-8 bytes.
///
/// A UUID in canonical lower-case form takes 16 bytes.
enum PartialText: Sendable {
    case uuid(PackedUUID)
    case text(String)

    init(_ string: String) {
        var string = string
        let uuid = string.withUTF8 { bytes -> PackedUUID? in
            guard bytes.count == PackedUUID.textByteCount, let start = bytes.baseAddress else { return nil }
            return PackedUUID(canonical: start)
        }
        self = if let uuid { .uuid(uuid) } else { .text(string) }
    }

    var string: String {
        switch self {
        case .uuid(let uuid): uuid.description
        case .text(let text): text
        }
    }
}

extension PartialText: Hashable, Comparable {
    static func == (left: PartialText, right: PartialText) -> Bool {
        switch (left, right) {
        case (.uuid(let left), .uuid(let right)): left == right
        case (.text(let left), .text(let right)): ByteText(left) == ByteText(right)
        // A text that is a UUID is packed.
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .uuid(let uuid): hasher.combine(uuid)
        case .text(let text): hasher.combine(ByteText(text))
        }
    }

    // Runs for each row of a merge: workload `partial.merge`.
    @inline(__always)
    static func < (left: PartialText, right: PartialText) -> Bool {
        if case .uuid(let left) = left, case .uuid(let right) = right { return left < right }
        return precedesAsText(left, right)
    }

    private static func precedesAsText(_ left: PartialText, _ right: PartialText) -> Bool {
        var (left, right) = (left.string, right.string)
        return left.withUTF8 { left in right.withUTF8 { ByteComparison.compare(left, $0) < 0 } }
    }
}

extension PartialWriter {
    /// Writes 0 and 16 bytes, or the number of bytes plus one and the bytes.
    mutating func text(_ text: PartialText) {
        switch text {
        case .uuid(let uuid):
            byte(0)
            // In the order of the text.
            word(uuid.high.byteSwapped)
            word(uuid.low.byteSwapped)
        case .text(let text):
            count(text.utf8.count + 1)
            raw(text.utf8)
        }
    }

    mutating func string(_ string: String) { text(PartialText(string)) }
}

extension PartialReader {
    mutating func text() throws(PartialAnswerError) -> PartialText {
        let count = try count()
        if count == 0 {
            let (high, low) = (try word(), try word())
            return .uuid(PackedUUID(high: high.byteSwapped, low: low.byteSwapped))
        }
        return PartialText(String(decoding: try raw(count - 1), as: UTF8.self))
    }

    mutating func string() throws(PartialAnswerError) -> String { try text().string }
}
