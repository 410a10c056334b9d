/// Sorting of instants by the digits of their distances from the earliest one.
///
/// Method: a radix sort of words that hold the distance above the row, if both fit, which take half of the memory of a
/// distance and a row (`timeline.build`). The distances of whole seconds or milliseconds are counted in these, which
/// leaves fewer digits. Without their rows, distances of up to 32 bits are sorted as numbers of 32 bits.
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
        let distances = Distances(of: instants)
        let rowBits = UInt64(instants.count - 1).significantBitCount
        let hasRoomForRows = distances.bitCount + rowBits <= UInt64.bitWidth
        if hasRoomForRows, instants.count >= smallCount, !distances.areAscending {
            let blocks = SortedBlocks<UInt64>(distances, byBits: rowBits..<rowBits + distances.bitCount) {
                row, distance in
                word(distance, row, rowBits: rowBits)
            }
            return blocks.replaced { word in
                (row(in: word, rowBits: rowBits), distances.instant(at: word &>> UInt64(rowBits)))
            }
        }
        let (rows, targetRows) = ColumnBuffer<UInt32>.allocate(count: instants.count)
        let (sorted, targetInstants) = ColumnBuffer<Int64>.allocate(count: instants.count)
        // The columns live until they are returned.
        withExtendedLifetime((rows, sorted)) {
            // SAFETY: each place below the count is there once.
            if distances.areAscending {
                for row in 0..<instants.count {
                    (targetRows[row], targetInstants[row]) = (UInt32(row), instants[row])
                }
            } else if hasRoomForRows {
                compareWords(distances, rowBits: rowBits) { place, row, instant in
                    (targetRows[place], targetInstants[place]) = (row, instant)
                }
            } else {
                sortKeyedRows(distances) { place, row, instant in
                    (targetRows[place], targetInstants[place]) = (row, instant)
                }
            }
        }
        return (rows, sorted)
    }

    /// Returns the instants in ascending order, without their rows.
    ///
    /// - Complexity: O(n · d) for n instants and d digits of the range that they cover.
    static func sortedInstants(_ instants: UnsafeBufferPointer<Int64>) -> ColumnBuffer<Int64> {
        let count = instants.count
        let distances = Distances(of: instants)
        if distances.areAscending || count < smallCount {
            return ColumnBuffer(count: count) { target in
                var sorted = UnsafeMutableBufferPointer(start: target, count: count)
                _ = sorted.update(fromContentsOf: instants)
                if !distances.areAscending { sorted.sort() }
            }
        }
        if distances.bitCount > UInt32.bitWidth {
            let blocks = SortedBlocks<UInt64>(distances, byBits: 0..<distances.bitCount) { _, distance in
                distance
            }
            return blocks.replaced { distances.instant(at: $0) }
        }
        let blocks = SortedBlocks<UInt32>(distances, byBits: 0..<distances.bitCount) { _, distance in
            UInt32(truncatingIfNeeded: distance)
        }
        return ColumnBuffer(count: count) { target in
            blocks.forEach { place, distance in target[place] = distances.instant(at: UInt64(distance)) }
        }
    }

    @inline(__always)
    private static func word(_ distance: UInt64, _ row: Int, rowBits: Int) -> UInt64 {
        distance &<< UInt64(rowBits) | UInt64(row)
    }

    @inline(__always)
    private static func row(in word: UInt64, rowBits: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: word & (1 &<< UInt64(rowBits) &- 1))
    }

    /// Sorts a few words of distances and rows by comparison.
    @inline(__always)
    private static func compareWords(
        _ distances: Distances, rowBits: Int, _ body: (_ place: Int, _ row: UInt32, _ instant: Int64) -> Void
    ) {
        let count = distances.count
        var words = ColumnBuffer<UInt64>(count: count) { target in
            // SAFETY: rows are below the count.
            distances.forEach { row, distance in target[row] = word(distance, row, rowBits: rowBits) }
        }
        words.update { words in
            var buffer = UnsafeMutableBufferPointer(start: words, count: count)
            buffer.sort()
            for (place, word) in buffer.enumerated() {
                body(place, row(in: word, rowBits: rowBits), distances.instant(at: word &>> UInt64(rowBits)))
            }
        }
    }

    /// Sorts distances that leave no room for their rows.
    @inline(__always)
    private static func sortKeyedRows(
        _ distances: Distances, _ body: (_ place: Int, _ row: UInt32, _ instant: Int64) -> Void
    ) {
        if distances.count >= smallCount {
            let blocks = SortedBlocks<KeyedRow>(distances, byBits: 0..<distances.bitCount) { row, distance in
                KeyedRow(key: distance, row: UInt32(row))
            }
            blocks.forEach { place, entry in body(place, entry.row, distances.instant(at: entry.key)) }
            return
        }
        var entries = ColumnBuffer<KeyedRow>(count: distances.count) { target in
            // SAFETY: rows are below the count.
            distances.forEach { row, distance in target[row] = KeyedRow(key: distance, row: UInt32(row)) }
        }
        entries.update { entries in
            var buffer = UnsafeMutableBufferPointer(start: entries, count: distances.count)
            buffer.sort()
            for (place, entry) in buffer.enumerated() {
                body(place, entry.row, distances.instant(at: entry.key))
            }
        }
    }

    /// Sorted elements, and the block of memory that sorting required beside them.
    ///
    /// Both become the memory of a result where they can: the first access to new pages takes half as long as sorting
    /// (`timeline.build`).
    fileprivate struct SortedBlocks<Element: RadixSortable>: ~Copyable {
        private let count: Int
        private let sorted: UnsafeMutablePointer<Element>
        private let scratch: UnsafeMutablePointer<Element>

        /// Sorts the elements of rows and their distances by some bits.
        @inline(__always)
        init(
            _ distances: Distances, byBits bits: Range<Int>,
            _ element: (_ row: Int, _ distance: UInt64) -> Element
        ) {
            let count = distances.count
            func block() -> UnsafeMutablePointer<Element> {
                ColumnMemory.allocate(byteCount: count * MemoryLayout<Element>.stride)
                    .bindMemory(to: Element.self, capacity: count)
            }
            let (elements, other) = (block(), block())
            // SAFETY: rows are below the count.
            distances.forEach { row, distance in elements[row] = element(row, distance) }
            self.count = count
            sorted = RadixSort.sort(elements, other, count: count, byBits: bits)
            scratch = sorted == elements ? other : elements
        }

        deinit {
            ColumnMemory.deallocate(sorted)
            ColumnMemory.deallocate(scratch)
        }

        /// Calls `body` with each place and its element, in ascending order.
        @inline(__always)
        borrowing func forEach(_ body: (_ place: Int, Element) -> Void) {
            // SAFETY: there are as many elements as places.
            for place in 0..<count { body(place, sorted[place]) }
        }
    }
}

