/// The search indexes of records that were copied into others, in another order and without some of them.
///
/// Compaction rewrites records, but not their indexes: an index keeps its own numbers of records, and a
/// column has the new number of each. Records without an index are searched by reading their texts.
final class InheritedSearch: Sendable {
    fileprivate struct Part: Sendable {
        let index: SearchIndex
        /// The number of records that the index has.
        var count: Int { records.count }
        /// The new number of each of them; 2^32 - 1 for those that were not copied.
        let records: ColumnBuffer<UInt32>
    }

    fileprivate static let none = UInt32.max
    /// Records without an index that are apart from each other are scanned with all others between them from
    /// this many on, because each scan of its own takes as long as that of some hundred records.
    private static let maximumScatteredCount = 256

    fileprivate let parts: [Part]
    /// The new numbers of the records without an index, ascending.
    private let others: ColumnBuffer<UInt32>

    /// The number of runs of neighbours among them.
    private let runCount: Int

    fileprivate init(parts: [Part], others: ColumnBuffer<UInt32>) {
        self.parts = parts
        self.others = others
        runCount = (0..<others.count).count { $0 == 0 || others[$0] != others[$0 - 1] + 1 }
    }

    var byteCount: Int {
        parts.reduce(others.byteCount) { $0 + $1.index.byteCount + $1.records.byteCount }
    }

    /// Sets the bits of the records that contain a pattern.
    ///
    /// - Complexity: that of searching the indexes, plus O(m) for m matches and O(b) for b bytes without an
    ///   index.
    func matches(
        _ pattern: SearchPattern, in segment: PostRecords, into bits: UnsafeMutablePointer<UInt64>
    ) {
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
        let scan = TextScan([pattern.utf8], ignoringAccents: pattern.ignoresAccents)
        if runCount > InheritedSearch.maximumScatteredCount {
            return scan.matches(in: segment.searchedTexts, 0..<segment.count, into: [bits])
        }
        var index = 0
        while index < others.count {
            let first = Int(others[index])
            var end = first + 1
            index += 1
            // Neighbours are scanned together.
            while index < others.count, Int(others[index]) == end {
                end += 1
                index += 1
            }
            scan.matches(in: segment.searchedTexts, first..<end, into: [bits])
        }
    }
}

/// The search indexes that copies of records inherit, under construction, one index in each step.
struct InheritedSearchBuilder {
    /// Indexes of less than one record in this many are not worth a search of their own.
    private static let recordsPerPart = 16
    /// Indexes are inherited unless more than one in this many of their records is gone, or as many others
    /// are added.
    private static let recordsPerOther = 4

    /// An index, the numbers of its records in their segment unless they are the same, and its first slot.
    private var sources: [(part: InheritedSearch.Part?, index: SearchIndex, slots: Range<Int>)] = []
    private let copies: ColumnBuffer<UInt32>
    private let count: Int
    private var parts: [InheritedSearch.Part] = []
    /// A bit for each copy, set for those that an index has.
    private var covered: [UInt64]

    /// - Parameters:
    ///   - list: the records that were copied.
    ///   - copies: the number of the copy of each record, by slot; 2^32 - 1 for those that were not copied.
    ///   - count: the number of copies.
    init(of list: PostRecordList, copies: ColumnBuffer<UInt32>, count: Int) {
        self.copies = copies
        self.count = count
        covered = [UInt64](repeating: 0, count: (count + 63) / 64)
        for (segment, first) in zip(list.segments, list.firstSlots) {
            let slots = first..<first + segment.count
            if let index = segment.availableSearch {
                sources.append((nil, index, slots))
            } else if let inherited = segment.inherited {
                for part in inherited.parts { sources.append((part, part.index, slots)) }
            }
        }
        sources.removeAll { ($0.part?.count ?? $0.slots.count) < count / Self.recordsPerPart }
    }

    var isDone: Bool { sources.isEmpty }

    /// Renumbers the records of the next index.
    ///
    /// - Complexity: O(n) for n records.
    mutating func step() {
        guard let (part, index, slots) = sources.popLast() else { return }
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

    /// Returns the indexes; nil if there are none, or too few are left of their records.
    ///
    /// - Complexity: O(n / 64 + m) for n copies, of which m are in no index.
    func finish() -> InheritedSearch? {
        if parts.isEmpty { return nil }
        let coveredCount = covered.reduce(0) { $0 + $1.nonzeroBitCount }
        let otherCount = count - coveredCount
        let indexedCount = parts.reduce(0) { $0 + $1.count }
        guard otherCount <= count / Self.recordsPerOther,
            indexedCount - coveredCount <= indexedCount / Self.recordsPerOther
        else { return nil }
        var others: [UInt32] = []
        others.reserveCapacity(otherCount)
        for word in covered.indices {
            (~covered[word]).forEachSetBit { bit in
                if word * 64 + bit < count { others.append(UInt32(word * 64 + bit)) }
            }
        }
        return InheritedSearch(parts: parts, others: ColumnBuffer(others))
    }
}
