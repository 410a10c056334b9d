/// A directory of equal time cells over instants in ascending order.
///
/// Layout: entry `c` of the cells is the first instant that falls into cell `c` or a later one, and one
/// further entry is after the last instant; a search examines the instants of one cell only. An instant's
/// cell is its distance from the origin times the number of cells, divided by the span, computed as the high
/// word of a product. A 256th at either end is excluded from the cells, so that a few outliers do not widen
/// them; instants there are found by binary search. For the instants 90, 97, 97, 100 and 3 cells:
/// ```
/// distances  0 7 7 10      cells  0 1 1 2
/// entries    0 1 3 4       before cell 0, 1, 2, and after the last
/// ```
struct IntervalDirectory: BitwiseCopyable, Equatable, Sendable {
    /// The average number of instants per cell, for a quarter of a byte each. A search takes the same steps
    /// for all cells of up to 32 instants, which are nearly all; with 16 to 32 and a search with as many
    /// steps as a cell requires, `timeline.count` took 46 ns instead of 34 at 1,000,000 intervals.
    static let instantsPerCell = 16
    /// The number of instants that cells rarely exceed; up to it, the number of steps of a search is fixed.
    static let usualLimit = 32
    /// The number of instants below which there are no cells.
    static let smallCount = 64

    /// The first of the instants' places in their column.
    var low: Int { Int(lowPlace) }
    var high: Int { Int(highPlace) }
    private let lowPlace: UInt32
    private let highPlace: UInt32
    /// The number of instants at either end that are in no cell.
    private let trimmed: UInt32
    /// The first of the entries in the column of cells; −1 where there are none.
    private let firstEntry: Int32
    /// The number of cells divided by the span, in units of 2^-64.
    private let cellsPerMicro: UInt64
    private let origin: Int64
    private let last: Int64

    /// Creates the directory of the instants `low ..< high` of `keys`, and appends its entries to `cells`.
    ///
    /// - Complexity: O(n) for n instants.
    init(_ keys: ColumnBuffer<Int64>, low: Int, high: Int, appendingTo cells: inout GrowableColumn<UInt32>) {
        (lowPlace, highPlace) = (UInt32(low), UInt32(high))
        let count = high - low
        guard count >= IntervalDirectory.smallCount else {
            (firstEntry, trimmed, cellsPerMicro) = (-1, 0, 0)
            (origin, last) = count > 0 ? (keys[low], keys[high - 1]) : (Int64.max, Int64.min)
            return
        }
        let trimmed = count / 256
        let (origin, last) = (keys[low + trimmed], keys[high - 1 - trimmed])
        let span = UInt64(bitPattern: last &- origin)
        let wantedCells = min(UInt64(count / IntervalDirectory.instantsPerCell), max(span, 1))
        let cellsPerMicro =
            span == 0
            ? 0 : (span == .max ? span : span + 1).dividingFullWidth((wantedCells, 0)).quotient
        let cellCount = Int(span.multipliedFullWidth(by: cellsPerMicro).high) + 1
        firstEntry = Int32(cells.count)
        let entries = {
            cells.reserve(additional: cellCount + 1)
            return cells.reserveRoom(count: cellCount + 1)
        }()
        var next = 0
        // SAFETY: instants from the origin to the last fall into cells below `cellCount`.
        for place in low + trimmed..<high - trimmed {
            let distance = UInt64(bitPattern: keys[place] &- origin)
            let cell = Int(distance.multipliedFullWidth(by: cellsPerMicro).high)
            while next <= cell {
                entries[next] = UInt32(place)
                next += 1
            }
        }
        entries[cellCount] = UInt32(high - trimmed)
        (self.trimmed, self.cellsPerMicro) = (UInt32(trimmed), cellsPerMicro)
        (self.origin, self.last) = (origin, last)
    }

