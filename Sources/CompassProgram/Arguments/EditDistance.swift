/// The number of single edits between two texts: insertions, deletions, replacements and exchanges of
/// neighbors, where no scalar is edited twice (optimal string alignment distance).
package enum EditDistance {
    /// Returns the distance between two whole texts.
    ///
    /// - Complexity: O(m · n) for m and n scalars.
    package static func between(_ left: String, _ right: String) -> Int {
        distance(Array(left.unicodeScalars), Array(right.unicodeScalars), anywhere: false)
    }

    /// Returns the distance between a pattern and the nearest part of a text (Sellers, 1980); 0 when the text
    /// contains the pattern.
    ///
    /// - Complexity: O(m · n) for m and n scalars.
    package static func between(_ pattern: String, andAnyPartOf text: String) -> Int {
        distance(Array(pattern.unicodeScalars), Array(text.unicodeScalars), anywhere: true)
    }

    private static func distance(
        _ pattern: [Unicode.Scalar], _ text: [Unicode.Scalar], anywhere: Bool
    ) -> Int {
        // Rows of the distance table of prefixes: the one before the last, the last and the current.
        var beforeLast: [Int] = []
        var last = anywhere ? [Int](repeating: 0, count: text.count + 1) : Array(0...text.count)
        for (row, scalar) in pattern.enumerated() {
            var current = [row + 1] + [Int](repeating: 0, count: text.count)
            for (column, other) in text.enumerated() {
                var best = min(last[column] + (scalar == other ? 0 : 1), last[column + 1] + 1)
                best = min(best, current[column] + 1)
                if row > 0, column > 0, scalar == text[column - 1], pattern[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current[column + 1] = best
            }
            (beforeLast, last) = (last, current)
        }
        return anywhere ? last.min() ?? pattern.count : last[text.count]
    }
}

/// The names that a user may have meant.
package enum NearestNames {
    /// The number of scalars of a text that are compared: mistyped names are not longer, and names in the
    /// data may have any length.
    private static let comparedScalarCount = 80

    /// Returns the names of several words that are nearest to a text, ignoring case, nearest first: names
    /// with a part like the text come first, then those with the fewest edits in total, then by position.
    package static func nearest(to text: String, among names: [String], limit: Int) -> [String] {
        let wanted = prefix(text)
        return names.enumerated().map { index, name in
            let candidate = prefix(name)
            return (
                name: name, part: EditDistance.between(wanted, andAnyPartOf: candidate),
                whole: EditDistance.between(wanted, candidate), index: index
            )
        }
        .sorted { ($0.part, $0.whole, $0.index) < ($1.part, $1.whole, $1.index) }.prefix(limit).map(\.name)
    }

    /// Returns the single word that is nearest to a text, ignoring case: one that begins with it, otherwise
    /// the one with the fewest edits; the first of several.
    package static func nearestWord(to text: String, among words: [String]) -> String? {
        let wanted = prefix(text)
        return words.first { !wanted.isEmpty && $0.hasPrefix(wanted) }
            ?? words.min { EditDistance.between(wanted, $0) < EditDistance.between(wanted, $1) }
    }

    private static func prefix(_ text: String) -> String {
        String(String.UnicodeScalarView(text.lowercased().unicodeScalars.prefix(comparedScalarCount)))
    }
}
