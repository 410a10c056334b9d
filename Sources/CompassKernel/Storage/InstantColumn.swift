/// A column of nullable instants in no particular order.
///
/// Layout: `n` microsecond values (0 where null) and a validity bitmap, as Arrow's `timestamp[us]`; the bitmap
/// is left out when no row is null, the values when all are.
struct InstantColumn: Sendable {
    let micros: ColumnBuffer<Int64>
    let validity: BitColumn?
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

    /// What is wrong with the column; empty when its parts agree with each other.
    func invariantViolations() -> [String] {
        let isAllNull = validity.map { $0.total == 0 } ?? false
        let wanted = isAllNull ? 0 : count
        let missing = micros.count == wanted ? [] : ["\(micros.count) instants for \(wanted) rows"]
        return missing + (validity?.invariantViolations() ?? [])
    }
}
