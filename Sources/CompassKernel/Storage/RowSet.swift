/// A set of a column's rows that uses a bitmap only if it contains some but not all rows.
enum RowSet: Sendable {
    case none
    case all
    case some(BitColumn)

    /// Creates the set of rows whose bits are set.
    init(_ bits: BitColumn) {
        self = bits.total == 0 ? .none : bits.total == bits.count ? .all : .some(bits)
    }

    @inline(__always)
    subscript(row: Int) -> Bool {
        switch self {
        case .none: false
        case .all: true
        case .some(let bits): bits[row]
        }
    }

    /// Whether the set contains no row.
    var isEmpty: Bool { if case .none = self { true } else { false } }

    /// The memory that the set occupies, in bytes.
    var byteCount: Int { if case .some(let bits) = self { bits.byteCount } else { 0 } }

    /// Returns a bit for each of `count` rows; nil if the set contains all rows.
    func bitmap(count: Int) -> BitColumn? {
        switch self {
        case .none: BitColumn(words: ColumnBuffer(zeros: (count + 63) / 64), count: count)
        case .all: nil
        case .some(let bits): bits
        }
    }

    /// Returns the positions in `permutation` at which a row of this set occurs.
    func gathered(_ permutation: UnsafeBufferPointer<UInt32>) -> RowSet {
        guard case .some(let bits) = self else { return self }
        return RowSet(BitColumn(permutation.map { bits[Int($0)] }))
    }
}
