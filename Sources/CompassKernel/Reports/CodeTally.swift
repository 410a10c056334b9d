/// The frequencies of the texts of an interned column, in each of a report's periods.
///
/// Layout: for each period a counter for each code and one for null, one period after the other. For the
/// texts `camp`, `game` and two periods:
/// ```
/// counts    camp game null | camp game null
/// ```
struct CodeTally: ~Copyable {
    private let column: CodeColumn
    private let counts: UnsafeMutablePointer<Int>
    private let periodCount: Int
    /// The number of counters of a period.
    private let width: Int

    init(_ column: CodeColumn, periodCount: Int = 1) {
        self.column = column
        self.periodCount = periodCount
        width = column.dictionary.count + 1
        counts = .allocate(capacity: width * periodCount)
        counts.initialize(repeating: 0, count: width * periodCount)
    }

    deinit { counts.deallocate() }

    /// Counts `row`.
    @inline(__always)
    func count(_ row: Int, in period: Int = 0) {
        assert(period < periodCount, "no such period")
        // SAFETY: the code of null is larger than all others, whose counters precede the last one, and the
        // caller uses no more periods than there are counters for.
        counts[period * width + min(Int(column.codes[row]), width - 1)] += 1
    }

    /// Adds the counts of some blocks of rows.
    func add(_ counts: BlockCounts, ofColumn column: Int, _ blocks: Range<Int>, in period: Int) {
        let first = period * width
        // SAFETY: there is a counter for each code of the column and one for null, in each period.
        counts.forEachCount(ofColumn: column, in: blocks) { self.counts[first + $0] += $1 }
    }

    /// Counts all rows.
    consuming func countingAllRows() -> CodeTally {
        for row in 0..<column.codes.count { count(row) }
        return self
    }

    /// Returns the number of rows in a period.
    func rowCount(in period: Int = 0) -> Int { (0..<width).reduce(0) { $0 + count(ofCode: $1, in: period) } }

    /// Returns the number of rows in a period without a text.
    func nullCount(in period: Int = 0) -> Int { counts[period * width + width - 1] }

    /// Returns the number of rows in a period with the code.
    func count(ofCode code: Int, in period: Int = 0) -> Int { counts[period * width + code] }

    /// Returns the number of rows in a period with the given text.
    func count(of text: StaticString, in period: Int = 0) -> Int {
        code(of: text).map { count(ofCode: $0, in: period) } ?? 0
    }

    /// Returns the number of different texts that occur in a period.
    func distinctCount(in period: Int = 0) -> Int {
        (0..<width - 1).count { count(ofCode: $0, in: period) > 0 }
    }

    /// Returns the texts that occur in a period, most frequent first, then in name order.
    ///
    /// - Parameters:
    ///   - nullText: the text under which to count rows without a text; nil to leave them out.
    ///   - leavesOutEmpty: whether to leave out the empty text as well.
    /// - Complexity: O(c log c) for c texts.
    func categories(
        in period: Int = 0, nullAs nullText: StaticString? = nil, leavesOutEmpty: Bool = false
    ) -> [CategoryCount] {
        var rest = nullText == nil ? 0 : nullCount(in: period)
        let codeOfNull = nullText.flatMap { code(of: $0) }
        var categories: [CategoryCount] = []
        for code in 0..<width - 1 {
            var count = count(ofCode: code, in: period)
            if code == codeOfNull { (count, rest) = (count + rest, 0) }
            if count == 0 || leavesOutEmpty && column.dictionary.withUTF8(code, \.isEmpty) { continue }
            categories.append(CategoryCount(name: column.dictionary.string(code), count: count))
        }
        if rest > 0, let nullText { categories.append(CategoryCount(name: "\(nullText)", count: rest)) }
        return categories.sorted { NameOrder.precedesByFrequency(($0.name, $0.count), ($1.name, $1.count)) }
    }

    /// Returns the numbers of rows in a period with each text, in the order of the texts.
    func partialCategories(in period: Int = 0) -> PartialCategories {
        var categories = PartialCategories()
        categories.counts = PartialCounts(
            (0..<width - 1).compactMap { code in
                let count = count(ofCode: code, in: period)
                return count == 0 ? nil : (column.dictionary.string(code), count)
            })
        categories.nullCount = nullCount(in: period)
        return categories
    }

    private func code(of text: StaticString) -> Int? {
        (0..<width - 1).first { code in
            column.dictionary.withUTF8(code) { bytes in
                text.withUTF8Buffer { ByteComparison.areEqual(bytes, $0) }
            }
        }
    }
}
