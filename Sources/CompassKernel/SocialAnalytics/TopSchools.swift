extension SocialPosts {
    /// Returns the `limit` schools with the most posts, most first; ties by name order, then id.
    ///
    /// - Complexity: O(s) for s schools if few rows are listed, otherwise O(s log s).
    func topSchools(_ limit: Int, _ schoolCounts: UnsafePointer<UInt32>) -> [SchoolPostCount] {
        let schoolCount = posts.schools.count
        let listed = min(max(limit, 0), schoolCount)
        if listed == 0 { return [] }
        // A single integer orders by count, then by rank; its low half identifies the school.
        let longestOnStack = 128
        if listed <= longestOnStack {
            return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: listed) { best in
                let count = insertBest(into: best, schoolCounts)
                return rows(UnsafeMutableBufferPointer(rebasing: best[0..<count]))
            }
        }
        var all: [UInt64] = []
        all.reserveCapacity(schoolCount)
        for code in 0..<schoolCount where schoolCounts[code] > 0 {
            all.append(key(count: schoolCounts[code], code: code))
        }
        all.sort(by: >)
        all.removeLast(max(0, all.count - listed))
        return all.withUnsafeMutableBufferPointer { rows($0) }
    }

    /// Stores the largest keys of all schools in `best`, in descending order, and returns their number.
    private func insertBest(
        into best: UnsafeMutableBufferPointer<UInt64>, _ schoolCounts: UnsafePointer<UInt32>
    ) -> Int {
        // SAFETY: there is a counter for each code, and `place` stays below the number of places.
        var count = 0
        var threshold: UInt64 = 0
        for code in 0..<posts.schools.count {
            let candidate = key(count: schoolCounts[code], code: code)
            // A school without posts has a key below 2^32.
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

    private func key(count: UInt32, code: Int) -> UInt64 {
        UInt64(count) << 32 | UInt64(~schoolNames.ranks[code])
    }

    private func rows(_ keys: UnsafeMutableBufferPointer<UInt64>) -> [SchoolPostCount] {
        [SchoolPostCount](unsafeUninitializedCapacity: keys.count) { target, count in
            for (index, key) in keys.enumerated() {
                let code = schoolNames.codesByRank[Int(~UInt32(truncatingIfNeeded: key))]
                (target.baseAddress! + index).initialize(
                    to: SchoolPostCount(
                        id: schoolNames.ids[code], name: schoolNames.names[code], postCount: Int(key >> 32)))
            }
            count = keys.count
        }
    }
}
