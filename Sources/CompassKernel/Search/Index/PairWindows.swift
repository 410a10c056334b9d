/// The parts of tokens that a pair of neighbors keeps, and where they are cut.
///
/// A part ends where both it and its spelling without accents are long enough, so that each determines the
/// part that would be kept of the token without accents. Cuts depend only on the kept bytes: those of a
/// search pattern that is longer than the part are the same.
struct PairWindows: Sendable {
    let left: Int
    /// For each first byte, the number of bytes kept of a token on the right: one more where it begins very
    /// many tokens, because otherwise too many rows are candidates.
    let right: [UInt8]

    /// - Parameter right: a number for each of 256 bytes.
    init(left: Int, right: [UInt8]) {
        self.left = left
        self.right = right
    }

    /// - Parameter rowsOfFirstBytes: the number of rows of tokens that begin with each byte.
    init(rowsOfFirstBytes: [Int], _ configuration: SearchIndexConfiguration) {
        left = configuration.leftWindow
        let frequent = rowsOfFirstBytes.indices.sorted {
            (rowsOfFirstBytes[$1], $0) < (rowsOfFirstBytes[$0], $1)
        }
        var right = [UInt8](repeating: 1, count: 256)
        for byte in frequent.prefix(configuration.longRightWindows) { right[byte] = 2 }
        self.right = right
    }

    /// Returns the number of last bytes that are kept of a token on the left; all if it has no more.
    func leftByteCount(of token: UnsafeBufferPointer<UInt8>) -> Int {
        var (start, plainCount) = (token.count, 0)
        while start > 0, token.count - start < left || plainCount < left {
            start -= 1
            while start > 0, token[start] & 0xc0 == 0x80 { start -= 1 }
            plainCount += PairWindows.plainByteCount(of: token, at: start).count
        }
        return token.count - start
    }

    /// Returns the number of first bytes that are kept of a token on the right, without leading blanks; all
    /// if it has no more.
    func rightByteCount(of token: UnsafeBufferPointer<UInt8>) -> Int {
        guard let first = token.first else { return 0 }
        var (end, plainCount, plainMinimum) = (0, 0, 1)
        while end < token.count, end < Int(right[Int(first)]) || plainCount < plainMinimum {
            let plain = PairWindows.plainByteCount(of: token, at: end)
            if plainCount == 0, plain.count > 0 { plainMinimum = Int(right[Int(plain.first)]) }
            plainCount += plain.count
            end += 1
            while end < token.count, token[end] & 0xc0 == 0x80 { end += 1 }
        }
        return end
    }

    /// Returns the number of bytes of a character without its accent, and the first of them.
    @inline(__always)
    private static func plainByteCount(
        of token: UnsafeBufferPointer<UInt8>, at place: Int
    ) -> (count: Int, first: UInt8) {
        let byte = token[place]
        guard byte >= 0xc0, token.count - place >= TextFolding.scalarByteCount(lead: byte) else {
            return (1, byte)
        }
        // SAFETY: the token has all bytes of the scalar.
        return TextFolding.plainForm(token.baseAddress! + place)
    }
}

extension TextFolding {
    /// The number of bytes of a scalar whose first one is `lead`.
    @inline(__always)
    static func scalarByteCount(lead: UInt8) -> Int {
        lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    }

    /// Whether a text begins with all bytes of a scalar.
    static func beginsWithScalar(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let lead = text.first, lead & 0xc0 != 0x80 else { return false }
        return text.count >= scalarByteCount(lead: lead)
    }

    /// Returns the number of bytes of the scalar at `position` without its accent, and the first of them.
    fileprivate static func plainForm(_ position: UnsafePointer<UInt8>) -> (count: Int, first: UInt8) {
        let scalar = UTF8Scalars.first(position)
        let table = FoldTable.withoutAccents
        let entry = table[min(scalar.value, 0x10ffff)]
        if !entry.isUnchanged { return (entry.byteCount, table.withReplacement(entry) { $0.first ?? 0 }) }
        if let syllable = HangulSyllable(scalar.value) { return (3 * syllable.letters.count, 0xe1) }
        return (scalar.byteCount, position.pointee)
    }

    /// Whether a folded text has scalars that canonical ordering may move, and that are kept when accents are
    /// ignored.
    static func hasOrderedScalar(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        while place < utf8.count {
            if utf8[place] < 0x80 {
                place += 1
                continue
            }
            // SAFETY: the text is well-formed.
            let scalar = UTF8Scalars.first(utf8.baseAddress! + place)
            if FoldTable.withoutAccents[scalar.value].marks.contains(.isOrdered) { return true }
            place += scalar.byteCount
        }
        return false
    }
}
