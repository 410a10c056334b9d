/// The search indexes of records that were copied into others, in another order and without some of them.
///
/// Compaction rewrites records, but not their indexes: an index keeps its own numbers of records, and a
/// column has the new number of each. The records that no index had get one of their own.
final class InheritedSearch: Sendable {
    fileprivate struct Part: Sendable {
        let index: SearchIndex
        /// The number of records that the index has.
        var count: Int { records.count }
        /// The new number of each of them; 2^32 - 1 for those that were not copied.
        let records: ColumnBuffer<UInt32>
    }

    fileprivate static let none = UInt32.max

    fileprivate let parts: [Part]

    fileprivate init(parts: [Part]) { self.parts = parts }

    var byteCount: Int { parts.reduce(0) { $0 + $1.index.byteCount + $1.records.byteCount } }

    /// Sets the bits of the records that contain a pattern.
    ///
    /// - Complexity: that of searching the indexes, plus O(m) for m matches.
    func matches(_ pattern: SearchPattern, into bits: UnsafeMutablePointer<UInt64>) {
        pattern.utf8.withUnsafeBufferPointer { utf8 in
            for part in parts {
                let found = RowBits(rowCount: part.count)
                part.index.matches(utf8, ignoringAccents: pattern.ignoresAccents, into: found.words)
                for word in 0..<(part.count + 63) / 64 {
                    found.words[word].forEachSetBit { bit in
                        // SAFETY: the index has `count` records, and their new numbers are records of the
                        // segment.
                        let record = part.records[word * 64 + bit]
                        if record != InheritedSearch.none {
                            bits[Int(record >> 6)] |= 1 << UInt64(record & 63)
                        }
                    }
                }
            }
        }
    }
}

/// The search indexes that copies of records inherit, under construction, a part of an index in each step.
struct InheritedSearchBuilder {
    /// Indexes of less than one record in this many are not worth a search of their own.
    private static let recordsPerPart = 16
    /// Indexes are inherited unless more than one in this many of their records is gone, or as many others
    /// are added.
    private static let recordsPerOther = 4

    /// An index, the numbers of its records in their segment unless they are the same, and its first slot.
    private typealias Source = (part: InheritedSearch.Part?, index: SearchIndex, slots: Range<Int>)
    private var sources: [Source]
    private let list: PostRecordList
    private let slots: ColumnBuffer<UInt32>
    private let copies: ColumnBuffer<UInt32>
    private var count: Int { slots.count }
    private var parts: [InheritedSearch.Part] = []
    /// A bit for each copy, set for those that an index has.
    private var covered: [UInt64]
    /// The index of the others; nil until all sources are taken, and if there are none.
    private var others: IndexOfOthers?
    private(set) var isDone = false

    /// - Parameters:
    ///   - list: the records that were copied.
    ///   - slots: the slot of the record that each copy was made of.
    ///   - copies: the number of the copy of each record, by slot; 2^32 - 1 for those that were not copied.
    init(of list: PostRecordList, slots: ColumnBuffer<UInt32>, copies: ColumnBuffer<UInt32>) {
        self.list = list
        self.slots = slots
        self.copies = copies
        covered = [UInt64](repeating: 0, count: (slots.count + 63) / 64)
        sources = InheritedSearchBuilder.sources(of: list, copyCount: slots.count)
        isDone = sources.isEmpty
    }

    /// About the number of steps that the index of records without one takes.
    static func stepCount(of list: PostRecordList) -> Int {
        // A step of building reads this much text, or does as much other work.
        let (byteCount, stepsPerPart) = (SearchIndexConfiguration().stepByteCount, 4)
        let sources = sources(of: list, copyCount: list.slotCount)
        if sources.isEmpty { return 0 }
        let indexed = sources.reduce(0) { $0 + ($1.part?.count ?? $1.slots.count) }
        let share = Double(max(0, list.slotCount - indexed)) / Double(max(1, list.slotCount))
        let bytes = list.segments.reduce(0) { $0 + $1.searchedByteCount }
        return stepsPerPart * (1 + Int(share * Double(bytes)) / byteCount)
    }

