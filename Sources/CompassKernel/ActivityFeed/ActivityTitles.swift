/// The folded titles of one source's rows: a code for each rank, and the few distinct titles.
///
/// Layout: rows of one type and school share a title. For "Email with Rice" twice and "Camp with Rice":
/// ```
/// codes    0 1 0
/// titles   email with rice FF camp with rice FF
/// ```
struct ActivityTitles: Sendable {
    private let titles: FoldedRows
    private let codes: ColumnBuffer<UInt32>

    /// - Complexity: O(n + t) for n rows and titles of t bytes.
    init(of source: LoadedActivity, _ schools: SchoolLookup) {
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
    }

    var byteCount: Int { titles.byteCount + codes.byteCount }

    /// Sets the bit of each rank below `limit` whose title contains `pattern`; returns whether all titles do.
    ///
    /// - Complexity: O(t + n) for titles of t bytes and n ranks; O(t) when no title does.
    func scan(
        _ pattern: UnsafeBufferPointer<UInt8>, below limit: Int, into bits: UnsafeMutablePointer<UInt64>
    ) -> Bool {
        let found = RowBits(rowCount: titles.count)
        titles.scan(pattern, into: found.words)
        let foundCount = found.count
        guard foundCount > 0 else { return false }
        let (matching, codes) = (found.words, codes)
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
        return foundCount == titles.count
    }
}
