/// A column under construction that supports reading in chunks; see ``RowBuilder``.
protocol ColumnBuilder: ~Copyable {
    func hasRoom(for later: borrowing Self) -> Bool
    mutating func makeRoom(for later: borrowing Self)
    mutating func reserveRoom(for later: inout Self)
    mutating func moveToReservedRoom()
    mutating func reserve(factor: Double)
}

extension TextColumnBuilder: ColumnBuilder {}
extension CodeColumnBuilder: ColumnBuilder {}
extension GrowableColumn: ColumnBuilder {
    mutating func reserve(factor: Double) {
        reserve(total: ReserveEstimate.capacity(count, factor: factor))
    }
}

/// A list of columns of one kind under construction. An array cannot hold noncopyable values.
struct ColumnList<Column: ColumnBuilder & ~Copyable>: ~Copyable {
    private let base: UnsafeMutablePointer<Column>
    let count: Int

    init(count: Int, _ makeColumn: () -> Column) {
        base = .allocate(capacity: count)
        for index in 0..<count { (base + index).initialize(to: makeColumn()) }
        self.count = count
    }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    subscript(index: Int) -> Column {
        // SAFETY: callers keep the index in 0..<count, where all columns are initialized.
        _read {
            assert(index >= 0 && index < count, "no such column")
            yield base[index]
        }
        _modify {
            assert(index >= 0 && index < count, "no such column")
            yield &base[index]
        }
    }

    /// Returns the result of `finish` for each column.
    consuming func finish<Finished>(_ finish: (consuming Column, Int) -> Finished) -> [Finished] {
        let (base, count) = (self.base, self.count)
        discard self
        defer { base.deallocate() }
        // SAFETY: each column is moved out once, and nothing else refers to the memory afterwards.
        return (0..<count).map { finish((base + $0).move(), $0) }
    }

    func hasRoom(for later: borrowing ColumnList) -> Bool {
        for index in 0..<count where !self[index].hasRoom(for: later[index]) { return false }
        return true
    }

    mutating func makeRoom(for later: borrowing ColumnList) {
        for index in 0..<count { self[index].makeRoom(for: later[index]) }
    }

    mutating func reserveRoom(for later: inout ColumnList) {
        for index in 0..<count { self[index].reserveRoom(for: &later[index]) }
    }

    mutating func moveToReservedRoom() {
        for index in 0..<count { self[index].moveToReservedRoom() }
    }

    mutating func reserve(factor: Double) {
        for index in 0..<count { self[index].reserve(factor: factor) }
    }
}
