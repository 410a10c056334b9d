/// The mapping between rows and the slots of their records.
///
/// Layout: nothing is stored while row r is slot r, as in a table that has just been loaded. Otherwise the
/// slot of each row, and for the many rows of a compacted table also the inverse. For rows whose records are
/// in slots 3, 0 and 2:
/// ```
/// slots  3 0 2
/// rows   1 – 2 0        – is 2^32 - 1
/// ```
struct PostSlots: Sendable {
    /// Stands for no row.
    static let none = UInt32.max

    let rowCount: Int
    private let slots: ColumnBuffer<UInt32>?
    private let rows: ColumnBuffer<UInt32>?

    /// Creates the mapping in which row r is slot r.
    init(identity rowCount: Int) { self.init(rowCount: rowCount, slots: nil, rows: nil) }

    /// Creates a mapping from the slot of each of few rows, without the inverse.
    init(sparse slots: ColumnBuffer<UInt32>) { self.init(rowCount: slots.count, slots: slots, rows: nil) }

    /// Creates a mapping from the slot of each row, with the inverse; nothing is stored if row r is slot r.
    ///
    /// - Complexity: O(n) for n slots.
    init(_ slots: ColumnBuffer<UInt32>, slotCount: Int) {
        if slots.count == slotCount, (0..<slotCount).allSatisfy({ slots[$0] == $0 }) {
            self.init(identity: slotCount)
            return
        }
        let rows = PostSlots.rows(of: slots, slotCount: slotCount)
        self.init(rowCount: slots.count, slots: slots, rows: rows)
    }

    /// Returns the row of each slot, from the slot of each row; ``none`` for slots without a row.
    ///
    /// - Complexity: O(n) for n slots.
    static func rows(of slots: ColumnBuffer<UInt32>, slotCount: Int) -> ColumnBuffer<UInt32> {
        ColumnBuffer(count: slotCount) { target in
            target.update(repeating: none, count: slotCount)
            // SAFETY: slots are below their number.
            for row in 0..<slots.count { target[Int(slots[row])] = UInt32(row) }
        }
    }

    private init(rowCount: Int, slots: ColumnBuffer<UInt32>?, rows: ColumnBuffer<UInt32>?) {
        self.rowCount = rowCount
        self.slots = slots
        self.rows = rows
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
    ///
    /// - Complexity: O(1), O(n) for n rows without the inverse.
    func row(ofSlot slot: Int) -> Int? {
        guard let slots else { return slot < rowCount ? slot : nil }
        guard let rows else { return slots.withBuffer { $0.firstIndex(of: UInt32(slot)) } }
        guard slot < rows.count, rows[slot] != PostSlots.none else { return nil }
        return Int(rows[slot])
    }

    var byteCount: Int { (slots?.byteCount ?? 0) + (rows?.byteCount ?? 0) }

    /// Describes inconsistencies; empty if rows and slots agree with each other.
    func checkInvariants(slotCount: Int) -> [String] {
        (0..<rowCount).filter { slot(ofRow: $0) >= slotCount || row(ofSlot: slot(ofRow: $0)) != $0 }
            .map { "row \($0) is not the row of its record" }
    }
}
