/// One text of a ``PieceTable``.
///
/// Layout of the word, from the least significant bit: 40 bits of offset, 12 of length in bytes, 12 of
/// length in characters.
struct Piece: Sendable {
    private let word: UInt64

    init(offset: Int, byteCount: Int, characterCount: Int) {
        precondition(byteCount < 4096 && characterCount < 4096)
        word = UInt64(offset) | UInt64(byteCount) << 40 | UInt64(characterCount) << 52
    }

    /// The offset of the first byte in the arena.
    @inline(__always) var offset: Int { Int(truncatingIfNeeded: word & 0xFF_FFFF_FFFF) }
    /// The number of bytes after JSON escaping.
    @inline(__always) var byteCount: Int { Int(truncatingIfNeeded: word >> 40 & 0xFFF) }
    /// The number of extended grapheme clusters before escaping.
    @inline(__always) var characterCount: Int { Int(truncatingIfNeeded: word >> 52) }

    /// The piece without its first character, which must be one byte, such as the `@` of a handle.
    @inline(__always)
    func droppingFirst() -> Piece {
        Piece(offset: offset + 1, byteCount: byteCount - 1, characterCount: characterCount - 1)
    }
}

/// Short texts, escaped for JSON once, in one arena.
///
/// The texts `Ω` and `"hi"` are stored as the bytes `CE A9 5C 22 68 69 5C 22`, as the pieces (0, 2, 1) and
/// (2, 6, 4), followed by ``copyWidth`` zero bytes.
struct PieceTable: Sendable {
    /// The number of spare bytes after the last piece, so that a reader may copy this many from any piece.
    static let copyWidth = 32
    private static let spareBytes = [UInt8](repeating: 0, count: copyWidth)

    private(set) var bytes = spareBytes
    private var pieces: [Piece] = []

    init() {}

    /// - Parameter texts: the texts, whose characters ``append(_:characterCount:)`` must be able to count by
    ///   default.
    init(_ texts: some Sequence<String>) {
        for text in texts { append(Array(text.utf8)) }
    }

    @inline(__always) var count: Int { pieces.count }
    @inline(__always) subscript(index: Int) -> Piece { pieces[index] }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - utf8: the text before escaping.
    ///   - characterCount: its extended grapheme clusters; by default the number of its scalars other than
    ///     combining diacritical marks, which is correct except for emoji sequences and CR LF. (The standard
    ///     library's count depends on its Unicode version, and the bytes must not.)
    @discardableResult
    mutating func append(_ utf8: [UInt8], characterCount: Int? = nil) -> Piece {
        let offset = bytes.count - Self.copyWidth
        bytes.removeLast(Self.copyWidth)
        JSONEscape.append(utf8, to: &bytes)
        let piece = Piece(
            offset: offset, byteCount: bytes.count - offset,
            characterCount: characterCount ?? Self.characterCount(utf8))
        bytes += Self.spareBytes
        pieces.append(piece)
        return piece
    }

    private static func characterCount(_ utf8: [UInt8]) -> Int {
        // Loops without sequences, here and below: debug builds append 48,000 words at each start of the
        // generator.
        var count = 0
        var index = 0
        while index < utf8.count {
            let byte = utf8[index]
            index += 1
            if byte & 0xC0 == 0x80 { continue }
            let next = index < utf8.count ? utf8[index] : 0
            let isCombiningMark = byte == 0xCC || (byte == 0xCD && next < 0xB0)
            if !isCombiningMark { count += 1 }
        }
        return count
    }
}

/// The escapes of PostgreSQL's `escape_json`: short ones where JSON has them, `\u00XX` for other control
/// characters; all other characters are unchanged.
enum JSONEscape {
    static func append(_ utf8: [UInt8], to bytes: inout [UInt8]) {
        var index = 0
        while index < utf8.count, utf8[index] >= 0x20, utf8[index] != 0x22, utf8[index] != 0x5C { index += 1 }
        if index == utf8.count {
            bytes += utf8
        } else {
            for byte in utf8 { append(byte, to: &bytes) }
        }
    }

    static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x08: bytes += [0x5C, 0x62]
        case 0x09: bytes += [0x5C, 0x74]
        case 0x0A: bytes += [0x5C, 0x6E]
        case 0x0C: bytes += [0x5C, 0x66]
        case 0x0D: bytes += [0x5C, 0x72]
        case 0x22, 0x5C: bytes += [0x5C, byte]
        case 0..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            bytes += [0x5C, 0x75, 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        default: bytes.append(byte)
        }
    }
}
