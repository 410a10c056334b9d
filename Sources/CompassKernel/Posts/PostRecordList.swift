/// All records of a table, in segments; each record has a unique number, its *slot*.
///
/// Layout: slots are numbered consecutively across the segments. With segments of 5, 3 and 1 records, slot 6
/// is record 1 of the second segment:
/// ```
/// segments    [0 1 2 3 4] [5 6 7] [8]
/// firstSlots   0           5       8
/// ```
/// New records are appended as a segment, which is merged with the previous one while that is less than twice
/// as large. There are thus O(log n) segments, and each record is copied O(log n) times. Slots do not change
/// until the table is compacted. Method: the logarithmic method of Bentley and Saxe, *Decomposable searching
/// problems I* (1980), as in log-structured merge trees.
struct PostRecordList: Sendable {
    private(set) var segments: [PostRecords]
    private(set) var firstSlots: [Int]
    /// The number of slots.
    private(set) var slotCount: Int
    /// The number of segments that are being copied, and are not merged with later ones.
    private var copiedSegmentCount = 0

    init(_ segments: [PostRecords]) {
        self.segments = []
        firstSlots = []
        slotCount = 0
        for segment in segments { add(segment) }
    }

    /// Segments are not merged into larger ones than this, which would take long at once, and lose their
    /// index. Derived: half a tenth of a second.
    private static let maximumMergedCount = 1 << 17

    /// Returns the segment of `slot`, and the record's index in it.
    @inline(__always)
    func locate(_ slot: Int) -> (records: PostRecords, index: Int) {
        let place = segment(of: slot)
        return (segments[place], slot - firstSlots[place])
    }

    /// Returns the number of the segment that has `slot`.
    @inline(__always)
    func segment(of slot: Int) -> Int {
        var place = segments.count - 1
        while firstSlots[place] > slot { place -= 1 }
        return place
    }

    /// Appends records and assigns them the next slots.
    ///
    /// - Parameter maximumTextBytes: segments are not merged if a text column would become larger than this.
    mutating func append(_ records: PostRecords, maximumTextBytes: Int = TextColumn.maximumByteCount) {
        add(records)
        while let last = segments.last, segments.count > copiedSegmentCount + 1 {
            let before = segments[segments.count - 2]
            let textBytes =
                zip(before.texts, last.texts).map { $0.textByteCount + $1.textByteCount }
                + [before.ids.byteCountAsText + last.ids.byteCountAsText]
            guard before.count < 2 * last.count,
                before.count + last.count <= PostRecordList.maximumMergedCount,
                textBytes.allSatisfy({ $0 <= maximumTextBytes })
            else {
                return
            }
            var merged = PostRecordsBuilder()
            for source in [before, last] {
                for record in 0..<source.count {
                    merged.append(source, record, notes: nil)
                }
            }
            segments.removeLast(2)
            firstSlots.removeLast(2)
            slotCount -= before.count + last.count
            add(merged.finish())
        }
    }

    /// Keeps the segments as they are until ``replaceCopied(by:)``.
    mutating func beginCopy() { copiedSegmentCount = segments.count }

    /// Replaces the segments that were there when the copy began; later ones follow the copies.
    mutating func replaceCopied(by copies: PostRecordList) {
        self = PostRecordList(copies.segments + segments.dropFirst(copiedSegmentCount))
    }

    /// Appends a segment as it is.
    mutating func add(_ records: PostRecords) {
        guard records.count > 0 || segments.isEmpty else { return }
        firstSlots.append(slotCount)
        segments.append(records)
        slotCount += records.count
    }

    var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }
}
