/// A column of nullable instants in no particular order.
///
/// Layout: `n` microsecond values (0 where null) and a validity bitmap, as Arrow's `timestamp[us]`. A column
/// without any value keeps nothing but its row count.
struct InstantColumn: Sendable {
    private let micros: ColumnBuffer<Int64>
    private let validity: BitColumn?
    let count: Int

    init(_ micros: ColumnBuffer<Int64>, validity: BitColumn) {
        count = validity.count
        self.micros = validity.total == 0 ? ColumnBuffer() : micros
        self.validity = validity.total == validity.count && count > 0 ? nil : validity
    }

    subscript(row: Int) -> Timestamp? {
        if let validity, !validity[row] { return nil }
        return Timestamp(micros: micros[row])
    }

    /// The rows `permutation[0]`, `permutation[1]`, … of this column.
    func gathered(_ permutation: UnsafeBufferPointer<UInt32>) -> InstantColumn {
        let newValidity = BitColumn(permutation.map { validity?[Int($0)] ?? true })
        return InstantColumn(
            micros.count == 0 ? ColumnBuffer() : micros.gathered(permutation), validity: newValidity)
    }

    /// The memory that the column occupies, in bytes.
    var byteCount: Int { micros.byteCount + (validity?.byteCount ?? 0) }
}
