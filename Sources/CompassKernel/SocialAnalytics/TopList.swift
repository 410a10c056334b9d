extension CodeNames {
    /// Returns the `limit` rows with the most posts, most first; ties by name order, then id.
    ///
    /// - Parameter postCounts: the number of posts of each code.
    /// - Complexity: O(c) for c codes if few rows are listed, otherwise O(c log c).
    func topList(_ limit: Int, _ postCounts: UnsafePointer<UInt32>) -> [NamedPostCount] {
        let listed = min(max(limit, 0), ids.count)
        if listed == 0 { return [] }
        // A single integer orders by count, then by rank; its low half identifies the code.
        let longestOnStack = 128
        if listed <= longestOnStack {
            return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: listed) { best in
                let count = insertBest(into: best, postCounts)
                return rows(UnsafeMutableBufferPointer(rebasing: best[0..<count]))
            }
        }
        var all: [UInt64] = []
        all.reserveCapacity(ids.count)
        for code in 0..<ids.count where postCounts[code] > 0 {
            all.append(key(count: postCounts[code], code: code))
        }
        all.sort(by: >)
        all.removeLast(max(0, all.count - listed))
        return all.withUnsafeMutableBufferPointer { rows($0) }
    }

    /// Stores the largest keys of all codes in `best`, in descending order, and returns their number.
    private func insertBest(
        into best: UnsafeMutableBufferPointer<UInt64>, _ postCounts: UnsafePointer<UInt32>
    ) -> Int {
        // SAFETY: there is a counter for each code, and `place` stays below the number of places.
        var count = 0
        var threshold: UInt64 = 0
        for code in 0..<ids.count {
            let candidate = key(count: postCounts[code], code: code)
            // A code without posts has a key below 2^32.
            if candidate <= threshold || candidate >> 32 == 0 { continue }
            var place = min(count, best.count - 1)
            while place > 0, best[place - 1] < candidate {
                best[place] = best[place - 1]
                place -= 1
            }
            best[place] = candidate
            count = min(count + 1, best.count)
            if count == best.count { threshold = best[count - 1] }
        }
        return count
    }

    private func key(count: UInt32, code: Int) -> UInt64 { UInt64(count) << 32 | UInt64(~ranks[code]) }

    private func rows(_ keys: UnsafeMutableBufferPointer<UInt64>) -> [NamedPostCount] {
        [NamedPostCount](filling: keys.count) { target, count in
            for (index, key) in keys.enumerated() {
                let code = codesByRank[Int(~UInt32(truncatingIfNeeded: key))]
                (target.baseAddress! + index).initialize(
                    to: NamedPostCount(id: ids[code], name: names[code], postCount: Int(key >> 32)))
            }
            count = keys.count
        }
    }
}
