/// Columns under construction that are filled by several threads.
///
/// Each thread in turn reserves memory after the last element, without moving memory, and then copies its
/// elements there concurrently with the others.
protocol ColumnBuilder: ~Copyable {
    /// Carries out a step of joining the rows of `later`; returns false if they do not fit.
    @discardableResult
    mutating func join(_ later: inout Self, _ step: JoiningStep) -> Bool

    mutating func perform(_ step: ColumnStep)
}

/// A step of joining columns to preceding ones.
enum JoiningStep {
    /// Returns whether the rows fit without moving memory that other threads may be writing to.
    case checkRoom
    /// Makes room for the rows; may move memory.
    case makeRoom
    /// Reserves memory for the rows, which must fit, and tells the later columns where to copy them.
    case reserveRoom
}

/// A step that columns carry out on their own.
enum ColumnStep {
    /// Copies all rows to the memory reserved for them and removes them from the columns.
    case moveToReservedRoom
    /// Reserves memory for about `factor` times the rows appended so far.
    case reserve(factor: Double)
}

extension GrowableColumn: ColumnBuilder {
    mutating func join(_ later: inout GrowableColumn, _ step: JoiningStep) -> Bool {
        switch step {
        case .checkRoom: return later.count <= capacity - count
        case .makeRoom: reserve(additional: later.count)
        case .reserveRoom: later.reservedRoom = reserveRoom(count: later.count)
        }
        return true
    }

    mutating func perform(_ step: ColumnStep) {
        switch step {
        case .moveToReservedRoom:
            // SAFETY: memory was reserved for exactly these elements and is written by this column only.
            withBuffer { reservedRoom?.update(from: $0.baseAddress!, count: $0.count) }
            reservedRoom = nil
            removeAll()
        case .reserve(let factor): reserve(total: ReserveEstimate.capacity(count, factor: factor))
        }
    }
}
