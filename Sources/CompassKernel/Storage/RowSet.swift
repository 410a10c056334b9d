/// A set of a column's rows that uses a bitmap only if it contains some but not all rows.
///
/// A struct, not an enum with a payload: asking for a row would copy, and so retain, the payload.
struct RowSet: Sendable {
    private enum Kind { case none, all, some }

    private let kind: Kind
    /// A bit for each row; empty unless the set contains some but not all rows.
    private let bits: BitColumn

    private init(_ kind: Kind, _ bits: BitColumn) {
        self.kind = kind
        self.bits = bits
    }

    /// Creates the set of rows whose bits are set.
    init(_ bits: BitColumn) { self = bits.total == 0 ? .none : bits.total == bits.count ? .all : .some(bits) }

    static let none = RowSet(.none, BitColumn([]))
    static let all = RowSet(.all, BitColumn([]))
    static func some(_ bits: BitColumn) -> RowSet { RowSet(.some, bits) }

    @inline(__always)
    subscript(row: Int) -> Bool { kind == .some ? bits[row] : kind == .all }

    /// Returns the bits of the 64 rows from 64 · `word` on; bits after the last row may be set.
    @inline(__always)
    func word(_ word: Int) -> UInt64 {
        // SAFETY: the set has a bit for each row of its column, and the word's first row is one of these.
        kind == .some ? bits.words[word] : kind == .all ? ~0 : 0
    }

    /// Whether the set contains no row.
    var isEmpty: Bool { kind == .none }

    /// The bits of the rows; nil if the set contains no row or all of them.
    var bitmap: BitColumn? { kind == .some ? bits : nil }

    var byteCount: Int { bitmap?.byteCount ?? 0 }

    /// Returns a bit for each of `count` rows; nil if the set contains all rows.
    func bitmap(count: Int) -> BitColumn? {
        isEmpty ? BitColumn(words: ColumnBuffer(zeros: (count + 63) / 64), count: count) : bitmap
    }

    /// Returns the positions in `permutation` at which a row of this set occurs.
    func gathered(_ permutation: UnsafeBufferPointer<UInt32>) -> RowSet {
        guard let bitmap else { return self }
        return RowSet(BitColumn(permutation.map { bitmap[Int($0)] }))
    }
}
