/// The search indexes of records that were copied into others, in another order and without some of them.
///
/// Compaction rewrites records, but not their indexes: an index keeps its own numbers of records, and a
/// column has the new number of each. Records without an index are searched by reading their texts.
final class InheritedSearch: Sendable {
    private struct Part: Sendable {
        let index: SearchIndex
        /// The number of records that the index has.
        var count: Int { records.count }
        /// The new number of each of them; 2^32 - 1 for those that were not copied.
        let records: ColumnBuffer<UInt32>
    }

    private static let none = UInt32.max
    /// Indexes of less than one record in this many are not worth a search of their own.
    private static let recordsPerPart = 16
    /// Indexes are inherited unless more than one in this many of their records is gone, or as many others
    /// are added.
    private static let recordsPerOther = 4
    /// Records without an index that are apart from each other are scanned with all others between them from
    /// this many on, because each scan of its own takes as long as that of some hundred records.
    private static let maximumScatteredCount = 256

    private let parts: [Part]
    /// The new numbers of the records without an index, ascending.
    private let others: ColumnBuffer<UInt32>

    /// The number of runs of neighbours among them.
    private let runCount: Int

    private init(parts: [Part], others: ColumnBuffer<UInt32>) {
        self.parts = parts
        self.others = others
        runCount = (0..<others.count).count { $0 == 0 || others[$0] != others[$0 - 1] + 1 }
    }

    var byteCount: Int {
        parts.reduce(others.byteCount) { $0 + $1.index.byteCount + $1.records.byteCount }
    }

    /// Returns the indexes that copies of records inherit; nil if there are none, or too few are left of
    /// their records.
    ///
    /// - Parameters:
    ///   - list: the records that were copied.
    ///   - slots: their slots, in the order of the copies.
    /// - Complexity: O(n) for n records.
    static func indexes(of list: PostRecordList, copied slots: ColumnBuffer<UInt32>) -> InheritedSearch? {
        guard list.segments.contains(where: { $0.search.built != nil || $0.inherited != nil }) else {
            return nil
        }
        var copies = [UInt32](repeating: none, count: list.slotCount)
        for place in 0..<slots.count { copies[Int(slots[place])] = UInt32(place) }
        var parts: [Part] = []
        var isCovered = [Bool](repeating: false, count: slots.count)
        func add(_ index: SearchIndex, _ records: ColumnBuffer<UInt32>) {
            if records.count < slots.count / recordsPerPart { return }
            for record in 0..<records.count where records[record] != none {
                isCovered[Int(records[record])] = true
            }
            parts.append(Part(index: index, records: records))
        }
        for (segment, first) in zip(list.segments, list.firstSlots) {
            if let index = segment.search.built {
                add(index, ColumnBuffer(Array(copies[first..<first + segment.count])))
            } else if let inherited = segment.inherited {
                for part in inherited.parts {
                    let records = (0..<part.count).map { record in
                        let number = part.records[record]
                        return number == none ? none : copies[first + Int(number)]
                    }
                    add(part.index, ColumnBuffer(records))
                }
            }
        }
        let others = ColumnBuffer((0..<slots.count).filter { !isCovered[$0] }.map { UInt32($0) })
        let covered = slots.count - others.count
        let indexed = parts.reduce(0) { $0 + $1.count }
        guard others.count <= slots.count / recordsPerOther,
            indexed - covered <= indexed / recordsPerOther
        else { return nil }
        return InheritedSearch(parts: parts, others: others)
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
