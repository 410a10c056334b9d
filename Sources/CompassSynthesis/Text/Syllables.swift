/// Pronounceable words, a few of them with accents.
enum Syllables {
    private static let onsets = [
        "b", "c", "d", "f", "g", "h", "l", "m", "n", "p", "r", "s", "t", "v", "w", "b", "c", "d", "l", "m",
        "n",
        "p", "r", "s", "t", "j", "k", "z", "br", "ch", "cl", "fl", "gr", "pl", "pr", "qu", "sh", "st", "th",
        "tr",
    ].map { Array($0.utf8) }
    private static let plainVowels = [
        "a", "e", "i", "o", "u", "a", "e", "i", "o", "a", "e", "o", "ai", "ea", "ee", "ou", "y",
    ].map { Array($0.utf8) }
    private static let accentedVowels = [
        "á", "é", "í", "ó", "ú", "ü", "ö", "è", "ñe", "ço", "e\u{301}", "o\u{308}",
    ].map { Array($0.utf8) }
    private static let codas = [
        "", "", "", "n", "r", "s", "l", "t", "m", "n", "r", "s", "nd", "ng", "rt", "st", "ck", "x",
    ].map { Array($0.utf8) }

    /// Returns a lower-case word of at most 16 characters and 32 bytes.
    static func word(syllableCount: Int, _ random: inout SplitMix64) -> [UInt8] {
        var word: [UInt8] = []
        let accented = random.chance(1, outOf: 16) ? random.below(syllableCount) : -1
        for syllable in 0..<syllableCount where word.count <= 10 {
            word += onsets[random.below(onsets.count)]
            let vowels = syllable == accented ? accentedVowels : plainVowels
            word += vowels[random.below(vowels.count)]
            // Syllables inside a word are mostly open.
            if syllable == syllableCount - 1 || random.chance(1, outOf: 5) {
                word += codas[random.below(codas.count)]
            }
        }
        return word
    }
}
