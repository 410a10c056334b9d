/// A column of codes with the structures that make counting and finding them fast.
struct CountedCodes: Sendable {
    let codes: ColumnBuffer<UInt32>
    /// The number of codes in the column's dictionary.
    let codeCount: Int
    let prefixCounts: CodePrefixCounts
    let blockBitmap: CodeBlockBitmap
    /// The number of codes that some row has.
    let usedCodeCount: Int

    /// Indexes a column of codes below `codeCount`, or null.
    ///
    /// - Complexity: O(n) for n rows.
    init(_ codes: ColumnBuffer<UInt32>, codeCount: Int) {
        self.codes = codes
        self.codeCount = codeCount
        prefixCounts = CodePrefixCounts(codes: codes, codeCount: codeCount)
        blockBitmap = CodeBlockBitmap(codes: codes, codeCount: codeCount)
        usedCodeCount = prefixCounts.usedCodeCount
    }

    var byteCount: Int { codes.byteCount + prefixCounts.byteCount + blockBitmap.byteCount }

    /// Adds the number of rows before `end` with each code to `counts`, which has a counter for each code and one
    /// for null, or subtracts it.
    @inline(__always)
    func addCounts(before end: Int, isAdded: Bool, to counts: UnsafeMutablePointer<UInt32>) {
        // SAFETY: there is a counter for each code, and one more for null.
        let checkpoint = prefixCounts.addCounts(nearest: end, isAdded: isAdded, to: counts)
        let delta: UInt32 = (checkpoint <= end) == isAdded ? 1 : ~0
        let rest = min(checkpoint, end)..<max(checkpoint, end)
        let nullCode = UInt32(codeCount)
        for row in rest { counts[Int(min(codes[row], nullCode))] &+= delta }
    }

    /// Describes inconsistencies; empty if all parts agree with each other.
    func checkInvariants() -> [String] {
        let unknown = (0..<codes.count).filter {
            codes[$0] != CodeDictionary.null && codes[$0] >= UInt32(codeCount)
        }
        if !unknown.isEmpty { return unknown.map { "row \($0) has an unknown code" } }
        let used = Set((0..<codes.count).map { codes[$0] }).subtracting([CodeDictionary.null]).count
        return (used == usedCodeCount ? [] : ["\(usedCodeCount) codes are used, not \(used)"])
            + prefixCounts.checkInvariants(codes: codes) + blockBitmap.checkInvariants(codes: codes)
    }
}
