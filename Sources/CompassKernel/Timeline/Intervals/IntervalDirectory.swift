/// A directory of equal time cells over instants in ascending order.
///
/// Layout: entry `c` of the cells is the first of the instants that falls into cell `c` or a later one, and one
/// entry more is behind the last; a search looks at the instants of one cell only. An instant's cell is its
/// distance from the origin times the number of cells, divided by the span, as the high word of a product. A
/// 256th at either end is left out of the cells, so that a few instants far away do not stretch them; instants
/// there are found by binary search. For the instants 90, 97, 97, 100 and 3 cells:
/// ```
/// distances  0 7 7 10      cells  0 1 1 2
/// entries    0 1 3 4       before cell 0, 1, 2, and behind the last
/// ```
struct IntervalDirectory: BitwiseCopyable, Equatable, Sendable {
    /// Instants in a cell on average: 8 made `timeline.count` 4 % faster at 1,000,000 intervals for half a byte
    /// more an interval in all.
    static let instantsPerCell = 16
    /// Cells rarely hold more instants than this, which are searched in a fixed number of steps.
    static let usualLimit = 32
    /// Below this number of instants there are no cells.
    static let smallCount = 64

    /// The instants' places in their column.
    var low: Int { Int(lowPlace) }
    var high: Int { Int(highPlace) }
    private let lowPlace: UInt32
    private let highPlace: UInt32
    /// The instants at either end that are in no cell.
    private let trimmed: UInt32
    /// Where the entries begin in the column of cells; −1 where there are none.
    private let firstEntry: Int32
    /// The number of cells divided by the span, in units of 2^-64.
    private let cellsPerMicro: UInt64
    private let origin: Int64
    private let last: Int64

    /// The directory of the instants `low ..< high` of `keys`, whose entries are appended to `cells`.
    ///
    /// - Complexity: O(n) for n instants.
    init(
        _ keys: UnsafePointer<Int64>, low: Int, high: Int, appendingTo cells: inout GrowableColumn<UInt32>
    ) {
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
            return cells.claimRoom(count: cellCount + 1)
        }()
        var next = 0
        // SAFETY: instants between origin and last fall into cells below `cellCount`.
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

    /// The place of the first instant that is not before `instant`; `high` when there is none.
    ///
    /// - Complexity: O(log c) for c instants in a cell.
    @inline(__always)
    func firstPlace(
        notBefore instant: Int64, _ keys: UnsafePointer<Int64>, _ cells: UnsafePointer<UInt32>
    ) -> Int {
        var (first, end) = (low, high)
        if instant <= origin {
            if trimmed == 0 { return low }
            end = low + Int(trimmed)
        } else if instant > last {
            if trimmed == 0 { return high }
            first = high - Int(trimmed)
        } else if firstEntry >= 0 {
            // SAFETY: an instant in origin...last falls into a cell, behind which there is one more entry.
            let distance = UInt64(bitPattern: instant &- origin)
            let entry = Int(firstEntry) &+ Int(distance.multipliedFullWidth(by: cellsPerMicro).high)
            (first, end) = (Int(cells[entry]), Int(cells[entry &+ 1]))
        }
        return IntervalDirectory.firstPlace(notBefore: instant, keys, first, end, high: high, low: low)
    }

    /// The place in `first ... end` of the first instant that is not before `instant`, where those from `low` up
    /// to `first` are before it, and those from `end` up to `high` are not.
    ///
    /// What a comparison says cannot be foreseen, so that it is added as a number: with branches, which the
    /// compiler makes of conditions, `timeline.levels` took three times as long.
    @inline(__always)
    private static func firstPlace(
        notBefore instant: Int64, _ keys: UnsafePointer<Int64>, _ first: Int, _ end: Int, high: Int, low: Int
    ) -> Int {
        var (first, end) = (first, end)
        // SAFETY: places stay in low ..< high.
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

    /// 1 for true, 0 for false, without a branch.
    @inline(__always)
    static func asNumber(_ condition: Bool) -> Int {
        Int(truncatingIfNeeded: unsafeBitCast(condition, to: UInt8.self))
    }
}
