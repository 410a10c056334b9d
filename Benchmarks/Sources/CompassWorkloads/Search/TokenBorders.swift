/// The token boundaries that readers see: after whitespace and `/`, before `, ! ? ;`, and around ideographs
/// and emoji.
enum TokenBorders {
    /// Returns whether a substring spans two tokens.
    static func isCut(_ scalars: [Unicode.Scalar]) -> Bool {
        zip(scalars, scalars.dropFirst()).contains { isBorder($0, $1) }
    }

    /// Returns a substring that neither begins nor ends with whitespace, which searches would trim; nil for
    /// others.
    static func trimmed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar]? {
        guard let first = scalars.first, let last = scalars.last, !first.properties.isWhitespace,
            !last.properties.isWhitespace
        else { return nil }
        return scalars
    }

    private static let marks: Set<Unicode.Scalar> = [",", "!", "?", ";"]

    private static func isBorder(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
        if right.properties.isWhitespace { return false }
        if left.properties.isWhitespace || isWide(left) || isWide(right) { return true }
        return (left == "/" && right != "/") || (marks.contains(right) && !marks.contains(left))
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        (0x3000...0xDFFF).contains(scalar.value) || scalar.value >= 0x1_0000
    }
}
