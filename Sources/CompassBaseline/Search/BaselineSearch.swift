/// A search for posts, as a reader types it.
///
/// A post matches when the author's handle or name or the content contains the text without surrounding white
/// space: when the scalars of the lower-cased text occur consecutively among the scalars of the lower-cased
/// field. Neither normalization nor grapheme clusters count, so 👍 is found in 👍🏽. An empty text matches every
/// post.
public struct BaselineSearch: Hashable, Sendable {
    /// The text as typed.
    public var text: BaselineText
    /// Whether "jose" finds "José": both sides are decomposed and their nonspacing marks removed.
    public var ignoresAccents: Bool
    /// Whether the words of the text are searched separately; each must occur in at least one of the fields.
    public var findsAllWords: Bool

    /// Creates a search.
    public init(_ text: BaselineText, ignoresAccents: Bool = false, findsAllWords: Bool = false) {
        self.text = text
        self.ignoresAccents = ignoresAccents
        self.findsAllWords = findsAllWords
    }

    /// The folded patterns that must occur; empty when every post matches.
    ///
    /// White space is any character with the property White_Space. A part that is empty without its accents
    /// always matches.
    var patterns: [[Unicode.Scalar]] {
        let scalars = Array(text.string.unicodeScalars)
        var parts = [Self.trimmed(scalars)]
        if findsAllWords {
            parts = scalars.split(whereSeparator: \.properties.isWhitespace).map { $0 }
        }
        return parts.map { part in
            var string = String.UnicodeScalarView()
            string.append(contentsOf: part)
            return FoldedScalars.scalars(of: String(string), ignoringAccents: ignoresAccents)
        }.filter { !$0.isEmpty }
    }

    private static func trimmed(_ scalars: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
        let withoutStart = scalars.drop(while: \.properties.isWhitespace)
        let length = withoutStart.reversed().drop(while: \.properties.isWhitespace).count
        return withoutStart.prefix(length)
    }

    /// Whether the search matches every post.
    public var matchesAll: Bool {
        patterns.isEmpty
    }

    /// Returns whether each pattern occurs in one of the fields; null fields are empty.
    ///
    /// - Parameter fields: content, author's name and author's handle of a post.
    public func matches(_ fields: [BaselineText?]) -> Bool {
        predicate()(fields)
    }

    /// Returns the test, with its patterns folded once.
    func predicate() -> ([BaselineText?]) -> Bool {
        let patterns = patterns
        if patterns.isEmpty { return { _ in true } }
        return { fields in
            let folded = fields.compactMap { field in
                field.map { FoldedScalars.scalars(of: $0.string, ignoringAccents: ignoresAccents) }
            }
            return patterns.allSatisfy { pattern in folded.contains { Self.contains(pattern, in: $0) } }
        }
    }

    private static func contains(_ pattern: [Unicode.Scalar], in scalars: [Unicode.Scalar]) -> Bool {
        scalars.indices.contains { start in
            scalars[start] == pattern[0] && scalars[start...].starts(with: pattern)
        }
    }
}

extension BaselinePost {
    /// The fields that a search looks into.
    var searchedFields: [BaselineText?] {
        [postContent, authorName, authorHandle]
    }
}