    private static func sources(of list: PostRecordList, copyCount: Int) -> [Source] {
        var sources: [Source] = []
        for (segment, first) in zip(list.segments, list.firstSlots) {
            let slots = first..<first + segment.count
            if let index = segment.availableSearch {
                sources.append((nil, index, slots))
            } else if let inherited = segment.inherited {
                for part in inherited.parts { sources.append((part, part.index, slots)) }
            }
        }
        sources.removeAll { ($0.part?.count ?? $0.slots.count) < copyCount / recordsPerPart }
        return sources
    }

    /// Renumbers the records of the next index, or does a part of indexing those that no index has.
    ///
    /// - Complexity: O(n) for n records.
    mutating func step() {
        if let source = sources.popLast() {
            renumber(source)
            if sources.isEmpty { beginOthers() }
        } else if let others {
            guard let part = others.step(list, slots) else { return }
            parts.append(part)
            isDone = true
        }
    }

    private mutating func renumber(_ source: Source) {
        let (part, index, slots) = source
        let copies = copies
        let records = ColumnBuffer<UInt32>(count: part?.count ?? slots.count) { target in
            guard let part else { return copies.copy(slots, to: target) }
            for record in 0..<part.count {
                let number = part.records[record]
                target[record] =
                    number == InheritedSearch.none
                    ? InheritedSearch.none : copies[slots.lowerBound + Int(number)]
            }
        }
        for record in 0..<records.count where records[record] != InheritedSearch.none {
            covered[Int(records[record] >> 6)] |= 1 << UInt64(records[record] & 63)
        }
        parts.append(InheritedSearch.Part(index: index, records: records))
    }

    /// Begins to index the other records, unless no index is to be inherited.
    private mutating func beginOthers() {
        let coveredCount = covered.reduce(0) { $0 + $1.nonzeroBitCount }
        let otherCount = count - coveredCount
        let indexedCount = parts.reduce(0) { $0 + $1.count }
        guard otherCount <= count / Self.recordsPerOther,
            indexedCount - coveredCount <= indexedCount / Self.recordsPerOther
        else {
            parts = []
            isDone = true
            return
        }
        isDone = otherCount == 0
        if isDone { return }
        var numbers: [UInt32] = []
        numbers.reserveCapacity(otherCount)
        for word in covered.indices {
            (~covered[word]).forEachSetBit { bit in
                if word * 64 + bit < count { numbers.append(UInt32(word * 64 + bit)) }
            }
        }
        others = IndexOfOthers(ColumnBuffer(numbers))
    }

    /// Returns the indexes; nil if there are none, or too few are left of their records.
    func finish() -> InheritedSearch? { parts.isEmpty ? nil : InheritedSearch(parts: parts) }
}

/// The index of copies that no inherited index has, under construction.
private final class IndexOfOthers {
    /// The records whose texts a step copies.
    private static let recordsPerStep = 1 << 10

    /// The numbers of the copies, ascending.
    private let numbers: ColumnBuffer<UInt32>
    private var copiedCount = 0
    private var contents: TextColumnBuilder? = TextColumnBuilder()
    private var names: TextColumnBuilder? = TextColumnBuilder()
    private var handles: TextColumnBuilder? = TextColumnBuilder()
    private var builder: SearchIndexBuilder?

    init(_ numbers: ColumnBuffer<UInt32>) { self.numbers = numbers }

    /// Performs one step; returns the index after the last one.
    ///
    /// - Parameters:
    ///   - list: the records that were copied.
    ///   - slots: the slot of each copy.
    func step(_ list: PostRecordList, _ slots: ColumnBuffer<UInt32>) -> InheritedSearch.Part? {
        if copiedCount < numbers.count {
            let end = min(numbers.count, copiedCount + IndexOfOthers.recordsPerStep)
            for place in copiedCount..<end {
                let (segment, record) = list.locate(Int(slots[Int(numbers[place])]))
                contents?.append(segment.contents, record)
                names?.append(segment.names, record)
                handles?.append(segment.handles, record)
            }
            copiedCount = end
        } else if let contents = contents.take(), let names = names.take(), let handles = handles.take() {
            // In the order of ``PostRecords/searchedTexts``.
            builder = SearchIndexBuilder(fields: [contents.finish(), names.finish(), handles.finish()])
        } else if builder?.step() == false, let builder = builder.take() {
            return InheritedSearch.Part(index: builder.finish(), records: numbers)
        }
        return nil
    }
}
