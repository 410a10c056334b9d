/// Where folded text is cut into tokens.
///
/// Whether there is a cut between two neighbouring characters depends on these two alone, so that a searched
/// piece is cut inside exactly where the text around each of its occurrences is. There is one
///
/// - behind a run of white space,
/// - behind a run of `/`,
/// - before a run of `,`, `!`, `?` or `;`,
/// - before and behind every emoji, ideograph, kana and Hangul syllable (by their UTF-8 lead bytes).
///
/// White space belongs to both of its neighbours, so that `day` with a blank before or behind lies in one
/// token:
/// ```
/// win, t.co/x 🔥 a     →     "win" ", " " t.co/" "x " " 🔥 " " a"
/// ```
/// There is no cut at `.` or `:`, which would part addresses into pieces that are in every other row.
enum TokenCuts {
    /// Stands behind each field of the folded text; no byte of UTF-8 has this value.
    static let fieldEnd: UInt8 = 0xff

    /// What a byte says about its character.
    private enum ByteClass: UInt8, CaseIterable {
        case other, blank, slash, mark, wide, start, continuation, fieldEnd
    }

    /// The class of each byte, then the step for each class seen last and class met.
    static let table: ColumnBuffer<UInt8> = ColumnBuffer(count: 256 + 64) { table in
        for byte in 0..<256 { table[byte] = byteClass(of: UInt8(byte)).rawValue }
        for last in ByteClass.allCases {
            for next in ByteClass.allCases {
                let state = next == .continuation ? last : next == .fieldEnd ? .start : next
                let cut = next != .continuation && isCut(between: last, and: next)
                table[256 + Int(last.rawValue) * 8 + Int(next.rawValue)] =
                    state.rawValue | (cut ? cutFlag : 0)
            }
        }
    }

    private static let cutFlag: UInt8 = 8

    private static func byteClass(of byte: UInt8) -> ByteClass {
        switch byte {
        case 0x09...0x0d, 0x20: .blank
        case UInt8(ascii: "/"): .slash
        case UInt8(ascii: ","), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ";"): .mark
        case 0x80...0xbf: .continuation
        case 0xe3...0xed, 0xf0...0xf4: .wide
        case fieldEnd: .fieldEnd
        default: .other
        }
    }

    private static func isCut(between last: ByteClass, and next: ByteClass) -> Bool {
        if next == .fieldEnd { return true }
        if last == .start || next == .blank { return false }
        return last == .blank || last == .wide || next == .wide || (last == .slash && next != .slash)
            || (next == .mark && last != .mark)
    }

    /// Reads a text byte by byte.
    struct Reader {
        private let table: UnsafePointer<UInt8>
        private var state = ByteClass.start.rawValue

        init() { table = TokenCuts.table.base }

        /// Whether there is a cut before `byte`.
        @inline(__always)
        mutating func isCut(before byte: UInt8) -> Bool {
            // SAFETY: 256 classes, then eight steps for each of eight classes.
            let step = table[256 + Int(state) << 3 + Int(table[Int(byte)])]
            state = step & 7
            return step & cutFlag != 0
        }

        /// Behind a character with no class of its own: the next place of one that has, at or behind `place`,
        /// before which there is no cut; else `place`.
        ///
        /// The text must hold a byte of another class.
        @inline(__always)
        func skipOrdinary(in text: UnsafePointer<UInt8>, from place: Int) -> Int {
            guard state == ByteClass.other.rawValue else { return place }
            var place = place
            // SAFETY: the caller's text ends with a separator.
            while table[Int(text[place])] == ByteClass.other.rawValue { place += 1 }
            return place
        }
    }

    /// Where the run of blanks before `place` starts, at or behind `floor`.
    @inline(__always)
    static func blanksStart(
        before place: Int, from floor: Int, in text: UnsafePointer<UInt8>
    ) -> Int {
        var start = place
        // SAFETY: the caller has the bytes from `floor` to `place`.
        while start > floor, text[start - 1] == 0x20 || text[start - 1] &- 0x09 < 5 { start -= 1 }
        return start
    }

    /// A token without the blanks of its left neighbour; all of it when it has nothing else.
    static func withoutLeadingBlanks(_ token: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let first = token.firstIndex(where: { byteClass(of: $0) != .blank }) else { return token }
        return UnsafeBufferPointer(rebasing: token[first...])
    }

    /// How many bytes the last characters have that take at least `byteCount` bytes; all when there are
    /// fewer.
    static func lastCharacters(of text: UnsafeBufferPointer<UInt8>, byteCount: Int) -> Int {
        var count = min(text.count, byteCount)
        while count < text.count, isContinuation(text[text.count - count]) { count += 1 }
        return count
    }

    /// How many bytes the first characters have that take at least `byteCount` bytes; all when there are
    /// fewer.
    static func firstCharacters(of text: UnsafeBufferPointer<UInt8>, byteCount: Int) -> Int {
        var count = min(text.count, byteCount)
        while count < text.count, isContinuation(text[count]) { count += 1 }
        return count
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xc0 == 0x80 }

    /// A part of a searched pattern between two cuts, or before the first or behind the last one.
    struct Piece: Equatable {
        /// Where it starts with the blanks of the token on its left.
        let extendedStart: Int
        let range: Range<Int>

        /// With the blanks of the token on its left.
        var extended: Range<Int> { extendedStart..<range.upperBound }
    }

    /// The parts into which a searched pattern is cut; nil when it does not begin with a whole character,
    /// whose cuts cannot be told.
    ///
    /// Blanks with which the pattern begins are no part of their own, but extend the first one.
    static func pieces(of pattern: UnsafeBufferPointer<UInt8>) -> [Piece]? {
        guard let text = pattern.baseAddress, byteClass(of: pattern[0]) != .continuation else { return nil }
        var reader = Reader()
        var pieces: [Piece] = []
        var start = 0
        func append(upTo end: Int) {
            let extendedStart = blanksStart(before: start, from: 0, in: text)
            if extendedStart == 0 { pieces.removeAll() }
            pieces.append(Piece(extendedStart: extendedStart, range: start..<end))
        }
        for (place, byte) in pattern.enumerated() where reader.isCut(before: byte) {
            append(upTo: place)
            start = place
        }
        append(upTo: pattern.count)
        return pieces
    }
}
