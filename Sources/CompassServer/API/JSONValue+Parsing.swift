extension JSONValue {
    /// Reads a document (RFC 8259) of the body of a request.
    ///
    /// - Throws: 400 for bytes that are not JSON.
    init(parsing bytes: [UInt8]) throws(APIError) {
        var reader = JSONReader(bytes)
        guard let value = reader.document() else {
            throw APIError(400, "the body is not JSON: see byte \(reader.position); an object is accepted.")
        }
        self = value
    }
}

/// Reads JSON of a few members; each method returns nil at the first fault.
private struct JSONReader {
    /// The depth of arrays and objects; bodies of this API have one level.
    private static let depthLimit = 16

    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func document() -> JSONValue? {
        guard let value = value(depth: 0) else { return nil }
        skipSpace()
        return position == bytes.count ? value : nil
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { position += 1 }
    }

    /// Skips a byte after white space; false when another one is there.
    private mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return depth < Self.depthLimit ? object(depth: depth + 1) : nil
        case UInt8(ascii: "["): return depth < Self.depthLimit ? array(depth: depth + 1) : nil
        case UInt8(ascii: "\""): return text().map(JSONValue.text)
        case UInt8(ascii: "t"): return literal("true", .bool(true))
        case UInt8(ascii: "f"): return literal("false", .bool(false))
        case UInt8(ascii: "n"): return literal("null", .null)
        default: return number()
        }
    }

    private mutating func literal(_ name: StaticString, _ value: JSONValue) -> JSONValue? {
        let end = position + name.utf8CodeUnitCount
        guard end <= bytes.count, "\(name)".utf8.elementsEqual(bytes[position..<end]) else { return nil }
        position = end
        return value
    }

    private mutating func object(depth: Int) -> JSONValue? {
        position += 1
        var members: [(name: String, value: JSONValue)] = []
        if skip(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\""), let name = text(), skip(UInt8(ascii: ":")),
                let value = value(depth: depth)
            else { return nil }
            members.append((name, value))
        } while skip(UInt8(ascii: ","))
        return skip(UInt8(ascii: "}")) ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> JSONValue? {
        position += 1
        var elements: [JSONValue] = []
        if skip(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            guard let value = value(depth: depth) else { return nil }
            elements.append(value)
        } while skip(UInt8(ascii: ","))
        return skip(UInt8(ascii: "]")) ? .array(elements) : nil
    }

    private mutating func number() -> JSONValue? {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let first = next
        let count = digits()
        guard count > 0, count == 1 || first != UInt8(ascii: "0") else { return nil }
        var isWhole = true
        if next == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            guard digits() > 0 else { return nil }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard digits() > 0 else { return nil }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return isWhole ? Int(text).map(JSONValue.number) ?? .decimal(text) : .decimal(text)
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        return position - start
    }

    /// Reads a text; nil also for one that is not UTF-8 or has half of a surrogate pair.
    private mutating func text() -> String? {
        position += 1
        var units: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                let text = String(decoding: units, as: UTF8.self)
                return text.utf8.elementsEqual(units) ? text : nil
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                units += Array(String(scalar).utf8)
            case 0..<0x20:
                position -= 1
                return nil
            default: units.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let first = codeUnit() else { return nil }
            guard 0xd800...0xdbff ~= first else { return Unicode.Scalar(first) }
            guard next == UInt8(ascii: "\\") else { return nil }
            position += 1
            guard next == UInt8(ascii: "u") else { return nil }
            position += 1
            guard let second = codeUnit(), 0xdc00...0xdfff ~= second else { return nil }
            return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
        default:
            position -= 1
            return nil
        }
    }

    private mutating func codeUnit() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        position += 4
        return unit
    }
}