extension IntervalSorting.SortedBlocks<UInt64> {
    /// Replaces each word by its instant.
    @inline(__always)
    fileprivate consuming func replaced(
        byInstant instant: (_ word: UInt64) -> Int64
    ) -> ColumnBuffer<Int64> {
        let (count, scratch) = (self.count, self.scratch)
        let memory = UnsafeMutableRawPointer(sorted)
        discard self
        ColumnMemory.deallocate(scratch)
        // SAFETY: the memory holds as many words, each of which is read before its instant is written.
        let instants = memory.bindMemory(to: Int64.self, capacity: count)
        for place in 0..<count { instants[place] = instant(UInt64(bitPattern: instants[place])) }
        return ColumnBuffer(taking: memory, count: count)
    }

    /// Replaces each word by its instant, and the scratch memory by the rows.
    @inline(__always)
    fileprivate consuming func replaced(
        by parts: (_ word: UInt64) -> (row: UInt32, instant: Int64)
    ) -> (rows: ColumnBuffer<UInt32>, instants: ColumnBuffer<Int64>) {
        let count = self.count
        let (memory, scratch) = (UnsafeMutableRawPointer(sorted), UnsafeMutableRawPointer(self.scratch))
        discard self
        // SAFETY: as above; rows take half of the scratch memory.
        let instants = memory.bindMemory(to: Int64.self, capacity: count)
        let rows = scratch.bindMemory(to: UInt32.self, capacity: count)
        for place in 0..<count {
            (rows[place], instants[place]) = parts(UInt64(bitPattern: instants[place]))
        }
        let trimmed = ColumnMemory.reallocate(scratch, byteCount: count * MemoryLayout<UInt32>.stride)
        return (ColumnBuffer(taking: trimmed, count: count), ColumnBuffer(taking: memory, count: count))
    }
}

extension IntervalSorting {
    /// The distances of instants from the earliest one, where digits are sorted in the largest unit of which all are
    /// multiples.
    fileprivate struct Distances {
        let instants: UnsafeBufferPointer<Int64>
        let earliest: Int64
        let areAscending: Bool
        /// In microseconds: a second, a millisecond or a microsecond.
        let unit: UInt64
        /// The number of bits of the longest distance in units.
        let bitCount: Int

        init(of instants: UnsafeBufferPointer<Int64>) {
            let first = instants.first ?? 0
            var (earliest, latest, previous, areAscending) = (first, first, first, true)
            for instant in instants {
                earliest = min(earliest, instant)
                latest = max(latest, instant)
                areAscending = areAscending && previous <= instant
                previous = instant
            }
            (self.instants, self.earliest, self.areAscending) = (instants, earliest, areAscending)
            // A few instants are compared, and ascending ones copied: digits do not matter.
            if instants.count < smallCount || areAscending {
                unit = 1
            } else {
                // Constants, by which a division is a multiplication.
                func areMultiples(_ isMultiple: (UInt64) -> Bool) -> Bool {
                    instants.allSatisfy { isMultiple(UInt64(bitPattern: $0 &- earliest)) }
                }
                unit =
                    areMultiples { $0 % 1_000_000 == 0 }
                    ? 1_000_000 : areMultiples { $0 % 1_000 == 0 } ? 1_000 : 1
            }
            bitCount = (UInt64(bitPattern: latest &- earliest) / unit).significantBitCount
        }

        var count: Int { instants.count }

        /// Returns the instant at a distance.
        @inline(__always)
        func instant(at distance: UInt64) -> Int64 { earliest &+ Int64(bitPattern: distance &* unit) }

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

extension UInt64 {
    fileprivate var significantBitCount: Int { UInt64.bitWidth - leadingZeroBitCount }
}
