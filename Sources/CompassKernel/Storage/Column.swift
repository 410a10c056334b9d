/// The values of one field, one for each row.
protocol Column: Sendable {
    /// The memory that the column occupies, in bytes.
    var byteCount: Int { get }

    /// Returns the values of the rows `permutation[0]`, `permutation[1]`, … of this column.
    ///
    /// - Complexity: O(m + b) for m entries of the permutation and b bytes of their values.
    func gathered(_ permutation: UnsafeBufferPointer<UInt32>) -> Self
}

extension ColumnBuffer: Column {}
extension TextColumn: Column {}
extension IdentifierColumn: Column {}
extension DayOrInstantColumn: Column {}
