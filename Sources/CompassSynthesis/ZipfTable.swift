/// Draws ranks from a Zipf distribution in constant time, with Walker's alias method (built as Vose does, "A
/// Linear Algorithm for Generating Random Numbers with a Given Distribution", 1991), in integers.
///
/// The weight of rank r = 1, 2, … is `floor(2^32 / (r + flattening))` in the kernel and falls with the square
/// beyond it, like the words of large corpora (Ferrer i Cancho and Solé, "Two Regimes in the Frequency of
/// Words and the Origins of Complex Lexicons", 2001).
///
/// Layout: one word per column, the alias in the high 32 bits and the threshold in the low 32. For the
/// weights 3, 1 of two ranks: column 0 is always kept (threshold `FFFFFFFF`), column 1 is kept in one half of
/// the cases (`80000000`) and returns its alias 0 in the other half.
struct ZipfTable: Sendable {
    private let columns: [UInt64]

    /// - Parameters:
    ///   - count: the number of ranks, at least 1.
    ///   - flattening: how much the frequent ranks are leveled; 0 is the plain Zipf distribution.
    ///   - kernel: the last rank of the first regime; all by default.
    /// - Complexity: O(`count`).
    init(count: Int, flattening: Int, kernel: Int = .max) {
        let weights = (1...count).map { rank in
            let weight = (1 << 32) / UInt64(rank + flattening)
            return rank <= kernel ? weight : weight * UInt64(kernel) / UInt64(rank)
        }
        let capacity = weights.reduce(0, +)
        var remaining = weights.map { weight in weight * UInt64(count) }
        var poor: [Int] = []
        var rich: [Int] = []
        for column in 0..<count {
            if remaining[column] < capacity { poor.append(column) } else { rich.append(column) }
        }
        var columns = (0..<count).map { column in UInt64(column) << 32 | 0xFFFF_FFFF }
        while let receiver = poor.popLast() {
            guard let donor = rich.last else { break }
            let share = remaining[receiver]
            let threshold = capacity.dividingFullWidth((share >> 32, share << 32)).quotient
            columns[receiver] = UInt64(donor) << 32 | threshold
            remaining[donor] -= capacity - share
            if remaining[donor] < capacity {
                rich.removeLast()
                poor.append(donor)
            }
        }
        self.columns = columns
    }

    /// Draws a rank in `0 ..< count`.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    func draw(_ random: inout SplitMix64) -> Int {
        let word = random.next()
        let column = Int(truncatingIfNeeded: ((word >> 32) &* UInt64(columns.count)) >> 32)
        let entry = columns[column]
        return (word & 0xFFFF_FFFF) < (entry & 0xFFFF_FFFF) ? column : Int(truncatingIfNeeded: entry >> 32)
    }
}
