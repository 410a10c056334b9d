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

    /// The planes of platform, recruiting, flags, and one or several sentiments.
    private static let maximumPlanes = 3 + Sentiment.allCases.count

    /// A row passes if it has all these bits.
    private let planes: UnsafeMutableBufferPointer<Plane>
    /// A row passes if it has any of these bits: those of the sentiments if several are wanted; otherwise
    /// empty.
    private let sentiments: UnsafeMutableBufferPointer<Plane>
    /// The bits of search results; nil if there is no search.
    private let searched: UnsafePointer<UInt64>?
    private let rows: Range<Int>
    private let schoolCodes: UnsafePointer<UInt32>
    private let nullCode: UInt32
    private let admittedSchools: UnsafePointer<UInt32>
    private let coachCodes: UnsafePointer<UInt32>
    private let nullCoach: UInt32
    /// All ones or 0 for each coach code; nil if all coaches are admitted.
    private let admittedCoaches: UnsafePointer<UInt32>?

    /// Calls `body` with the words of `table`, in which only rows in `rows` can pass.
    @inline(__always)
    static func with(
        _ table: PostTable, _ selection: PostSelection, rows: Range<Int>, _ body: (CandidateWords) -> Void
    ) {
        let nullCode = UInt32(table.schools.count)
        withUnsafeTemporaryAllocation(of: Plane.self, capacity: maximumPlanes) { memory in
            let start = memory.baseAddress!
            let planes = planes(of: table, selection.conditions, in: start)
            let sentiments = sentiments(of: table, selection.conditions, in: start + planes.count)
            table.schoolCodes.withBuffer { schoolCodes in
                table.coachCodes.withBuffer { coachCodes in
                    body(
                        CandidateWords(
                            planes: planes, sentiments: sentiments, searched: selection.searched, rows: rows,
                            schoolCodes: schoolCodes.baseAddress!, nullCode: nullCode,
                            admittedSchools: selection.admittedSchools, coachCodes: coachCodes.baseAddress!,
                            nullCoach: UInt32(table.coaches.count),
                            admittedCoaches: selection.conditions.admittedCoaches))
                }
            }
            for index in 0..<planes.count + sentiments.count { (start + index).deinitialize(count: 1) }
        }
    }

    /// Stores the planes of which all bits are required, beginning with the one that the fewest rows pass.
    private static func planes(
        of table: PostTable, _ conditions: PostConditions, in memory: UnsafeMutablePointer<Plane>
    ) -> UnsafeMutableBufferPointer<Plane> {
        var planes = UnsafeMutableBufferPointer(start: memory, count: 0)
        if let wanted = conditions.flagged { insert(table.flagged, is: wanted, in: &planes) }
        if let wanted = conditions.recruiting { insert(table.recruiting, is: wanted, in: &planes) }
        if let wanted = conditions.instagram { insert(table.instagram, is: wanted, in: &planes) }
        if let wanted = conditions.sentiments, wanted.nonzeroBitCount == 1 {
            insert(table.sentiments[wanted.trailingZeroBitCount], is: true, in: &planes)
        }
        return planes
    }

    /// Stores the planes of the wanted sentiments if there are several.
    private static func sentiments(
        of table: PostTable, _ conditions: PostConditions, in memory: UnsafeMutablePointer<Plane>
    ) -> UnsafeMutableBufferPointer<Plane> {
        var planes = UnsafeMutableBufferPointer(start: memory, count: 0)
        if let wanted = conditions.sentiments, wanted.nonzeroBitCount > 1 {
            UInt64(wanted).forEachSetBit { insert(table.sentiments[$0], is: true, in: &planes) }
        }
        return planes
    }

    /// Inserts a plane before those that more rows pass; there is memory for one more.
    @inline(__always)
    private static func insert(
        _ plane: BitColumn, is wanted: Bool, in planes: inout UnsafeMutableBufferPointer<Plane>
    ) {
        let passing = wanted ? plane.total : plane.count - plane.total
        // SAFETY: the memory has a place for each kind of plane.
        let start = planes.baseAddress!
        var place = planes.count
        while place > 0, start[place - 1].passing > passing {
            (start + place).moveInitialize(from: start + place - 1, count: 1)
            place -= 1
        }
        (start + place).initialize(
            to: Plane(words: plane.words, inverse: wanted ? 0 : ~0, passing: passing))
        planes = UnsafeMutableBufferPointer(start: start, count: planes.count + 1)
    }

    /// Returns the bits of the passing rows of a word.
    @inline(__always)
    func bits(of word: Int) -> UInt64 {
        // Few rows match a search.
        var bits = searched.map { $0[word] } ?? ~0
        // SAFETY: planes have a word for each 64 rows of the table.
        for index in planes.indices {
            bits &= planes[index].words[word] ^ planes[index].inverse
            if bits == 0 { return 0 }
        }
        if !sentiments.isEmpty {
            var union: UInt64 = 0
            for index in sentiments.indices { union |= sentiments[index].words[word] }
            bits &= union
        }
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
        guard let admittedCoaches else { return kept }
        bits = kept
        while bits != 0 {
            let bit = bits.trailingZeroBitCount
            let code = Int(min(coachCodes[start &+ bit], nullCoach))
            kept &= ~(UInt64(~admittedCoaches[code] & 1) << UInt64(bit))
            bits &= bits &- 1
        }
        return kept
    }
}
