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
                return rows(best[0..<count])
            }
        }
        var all: [UInt64] = []
        all.reserveCapacity(ids.count)
        for code in 0..<ids.count where postCounts[code] > 0 {
            all.append(key(count: postCounts[code], code: code))
        }
        all.sort(by: >)
        all.removeLast(max(0, all.count - listed))
        return rows(all)
    }

    /// Stores the largest keys of all codes in `best`, in descending order, and returns their number.
    private func insertBest(
        into best: UnsafeMutableBufferPointer<UInt64>, _ postCounts: UnsafePointer<UInt32>
    ) -> Int {
        // SAFETY: there is a counter for each code.
        var count = 0
        var groupStart = 0
        let certain = certainCount(ofPlaces: best.count, postCounts)
        while groupStart + Self.groupSize <= ids.count {
            let last = count == best.count ? UInt32(truncatingIfNeeded: best[count - 1] >> 32) : certain
            var marks = Self.marks(ofCounts: postCounts + groupStart, from: last)
            while marks != 0 {
                insert(groupStart + marks.trailingZeroBitCount / 4, postCounts, into: best, &count)
                marks &= marks - 1
            }
            groupStart += Self.groupSize
        }
        for code in groupStart..<ids.count where postCounts[code] > 0 {
            insert(code, postCounts, into: best, &count)
        }
        return count
    }

    /// Returns a count, at least 1, that each of the `places` largest counts reaches: the smallest of as many codes
    /// that had the most posts before. Few other codes need to be inserted then.
    private func certainCount(ofPlaces places: Int, _ postCounts: UnsafePointer<UInt32>) -> UInt32 {
        guard places <= leadingCodes.count else { return 1 }
        var smallest = UInt32.max
        // SAFETY: there is a counter for each code.
        for place in 0..<places { smallest = min(smallest, postCounts[leadingCodes[place]]) }
        return max(smallest, 1)
    }

    /// The number of codes whose counts are compared at once.
    private static let groupSize = 16

    /// Returns the highest of each four bits for the counts of a group that are at least `least`, which is not
    /// 0. Counts of rows are below 2^31, so that a difference is negative if its highest bit is set.
    @inline(__always)
    private static func marks(ofCounts counts: UnsafePointer<UInt32>, from least: UInt32) -> UInt64 {
        let tooFew = SIMD4<UInt32>(repeating: least - 1)
        func differences(_ part: Int) -> SIMD4<UInt32> {
            tooFew &- UnsafeRawPointer(counts + 4 * part).loadUnaligned(as: SIMD4<UInt32>.self)
        }
        // Of each count's four bytes the last is the highest.
        func highestBits(_ differences: SIMD4<UInt32>) -> UInt64 {
            unsafeBitCast(differences, to: SIMD16<UInt8>.self).highestBits & 0x8888
        }
        let parts = (differences(0), differences(1), differences(2), differences(3))
        // Most groups have no such count.
        if highestBits(parts.0 | parts.1 | parts.2 | parts.3) == 0 { return 0 }
        return highestBits(parts.0) | highestBits(parts.1) << 16 | highestBits(parts.2) << 32
            | highestBits(parts.3) << 48
    }

    /// Inserts the key of a code with posts, unless as many larger ones are there as `best` has places.
    @inline(__always)
    private func insert(
        _ code: Int, _ postCounts: UnsafePointer<UInt32>, into best: UnsafeMutableBufferPointer<UInt64>,
        _ count: inout Int
    ) {
        let candidate = key(count: postCounts[code], code: code)
        if count == best.count, best[count - 1] >= candidate { return }
        // SAFETY: `place` stays below the number of places.
        var place = min(count, best.count - 1)
        while place > 0, best[place - 1] < candidate {
            best[place] = best[place - 1]
            place -= 1
        }
        best[place] = candidate
        count = min(count + 1, best.count)
    }

    private func key(count: UInt32, code: Int) -> UInt64 { UInt64(count) << 32 | UInt64(~ranks[code]) }

    private func rows(_ keys: some Collection<UInt64>) -> [NamedPostCount] {
        keys.map { key in
            let code = codesByRank[Int(~UInt32(truncatingIfNeeded: key))]
            return NamedPostCount(id: ids[code], name: names[code], postCount: Int(key >> 32))
        }
    }
}
