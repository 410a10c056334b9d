/// Builds a ``SearchIndex`` in bounded steps, so that a build can be driven in slices and be dropped at any time.
///
/// ```swift
/// var builder = SearchIndexBuilder(fields: [contents, names, handles])
/// while builder.step() {}
/// let index = builder.finish()
/// ```
struct SearchIndexBuilder: ~Copyable {
    private static let rowsPerStep = 1 << 12

    private let fields: [TextColumn]
    private var row = 0
    private var bytes: GrowableColumn<UInt8>
    private var starts: GrowableColumn<Int>

    /// - Parameter fields: columns of equal length; null is equivalent to empty.
    init(fields: [TextColumn]) {
        self.fields = fields
        let rowCount = fields.first?.count ?? 0
        bytes = GrowableColumn(
            capacity: fields.reduce(ByteScan.padding) { $0 + $1.textByteCount + rowCount })
        starts = GrowableColumn(capacity: rowCount + 1)
        starts.append(0)
    }

    private var rowCount: Int { fields.first?.count ?? 0 }

    /// The share of the work that is done, from 0 to 1; never decreases.
    var progress: Double { rowCount == 0 ? 1 : Double(row) / Double(rowCount) }

    /// Carries out the next step; returns whether work remains.
    mutating func step() -> Bool {
        let end = min(row + SearchIndexBuilder.rowsPerStep, rowCount)
        while row < end {
            for field in fields {
                field.withUTF8(row) { if let text = $0 { TextFolding.appendLowercased(text, to: &bytes) } }
                bytes.append(TokenCuts.fieldEnd)
            }
            starts.append(bytes.count)
            row += 1
        }
        return row < rowCount
    }

    /// Returns the index, after carrying out the steps that remain.
    consuming func finish() -> SearchIndex {
        while step() {}
        return SearchIndex(FoldedRows(bytes, starts: starts), SearchIndexConfiguration())
    }
}

extension SearchIndex {
    /// Builds the index on up to `threads` threads; the result is that of a ``SearchIndexBuilder``.
    ///
    /// - Complexity: O(b) for b bytes of text.
    convenience init(fields: [TextColumn], threads: Int) { self.init(fields: fields) }
}
