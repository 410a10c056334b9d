extension TextComposer {
    /// A text under construction: appends words while they fit within its limit of characters.
    struct Body {
        private let composer: TextComposer
        /// The maximum number of characters of the text.
        var limit: Int
        private var characterCount = 0
        private var startsSentence = true
        private var separator = Separator.none

        private enum Separator {
            case none, space, lineBreak, blankLine, carriageReturn, tab
        }

        init(composer: TextComposer, limit: Int) {
            self.composer = composer
            self.limit = limit
        }

        /// Appends words, emoji, mentions, quotes and punctuation until the largest item might no longer fit,
        /// then a few words that do.
        @inline(__always)
        mutating func fill(to writer: inout RowWriter, _ random: inout SplitMix64) {
            while limit - characterCount > TextComposer.longestPiece {
                let choice = random.below(1000)
                if choice < 945 {
                    appendWord(isQuoted: choice < 7, isShouted: choice >= 920, to: &writer, &random)
                } else {
                    appendOrnament(choice, to: &writer, &random)
                }
            }
            let vocabulary = composer.vocabulary
            for _ in 0..<4 {
                appendPiece(
                    vocabulary.words[vocabulary.wordRanks.draw(&random)], of: vocabulary.words, to: &writer)
            }
        }

        /// Appends words until the text has at least the minimum number of characters of a post.
        mutating func pad(to writer: inout RowWriter, _ random: inout SplitMix64) {
            while characterCount < TextComposer.minimumCharacters {
                appendWord(isQuoted: false, isShouted: false, to: &writer, &random)
            }
        }

        mutating func appendOpening(_ piece: Piece, of pieces: PieceTable, to writer: inout RowWriter) {
            guard piece.characterCount <= limit - TextComposer.longestPiece else { return }
            writer.append(piece, of: pieces)
            characterCount += piece.characterCount
            separator = .space
            startsSentence = false
        }

        /// Appends a separator and the piece, if both fit.
        @inline(__always)
        mutating func appendPiece(_ piece: Piece, of pieces: PieceTable, to writer: inout RowWriter) {
            guard characterCount + 2 + piece.characterCount <= limit else { return }
            appendSeparator(to: &writer)
            writer.append(piece, of: pieces)
            characterCount += piece.characterCount
            separator = .space
        }

        mutating func appendLink(to writer: inout RowWriter, _ random: inout SplitMix64) {
            guard characterCount + 2 + ShortLink.maximumCharacters <= limit else { return }
            appendSeparator(to: &writer)
            characterCount += ShortLink.append(to: &writer, &random)
            separator = .space
        }

        @inline(__always)
        private mutating func appendWord(
            isQuoted: Bool, isShouted: Bool, to writer: inout RowWriter, _ random: inout SplitMix64
        ) {
            let words = composer.vocabulary.words
            let word = words[composer.vocabulary.wordRanks.draw(&random)]
            appendSeparator(to: &writer)
            if isQuoted { writer.append("\\\"") }
            writer.append(word, of: words)
            if isShouted {
                writer.uppercaseLast(word.byteCount)
            } else if startsSentence {
                writer.capitalizeLast(word.byteCount)
            }
            if isQuoted { writer.append("\\\"") }
            characterCount += word.characterCount + (isQuoted ? 2 : 0)
            startsSentence = false
            separator = .space
            appendPunctuation(to: &writer, &random)
        }

        @inline(__always)
        private mutating func appendPunctuation(to writer: inout RowWriter, _ random: inout SplitMix64) {
            let choice = random.below(1000)
            guard choice < 170 else { return }
            characterCount += 1
            startsSentence = choice < 120
            switch choice {
            case ..<80: writer.append(byte: 0x2E)
            case ..<106: writer.append(byte: 0x21)
            case ..<120: writer.append(byte: 0x3F)
            case ..<160: writer.append(byte: 0x2C)
            default: writer.append(byte: 0x3A)
            }
            switch choice {
            case ..<9: separator = .lineBreak
            case ..<14: separator = .blankLine
            case 100: separator = .carriageReturn
            case 101: separator = .tab
            default: break
            }
        }

        private mutating func appendOrnament(
            _ choice: Int, to writer: inout RowWriter, _ random: inout SplitMix64
        ) {
            let vocabulary = composer.vocabulary
            switch choice {
            case ..<980:
                let emoji = vocabulary.emoji[vocabulary.emojiRanks.draw(&random)]
                appendPiece(emoji, of: vocabulary.emoji, to: &writer)
                for _ in 0..<max(0, random.below(5) - 2) {
                    writer.append(emoji, of: vocabulary.emoji)
                    characterCount += 1
                }
            case ..<989:
                appendPiece(
                    composer.handles[random.below(composer.handles.count)], of: composer.handles, to: &writer)
            case ..<997:
                let rank = vocabulary.hashtagRanks.draw(&random)
                appendPiece(vocabulary.hashtags[rank], of: vocabulary.hashtags, to: &writer)
            default:
                let oddities = vocabulary.oddities
                appendPiece(oddities[random.below(oddities.count)], of: oddities, to: &writer)
            }
            startsSentence = false
        }

        @inline(__always)
        private mutating func appendSeparator(to writer: inout RowWriter) {
            switch separator {
            case .none: return
            case .space: writer.append(byte: 0x20)
            case .lineBreak: writer.append("\\n")
            case .carriageReturn: writer.append("\\r\\n")
            case .tab: writer.append("\\t")
            case .blankLine:
                writer.append("\\n\\n")
                characterCount += 1
            }
            characterCount += 1
        }
    }
}

/// A short link with a random tail, which makes it a unique token.
enum ShortLink {
    /// The number of characters of the longest link.
    static let maximumCharacters = 28

    /// Appends a link such as `https://t.co/aB3dE5gH7j` and returns its number of characters.
    @inline(__always)
    static func append(to writer: inout RowWriter, _ random: inout SplitMix64) -> Int {
        let choice = random.below(8)
        if choice < 6 {
            writer.append("https://t.co/")
            appendTail(length: 10, to: &writer, &random)
            return 23
        }
        if choice == 6 {
            writer.append("https://youtu.be/")
            appendTail(length: 11, to: &writer, &random)
            return 28
        }
        writer.append("https://bit.ly/")
        appendTail(length: 7, to: &writer, &random)
        return 22
    }

    /// Appends letters and digits, drawn from one word of 64 bits (62^10 is below 2^60); draws again when
    /// they spell an offensive word.
    @inline(__always)
    private static func appendTail(length: Int, to writer: inout RowWriter, _ random: inout SplitMix64) {
        while true {
            var word = random.next()
            for _ in 0..<length {
                let (digit, rest) = word.multipliedFullWidth(by: 62)
                word = rest
                writer.append(byte: alphanumeric(UInt8(truncatingIfNeeded: digit)))
            }
            if !writer.lastIsOffensive(length) { return }
            writer.removeLast(length)
        }
    }

    @inline(__always)
    static func alphanumeric(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 &+ value : value < 36 ? 0x57 &+ value : 0x1D &+ value
    }
}
