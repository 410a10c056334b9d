/// The records of a table that is compacted, copied in the order of its rows, a part of them in each step.
///
/// Records that belong to no post are left out, and changed notes become part of their record. The copies
/// inherit the search indexes of their sources.
final class RecordCopy {
    /// A step ends once it has copied texts of this size.
    private static let bytesPerStep = 1 << 21

    private let source: PostRecordList
    private let edits: NotesEdits
    private let policy: CompactionPolicy
    /// Whether certainly no record begins a segment. When loaded, it would if its largest text had no room in the
    /// largest column, even if the text belongs to another one.
    private let needsNoCuts: Bool
    private let hasKeys: Bool
    private var builder = PostRecordsBuilder()
    private var full: [PostRecords] = []
    private var copiedCount = 0
    private var newSlots: ColumnBuffer<UInt32>?
    private var search: InheritedSearchBuilder?
    /// The copies; nil before all are made.
    private(set) var records: PostRecordList?
    /// The index of the copies by id and URL.
    private(set) var keys = PostKeys()

    /// - Parameters:
    ///   - edits: the notes that were changed after their records were created.
    ///   - policy: how large segments and steps may be.
    ///   - hasKeys: whether the copies are indexed by id and URL.
    init(of source: PostRecordList, _ edits: NotesEdits, _ policy: CompactionPolicy, hasKeys: Bool) {
        self.source = source
        self.edits = edits
        self.policy = policy
        self.hasKeys = hasKeys
        let byteCount = source.largestTextByteCount + edits.textByteCount
        // No text is larger than the largest column.
        needsNoCuts = byteCount <= policy.maximumTextBytes / 2
        if byteCount <= policy.maximumTextBytes { builder.reserve(for: source, notes: edits.textByteCount) }
    }

    /// About the number of steps.
    var stepCount: Int {
        let bytes = source.segments.reduce(0) { $0 + $1.contents.textByteCount + $1.notes.textByteCount }
        return source.slotCount / max(1, policy.recordsPerStep) + bytes / Self.bytesPerStep
            + source.slotCount / KeyBlock.maximumCount + 6 + InheritedSearchBuilder.stepCount(of: source)
    }

    var isDone: Bool { records.map { !hasKeys || keys.isComplete(for: $0) } ?? false }

    /// Performs one step.
    ///
    /// - Parameter slots: the slot of each row, always the same ones.
    /// - Complexity: that of copying some megabytes, or O(n) for n records, 1 to 5 ns each.
    func step(_ slots: ColumnBuffer<UInt32>) {
        if copiedCount < slots.count {
            copyRecords(slots)
        } else if newSlots == nil {
            newSlots = PostSlots.rows(of: slots, slotCount: source.slotCount)
        } else if search == nil {
            search = InheritedSearchBuilder(
                // An index has numbers of one segment only.
                of: full.isEmpty ? source : PostRecordList([]), slots: slots, copies: newSlots ?? slots)
        } else if search?.isDone == false {
            search?.step()
        } else if records == nil {
            full.append(builder.takeRecords(inheriting: search?.finish()))
            records = PostRecordList(full)
        } else if let records {
            keys.advance(records)
        }
    }

    private func copyRecords(_ slots: ColumnBuffer<UInt32>) {
        let end = min(slots.count, copiedCount + max(1, policy.recordsPerStep))
        var byteCount = 0
        while copiedCount < end, byteCount < Self.bytesPerStep {
            let slot = Int(slots[copiedCount])
            let (segment, index) = source.locate(slot)
            let edit = edits.isEmpty ? nil : edits[slot]
            if !needsNoCuts {
                builder.cut(
                    before: segment.largestTextByteCount(index, edit), maximum: policy.maximumTextBytes,
                    to: &full)
            }
            let before = builder.contents.byteCount + builder.notes.byteCount
            builder.append(segment, index, notes: edit)
            byteCount += builder.contents.byteCount + builder.notes.byteCount - before
            copiedCount += 1
        }
    }

    /// Returns the new slot of a record; nil if that was not copied.
    func newSlot(_ slot: Int) -> Int? {
        guard let newSlots, let records else { return nil }
        if slot >= newSlots.count { return slot - newSlots.count + records.slotCount }
        return newSlots[slot] == PostSlots.none ? nil : Int(newSlots[slot])
    }
}

extension PostRecordList {
    /// The maximum size of a text column over all records together, in bytes, including ids as text.
    fileprivate var largestTextByteCount: Int {
        let ids = segments.reduce(0) { $0 + $1.ids.byteCountAsText }
        return textByteCounts.reduce(ids, max)
    }

    /// The sizes of the text columns over all records together, in bytes, without ids.
    var textByteCounts: [Int] {
        let columns = segments.map { segment in segment.texts.map(\.textByteCount) }
        return (0..<(columns.first?.count ?? 0)).map { column in columns.reduce(0) { $0 + $1[column] } }
    }
}

extension PostRecords {
    /// Returns the number of bytes of the largest text of the copy of one record.
    fileprivate func largestTextByteCount(_ record: Int, _ edit: NotesEdit?) -> Int {
        let id = ids.isPacked ? PackedUUID.textByteCount : ids.withUTF8(record) { $0.count }
        let notes = edit.map { $0.notes?.utf8.count ?? 0 } ?? self.notes.byteCount(record)
        return Swift.max(
            Swift.max(id, notes, contents.byteCount(record)),
            Swift.max(postURLs.byteCount(record), names.byteCount(record), handles.byteCount(record)))
    }
}
