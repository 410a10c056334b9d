/// A search index that finds the rows in which any of several text columns contains a pattern of folded
/// bytes, with or without accents.
///
/// The folded text of all rows is stored for scanning. Larger texts also have a ``TokenIndex``: tokens and
/// pairs of adjacent tokens with their rows, which is much faster for nearly every pattern. Rows that neither
/// of them finds without their accents are stored without them (``RowsWithoutAccents``).
///
/// Immutable, so that snapshots on several threads share it.
final class SearchIndex: Sendable {
    let folded: FoldedRows
    let tokens: TokenIndex?
    let withoutAccents: RowsWithoutAccents?

    /// - Parameters:
    ///   - tokens: nil for texts that are only scanned.
    ///   - withoutAccents: the rows that `tokens` does not find without their accents.
    init(_ folded: FoldedRows, _ tokens: TokenIndex?, _ withoutAccents: RowsWithoutAccents?) {
        self.folded = folded
        self.tokens = tokens
        self.withoutAccents = withoutAccents
    }

    /// Builds the index on up to `threads` threads; the result is that of a ``SearchIndexBuilder``.
    ///
    /// - Parameter fields: columns of equal length; null is equivalent to empty.
    /// - Complexity: O(b) for b bytes of text.
    convenience init(
        fields: [TextColumn], threads: Int = 1, _ configuration: SearchIndexConfiguration = .init()
    ) {
        let built = SearchIndex.build(fields: fields, threads: threads, configuration)
        self.init(built.folded, built.tokens, built.withoutAccents)
    }

    var byteCount: Int {
        folded.byteCount + (tokens?.byteCount ?? 0) + (withoutAccents?.byteCount ?? 0)
    }

    /// Sets the bit of each row in which a field contains `pattern`.
    ///
    /// - Parameters:
    ///   - pattern: folded bytes, at least one.
    ///   - ignoringAccents: whether to compare texts without accents, with `pattern` folded accordingly.
    ///   - bits: a word for each 64 rows, all zero, least significant bit first.
    /// - Returns: how the rows were found.
    /// - Complexity: O(b) for b bytes of text at worst; see ``TokenIndex`` for the usual case.
    @discardableResult
    func matches(
        _ pattern: UnsafeBufferPointer<UInt8>, ignoringAccents: Bool, into bits: UnsafeMutablePointer<UInt64>
    ) -> SearchPath {
        // No text contains the bytes that separate fields and tokens.
        guard !pattern.isEmpty, !pattern.contains(where: { $0 >= 0xfe }) else { return .scan }
        let path = tokens?.matches(pattern, ignoringAccents: ignoringAccents, in: folded, into: bits)
        if path == nil { folded.scan(pattern, into: bits) }
        if ignoringAccents { withoutAccents?.correct(bits, pattern) }
        return path ?? .scan
    }
}
