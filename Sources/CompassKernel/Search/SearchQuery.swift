/// What a user searches for: a text that must occur in a post's content, author name or handle.
///
/// A text occurs when the scalars of its lower-cased form (`lowercased()`, no locale) are a contiguous run
/// among those of the field's lower-cased form: parts of words count, canonically equivalent spellings and
/// parts of emoji are not treated in a special way. White space around the query is ignored.
///
/// ```swift
/// let query = SearchQuery("Showcase josé", options: [.allWords, .ignoringAccents])
/// ```
public struct SearchQuery: Sendable {
    /// How a search differs from looking for the text as it stands.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits of the options that are chosen.
        public let rawValue: Int

        /// The options whose bits are set in `rawValue`.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Both sides are canonically decomposed after lower-casing, and nonspacing marks (Mn) dropped: `jose`
        /// finds `José`, and `José` finds `jose`.
        public static let ignoringAccents = Options(rawValue: 1)
        /// The query is cut at white space, and every word must occur, in whichever field.
        public static let allWords = Options(rawValue: 2)
    }

    /// The text as it was given.
    public let text: String
    /// How it is looked for.
    public let options: Options
    /// The folded texts that must all occur: one, or one for each different word; none is empty.
    let patterns: [[UInt8]]

    /// A search for `text`.
    ///
    /// - Complexity: O(n).
    public init(_ text: String, options: Options = []) {
        self.text = text
        self.options = options
        patterns = SearchQuery.patterns(of: text.unicodeScalars, options: options)
    }

    /// A search for the text with the bytes `utf8`.
    ///
    /// - Throws: Where the bytes are no well-formed UTF-8, which nothing stored can equal.
    /// - Complexity: O(n).
    public init(utf8: some Collection<UInt8>, options: Options = []) throws(SearchQueryError) {
        let bytes = Array(utf8)
        if let byteOffset = SearchQuery.firstIllFormedOffset(bytes) {
            throw .invalidUTF8(byteOffset: byteOffset)
        }
        self.init(String(decoding: bytes, as: UTF8.self), options: options)
    }

    /// Whether every post matches: nothing is left of the query when white space around it, or around its words,
    /// is ignored, and accents where these are.
    public var matchesAll: Bool { patterns.isEmpty }

    /// Whether accents are ignored.
    var ignoresAccents: Bool { options.contains(.ignoringAccents) }

    private static func firstIllFormedOffset(_ bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return nil }
            return UTF8Validation.firstIllFormed(from: start, to: start + buffer.count).map { $0 - start }
        }
    }

    private static func patterns(of scalars: String.UnicodeScalarView, options: Options) -> [[UInt8]] {
        let words = scalars.split { $0.properties.isWhitespace }
        guard let first = words.first, let last = words.last else { return [] }
        let pieces = options.contains(.allWords) ? words : [scalars[first.startIndex..<last.endIndex]]
        var patterns: [[UInt8]] = []
        var seen: Set<[UInt8]> = []
        for piece in pieces {
            let folded = TextFolding.folded(
                Array(String(piece).utf8), ignoringAccents: options.contains(.ignoringAccents))
            if !folded.isEmpty, seen.insert(folded).inserted { patterns.append(folded) }
        }
        return patterns
    }
}

extension SearchQuery: Hashable {
    /// Whether both have the same options and texts of the same UTF-8 bytes.
    public static func == (left: SearchQuery, right: SearchQuery) -> Bool {
        left.options == right.options && ByteText(left.text) == ByteText(right.text)
    }

    /// Hashes the bytes and the options.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteText(text))
        hasher.combine(options)
    }
}
