/// A search index that finds the rows in which any of several text columns contains a pattern of folded
/// bytes.
///
/// The folded text of all rows is stored for scanning. Larger texts also have a ``TokenIndex``: tokens and
/// pairs of adjacent tokens with their rows, which is much faster for nearly every pattern.
///
/// Immutable, so that snapshots on several threads share it.
final class SearchIndex: Sendable {
    private let folded: FoldedRows
    private let tokens: TokenIndex?
    private let configuration: SearchIndexConfiguration
    private let withoutAccents = BuiltOnce<RowsWithoutAccents>()

    /// - Parameter fields: columns of equal length; null is equivalent to empty.
    /// - Complexity: O(b) for b bytes of text.
    convenience init(fields: [TextColumn]) {
        self.init(FoldedRows(lowercasing: fields), SearchIndexConfiguration())
    }

    init(_ folded: FoldedRows, _ configuration: SearchIndexConfiguration) {
        self.folded = folded
        self.configuration = configuration
        tokens =
            folded.textByteCount < configuration.minimumTextByteCount
            ? nil : TokenIndex(folded, configuration)
    }

    var byteCount: Int {
        folded.byteCount + (tokens?.byteCount ?? 0) + (withoutAccents.built?.byteCount ?? 0)
    }

    /// Whether a search finds everything built that it uses.
    func isBuilt(ignoringAccents: Bool) -> Bool { !ignoringAccents || withoutAccents.built != nil }

    /// Builds the parts that are otherwise built by the first search that ignores accents.
    func prepare(ignoringAccents: Bool) { if ignoringAccents { _ = rowsWithoutAccents } }

    private var rowsWithoutAccents: RowsWithoutAccents {
        withoutAccents.get { RowsWithoutAccents(of: folded, configuration) }
    }

    /// Sets the bit of each row in which a field contains `pattern`.
    ///
    /// - Parameters:
    ///   - pattern: folded bytes, at least one.
    ///   - ignoringAccents: whether to compare texts without accents, with `pattern` folded accordingly; the
    ///     first such search builds the required index.
    ///   - bits: a word for each 64 rows, all zero, least significant bit first.
    func matches(
        _ pattern: UnsafeBufferPointer<UInt8>, ignoringAccents: Bool, into bits: UnsafeMutablePointer<UInt64>
    ) {
        matches(pattern, into: bits)
        if ignoringAccents { rowsWithoutAccents.correct(bits, pattern) }
    }

    /// Sets the bit of each row in which the text, including accents, contains `pattern`; returns how these
    /// rows were found.
    ///
    /// - Complexity: O(b) for b bytes of text at worst; see ``TokenIndex`` for the usual case.
    @discardableResult
    func matches(
        _ pattern: UnsafeBufferPointer<UInt8>, into bits: UnsafeMutablePointer<UInt64>
    ) -> SearchPath {
        // No text contains the bytes that separate fields and tokens.
        guard !pattern.isEmpty, !pattern.contains(where: { $0 >= 0xfe }) else { return .scan }
        if let path = tokens?.matches(pattern, in: folded, into: bits) { return path }
        folded.scan(pattern, into: bits)
        return .scan
    }
}

extension FoldedRows {
    /// Folds the fields of all rows.
    init(lowercasing fields: [TextColumn]) {
        let rowCount = fields.first?.count ?? 0
        var bytes = GrowableColumn<UInt8>(
            capacity: fields.reduce(ByteScan.padding) { $0 + $1.textByteCount + rowCount })
        var starts = GrowableColumn<Int>(capacity: rowCount + 1)
        starts.append(0)
        for row in 0..<rowCount {
            for field in fields {
                field.withUTF8(row) { if let text = $0 { TextFolding.appendLowercased(text, to: &bytes) } }
                bytes.append(TokenCuts.fieldEnd)
            }
            starts.append(bytes.count)
        }
        self.init(bytes, starts: starts)
    }
}
