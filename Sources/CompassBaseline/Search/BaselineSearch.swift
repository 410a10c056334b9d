/// What a reader types to search posts.
///
/// A post matches when the author's handle or name or the content contains the text, white space around it
/// removed: when the scalars of the text's lower-cased form stand one after the other among the scalars of the
/// field's lower-cased form. Neither normalisation nor grapheme clusters count, so 👍 is found in 👍🏽. An empty text
/// matches every post.
public struct BaselineSearch: Hashable, Sendable {
    /// The text as it was typed.
    public var text: BaselineText
    /// Whether "jose" finds "José": both sides are decomposed and lose their nonspacing marks.
    public var ignoresAccents: Bool
    /// Whether the words of the text are searched on their own; each must occur, in any of the fields.
    public var findsAllWords: Bool

    /// A search.
    public init(_ text: BaselineText, ignoresAccents: Bool = false, findsAllWords: Bool = false) {
        self.text = text
        self.ignoresAccents = ignoresAccents
        self.findsAllWords = findsAllWords
    }

    /// What must occur, folded; nothing when every post matches.
    ///
    /// White space is what has the property White_Space. A part of which nothing is left without accents is
    /// always there.
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

    /// Whether each pattern occurs in one of the fields; null fields are empty.
    ///
    /// - Parameter fields: content, author's name and author's handle of a post.
    public func matches(_ fields: [BaselineText?]) -> Bool {
        predicate()(fields)
    }

    /// The test, its patterns folded once.
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
    /// What a search looks into.
    var searchedFields: [BaselineText?] {
        [postContent, authorName, authorHandle]
    }
}
