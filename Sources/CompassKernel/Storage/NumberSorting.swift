/// Sorting of row numbers; `IntervalSorting` sorts 64-bit instants together with their rows.
///
/// Method: radix sort from the lowest digit, 11 bits per pass; up to ``comparedCount`` numbers are sorted by
/// comparison.
enum NumberSorting {
    /// Up to this count, sorting by comparison is faster (`timeline.layout`).
    private static let comparedCount = 192
    private static let digitBits: UInt32 = 11

    /// Sorts in ascending order.
    ///
    /// - Complexity: O(n) for n numbers.
    static func sort(_ numbers: inout [UInt32]) {
        if numbers.count <= comparedCount {
            numbers.sort()
            return
        }
        let highest = numbers.max() ?? 0
        var other = [UInt32](repeating: 0, count: numbers.count)
        var shift: UInt32 = 0
        while shift < UInt32.bitWidth, highest >> shift != 0 {
            distribute(numbers, into: &other, shift: shift)
            swap(&numbers, &other)
            shift += digitBits
        }
    }

    /// Writes the numbers in the order of one digit; the order of equal digits is preserved.
    private static func distribute(_ numbers: [UInt32], into target: inout [UInt32], shift: UInt32) {
        let mask: UInt32 = 1 << digitBits - 1
        StackScratch.withCounters(1 << Int(digitBits)) { next in
            for number in numbers { next[Int(number >> shift & mask)] += 1 }
            var running: UInt32 = 0
            for digit in 0...Int(mask) {
                let count = next[digit]
                next[digit] = running
                running += count
            }
            target.withUnsafeMutableBufferPointer { target in
                // SAFETY: each digit has as many positions as numbers.
                for number in numbers {
                    let digit = Int(number >> shift & mask)
                    target[Int(next[digit])] = number
                    next[digit] += 1
                }
            }
        }
    }
}
