/// Prints texts in the style of social media posts, escaped for JSON, and counts their characters.
struct TextComposer: Sendable {
    static let minimumCharacters = 40
    static let maximumCharacters = 280

    /// The maximum number of characters of a single piece, including its separator and punctuation.
    static let longestPiece = 22

    let vocabulary: Vocabulary
    /// The handles that posts mention.
    let handles: PieceTable

    /// Appends the text of a post: 40 to 280 characters, with a URL in a third of the posts.
    @inline(__always)
    func appendPost(isRecruiting: Bool, to writer: inout RowWriter, _ random: inout SplitMix64) {
        let shortest = Self.minimumCharacters + 4
        let target = shortest + random.below(Self.maximumCharacters - shortest + 1)
        let hasLink = random.below(3) == 0
        let hashtagCount = min(random.below(4), (target - shortest) / 40)
        let reserved = (hasLink ? ShortLink.maximumCharacters + 1 : 0) + hashtagCount * 20
        var body = Body(composer: self, limit: target - reserved)
        if random.chance(2, outOf: 5) {
            let openings = isRecruiting ? vocabulary.recruitingOpenings : vocabulary.generalOpenings
            body.appendOpening(openings[random.below(openings.count)], of: openings, to: &writer)
        }
        body.fill(to: &writer, &random)
        body.limit = target
        for _ in 0..<hashtagCount {
            body.appendPiece(
                vocabulary.hashtags[vocabulary.hashtagRanks.draw(&random)], of: vocabulary.hashtags,
                to: &writer)
        }
        if hasLink { body.appendLink(to: &writer, &random) }
        body.pad(to: &writer, &random)
    }

    /// Appends words without line breaks or emoji, such as a title or a subject.
    func appendPhrase(wordCount: Int, to writer: inout RowWriter, _ random: inout SplitMix64) {
        for index in 0..<wordCount {
            if index > 0 { writer.append(byte: 0x20) }
            let word = vocabulary.words[vocabulary.wordRanks.draw(&random)]
            writer.append(word, of: vocabulary.words)
            if index == 0 { writer.capitalizeLast(word.byteCount) }
        }
    }
}
