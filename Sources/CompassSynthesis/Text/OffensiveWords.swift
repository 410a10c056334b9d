/// Detects whether a generated text contains an offensive word, English or Spanish, so that another is drawn.
///
/// The words are hashed, see ``OffensiveWordHashes``. They are compared in a normal form, which ignores case
/// and accents and reads look-alikes as one letter: `1` and `l` as `i`, `v` as `u`, `0` as `o`, `3` as `e`,
/// `4` as `a`, `5` as `s`, `7` as `t`. A letter is a number here, `a` is 0 and `z` is 25; every other
/// character ends a run of letters.
struct OffensiveWords: Sendable {
    /// The strictness of a check.
    enum Rigor {
        /// A word of four letters or more must not occur anywhere, a shorter one must not be a whole run of
        /// letters.
        case words
        /// No word may occur anywhere, for texts that a reader may divide in more ways than one.
        case everywhere
    }

    static let shared = OffensiveWords()

    private static let notALetter: UInt8 = 255
    /// The end of a run in the openings of words.
    private static let endOfRun: UInt8 = 26

    /// Whether a word begins with three letters, for all combinations of three: this test settles nearly all
    /// texts.
    private let openings: [Bool]
    private let anywhere: Set<UInt64>
    private let alone: Set<UInt64>
    /// The letter of each byte of ASCII, ``notALetter`` for all others.
    private let letters: [UInt8]

    private init() {
        var openings = [Bool](repeating: false, count: 27 * 27 * 27)
        for opening in OffensiveWordHashes.openings { openings[Int(opening)] = true }
        self.openings = openings
        anywhere = Set(OffensiveWordHashes.anywhere)
        alone = Set(OffensiveWordHashes.alone)
        letters = (0...255).map(Self.letter)
    }

    /// Returns whether an offensive word occurs in a text in UTF-8.
    ///
    /// - Complexity: O(bytes), except for texts in which a word could begin.
    func occur(in text: UnsafeBufferPointer<UInt8>, _ rigor: Rigor) -> Bool {
        guard couldOccur(in: text) else { return false }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { letters in
            let count = fold(text, into: letters)
            for start in 0..<max(0, count - 1) {
                let third = start + 2 < count ? letters[start + 2] : Self.notALetter
                if isOpening(letters[start], letters[start + 1], third),
                    occurs(at: start, in: letters, count, rigor)
                {
                    return true
                }
            }
            return false
        }
    }

    /// Returns the same for an array.
    func occur(in text: [UInt8], _ rigor: Rigor) -> Bool {
        text.withUnsafeBufferPointer { bytes in occur(in: bytes, rigor) }
    }

    /// Returns whether any three letters begin a word, or the text is not entirely ASCII.
    private func couldOccur(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var first = Self.notALetter
        var second = Self.notALetter
        var index = 0
        // A loop without ranges, because each word of the vocabulary goes through it, also in debug builds.
        while index <= text.count {
            let byte = index < text.count ? text[index] : 0
            if byte >= 0x80 { return true }
            let third = letters[Int(byte)]
            if isOpening(first, second, third) { return true }
            first = second
            second = third
            index += 1
        }
        return false
    }

    private func isOpening(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
        first != Self.notALetter && second != Self.notALetter
            && openings[(Int(first) * 27 + Int(second)) * 27 + Int(min(third, Self.endOfRun))]
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

    /// Writes the letters of a text, and ``notALetter`` for all between them; returns their number.
    private func fold(
        _ text: UnsafeBufferPointer<UInt8>, into folded: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var count = 0
        var lead: UInt8 = 0
        for byte in text {
            switch (lead, byte) {
            case (_, 0xC3), (_, 0xCC), (_, 0xCD):
                lead = byte
                continue
            case (0xCC, _), (0xCD, _):
                // A combining accent, which belongs to the preceding letter.
                break
            case (0xC3, _):
                folded[count] = letters[Int(Self.baseLetter(ofLatin1: byte))]
                count += 1
            default:
                folded[count] = letters[Int(byte)]
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

    /// Returns the ASCII letter of U+00C0 to U+00FF without its accent, by the second byte of its UTF-8; a
    /// full stop for none.
    private static func baseLetter(ofLatin1 byte: UInt8) -> UInt8 {
        let letters: StaticString = "aaaaaa.ceeeeiiii.nooooo.ouuuuy.y"
        // SAFETY: the literal has 32 bytes, one for each letter of either case.
        return letters.utf8Start[Int(byte & 0x1F)]
    }
}
