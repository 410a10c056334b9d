/// The order of a document's rows in a table.
struct RowOrder {
    /// The document's rows in the table's order; nil if they already have that order.
    private let permutation: [UInt32]?

    init(_ permutation: [UInt32]?) { self.permutation = permutation }

    /// Returns the column in the table's order.
    func applied<Values: Column>(to column: consuming Values) -> Values {
        guard let permutation else { return column }
        return permutation.withUnsafeBufferPointer { column.gathered($0) }
    }
}
