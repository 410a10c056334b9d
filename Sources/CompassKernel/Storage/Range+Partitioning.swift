extension Range<Int> {
    /// The first index at which `isTrue`, as it is at all that follow; the end of the range when there is none.
    ///
    /// - Complexity: O(log n) for n indices.
    @inline(__always)
    func partitioningIndex(where isTrue: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isTrue(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
