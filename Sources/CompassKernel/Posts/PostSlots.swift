/// The mapping between rows and the slots of their records.
///
/// Layout: nothing is stored while row r is slot r, as in a table that has just been loaded. Otherwise two
/// columns, inverse to each other except for slots that no row refers to. For rows whose records are in slots
/// 3, 0 and 2:
/// ```
/// slots  3 0 2
/// rows   1 – 2 0        – is 2^32 - 1
/// ```
struct PostSlots: Sendable {
    private static let none = UInt32.max

    let rowCount: Int
    private var slots: ColumnBuffer<UInt32>?
    /// Has spare capacity after the slots in use, so that adding a few does not copy it.
    private var rows: ColumnBuffer<UInt32>?

    /// Creates the mapping in which row r is slot r.
    init(identity rowCount: Int) { self.rowCount = rowCount }

    /// Creates a mapping from the slot of each row.
    ///
    /// - Complexity: O(n) for n slots.
    init(_ slots: ColumnBuffer<UInt32>, slotCount: Int) {
        rowCount = slots.count
        self.slots = slots
        rows = PostSlots.inverse(of: slots, slotCount: slotCount)
    }

    /// Whether row r is slot r.
    var isIdentity: Bool { slots == nil }

    @inline(__always)
    func slot(ofRow row: Int) -> Int {
        guard let slots else { return row }
        return Int(slots[row])
    }

    /// Writes the slots of `rows` consecutively.
    func copySlots(of rows: Range<Int>, to target: UnsafeMutablePointer<UInt32>) {
        if let slots {
            slots.copy(rows, to: target)
        } else {
            for (place, row) in rows.enumerated() { target[place] = UInt32(row) }
        }
    }

    /// Returns the row of `slot`; nil if no row refers to it.
    func row(ofSlot slot: Int) -> Int? {
        guard let rows else { return slot < rowCount ? slot : nil }
        guard slot < rows.count, rows[slot] != PostSlots.none else { return nil }
        return Int(rows[slot])
    }

    /// Assigns the record in `slot` to `row`.
    mutating func replace(row: Int, slot: Int) {
        let count = rowCount
        var slots =
            self.slots
            ?? ColumnBuffer(count: count) { target in
                for row in 0..<count { target[row] = UInt32(row) }
            }
        var rows = self.rows ?? PostSlots.inverse(of: slots, slotCount: max(count, slot + 1))
        self.slots = nil
        self.rows = nil
        let old = Int(slots[row])
        slots.update { $0[row] = UInt32(slot) }
        if slot >= rows.count { rows = PostSlots.inverse(of: slots, slotCount: slot + 1) }
        // SAFETY: both slots are in bounds, because the column was extended for the new one.
        rows.update {
            $0[old] = PostSlots.none
            $0[slot] = UInt32(row)
        }
        self.slots = slots
        self.rows = rows
    }

    private static func inverse(of slots: ColumnBuffer<UInt32>, slotCount: Int) -> ColumnBuffer<UInt32> {
        let capacity = slotCount + slotCount / 8 + 64
        return ColumnBuffer(count: capacity) { target in
            target.update(repeating: none, count: capacity)
            for row in 0..<slots.count { target[Int(slots[row])] = UInt32(row) }
        }
    }

    var byteCount: Int { (slots?.byteCount ?? 0) + (rows?.byteCount ?? 0) }

    /// Describes inconsistencies; empty if rows and slots agree with each other.
    func checkInvariants(slotCount: Int) -> [String] {
        (0..<rowCount).filter { slot(ofRow: $0) >= slotCount || row(ofSlot: slot(ofRow: $0)) != $0 }
            .map { "row \($0) is not the row of its record" }
    }
}
