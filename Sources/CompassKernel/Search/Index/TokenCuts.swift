/// The rules for cutting folded text into tokens.
///
/// A cut between two adjacent characters depends only on these two, so the inside of a search pattern is cut
/// exactly like the text at each of its occurrences. There is a cut
///
/// - after a run of white space,
/// - after a run of `/`,
/// - before a run of `,`, `!`, `?` or `;`,
/// - before and after every emoji, ideograph, kana and Hangul syllable (by their UTF-8 lead bytes).
///
/// Scalars from U+F000 to U+FFFF, such as the variation selectors of emoji, continue the character before
/// them: a text is then cut the same with its accents (to which the selectors belong) and without them.
///
/// White space belongs to both of its neighbors, so that `day` with a blank before or after it is in one
/// token:
/// ```
/// win, t.co/x 🔥 a     →     "win" ", " " t.co/" "x " " 🔥 " " a"
/// ```
/// There is no cut at `.` or `:`, which would split addresses into parts that are in every other row.
enum TokenCuts {
    /// Follows each field of the folded text; no byte of UTF-8 has this value.
    static let fieldEnd: UInt8 = 0xff

    /// The class of a byte, which describes its character.
    private enum ByteClass: UInt8, CaseIterable {
        case other, blank, slash, mark, wide, start, continuation, fieldEnd
    }

    /// The class of each byte, then the step for each combination of the last class and the next one.
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
        case 0x80...0xbf, 0xef: .continuation
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
        private let table = TokenCuts.table
        private var state: UInt8

        /// Creates a reader at the start of a field.
        init() { state = ByteClass.start.rawValue }

        /// Creates a reader after `byte`, which is the end of a field or belongs to a character of one or two
        /// bytes.
        init(after byte: UInt8) {
            let byteClass = TokenCuts.byteClass(of: byte)
            state =
                switch byteClass {
                case .fieldEnd: ByteClass.start.rawValue
                case .continuation: ByteClass.other.rawValue
                default: byteClass.rawValue
                }
        }

        /// The class of the last character.
        var lastState: UInt8 { state }

        /// Returns whether there is a cut before `byte`.
        @inline(__always)
        mutating func isCut(before byte: UInt8) -> Bool {
            // SAFETY: 256 classes, then eight steps for each of eight classes.
            let step = table[256 + Int(state) << 3 + Int(table[Int(byte)])]
            state = step & 7
            return step & cutFlag != 0
        }
    }

    /// Returns the start of the run of blanks before `place`, at or after `floor`.
    @inline(__always)
    static func blanksStart(before place: Int, from floor: Int, in text: UnsafePointer<UInt8>) -> Int {
        var start = place
        // SAFETY: the bytes from `floor` to `place` belong to the caller's text.
        while start > floor, text[start - 1] == 0x20 || text[start - 1] &- 0x09 < 5 { start -= 1 }
        return start
    }

    /// Returns a token without the blanks of its left neighbor; the whole token if it has nothing else.
    static func withoutLeadingBlanks(_ token: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let first = token.firstIndex(where: { byteClass(of: $0) != .blank }) else { return token }
        return UnsafeBufferPointer(rebasing: token[first...])
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xc0 == 0x80 }

    /// Whether a token is cut in the same places without its accents, next to any other tokens.
    ///
    /// - Parameters:
    ///   - token: a token with the blanks around it.
    ///   - plain: the same token without accents.
    static func areSame(_ token: UnsafeBufferPointer<UInt8>, _ plain: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let ends = ends(of: token), let plainEnds = TokenCuts.ends(of: plain) else { return false }
        // Only the first token of a field begins with a continuation, and has no neighbor at its left.
        let isFirst = ends.first == .continuation && ends.leadingBlanks == 0
        return (isFirst || ends.first == plainEnds.first) && ends.state == plainEnds.state
            && ends.leadingBlanks == plainEnds.leadingBlanks
            && ends.trailingBlanks == plainEnds.trailingBlanks
    }

    private struct Ends {
        var leadingBlanks: Int
        var trailingBlanks: Int
        /// The class of the first byte after the leading blanks.
        var first: ByteClass
        var state: UInt8
    }

    /// Returns what determines the cuts around a token; nil if there are others in it, or it is only blanks.
    private static func ends(of token: UnsafeBufferPointer<UInt8>) -> Ends? {
        let isBlank = { (byte: UInt8) in byteClass(of: byte) == .blank }
        guard let start = token.firstIndex(where: { !isBlank($0) }) else { return nil }
        var reader = Reader()
        for place in start..<token.count where reader.isCut(before: token[place]) { return nil }
        return Ends(
            leadingBlanks: start, trailingBlanks: token.count - 1 - token.lastIndex { !isBlank($0) }!,
            first: byteClass(of: token[start]), state: reader.lastState)
    }

    /// Returns a pattern without the bytes with which it begins that continue a character before it.
    static func withoutLeadingContinuation(
        _ pattern: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
        let first = pattern.firstIndex { byteClass(of: $0) != .continuation } ?? pattern.endIndex
        return UnsafeBufferPointer(rebasing: pattern[first...])
    }

    /// A part of a search pattern between two cuts, or before the first or after the last one.
    struct Part: Equatable {
        /// Its start, including the blanks of the token on its left.
        let extendedStart: Int
        let range: Range<Int>

        /// Its range, including the blanks of the token on its left.
        var extended: Range<Int> { extendedStart..<range.upperBound }
    }

    /// Returns the parts into which a search pattern is cut; nil if it begins with bytes that continue a
    /// character before it, and its cuts depend on that character.
    ///
    /// Leading blanks of the pattern are not a separate part, but extend the first one.
    static func parts(of pattern: UnsafeBufferPointer<UInt8>) -> [Part]? {
        guard let text = pattern.baseAddress, !isContinuation(pattern[0]) else { return nil }
        // There is never a cut before a blank.
        if byteClass(of: pattern[0]) == .continuation,
            let next = pattern.first(where: { byteClass(of: $0) != .continuation }),
            byteClass(of: next) != .blank
        {
            return nil
        }
        var reader = Reader()
        var parts: [Part] = []
        var start = 0
        func append(upTo end: Int) {
            let extendedStart = blanksStart(before: start, from: 0, in: text)
            if extendedStart == 0 { parts.removeAll() }
            parts.append(Part(extendedStart: extendedStart, range: start..<end))
        }
        for (place, byte) in pattern.enumerated() where reader.isCut(before: byte) {
            append(upTo: place)
            start = place
        }
        append(upTo: pattern.count)
        return parts
    }
}
