/// The order that rows of a document take in a table.
struct RowOrder {
    /// The document's rows in the table's order; nil when they stand in it already.
    private let permutation: [UInt32]?

    init(_ permutation: [UInt32]?) { self.permutation = permutation }

    func applied<Element>(to column: consuming ColumnBuffer<Element>) -> ColumnBuffer<Element> {
        guard let permutation else { return column }
        return permutation.withUnsafeBufferPointer { column.gathered($0) }
    }

    func applied(to column: consuming IdentifierColumn) -> IdentifierColumn {
        guard let permutation else { return column }
        return permutation.withUnsafeBufferPointer { column.gathered($0) }
    }

    func applied(to column: consuming TextColumn) -> TextColumn {
        guard let permutation else { return column }
        return permutation.withUnsafeBufferPointer { column.gathered($0) }
    }

    func applied(to column: consuming InstantColumn) -> InstantColumn {
        guard let permutation else { return column }
        return permutation.withUnsafeBufferPointer { column.gathered($0) }
    }

    func applied(to column: consuming DayOrInstantColumn) -> DayOrInstantColumn {
        guard let permutation else { return column }
        return permutation.withUnsafeBufferPointer { column.gathered($0) }
    }
}
