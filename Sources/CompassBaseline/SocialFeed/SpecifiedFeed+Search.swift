import Foundation

extension SpecifiedFeed {
    /// Returns the posts whose content, name or handle contains the search text, or each of its words.
    static func filtered(_ posts: [SpecifiedPost], by search: BaselineSearch) -> [SpecifiedPost] {
        var filtered = posts
        for pattern in search.patterns {
            let query = String(String.UnicodeScalarView(pattern))
            filtered = filtered.filter { post in
                contains(query, in: post.postContent, search) || contains(query, in: post.authorName, search)
                    || contains(query, in: post.authorHandle, search)
            }
        }
        return filtered
    }

    private static func contains(_ query: String, in field: String?, _ search: BaselineSearch) -> Bool {
        guard let field else { return false }
        return folded(field, search).range(of: query, options: .literal) != nil
    }

    private static func folded(_ text: String, _ search: BaselineSearch) -> String {
        let lowercased = text.lowercased()
        if !search.ignoresAccents { return lowercased }
        let decomposed = lowercased.decomposedStringWithCanonicalMapping.unicodeScalars
        let kept = decomposed.filter { $0.properties.generalCategory != .nonspacingMark }
        return String(String.UnicodeScalarView(kept))
    }
}
