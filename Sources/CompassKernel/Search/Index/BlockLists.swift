/// The codes that occur in a block, and the number of rows of each.
struct BlockLists: ~Copyable {
    /// The codes in the block.
    private(set) var codes = GrowableColumn<UInt32>()
    /// For each code of the vocabulary, its rows in the block.
    private(set) var rowCounts = GrowableColumn<BlockEntries.RowCount>()

    mutating func removeAll() {
        codes.removeAll()
        rowCounts.removeAll()
    }

    /// Begins to count the rows of codes below `codeCount`.
    mutating func begin(codeCount: Int) {
        for place in 0..<codes.count { rowCounts[Int(codes[place])].reset() }
        codes.removeAll()
        rowCounts.reserve(total: codeCount)
        while rowCounts.count < codeCount { rowCounts.appendUnchecked(BlockEntries.RowCount()) }
    }

    /// Counts the rows of the codes of at least `count` entries; returns whether others remain.
    mutating func countRows(_ count: Int, _ entries: inout BlockEntries, firstRow: UInt32) -> Bool {
        entries.countRows(count, &rowCounts, &codes, firstRow: firstRow)
    }

    /// The number of rows of one of ``codes``.
    @inline(__always)
    func rowCount(of code: Int) -> UInt32 { rowCounts[code].count }
}

/// Sorts the entries of a block's rows by their codes, and encodes them.
///
/// Method: a counting sort; one pass has counted each code's rows (``BlockLists``), a second one puts them in
/// place. The codes are put in the order of their numbers in the table by a radix sort between the two.
struct BlockSorter: ~Copyable {
    private var order = GrowableColumn<NumberedCode>()
    private var sorted = GrowableColumn<NumberedCode>()
    private var places = GrowableColumn<UInt32>()
    private var postings = GrowableColumn<UInt32>()
    private var encoder = PostingBlock.Encoder()
    /// The codes that have been encoded, and their rows.
    private var (codeCount, postingCount) = (0, 0)

    /// A code of a block, ordered by its number in the table.
    struct NumberedCode: RadixSortable {
        private let word: UInt64

        init(number: UInt32, code: UInt32) { word = UInt64(number) << 32 | UInt64(code) }

        var radixKey: UInt64 { word >> 32 }
        var number: Int { Int(word >> 32) }
        var code: Int { Int(word & 0xffff_ffff) }
    }

    /// Orders the codes of `lists` by their numbers in the table.
    ///
    /// - Parameter rowCount: the number of rows of the block.
    mutating func begin(
        _ lists: borrowing BlockLists, _ entries: inout BlockEntries, rowCount: Int,
        number: (_ code: Int) -> UInt32
    ) {
        let count = lists.codes.count
        var bits: UInt32 = 0
        order.removeAll()
        order.reserve(total: count)
        for place in 0..<count {
            let (code, number) = (lists.codes[place], number(Int(lists.codes[place])))
            bits |= number
            order.appendUnchecked(NumberedCode(number: number, code: code))
        }
        sort(byBits: 0..<UInt32.bitWidth - bits.leadingZeroBitCount)
        places.removeAll()
        places.reserve(total: lists.rowCounts.count)
        var sum: UInt32 = 0
        places.append(upTo: lists.rowCounts.count) { places in
            for place in 0..<count {
                // SAFETY: there is a place for each code.
                places[order[place].code] = sum
                sum += lists.rowCount(of: order[place].code)
            }
            return lists.rowCounts.count
        }
        postings.removeAll()
        postings.append(upTo: Int(sum)) { _ in Int(sum) }
        encoder = PostingBlock.Encoder(reserving: postings.count * 3 / 2 + count * 3, rowCount: rowCount)
        (codeCount, postingCount) = (0, 0)
        entries.rewind()
    }

    private mutating func sort(byBits bits: Range<Int>) {
        let count = order.count
        sorted.removeAll()
        sorted.append(upTo: count) { sorted in
            order.withMutableBase { order in
                // SAFETY: both have memory for all elements.
                let result = RadixSort.sort(order, sorted, count: count, byBits: bits)
                if result != order { order.update(from: result, count: count) }
            }
            return 0
        }
    }

    /// Puts the rows of at least `count` entries in place; returns whether others remain.
    mutating func place(_ count: Int, _ entries: inout BlockEntries) -> Bool {
        entries.sort(count, &places, into: &postings)
    }

    /// Encodes at least `count` of the rows; returns whether others remain.
    mutating func encode(_ count: Int, _ lists: borrowing BlockLists) -> Bool {
        let limit = postingCount + min(count, postings.count)
        while codeCount < order.count, postingCount < limit {
            let (code, start) = (order[codeCount], postingCount)
            postingCount += Int(lists.rowCount(of: code.code))
            postings.withBuffer(of: start..<postingCount) { encoder.append(code: code.number, rows: $0) }
            codeCount += 1
        }
        return codeCount < order.count
    }

    /// Returns the rows of all codes, by their numbers in the table; called once after each beginning.
    mutating func finish(firstRow: UInt32) -> PostingBlock {
        var encoder = PostingBlock.Encoder()
        swap(&encoder, &self.encoder)
        return encoder.finish(firstRow: firstRow)
    }
}
