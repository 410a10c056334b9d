/// A column of nullable instants in no particular order.
///
/// Layout: `n` microsecond values (0 where null) and a validity bitmap, as Arrow's `timestamp[us]`; the
/// bitmap is omitted if no row is null; bitmap and values are omitted if all rows are null.
struct InstantColumn: Sendable {
    /// The number of rows.
    let count: Int
    let micros: ColumnBuffer<Int64>
    /// The rows that are not null.
    let validity: RowSet

    /// Creates a column from the instants of all rows; `validity` marks the rows that are not null.
    init(_ micros: ColumnBuffer<Int64>, validity: BitColumn) {
        self.init(micros, validity: validity.total == 0 ? .none : RowSet(validity), count: validity.count)
    }

    private init(_ micros: ColumnBuffer<Int64>, validity: RowSet, count: Int) {
        self.count = count
        self.validity = validity
        if case .none = validity { self.micros = ColumnBuffer() } else { self.micros = micros }
    }

    subscript(row: Int) -> Timestamp? { validity[row] ? Timestamp(micros: micros[row]) : nil }

    /// Returns the rows `permutation[0]`, `permutation[1]`, … of this column.
    func gathered(_ permutation: UnsafeBufferPointer<UInt32>) -> InstantColumn {
        let gathered = validity.gathered(permutation)
        if case .none = gathered {
            return InstantColumn(ColumnBuffer(), validity: .none, count: permutation.count)
        }
        return InstantColumn(micros.gathered(permutation), validity: gathered, count: permutation.count)
    }

    /// The memory that the column occupies, in bytes.
    var byteCount: Int { micros.byteCount + validity.byteCount }

    /// Returns the inconsistencies between the column's parts; empty if there are none.
    func invariantViolations() -> [String] {
        let isAllNull = if case .none = validity { true } else { false }
        let wanted = isAllNull ? 0 : count
        let missing = micros.count == wanted ? [] : ["\(micros.count) instants for \(wanted) rows"]
        guard case .some(let valid) = validity else { return missing }
        return missing + valid.invariantViolations()
    }
}
