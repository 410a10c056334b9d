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
        let schoolCount = columns.schools?.dictionary.count ?? 0
        var pairs = CodePairs(columns.kinds.dictionary.count, schoolCount + 1, rowCount: source.count)
        codes = ColumnBuffer(count: source.count) { target in
            for rank in 0..<source.count {
                let row = source.row(rank)
                let school = columns.schools.map { $0.codes[row] } ?? CodeDictionary.null
                target[rank] = pairs.number(
                    columns.kinds.codes[row], school == CodeDictionary.null ? UInt32(schoolCount) : school)
            }
        }
        var bytes = GrowableColumn<UInt8>()
        var starts = GrowableColumn<Int>()
        starts.append(0)
        for (kind, school) in pairs.pairs {
            let schoolID = Int(school) < schoolCount ? columns.schools?.dictionary.string(Int(school)) : nil
            var title = source.type.title(
                kind: columns.kinds.dictionary.string(Int(kind)), schoolName: schools.name(of: schoolID))
            title.withUTF8 { TextFolding.appendLowercased($0, to: &bytes) }
            bytes.append(TokenCuts.fieldEnd)
            starts.append(bytes.count)
        }
        titles = FoldedRows(bytes, starts: starts)
    }

    /// The memory that the titles and their codes occupy, in bytes.
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
        let (matching, codes) = (found.words, codes.base)
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

/// A numbering of pairs of codes in the order of their first appearance.
private struct CodePairs {
    private(set) var pairs: [(UInt32, UInt32)] = []
    private let secondCount: Int
    /// The number plus one of each possible pair, if there are not many more pairs than rows; otherwise
    /// empty.
    private var numbers: [UInt32]
    private var sparseNumbers: [UInt64: UInt32] = [:]

    init(_ firstCount: Int, _ secondCount: Int, rowCount: Int) {
        self.secondCount = secondCount
        let (count, overflow) = firstCount.multipliedReportingOverflow(by: secondCount)
        let isDense = !overflow && count <= max(4 * rowCount, 1_024)
        numbers = isDense ? [UInt32](repeating: 0, count: count) : []
    }

    @inline(__always)
    mutating func number(_ first: UInt32, _ second: UInt32) -> UInt32 {
        guard !numbers.isEmpty else { return sparseNumber(first, second) }
        let place = Int(first) * secondCount + Int(second)
        if numbers[place] == 0 {
            pairs.append((first, second))
            numbers[place] = UInt32(pairs.count)
        }
        return numbers[place] - 1
    }

    private mutating func sparseNumber(_ first: UInt32, _ second: UInt32) -> UInt32 {
        let key = UInt64(first) << 32 | UInt64(second)
        if let number = sparseNumbers[key] { return number }
        let number = UInt32(pairs.count)
        pairs.append((first, second))
        sparseNumbers[key] = number
        return number
    }
}