    /// Returns the place of the first instant that is not before `instant`; `high` when there is none.
    ///
    /// - Complexity: O(log c) for c instants in a cell.
    @inline(__always)
    func firstPlace(
        notBefore instant: Int64, _ keys: ColumnBuffer<Int64>, _ cells: ColumnBuffer<UInt32>
    ) -> Int {
        var (first, end) = (low, high)
        if instant <= origin {
            if trimmed == 0 { return low }
            end = low + Int(trimmed)
        } else if instant > last {
            if trimmed == 0 { return high }
            first = high - Int(trimmed)
        } else if firstEntry >= 0 {
            // SAFETY: an instant in origin...last falls into a cell, after which there is one more entry.
            let entry = entry(of: instant)
            (first, end) = (Int(cells[entry]), Int(cells[entry &+ 1]))
        }
        return IntervalDirectory.firstPlace(notBefore: instant, keys, first, end, high: high, low: low)
    }

    /// Returns a place up to that of the first instant that is not before `instant`, rarely more than
    /// ``usualLimit`` before it.
    ///
    /// - Complexity: O(1) where a cell has as few instants, otherwise O(log c) for c instants in a cell.
    @inline(__always)
    func placeUpToFirst(
        notBefore instant: Int64, _ keys: ColumnBuffer<Int64>, _ cells: ColumnBuffer<UInt32>
    ) -> Int {
        if firstEntry >= 0, instant > origin, instant <= last {
            let entry = entry(of: instant)
            // SAFETY: there is one more entry after that of the last cell.
            let (first, end) = (Int(cells[entry]), Int(cells[entry &+ 1]))
            if end &- first <= IntervalDirectory.usualLimit { return first }
        }
        return firstPlace(notBefore: instant, keys, cells)
    }

    /// Begins to read most of the instants among which ``firstPlace(notBefore:_:_:)`` searches.
    @inline(__always)
    func prefetch(_ instant: Int64, _ keys: ColumnBuffer<Int64>, _ cells: ColumnBuffer<UInt32>) {
        guard firstEntry >= 0, instant > origin, instant <= last else { return }
        // SAFETY: an instant in origin...last falls into a cell.
        let first = Int(cells[entry(of: instant)])
        // Most cells lie in three cache lines.
        for line in 0..<3 { keys.prefetch(first &+ 8 &* line) }
    }

    /// Returns the entry of the cell of an instant from the origin to the last.
    @inline(__always)
    private func entry(of instant: Int64) -> Int {
        let distance = UInt64(bitPattern: instant &- origin)
        return Int(firstEntry) &+ Int(distance.multipliedFullWidth(by: cellsPerMicro).high)
    }

    /// Returns the place in `first ... end` of the first instant that is not before `instant`, where those
    /// from `low` up to `first` are before it, and those from `end` up to `high` are not.
    ///
    /// The result of a comparison is unpredictable and is therefore added as a number: the compiler turns
    /// conditions into branches, which are mispredicted every other time (`timeline.count`,
    /// `timeline.levels`).
    @inline(__always)
    private static func firstPlace(
        notBefore instant: Int64, _ keys: ColumnBuffer<Int64>, _ first: Int, _ end: Int, high: Int, low: Int
    ) -> Int {
        var (first, end) = (first, end)
        // SAFETY: places are in low ..< high.
        while end &- first > usualLimit {
            let middle = (first &+ end) >> 1
            if keys[middle] < instant { first = middle &+ 1 } else { end = middle }
        }
        if high &- low < usualLimit {
            while first < end, keys[first] < instant { first &+= 1 }
            return first
        }
        var place = min(first, high &- usualLimit)
        place &+= 16 &* asNumber(keys[place &+ 15] < instant)
        place &+= 8 &* asNumber(keys[place &+ 7] < instant)
        place &+= 4 &* asNumber(keys[place &+ 3] < instant)
        var count = 0
        for offset in 0..<4 { count &+= asNumber(keys[place &+ offset] < instant) }
        return place &+ count
    }

    /// Returns 1 for true and 0 for false, without a branch.
    @inline(__always)
    static func asNumber(_ condition: Bool) -> Int {
        Int(truncatingIfNeeded: unsafeBitCast(condition, to: UInt8.self))
    }
}
