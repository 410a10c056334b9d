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
}

extension ColumnList: ColumnBuilder where Column: ~Copyable {
    mutating func join(_ later: inout ColumnList, _ step: JoiningStep) -> Bool {
        for index in 0..<count where !self[index].join(&later[index], step) { return false }
        return true
    }

    mutating func perform(_ step: ColumnStep) { for index in 0..<count { self[index].perform(step) } }
}
