/// Prefix counts of each code, stored once per block of rows.
///
/// Layout: a block has `rowsPerBlock` rows. After each block, one count per code is stored for all rows so far.
/// For codes a, b and blocks of 2 rows over `a b b a a`:
/// ```
///              a b     (before row 0: not stored, all zero)
/// before row 2 1 1
/// before row 4 2 2
/// after all    3 2
/// ```
/// The counts of each code in the rows before r are the nearest stored counts, plus or minus the codes of at
/// most half a block of rows.
struct CodePrefixCounts: Sendable {
    /// The number of rows in a block if there are few codes. In `social.page.all`, 512, 1,024 and 2,048 were
    /// within 5 % of each other; for 400 codes, 1,024 cost 1.6 bytes per row.
    private static let minimumRowsPerBlock = 1024
    /// The maximum size of the counts in bytes per row; blocks grow with the number of codes to stay within
    /// it.
    private static let maximumBytesPerRow = 4

    let codeCount: Int
    let rowsPerBlock: Int
    private let rowCount: Int
    private let counts: ColumnBuffer<UInt32>

    /// Counts `codes`; the null code is not counted.
    ///
    /// - Complexity: O(n) for n rows.
    init(codes: ColumnBuffer<UInt32>, codeCount: Int) {
        var rowsPerBlock = CodePrefixCounts.minimumRowsPerBlock
        while rowsPerBlock * CodePrefixCounts.maximumBytesPerRow < codeCount * 4 { rowsPerBlock *= 2 }
        self.rowsPerBlock = rowsPerBlock
        self.codeCount = codeCount
        rowCount = codes.count
        let blockCount = (codes.count + rowsPerBlock - 1) / rowsPerBlock
        counts = ColumnBuffer(count: blockCount * codeCount) { target in
            // SAFETY: there are `blockCount` rows of `codeCount` counters, and codes are below that.
            for block in 0..<blockCount {
                let running = target + block * codeCount
                if block == 0 {
                    running.initialize(repeating: 0, count: codeCount)
                } else {
                    running.update(from: running - codeCount, count: codeCount)
                }
                for row in block * rowsPerBlock..<min((block + 1) * rowsPerBlock, codes.count) {
                    let code = codes[row]
                    if code != CodeDictionary.null { running[Int(code)] += 1 }
                }
            }
        }
    }

    /// Returns the number of rows with `code`.
    @inline(__always)
    func count(of code: Int) -> Int { rowCount == 0 ? 0 : Int(counts[counts.count - codeCount + code]) }

    /// The number of codes that some row has.
    ///
    /// - Complexity: O(c) for c codes.
    var usedCodeCount: Int {
        if rowCount == 0 { return 0 }
        return counts.withBuffer(of: counts.count - codeCount..<counts.count) { counts in
            var used: UInt32 = 0
            for count in counts { used &+= count == 0 ? 0 : 1 }
            return Int(used)
        }
    }

    /// Adds the number of rows with each code, times `factor`, to `target`, which has a counter for each code.
    func addCounts(times factor: UInt32, to target: UnsafeMutablePointer<UInt32>) {
        if rowCount == 0 { return }
        // SAFETY: the last counts are those of all rows.
        let (counts, first) = (self.counts, self.counts.count - codeCount)
        for code in 0..<codeCount { target[code] &+= counts[first &+ code] &* factor }
    }

    /// Adds the counts that are stored nearest to `row`, times `factor`, to `target`, which has a counter for
    /// each code; returns the row before which they count.
    @inline(__always)
    func addCounts(nearest row: Int, times factor: UInt32, to target: UnsafeMutablePointer<UInt32>) -> Int {
        var block = row / rowsPerBlock
        // The last block may be short.
        let (start, end) = (block * rowsPerBlock, min((block + 1) * rowsPerBlock, rowCount))
        let isNearEnd = end - row < row - start
        if isNearEnd { block += 1 }
        if block > 0 {
            let (counts, first) = (self.counts, (block - 1) * codeCount)
            // SAFETY: every block has a counter for each code.
            for code in 0..<codeCount { target[code] &+= counts[first &+ code] &* factor }
        }
        return isNearEnd ? end : start
    }

    var byteCount: Int { counts.byteCount }

    func checkInvariants(codes: ColumnBuffer<UInt32>) -> [String] {
        var violations: [String] = []
        var running = [UInt32](repeating: 0, count: codeCount)
        for row in 0...rowCount {
            var stored = [UInt32](repeating: 0, count: codeCount)
            let checked = stored.withUnsafeMutableBufferPointer { stored in
                stored.baseAddress.map { addCounts(nearest: row, times: 1, to: $0) }
            }
            if checked == row, stored != running {
                violations.append("code counts are wrong before row \(row)")
            }
            if row < rowCount, codes[row] != CodeDictionary.null { running[Int(codes[row])] += 1 }
        }
        return violations
    }
}
