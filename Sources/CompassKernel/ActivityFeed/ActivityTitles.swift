/// The folded titles of one source's rows: a code for each rank, and the few distinct titles.
///
/// Layout: rows of one type and school share a title. For "Email with Rice" twice and "Camp with Rice":
/// ```
/// codes    0 1 0
/// titles   email with rice FF camp with rice FF
/// ranks    [0 2] [1]
/// ```
/// The ranks of each title are listed if there are many, because mostly few titles match.
struct ActivityTitles: Sendable {
    private let titles: FoldedRows
    private let codes: ColumnBuffer<UInt32>
    private let ranks: PostingLists?

    /// The number of rows from which on the ranks of each title are listed. The codes of fewer are read in a
    /// tenth of a millisecond.
    static let listedCount = 1 << 16
    /// A range with less than one of this many rows is read, because lists have the ranks of all times.
    private static let readShare = 4

    /// - Parameter listedCount: the number of rows from which on the ranks of each title are listed.
    /// - Complexity: O(n + t) for n rows and titles of t bytes.
    init(of source: LoadedActivity, _ schools: SchoolLookup, listedCount: Int = Self.listedCount) {
        let columns = source.columns
        var pairs = PairCodes(reserving: 2_000)
        codes = ColumnBuffer(count: source.count) { target in
            for rank in 0..<source.count {
                let row = source.row(rank)
                let school = columns.schools.map { $0.codes[row] } ?? CodeDictionary.null
                target[rank] = pairs.code(columns.kinds.codes[row], school)
            }
        }
        var bytes = GrowableColumn<UInt8>()
        var starts = GrowableColumn<Int>(capacity: pairs.pairs.count + 1)
        starts.append(0)
        for pair in pairs.pairs {
            let (kind, school) = (Int(pair >> 32), UInt32(truncatingIfNeeded: pair))
            let schoolID =
                school == CodeDictionary.null ? nil : columns.schools?.dictionary.string(Int(school))
            var title = source.type.title(
                kind: columns.kinds.dictionary.string(kind), schoolName: schools.name(of: schoolID))
            title.withUTF8 { TextFolding.appendLowercased($0, to: &bytes) }
            bytes.append(TokenCuts.fieldEnd)
            starts.append(bytes.count)
        }
        titles = FoldedRows(bytes, starts: starts)
        ranks = source.count < listedCount ? nil : Self.ranks(of: codes, titleCount: pairs.pairs.count)
    }

    /// Returns the ranks of each code; nil if they would take too many bytes.
    private static func ranks(of codes: ColumnBuffer<UInt32>, titleCount: Int) -> PostingLists? {
        var ends = [Int](repeating: 0, count: titleCount + 1)
        for rank in 0..<codes.count { ends[Int(codes[rank]) + 1] += 1 }
        for title in 0..<titleCount { ends[title + 1] += ends[title] }
        var sorted = GrowableColumn<UInt32>(capacity: codes.count)
        sorted.append(upTo: codes.count) { sorted in
            // SAFETY: each code has as many places as ranks; each start advances to the next one, its end.
            for rank in 0..<codes.count {
                sorted[ends[Int(codes[rank])]] = UInt32(rank)
                ends[Int(codes[rank])] += 1
            }
            return codes.count
        }
        var lists = PostingLists.Builder(
            rowCount: codes.count, listCount: titleCount, byteCount: codes.count * 2,
            SearchIndexConfiguration(), widths: PostingLists.Widths(rowCount: codes.count))
        var start = 0
        for title in 0..<titleCount {
            sorted.withBuffer(of: start..<ends[title]) { lists.append($0) }
            start = ends[title]
        }
        return lists.finish()
    }

    var byteCount: Int { titles.byteCount + codes.byteCount + (ranks?.byteCount ?? 0) }

    /// Returns a bit for each title, set for those that contain `pattern`.
    ///
    /// - Complexity: O(t) for titles of t bytes.
    func matches(of pattern: UnsafeBufferPointer<UInt8>) -> RowBits {
        let found = RowBits(rowCount: titles.count)
        titles.scan(pattern, into: found.words)
        return found
    }

    /// Returns whether all titles are set.
    func areAll(_ matches: borrowing RowBits) -> Bool { matches.count == titles.count }

    /// Sets the bit of each rank below `limit` with one of some titles.
    ///
    /// - Parameter matches: a bit for each title.
    /// - Complexity: O(t / 64 + n) for t titles and n ranks, of which only those of these titles are read if
    ///   they are listed and not most of them are beyond the limit.
    func addRanks(
        of matches: borrowing RowBits, below limit: Int, into bits: UnsafeMutablePointer<UInt64>
    ) {
        if matches.count == 0 { return }
        guard let ranks, limit >= codes.count / Self.readShare else {
            return readCodes(matches.words, below: limit, into: bits)
        }
        for word in 0..<(titles.count + 63) / 64 {
            matches.words[word].forEachSetBit { ranks.mergeRows(word * 64 + $0, into: bits) }
        }
        bits.clear(limit..<codes.count)
    }

    private func readCodes(
        _ matching: UnsafePointer<UInt64>, below limit: Int, into bits: UnsafeMutablePointer<UInt64>
    ) {
        // SAFETY: codes are below the number of titles, ranks below that of the bits.
        for word in 0..<(limit + 63) / 64 {
            var union: UInt64 = 0
            let first = word * 64
            for rank in first..<min(first + 64, limit) {
                let code = codes[rank]
                union |= (matching[Int(code >> 6)] &>> UInt64(code & 63) & 1) &<< UInt64(rank &- first)
            }
            bits[word] |= union
        }
    }
}
