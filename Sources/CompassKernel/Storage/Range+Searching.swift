extension Range<Int> {
    /// Returns the first index for which `isTrue` is true, provided that it is true for all following
    /// indices; the end of the range if there is none.
    ///
    /// - Complexity: O(log n) for n indices.
    @inline(__always)
    func partitioningIndex(where isTrue: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low &+ (high &- low) >> 1
            if isTrue(middle) { high = middle } else { low = middle &+ 1 }
        }
        return low
    }

    /// Calls `body` with each run of two or more indices whose neighbors are equal.
    @inline(__always)
    func forEachRun(where areEqual: (Int, Int) -> Bool, body: (Range<Int>) -> Void) {
        var first = lowerBound
        while first < upperBound {
            var end = first &+ 1
            while end < upperBound, areEqual(end &- 1, end) { end &+= 1 }
            if end &- first > 1 { body(first..<end) }
            first = end
        }
    }
}
