/// Several threads may fill one column at once: each claims room behind the last element, one after the
/// other and without moving memory, then copies its elements there while others do the same.
extension GrowableColumn {
    /// Whether the elements of `later` fit without moving the memory, which others may be writing to.
    @inline(__always)
    func hasRoom(for later: borrowing GrowableColumn) -> Bool { later.count <= capacity - count }

    /// Makes the elements of `later` fit; may move the memory.
    mutating func makeRoom(for later: borrowing GrowableColumn) { reserve(additional: later.count) }

    /// Counts the elements of `later` in and tells it where they belong.
    mutating func claimRoom(for later: inout GrowableColumn) {
        later.claimedRoom = claimRoom(count: later.count)
    }

    /// Copies all elements to the room that was claimed for them, and removes them here.
    mutating func moveToClaimedRoom() {
        // SAFETY: the room was claimed for as many elements, and belongs to this column alone.
        claimedRoom?.update(from: base, count: count)
        claimedRoom = nil
        removeAll()
    }
}
