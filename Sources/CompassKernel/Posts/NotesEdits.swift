/// Notes that were changed after their record was created.
struct NotesEdit: Hashable, Sendable {
    /// The notes; nil if they were removed.
    let text: ByteText?

    init(_ notes: String?) { text = notes.map(ByteText.init) }

    var notes: String? { text?.string }
}

/// All notes of a table that were changed after their records were created, by slot.
struct NotesEdits: Sendable {
    /// Those that a compaction writes into records, or all of them.
    private var edits = LayeredDictionary<UInt32, NotesEdit>()
    /// Those that were made since that compaction began.
    private var recent = LayeredDictionary<UInt32, NotesEdit>()
    private var isCompacting = false
    /// The size of all texts, in bytes, those included that have been replaced.
    private(set) var textByteCount = 0

    /// The number of changed notes; some may be counted twice during a compaction.
    var count: Int { edits.count + recent.count }

    var isEmpty: Bool { edits.isEmpty && recent.isEmpty }

    /// The memory of the texts and slots, in bytes, without the overhead of the dictionary.
    var byteCount: Int {
        [edits, recent].reduce(0) { sum, edits in
            edits.values.values.reduce(sum) { $0 + ($1.notes?.utf8.count ?? 0) + 32 }
        }
    }

    /// Returns the notes of a record, if they were changed.
    subscript(slot: Int) -> NotesEdit? { recent[UInt32(slot)] ?? edits[UInt32(slot)] }

    /// Replaces the notes of a record.
    mutating func set(_ edit: NotesEdit, ofSlot slot: Int) {
        textByteCount += edit.text?.string.utf8.count ?? 0
        if isCompacting {
            recent.updateValue(edit, forKey: UInt32(slot))
        } else {
            edits.updateValue(edit, forKey: UInt32(slot))
        }
    }

    /// Discards the notes of a record that no longer belongs to a post.
    mutating func discard(slot: Int) {
        recent.removeValue(forKey: UInt32(slot))
        // A compaction discards these anyway.
        if !isCompacting { edits.removeValue(forKey: UInt32(slot)) }
    }

    /// Keeps what is changed from now on apart.
    mutating func beginCompaction() { isCompacting = true }

    /// Returns the notes that were changed since the compaction began.
    ///
    /// - Parameter newSlot: returns the new slot of a record; nil if that belongs to no post.
    func recent(_ newSlot: (_ slot: Int) -> Int?) -> NotesEdits {
        var moved = NotesEdits()
        for (slot, edit) in recent.values {
            if let slot = newSlot(Int(slot)) { moved.set(edit, ofSlot: slot) }
        }
        return moved
    }
}
