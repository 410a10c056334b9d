/// The words of all texts: a Zipf-like head of real words and a long tail of words made of syllables.
struct Vocabulary: Sendable {
    /// Enough for a tail of rare words at 1,000,000 posts, few enough that the tables fit in a core's cache.
    private static let wordCount = 48_000
    /// The number of frequent words; the others are rare.
    private static let kernelCount = 4_000
    private static let hashtagCount = 3_000

    let words: PieceTable
    let hashtags: PieceTable
    let emoji: PieceTable
    let oddities = PieceTable(CommonWords.oddities)
    let recruitingOpenings = PieceTable(CommonWords.recruitingOpenings)
    let generalOpenings = PieceTable(CommonWords.generalOpenings)
    let wordRanks: ZipfTable
    let hashtagRanks: ZipfTable
    let emojiRanks: ZipfTable

    /// Returns the vocabulary of a seed; that of the default seed is made once, because it is most of what a
    /// small dataset costs.
    static func of(seed: UInt64) -> Vocabulary {
        seed == SynthesisOptions.defaultSeed ? ofDefaultSeed : Vocabulary(seed: seed)
    }

    private static let ofDefaultSeed = Vocabulary(seed: SynthesisOptions.defaultSeed)

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed, stream: 0x766F_6361_6275_6C61)
        let texts = Self.makeWords(&random)
        words = PieceTable(texts.map { word in String(decoding: word, as: UTF8.self) })
        wordRanks = ZipfTable(count: words.count, flattening: 3, kernel: Self.kernelCount)
        hashtags = Self.makeHashtags(from: texts, &random)
        hashtagRanks = ZipfTable(count: hashtags.count, flattening: 2)
        var emoji = PieceTable()
        for sequence in CommonWords.emoji { emoji.append(Array(sequence.utf8), characterCount: 1) }
        self.emoji = emoji
        emojiRanks = ZipfTable(count: emoji.count, flattening: 4)
    }

    private static func makeWords(_ random: inout SplitMix64) -> [[UInt8]] {
        var words = CommonWords.english.map { word in Array(word.utf8) }
        let international = CommonWords.international.map { word in Array(word.utf8) }
        // Used for membership only: nothing depends on the order of the set.
        var known = Set(words + international)
        var nextInternational = 0
        while words.count < wordCount {
            if words.count % 37 == 0, nextInternational < international.count {
                words.append(international[nextInternational])
                nextInternational += 1
                continue
            }
            let syllables = words.count < 1500 ? 1 + random.below(2) : 2 + random.below(3)
            let word = Syllables.word(syllableCount: syllables, &random)
            guard known.insert(word).inserted else { continue }
            // A word with an accent becomes "JARDíN" in upper case, which reads as several words.
            let rigor: OffensiveWords.Rigor = word.contains { byte in byte >= 0x80 } ? .everywhere : .words
            if !OffensiveWords.shared.occur(in: word, rigor) { words.append(word) }
        }
        return words
    }

    private static func makeHashtags(from words: [[UInt8]], _ random: inout SplitMix64) -> PieceTable {
        var hashtags = PieceTable()
        var known = Set<[UInt8]>()
        while hashtags.count < hashtagCount {
            var tag = Array("#".utf8)
            for _ in 0...random.below(2) {
                let word = words[random.below(hashtags.count < 200 ? 180 : 6000)]
                guard tag.count + word.count <= 17, !word.contains(0x27) else { continue }
                tag.append(word[0] &- 0x61 < 26 ? word[0] & 0xDF : word[0])
                tag += word.dropFirst()
            }
            if random.chance(1, outOf: 8) { tag += Array(String(2024 + random.below(6)).utf8) }
            guard tag.count > 2, known.insert(tag).inserted else { continue }
            if !OffensiveWords.shared.occur(in: tag, .words) { hashtags.append(tag) }
        }
        return hashtags
    }
}
