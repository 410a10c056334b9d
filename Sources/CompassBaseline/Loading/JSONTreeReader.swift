/// Reads JSON (RFC 8259, UTF-8) into a tree, by recursive descent.
struct JSONTreeReader {
    /// The place and the reason of a failure.
    struct Fault: Error {
        let byteOffset: Int
        let reason: BaselineDocumentFault
        var message: String?
    }

    static let deepestNesting = 512

    let bytes: [UInt8]
    var position: Int
    /// Whether a line feed separates values and is therefore not allowed inside one.
    let linesAreValues: Bool
    private var depth = 0

    init(bytes: [UInt8], position: Int, linesAreValues: Bool) {
        self.bytes = bytes
        self.position = position
        self.linesAreValues = linesAreValues
    }

    /// The next byte, nil at the end.
    var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    func fault(_ reason: BaselineDocumentFault) -> Fault {
        Fault(byteOffset: position, reason: next == nil ? .unexpectedEnd : reason)
    }

    mutating func skipWhiteSpace() {
        while let byte = next {
            let isLineFeed = byte == UInt8(ascii: "\n")
            let isBlank =
                byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            guard isBlank || (isLineFeed && !linesAreValues) else { return }
            position += 1
        }
    }

    mutating func value() throws(Fault) -> JSONNode {
        let start = position
        switch next {
        case UInt8(ascii: "{"): return JSONNode(byteOffset: start, value: .object(try object()))
        case UInt8(ascii: "["): return JSONNode(byteOffset: start, value: .array(try array()))
        case UInt8(ascii: "\""):
            let (text, hasLoneSurrogate) = try string()
            return JSONNode(byteOffset: start, value: .string(text, hasLoneSurrogate: hasLoneSurrogate))
        case UInt8(ascii: "t"):
            try word("true")
            return JSONNode(byteOffset: start, value: .bool(true))
        case UInt8(ascii: "f"):
            try word("false")
            return JSONNode(byteOffset: start, value: .bool(false))
        case UInt8(ascii: "n"):
            try word("null")
            return JSONNode(byteOffset: start, value: .null)
        case let byte? where byte == UInt8(ascii: "-") || isAtDigit:
            return JSONNode(byteOffset: start, value: .number(try number()))
        default: throw fault(.unexpectedByte)
        }
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(Fault) {
        guard next == UInt8(ascii: character) else { throw fault(.unexpectedByte) }
        position += 1
    }

    private mutating func word(_ word: String) throws(Fault) {
        for character in word.unicodeScalars {
            try expect(character)
        }
    }

    mutating func enter(_ bracket: Unicode.Scalar) throws(Fault) {
        if depth == Self.deepestNesting { throw fault(.nestingTooDeep) }
        depth += 1
        try expect(bracket)
        skipWhiteSpace()
    }

    private mutating func object() throws(Fault) -> [(key: BaselineText, value: JSONNode)] {
        try enter("{")
        defer { depth -= 1 }
        var pairs: [(key: BaselineText, value: JSONNode)] = []
        if next == UInt8(ascii: "}") {
            position += 1
            return pairs
        }
        while true {
            guard next == UInt8(ascii: "\"") else { throw fault(.unexpectedByte) }
            let key = try string().text
            skipWhiteSpace()
            try expect(":")
            skipWhiteSpace()
            pairs.append((key, try value()))
            skipWhiteSpace()
            if next == UInt8(ascii: "}") {
                position += 1
                return pairs
            }
            try expect(",")
            skipWhiteSpace()
        }
    }

    private mutating func array() throws(Fault) -> [JSONNode] {
        try enter("[")
        defer { depth -= 1 }
        var elements: [JSONNode] = []
        if next == UInt8(ascii: "]") {
            position += 1
            return elements
        }
        while true {
            elements.append(try value())
            skipWhiteSpace()
            if next == UInt8(ascii: "]") {
                position += 1
                return elements
            }
            try expect(",")
            skipWhiteSpace()
        }
    }

    private mutating func number() throws(Fault) -> BaselineText {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") {
            position += 1
            if isAtDigit { throw fault(.badNumber) }
        } else {
            try digits()
        }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return BaselineText(utf8: Array(bytes[start..<position]))
    }

    private var isAtDigit: Bool {
        next.map { (48...57).contains($0) } ?? false
    }

    private mutating func digits() throws(Fault) {
        guard isAtDigit else { throw fault(.badNumber) }
        while isAtDigit { position += 1 }
    }
}
