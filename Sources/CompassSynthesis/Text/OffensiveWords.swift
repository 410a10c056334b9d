/// Tells whether a text in the making holds an offensive word, English or Spanish, so that another is drawn.
///
/// The words are hashed, see ``OffensiveWordHashes``. They are compared in one form, which ignores case and
/// accents and reads look-alikes as one letter: `1` and `l` as `i`, `v` as `u`, `0` as `o`, `3` as `e`, `4` as
/// `a`, `5` as `s`, `7` as `t`. A letter is a number here, `a` is 0 and `z` is 25; every other character ends a
/// run of letters.
struct OffensiveWords: Sendable {
    /// How a text is looked through.
    enum Rigor {
        /// A word of four letters or more may stand nowhere, a shorter one may not be a whole run of letters.
        case words
        /// No word may stand anywhere, for texts that a reader may divide in more ways than one.
        case everywhere
    }

    static let shared = OffensiveWords()

    private static let notALetter: UInt8 = 255
    /// Stands for the end of a run in the openings of words.
    private static let endOfRun: UInt8 = 26

    /// A bit for each three letters that a word begins with: nearly all places of a text are settled by it.
    private let openings: [UInt64]
    private let anywhere: Set<UInt64>
    private let alone: Set<UInt64>

    private init() {
        var bits = [UInt64](repeating: 0, count: (27 * 27 * 27 + 63) / 64)
        for opening in OffensiveWordHashes.openings { bits[Int(opening) / 64] |= 1 << (opening % 64) }
        openings = bits
        anywhere = Set(OffensiveWordHashes.anywhere)
        alone = Set(OffensiveWordHashes.alone)
    }

    /// Whether an offensive word occurs in a text in UTF-8.
    ///
    /// - Complexity: O(bytes) but for the few places where a word could begin.
    func occur(in text: some Collection<UInt8>, _ rigor: Rigor) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { letters in
            let count = Self.fold(text, into: letters)
            for start in 0..<count where letters[start] != Self.notALetter {
                if isOpening(letters, start, count), occurs(at: start, in: letters, count, rigor) {
                    return true
                }
            }
            return false
        }
    }

    private func isOpening(_ letters: UnsafeMutableBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Bool {
        guard start + 1 < count, letters[start + 1] != Self.notALetter else { return false }
        let third = start + 2 < count ? min(letters[start + 2], Self.endOfRun) : Self.endOfRun
        let opening = (Int(letters[start]) * 27 + Int(letters[start + 1])) * 27 + Int(third)
        return openings[opening / 64] >> (opening % 64) & 1 == 1
    }

    private func occurs(
        at start: Int, in letters: UnsafeMutableBufferPointer<UInt8>, _ count: Int, _ rigor: Rigor
    ) -> Bool {
        let beginsRun = start == 0 || letters[start - 1] == Self.notALetter
        // FNV-1a (Fowler, Noll and Vo), of 64 bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for end in start..<count {
            guard letters[end] != Self.notALetter else { return false }
            hash = (hash ^ UInt64(letters[end])) &* 0x0000_0100_0000_01B3
            if anywhere.contains(hash) { return true }
            let endsRun = end + 1 == count || letters[end + 1] == Self.notALetter
            if rigor == .everywhere || (beginsRun && endsRun), alone.contains(hash) { return true }
        }
        return false
    }

    /// Writes the letters of a text, and ``notALetter`` for all between them; returns how many.
    private static func fold(
        _ text: some Collection<UInt8>, into letters: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var count = 0
        var lead: UInt8 = 0
        for byte in text {
            switch (lead, byte) {
            case (_, 0xC3), (_, 0xCC), (_, 0xCD):
                lead = byte
                continue
            case (0xCC, _), (0xCD, _):
                // A combining accent, which belongs to the letter before it.
                break
            case (0xC3, _):
                letters[count] = letter(ofLatin1: byte)
                count += 1
            default:
                letters[count] = letter(byte)
                count += 1
            }
            lead = 0
        }
        return count
    }

    private static func letter(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A:
            let letter = (byte | 0x20) - 0x61
            // The letters l and v.
            return letter == 11 ? 8 : letter == 21 ? 20 : letter
        case 0x30...0x39:
            let lookAlikes: StaticString = "oi.eas.t.."
            // SAFETY: the literal has ten bytes, one for each digit.
            let byte = lookAlikes.utf8Start[Int(byte - 0x30)]
            return byte == 0x2E ? notALetter : byte - 0x61
        default:
            return notALetter
        }
    }

    /// The letter without its accent of U+00C0 to U+00FF, by the second byte of its UTF-8.
    private static func letter(ofLatin1 byte: UInt8) -> UInt8 {
        let letters: StaticString = "aaaaaa.ceeeeiiii.nooooo.ouuuuy.y"
        // SAFETY: the literal has 32 bytes, one for each letter of either case.
        let base = letters.utf8Start[Int(byte & 0x1F)]
        return base == 0x2E ? notALetter : letter(base)
    }
}
