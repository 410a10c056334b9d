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
    private let schoolCodes: ColumnBuffer<UInt32>
    private let nullCode: UInt32
    private let admittedSchools: UnsafePointer<UInt32>

    /// Calls `body` with the words of `table`, in which only rows in `rows` can pass.
    @inline(__always)
    static func with(
        _ table: PostTable, _ selection: PostSelection, rows: Range<Int>, _ body: (CandidateWords) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Plane.self, capacity: maximumPlanes) { planes in
            let count = fill(planes, table, selection)
            let planes = UnsafeMutableBufferPointer(rebasing: planes[..<count])
            defer { planes.deinitialize() }
            let wanted = selection.conditions.sentiments ?? 0
            SentimentWords.with(table, wanted: wanted) { sentiments in
                let isPlane = wanted.nonzeroBitCount < 2
                body(CandidateWords(table, selection, rows, planes, isPlane ? nil : sentiments))
            }
        }
    }

    private init(
        _ table: PostTable, _ selection: PostSelection, _ rows: Range<Int>,
        _ planes: UnsafeMutableBufferPointer<Plane>, _ sentiments: SentimentWords?
    ) {
        self.planes = planes
        self.rows = rows
        self.sentiments = sentiments
        schoolCodes = table.schoolCodes
        nullCode = UInt32(table.schools.count)
        admittedSchools = selection.admittedSchools
    }

    /// Writes the planes, beginning with the one that the fewest rows pass; returns their number.
    private static func fill(
        _ planes: UnsafeMutableBufferPointer<Plane>, _ table: PostTable, _ selection: PostSelection
    ) -> Int {
        var count = 0
        @inline(__always)
        func add(_ words: ColumnBuffer<UInt64>, inverse: UInt64, passing: Int) {
            var place = count
            while place > 0, planes[place - 1].passing > passing {
                planes.initializeElement(at: place, to: planes.moveElement(from: place - 1))
                place -= 1
            }
            planes.initializeElement(
                at: place, to: Plane(words: words, inverse: inverse, passing: passing))
            count += 1
        }
        func add(_ plane: BitColumn, is wanted: Bool) {
            add(
                plane.words, inverse: wanted ? 0 : ~0,
                passing: wanted ? plane.total : plane.count - plane.total)
        }
        if let wanted = selection.conditions.flagged { add(table.flagged, is: wanted) }
        if let wanted = selection.conditions.recruiting { add(table.recruiting, is: wanted) }
        if let wanted = selection.conditions.instagram { add(table.instagram, is: wanted) }
        if let wanted = selection.conditions.sentiments, wanted.nonzeroBitCount == 1 {
            add(table.sentiments[wanted.trailingZeroBitCount], is: true)
        }
        if let live = table.live { add(live, is: true) }
        // The number of search results is unknown, but usually small.
        if let searched = selection.conditions.searched { add(searched, inverse: 0, passing: 0) }
        return count
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
