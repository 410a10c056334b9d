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
}
