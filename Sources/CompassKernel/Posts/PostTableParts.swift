/// The columns and indexes of a table of posts.
struct PostTableParts: Sendable {
    var counts: PostCounts
    var slots: PostSlots
    var records: PostRecordList
    var schools: CodeDictionary
    var coaches: CodeDictionary
    /// Notes that were changed after their records were created, by slot.
    var notesEdits = NotesEdits()
    /// The rows that changes have added and removed; nil if there are none.
    var delta: PostDelta?
    /// The compaction of the columns and the delta's first level, if one has begun.
    var compaction: PostCompaction?
    /// The number of rows that were changed since the compaction began, or should have begun.
    var compactionCredit = 0
    /// The index of posts by id and URL; begun by the first change.
    var keys: PostKeys?
    /// Whether several posts may have the same id or URL, which is not verified in files of unknown origin.
    var mayHaveEqualIDs = false
    /// The times at which posts were last changed by realtime payloads.
    var history = ChangeHistory()
    var compactionPolicy = CompactionPolicy()
    var searching = PostSearching()
}

/// The parts by name; they are changed through ``PostTable/parts``.
extension PostTable {
    var counts: PostCounts { @inline(__always) _read { yield parts.counts } }
    var delta: PostDelta? { @inline(__always) _read { yield parts.delta } }
    var compaction: PostCompaction? { @inline(__always) _read { yield parts.compaction } }
    var slots: PostSlots { @inline(__always) _read { yield parts.slots } }
    var records: PostRecordList { @inline(__always) _read { yield parts.records } }
    var schools: CodeDictionary { @inline(__always) _read { yield parts.schools } }
    var coaches: CodeDictionary { @inline(__always) _read { yield parts.coaches } }
    var notesEdits: NotesEdits { @inline(__always) _read { yield parts.notesEdits } }
    var keys: PostKeys? { @inline(__always) _read { yield parts.keys } }
    var history: ChangeHistory { @inline(__always) _read { yield parts.history } }
    var compactionPolicy: CompactionPolicy { @inline(__always) _read { yield parts.compactionPolicy } }
    var searching: PostSearching { @inline(__always) _read { yield parts.searching } }

    var timestamps: TimestampColumn { @inline(__always) _read { yield parts.counts.timestamps } }
    var recruiting: BitColumn { @inline(__always) _read { yield parts.counts.recruiting } }
    var flagged: BitColumn { @inline(__always) _read { yield parts.counts.flagged } }
    var instagram: BitColumn { @inline(__always) _read { yield parts.counts.instagram } }
    var sentiments: [BitColumn] { @inline(__always) _read { yield parts.counts.sentiments } }
    var schoolCodes: ColumnBuffer<UInt32> { @inline(__always) _read { yield parts.counts.schools.codes } }
    var coachCodes: ColumnBuffer<UInt32> { @inline(__always) _read { yield parts.counts.coaches.codes } }
    var categories: CategoryCounts { @inline(__always) _read { yield parts.counts.categories } }
    var cube: PostCube { @inline(__always) _read { yield parts.counts.cube } }
    var affiliations: AffiliationCube { @inline(__always) _read { yield parts.counts.affiliations } }
    var firstRows: FirstRowColumn { @inline(__always) _read { yield parts.counts.firstRows } }
}
