/// Filling of one column by several threads: each thread in turn reserves memory after the last element,
/// without moving memory, and then copies its elements there concurrently with the others.
extension GrowableColumn {
    /// Returns whether the elements of `later` fit without moving memory that other threads may be writing
    /// to.
    func hasRoom(for later: borrowing GrowableColumn) -> Bool { later.count <= capacity - count }

    /// Makes room for the elements of `later`; may move the memory.
    mutating func makeRoom(for later: borrowing GrowableColumn) { reserve(additional: later.count) }

    /// Reserves memory for the elements of `later` and tells `later` where to copy them.
    mutating func reserveRoom(for later: inout GrowableColumn) {
        later.reservedRoom = reserveRoom(count: later.count)
    }

    /// Copies all elements to the memory reserved for them and removes them from this column.
    mutating func moveToReservedRoom() {
        // SAFETY: memory was reserved for exactly these elements and is written by this column only.
        withBuffer { reservedRoom?.update(from: $0.baseAddress!, count: $0.count) }
        reservedRoom = nil
        removeAll()
    }
}
