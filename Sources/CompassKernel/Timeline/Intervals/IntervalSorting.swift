/// Sorting of instants by the digits of their distances from the earliest one.
///
/// Method: a radix sort of words that hold the distance above the row, if both fit, which take half of the memory of a
/// distance and a row (`timeline.build`). The distances of whole seconds or milliseconds are counted in these, which
/// leaves fewer digits.
enum IntervalSorting {
    /// The number of instants below which they are sorted by comparison. Derived: this takes 512 · 9
    /// comparisons, fewer than the 5 · 2048 counters of the digits of ten years in microseconds, 49 bits.
    private static let smallCount = 512

    /// Returns the rows in ascending order of their instants, and the instants in this order; rows of equal instants
    /// keep their order.
    ///
    /// - Complexity: O(n · d) for n rows and d digits of the range that the instants cover.
    static func sorted(
        _ instants: UnsafeBufferPointer<Int64>
    ) -> (rows: ColumnBuffer<UInt32>, instants: ColumnBuffer<Int64>) {
        if instants.isEmpty { return (ColumnBuffer(), ColumnBuffer()) }
        let (rows, targetRows) = ColumnBuffer<UInt32>.allocate(count: instants.count)
        let (sorted, targetInstants) = ColumnBuffer<Int64>.allocate(count: instants.count)
        // The columns live until they are returned.
        withExtendedLifetime((rows, sorted)) {
            forEach(inOrderOf: instants) { place, row, instant in
                // SAFETY: each place below the count is there once.
                targetRows[place] = row
                targetInstants[place] = instant
            }
        }
        return (rows, sorted)
    }

    /// Calls `body` with each place in ascending order, and the row and the instant there.
    private static func forEach(
        inOrderOf instants: UnsafeBufferPointer<Int64>,
        _ body: (_ place: Int, _ row: UInt32, _ instant: Int64) -> Void
    ) {
        guard let first = instants.first else { return }
        let count = instants.count
        var (earliest, latest) = (first, first)
        var isSorted = true
        var previous = first
        for instant in instants {
            earliest = min(earliest, instant)
            latest = max(latest, instant)
            isSorted = isSorted && previous <= instant
            previous = instant
        }
        if isSorted {
            for row in 0..<count { body(row, UInt32(row), instants[row]) }
            return
        }
        let distances = Distances(of: instants, from: earliest)
        let keyBits = bitWidth(UInt64(bitPattern: latest &- earliest) / distances.unit)
        let rowBits = bitWidth(UInt64(count - 1))
        if keyBits + rowBits <= UInt64.bitWidth {
            sortWords(distances, rowBits: rowBits, keyBits: keyBits) { place, word in
                let distance = (word &>> UInt64(rowBits)) &* distances.unit
                body(
                    place, UInt32(truncatingIfNeeded: word & (1 &<< UInt64(rowBits) &- 1)),
                    earliest &+ Int64(bitPattern: distance))
            }
        } else {
            sortKeyedRows(distances, keyBits: keyBits) { place, entry in
                body(place, entry.row, earliest &+ Int64(bitPattern: entry.key &* distances.unit))
            }
        }
    }

    private static func bitWidth(_ number: UInt64) -> Int { UInt64.bitWidth - number.leadingZeroBitCount }

    /// Sorts words of distances and rows.
    @inline(__always)
    private static func sortWords(
        _ distances: Distances, rowBits: Int, keyBits: Int, _ body: (_ place: Int, UInt64) -> Void
    ) {
        let count = distances.count
        var words = ColumnBuffer<UInt64>(count: count) { target in
            distances.forEach { row, distance in target[row] = distance &<< UInt64(rowBits) | UInt64(row) }
        }
        words.update { words in
            if count < smallCount {
                var buffer = UnsafeMutableBufferPointer(start: words, count: count)
                buffer.sort()
                for place in 0..<count { body(place, words[place]) }
                return
            }
            var scratch = ColumnBuffer<UInt64>(count: count) { _ in }
            scratch.update { scratch in
                let sorted = RadixSort.sort(
                    words, scratch, count: count, byBits: rowBits..<rowBits + keyBits)
                for place in 0..<count { body(place, sorted[place]) }
            }
        }
    }

    /// Sorts distances that leave no room for their rows.
    @inline(__always)
    private static func sortKeyedRows(
        _ distances: Distances, keyBits: Int, _ body: (_ place: Int, KeyedRow) -> Void
    ) {
        let count = distances.count
        var entries = ColumnBuffer<KeyedRow>(count: count) { target in
            distances.forEach { row, distance in target[row] = KeyedRow(key: distance, row: UInt32(row)) }
        }
        entries.update { entries in
            if count < smallCount {
                var buffer = UnsafeMutableBufferPointer(start: entries, count: count)
                buffer.sort()
                for place in 0..<count { body(place, entries[place]) }
                return
            }
            var scratch = ColumnBuffer<KeyedRow>(count: count) { _ in }
            scratch.update { scratch in
                let sorted = RadixSort.sort(entries, scratch, count: count, byBits: 0..<keyBits)
                for place in 0..<count { body(place, sorted[place]) }
            }
        }
    }

    /// The distances of instants from the earliest one, in the largest unit of which all are multiples.
    private struct Distances {
        let instants: UnsafeBufferPointer<Int64>
        let earliest: Int64
        /// In microseconds: a second, a millisecond or a microsecond.
        let unit: UInt64

        init(of instants: UnsafeBufferPointer<Int64>, from earliest: Int64) {
            (self.instants, self.earliest) = (instants, earliest)
            // A few are compared, for which digits do not matter.
            if instants.count < smallCount {
                unit = 1
                return
            }
            // Constants, by which a division is a multiplication.
            func areMultiples(_ isMultiple: (UInt64) -> Bool) -> Bool {
                instants.allSatisfy { isMultiple(UInt64(bitPattern: $0 &- earliest)) }
            }
            unit =
                areMultiples { $0 % 1_000_000 == 0 }
                ? 1_000_000 : areMultiples { $0 % 1_000 == 0 } ? 1_000 : 1
        }

        var count: Int { instants.count }

        /// Calls `body` with each row and its distance.
        @inline(__always)
        func forEach(_ body: (_ row: Int, _ distance: UInt64) -> Void) {
            @inline(__always)
            func forEach(by quotient: (UInt64) -> UInt64) {
                for row in 0..<instants.count {
                    body(row, quotient(UInt64(bitPattern: instants[row] &- earliest)))
                }
            }
            switch unit {
            case 1_000_000: forEach { $0 / 1_000_000 }
            case 1_000: forEach { $0 / 1_000 }
            default: forEach { $0 }
            }
        }
    }
}
