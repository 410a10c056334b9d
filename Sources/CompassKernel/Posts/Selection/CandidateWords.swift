/// A row filter for single words of a table that are far apart.
///
/// For contiguous words, a mask of many words costs less per word. For scattered words, the planes are looked
/// up once and ordered so that the one with the fewest passing rows comes first; most words then require no
/// other plane.
struct CandidateWords {
    /// A bit plane whose bits must be set, or clear if `inverse` is all ones.
    private struct Plane {
        let words: ColumnBuffer<UInt64>
        let inverse: UInt64
        let passing: Int
    }

    /// The planes of deletions, searches, platform, recruiting, flags and one sentiment.
    private static let maximumPlanes = 6

    private let planes: UnsafeMutableBufferPointer<Plane>
    /// Nil if all sentiments pass, or only one, whose plane is among the others.
    private let sentiments: SentimentWords?
    private let rows: Range<Int>
    private let schoolCodes: UnsafePointer<UInt32>
    private let nullCode: UInt32
    private let admittedSchools: UnsafePointer<UInt32>

    /// Calls `body` with the words of `table`, in which only rows in `rows` can pass.
    @inline(__always)
    static func with(
        _ table: PostTable, _ selection: PostSelection, rows: Range<Int>, _ body: (CandidateWords) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Plane.self, capacity: maximumPlanes) { memory in
            let planes = planes(of: table, selection, in: memory)
            defer { planes.deinitialize() }
            table.schoolCodes.withBuffer { codes in
                let nullCode = UInt32(table.schools.count)
                func call(_ sentiments: SentimentWords?) {
                    body(
                        CandidateWords(
                            planes: planes, sentiments: sentiments, rows: rows,
                            schoolCodes: codes.baseAddress!, nullCode: nullCode,
                            admittedSchools: selection.admittedSchools))
                }
                if let wanted = selection.conditions.sentiments, wanted.nonzeroBitCount > 1 {
                    SentimentWords.with(table, wanted: wanted, call)
                } else {
                    call(nil)
                }
            }
        }
    }

    /// Stores the planes in `memory`, beginning with the one that the fewest rows pass.
    private static func planes(
        of table: PostTable, _ selection: PostSelection, in memory: UnsafeMutableBufferPointer<Plane>
    ) -> UnsafeMutableBufferPointer<Plane> {
        var planes = UnsafeMutableBufferPointer(rebasing: memory[..<0])
        if let wanted = selection.conditions.flagged { insert(table.flagged, is: wanted, in: &planes) }
        if let wanted = selection.conditions.recruiting { insert(table.recruiting, is: wanted, in: &planes) }
        if let wanted = selection.conditions.instagram { insert(table.instagram, is: wanted, in: &planes) }
        if let wanted = selection.conditions.sentiments, wanted.nonzeroBitCount == 1 {
            insert(table.sentiments[wanted.trailingZeroBitCount], is: true, in: &planes)
        }
        if let live = table.live { insert(live, is: true, in: &planes) }
        // The number of search results is unknown, but usually small.
        if let searched = selection.searched {
            insert(Plane(words: searched, inverse: 0, passing: 0), in: &planes)
        }
        return planes
    }

    @inline(__always)
    private static func insert(
        _ plane: BitColumn, is wanted: Bool, in planes: inout UnsafeMutableBufferPointer<Plane>
    ) {
        let total = plane.total
        insert(
            Plane(
                words: plane.words, inverse: wanted ? 0 : ~0, passing: wanted ? total : plane.count - total),
            in: &planes)
    }

    /// Inserts a plane before those that more rows pass; there is memory for one more.
    private static func insert(_ plane: Plane, in planes: inout UnsafeMutableBufferPointer<Plane>) {
        // SAFETY: the memory has a place for each kind of plane.
        let start = planes.baseAddress!
        var place = planes.count
        while place > 0, start[place - 1].passing > plane.passing {
            (start + place).moveInitialize(from: start + place - 1, count: 1)
            place -= 1
        }
        (start + place).initialize(to: plane)
        planes = UnsafeMutableBufferPointer(start: start, count: planes.count + 1)
    }

    /// Returns the bits of the passing rows of a word.
    @inline(__always)
    func bits(of word: Int) -> UInt64 {
        var bits: UInt64 = ~0
        // SAFETY: planes have a word for each 64 rows of the table.
        for index in planes.indices {
            bits &= planes[index].words[word] ^ planes[index].inverse
            if bits == 0 { return 0 }
        }
        if let sentiments { bits &= sentiments.wanted(word) }
        let start = word * 64
        if rows.lowerBound > start { bits &= ~0 << UInt64(rows.lowerBound - start) }
        if rows.upperBound - start < 64 { bits &= 1 << UInt64(rows.upperBound - start) - 1 }
        var kept: UInt64 = 0
        // Without a closure, which would load this value's members again for each of thousands of words.
        while bits != 0 {
            let bit = bits.trailingZeroBitCount
            // SAFETY: only rows of the table have bits; codes are below the number of marks.
            kept |= UInt64(admittedSchools[Int(min(schoolCodes[start &+ bit], nullCode))] & 1) << UInt64(bit)
            bits &= bits &- 1
        }
        return kept
    }
}
