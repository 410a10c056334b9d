/// An element that ``RadixSort`` orders by a number.
protocol RadixSortable: BitwiseCopyable { var radixKey: UInt64 { get } }

extension UInt32: RadixSortable { var radixKey: UInt64 { UInt64(self) } }

extension UInt64: RadixSortable { var radixKey: UInt64 { self } }

/// A row and the number by which it is sorted or found.
struct KeyedRow: RadixSortable, Comparable, Sendable {
    var key: UInt64
    var row: UInt32

    var radixKey: UInt64 { key }

    static func < (a: KeyedRow, b: KeyedRow) -> Bool { a.key != b.key ? a.key < b.key : a.row < b.row }
}

/// Stable sorting by the digits of numbers, the least significant digit first.
enum RadixSort {
    /// The number of bits in a digit. The counters of a digit fit into the first-level cache, and those of
    /// two digits into ``StackScratch``.
    static let digitBits = 11
    /// Up to this count, sorting numbers by comparison is faster (`timeline.layout`).
    private static let comparedCount = 192

    /// Sorts by some bits of the keys, rounded up to whole digits; elements that agree in them keep their
    /// order.
    ///
    /// - Parameters:
    ///   - scratch: memory for as many elements.
    ///   - digitBits: the number of bits in a digit, at most ``digitBits``.
    /// - Returns: the argument that holds the sorted elements.
    /// - Complexity: O(n · d) for n elements and d digits.
    // Inlined, so that the number of bits is a constant.
    @inline(__always)
    static func sort<Element: RadixSortable>(
        _ elements: UnsafeMutablePointer<Element>, _ scratch: UnsafeMutablePointer<Element>, count: Int,
        byBits bits: Range<Int>, digitBits: Int = Self.digitBits
    ) -> UnsafeMutablePointer<Element> {
        if count == 0 { return elements }
        let radix = 1 << digitBits
        let mask: UInt64 = 1 << UInt64(digitBits) - 1
        let digitCount = (bits.count + digitBits - 1) / digitBits
        var (source, target) = (elements, scratch)
        StackScratch.withCounters(radix * digitCount) { counters in
            // SAFETY: a digit is below the radix, and each digit has its own counters.
            for place in 0..<count {
                var rest = elements[place].radixKey &>> UInt64(bits.lowerBound)
                for digit in 0..<digitCount {
                    counters[digit &* radix &+ Int(rest & mask)] &+= 1
                    rest &>>= UInt64(digitBits)
                }
            }
            for digit in 0..<digitCount {
                let (shift, places) = (UInt64(bits.lowerBound + digit * digitBits), counters + digit * radix)
                let isConstant = places[Int(elements[0].radixKey &>> shift & mask)] == count
                if isConstant { continue }
                distribute(source, into: target, count: count, shift: shift, radix: radix, places)
                swap(&source, &target)
            }
        }
        return source
    }

    /// Writes elements in the order of one digit.
    ///
    /// - Parameters:
    ///   - radix: the number of digits.
    ///   - places: the number of elements with each digit; overwritten.
    @inline(__always)
    private static func distribute<Element: RadixSortable>(
        _ source: UnsafeMutablePointer<Element>, into target: UnsafeMutablePointer<Element>, count: Int,
        shift: UInt64, radix: Int, _ places: UnsafeMutablePointer<UInt32>
    ) {
        let mask = UInt64(radix - 1)
        var running: UInt32 = 0
        for digit in 0..<radix { (places[digit], running) = (running, running + places[digit]) }
        // SAFETY: each digit has as many places as elements.
        for place in 0..<count {
            let element = source[place]
            let digit = Int(element.radixKey &>> shift & mask)
            target[Int(places[digit])] = element
            places[digit] &+= 1
        }
    }

    /// Sorts numbers in ascending order.
    ///
    /// - Complexity: O(n) for n numbers.
    static func sort(_ numbers: inout [UInt32]) {
        let count = numbers.count
        if count <= comparedCount { return numbers.sort() }
        let bits = 0..<UInt32.bitWidth - (numbers.max() ?? 0).leadingZeroBitCount
        numbers.withUnsafeMutableBufferPointer { numbers in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { scratch in
                let numbers = numbers.baseAddress!
                let sorted = sort(numbers, scratch.baseAddress!, count: count, byBits: bits)
                if sorted != numbers { numbers.update(from: sorted, count: count) }
            }
        }
    }
}
