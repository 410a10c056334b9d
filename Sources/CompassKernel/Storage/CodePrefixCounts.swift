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
    /// The number of rows in a block if there are few codes. Derived: a page reads up to half a block at the start of
    /// its range, one row after the other, and for 400 codes the counts take 1.6 bytes per row.
    private static let minimumRowsPerBlock = 512
    /// The maximum size of the counts in bytes per row; blocks grow with the number of codes to stay within
    /// it.
    private static let maximumBytesPerRow = 3

    let codeCount: Int
    let rowsPerBlock: Int
    private let rowCount: Int
    private let counts: RunningCounts

    /// Counts `codes`; the null code is not counted.
    ///
    /// - Complexity: O(n) for n rows.
    init(codes: ColumnBuffer<UInt32>, codeCount: Int) {
        var rowsPerBlock = CodePrefixCounts.minimumRowsPerBlock
        let byteCount = codeCount * MemoryLayout<UInt16>.size
        while rowsPerBlock * CodePrefixCounts.maximumBytesPerRow < byteCount { rowsPerBlock *= 2 }
        self.rowsPerBlock = rowsPerBlock
        self.codeCount = codeCount
        rowCount = codes.count
        counts = RunningCounts(
            width: codeCount, rowCount: codes.count, rowsPerBlock: rowsPerBlock,
            blockCount: (codes.count + rowsPerBlock - 1) / rowsPerBlock
        ) { rows, count in
            for row in rows {
                let code = codes[row]
                if code != CodeDictionary.null { count(Int(code)) }
            }
        }
    }

    /// Returns the number of rows with `code`.
    @inline(__always)
    func count(of code: Int) -> Int { Int(counts.count(of: code, before: counts.blockCount)) }

    /// The number of codes that some row has.
    ///
    /// - Complexity: O(c) for c codes.
    var usedCodeCount: Int {
        var used: UInt32 = 0
        counts.forEachCount(of: 0..<codeCount, in: 0..<counts.blockCount) { used &+= $1 == 0 ? 0 : 1 }
        return Int(used)
    }

    /// Adds the number of rows with each code to `target`, which has a counter for each code, or subtracts it.
    func addCounts(isAdded: Bool, to target: UnsafeMutablePointer<UInt32>) {
        counts.add(0..<codeCount, before: counts.blockCount, isAdded: isAdded, to: target)
    }

    /// Adds the counts that are stored nearest to `row` to `target`, which has a counter for each code, or subtracts
    /// them; returns the row before which they count.
    @inline(__always)
    func addCounts(nearest row: Int, isAdded: Bool, to target: UnsafeMutablePointer<UInt32>) -> Int {
        var block = row / rowsPerBlock
        // The last block may be short.
        let (start, end) = (block * rowsPerBlock, min((block + 1) * rowsPerBlock, rowCount))
        let isNearEnd = end - row < row - start
        if isNearEnd { block += 1 }
        counts.add(0..<codeCount, before: block, isAdded: isAdded, to: target)
        return isNearEnd ? end : start
    }

    var byteCount: Int { counts.byteCount }

    func checkInvariants(codes: ColumnBuffer<UInt32>) -> [String] {
        var violations: [String] = []
        var running = [UInt32](repeating: 0, count: codeCount)
        for row in 0...rowCount {
            var stored = [UInt32](repeating: 0, count: codeCount)
            let checked = stored.withUnsafeMutableBufferPointer { stored in
                stored.baseAddress.map { addCounts(nearest: row, isAdded: true, to: $0) }
            }
            if checked == row, stored != running {
                violations.append("code counts are wrong before row \(row)")
            }
            if row < rowCount, codes[row] != CodeDictionary.null { running[Int(codes[row])] += 1 }
        }
        return violations
    }
}
