/// A search query: a text that must occur in a post's content, author name or handle.
///
/// A text occurs if the scalars of its lower-cased form (`lowercased()`, no locale) are a contiguous run of
/// those of the field's lower-cased form: parts of words match; canonically equivalent spellings and parts of
/// emoji are not treated specially. White space around the query is ignored.
///
/// ```swift
/// let query = SearchQuery("Showcase josé", options: [.allWords, .ignoringAccents])
/// ```
public struct SearchQuery: Sendable {
    /// Options that change how the text is searched.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits of the chosen options.
        public let rawValue: Int

        /// Creates the options whose bits are set in `rawValue`.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Decomposes both sides canonically after lower-casing and drops nonspacing marks (Mn): `jose` finds
        /// `José`, and `José` finds `jose`.
        public static let ignoringAccents = Options(rawValue: 1)
        /// Splits the query at white space; every word must occur, in any field.
        public static let allWords = Options(rawValue: 2)
    }

    /// The original text.
    public let text: String
    /// The search options.
    public let options: Options
    /// The folded texts that must all occur: one, or one for each distinct word; none is empty.
    let patterns: [[UInt8]]

    /// Creates a query for `text`.
    ///
    /// - Complexity: O(n).
    public init(_ text: String, options: Options = []) {
        self.text = text
        self.options = options
        patterns = SearchQuery.patterns(of: text.unicodeScalars, options: options)
    }

    /// Creates a query for the text with the bytes `utf8`.
    ///
    /// - Throws: an error if the bytes are not well-formed UTF-8, which no stored text can match.
    /// - Complexity: O(n).
    public init(utf8: some Collection<UInt8>, options: Options = []) throws(SearchQueryError) {
        let bytes = Array(utf8)
        let illFormedOffset = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { start in
                UTF8Validation.firstIllFormed(from: start, to: start + buffer.count).map { $0 - start }
            }
        }
        if let illFormedOffset { throw .invalidUTF8(byteOffset: illFormedOffset) }
        self.init(String(decoding: bytes, as: UTF8.self), options: options)
    }

    /// Whether every post matches: the query is empty after removing the white space around it, or around its
    /// words, and accents if they are ignored.
    public var matchesAll: Bool { patterns.isEmpty }

    /// Whether accents are ignored.
    var ignoresAccents: Bool { options.contains(.ignoringAccents) }

    private static func patterns(of scalars: String.UnicodeScalarView, options: Options) -> [[UInt8]] {
        let words = scalars.split { $0.properties.isWhitespace }
        guard let first = words.first, let last = words.last else { return [] }
        let texts = options.contains(.allWords) ? words : [scalars[first.startIndex..<last.endIndex]]
        var patterns: [[UInt8]] = []
        var seen: Set<[UInt8]> = []
        for text in texts {
            let folded = TextFolding.folded(
                Array(String(text).utf8), ignoringAccents: options.contains(.ignoringAccents))
            if !folded.isEmpty, seen.insert(folded).inserted { patterns.append(folded) }
        }
        return patterns
    }
}

extension SearchQuery: Hashable {
    /// Returns whether both have the same options and texts with the same UTF-8 bytes.
    public static func == (left: SearchQuery, right: SearchQuery) -> Bool {
        left.options == right.options && ByteText(left.text) == ByteText(right.text)
    }

    /// Hashes the bytes and the options.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteText(text))
        hasher.combine(options)
    }
}
