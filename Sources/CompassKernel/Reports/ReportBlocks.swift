/// The blocks of a report's tables, which the second report makes.
///
/// Counting a table's blocks takes as long as several reports without them. Programs that make one report of
/// the tables they load, as the command line and the shards of a partial answer do, would never gain that back.
final class ReportBlocks: Sendable {
    private let interactionBlocks = OnSecondUse<InteractionBlocks?>()
    private let metricBlocks = OnSecondUse<MetricBlocks?>()

    /// Returns the blocks of a table, always the same one; nil for the first report and where blocks are of no
    /// use.
    func ofInteractions(_ table: InteractionTable) -> InteractionBlocks? {
        interactionBlocks.get { InteractionBlocks(table) } ?? nil
    }

    /// Returns the blocks like ``ofInteractions(_:)``.
    func ofMetrics(_ table: MetricTable) -> MetricBlocks? { metricBlocks.get { MetricBlocks(table) } ?? nil }

    /// The memory that the blocks occupy, in bytes.
    var byteCount: Int {
        (interactionBlocks.built??.byteCount ?? 0) + (metricBlocks.built??.byteCount ?? 0)
    }
}

/// What is counted of the interactions of each block of rows.
struct InteractionBlocks: Sendable {
    let times: BlockTimes
    private let counts: BlockCounts

    /// Counts the rows of a table; nil if it has so few, or in so little order, that all are read for each
    /// report.
    ///
    /// - Parameter rowsPerBlock: a multiple of 64, whatever the order; nil for the number that memory allows.
    /// - Complexity: O(n) for n rows.
    init?(_ table: InteractionTable, rowsPerBlock: Int? = nil) {
        let columns = [table.types, table.sentiments, table.directions]
        let bytesPerBlock = BlockTimes.bytesPerBlock + BlockCounts.bytesPerBlock(columns)
        let times = BlockSpacing.times(table.times, rowsPerBlock: rowsPerBlock, bytesPerBlock: bytesPerBlock)
        guard let times else { return nil }
        let rowsPerBlock = times.rowsPerBlock
        self.times = times
        counts = BlockCounts(columns, rowsPerBlock: rowsPerBlock)
    }

    var byteCount: Int { times.byteCount + counts.byteCount }

    /// Adds the counts of some blocks to tallies.
    func add(
        _ blocks: Range<Int>, in period: Int, types: borrowing CodeTally, sentiments: borrowing CodeTally,
        directions: borrowing CodeTally
    ) {
        types.add(counts, ofColumn: 0, blocks, in: period)
        sentiments.add(counts, ofColumn: 1, blocks, in: period)
        directions.add(counts, ofColumn: 2, blocks, in: period)
    }
}

/// What is counted and added up of the metrics of each block of rows.
struct MetricBlocks: Sendable {
    let times: BlockTimes
    private let counts: BlockCounts
    private let sums: BlockSums
    private let extremes: BlockExtremes

    /// Counts the rows of a table; nil if it has so few, so many types, or so little order that all are read for
    /// each report.
    ///
    /// - Parameter rowsPerBlock: a multiple of 64, whatever the order; nil for the number that memory allows.
    /// - Complexity: O(n) for n rows.
    init?(_ table: MetricTable, rowsPerBlock: Int? = nil) {
        let typeCount = table.types.dictionary.count
        // Of two periods at once.
        guard typeCount > 0, 2 * typeCount <= MetricTally.maximumSimultaneousSums else { return nil }
        let (types, values) = (table.types.codes, table.values.values)
        let layout = BlockSums.Layout(values, series: types, seriesCount: typeCount)
        let bytesPerBlock =
            BlockTimes.bytesPerBlock + BlockCounts.bytesPerBlock([table.types]) + layout.bytesPerBlock
            + BlockExtremes.bytesPerBlock(seriesCount: typeCount)
        let times = BlockSpacing.times(table.times, rowsPerBlock: rowsPerBlock, bytesPerBlock: bytesPerBlock)
        guard let times else { return nil }
        let rowsPerBlock = times.rowsPerBlock
        self.times = times
        counts = BlockCounts([table.types], rowsPerBlock: rowsPerBlock)
        let blockCount = (table.count + rowsPerBlock - 1) / rowsPerBlock
        var words = ColumnBuffer<UInt32>()
        let leaves = ColumnBuffer<Double>(count: blockCount * 2 * typeCount) { extremes in
            words = ColumnBuffer(count: (blockCount + 1) * layout.width) { words in
                let running = ValueSums(count: typeCount)
                for block in 0...blockCount {
                    // SAFETY: there are `layout.width` words before each block and after the last one, and two
                    // extremes for each type and block.
                    running.write(layout, to: words + block * layout.width)
                    if block == blockCount { break }
                    for row in block * rowsPerBlock..<min((block + 1) * rowsPerBlock, table.count) {
                        running.add(values[row], to: Int(types[row]))
                    }
                    for type in 0..<typeCount {
                        let place = 2 * (block * typeCount + type)
                        (extremes[place], extremes[place + 1]) = running.takeExtremes(type)
                    }
                }
            }
        }
        sums = BlockSums(layout, words)
        extremes = BlockExtremes(leaves, seriesCount: typeCount)
    }

    var byteCount: Int { times.byteCount + counts.byteCount + sums.byteCount + extremes.byteCount }

    /// Adds the counts and values of some blocks.
    ///
    /// - Parameter firstSeries: the series of `values` of the first type.
    func add(
        _ blocks: Range<Int>, in period: Int, rows: borrowing CodeTally, values: borrowing ValueSums,
        firstSeries: Int
    ) {
        rows.add(counts, ofColumn: 0, blocks, in: period)
        sums.add(blocks, to: values, firstSeries: firstSeries)
        extremes.forEachNode(covering: blocks) { series, minimum, maximum in
            values.include(minimum: minimum, maximum: maximum, in: firstSeries + series)
        }
    }
}

/// How many rows the blocks of a report's tables have.
enum BlockSpacing {
    /// The minimum number of rows of a block. Derived: with eight types of metrics, blocks then take 0.7 bytes a
    /// row, and reading one at an end of a period about a microsecond.
    static let minimumRowsPerBlock = 512
    /// The maximum size of whole blocks in bytes per row; with the counts after the last one, at least four
    /// blocks take at most twice that.
    private static let maximumBytesPerRow = 1

    /// The maximum share of blocks at an end of a period. With half of the rows read for its two ends, a report
    /// by blocks takes about as long as one by all rows.
    private static let maximumCutShare = 0.25

    /// Returns the times of blocks of a size; nil if there would be fewer than four blocks, or too many of them
    /// at an end of a period.
    ///
    /// - Parameter rowsPerBlock: a number of rows to use in any case; nil for the one that memory allows.
    static func times(_ times: DayOrInstantColumn, rowsPerBlock: Int?, bytesPerBlock: Int) -> BlockTimes? {
        if let rowsPerBlock { return BlockTimes(times, rowsPerBlock: rowsPerBlock) }
        guard let rowsPerBlock = Self.rowsPerBlock(times.count, bytesPerBlock: bytesPerBlock) else {
            return nil
        }
        let blocks = BlockTimes(times, rowsPerBlock: rowsPerBlock)
        return blocks.cutShare <= maximumCutShare ? blocks : nil
    }

    /// Returns the number of rows for blocks of a size; nil if there would be fewer than four blocks.
    private static func rowsPerBlock(_ rowCount: Int, bytesPerBlock: Int) -> Int? {
        var rowsPerBlock = minimumRowsPerBlock
        while rowsPerBlock * maximumBytesPerRow < bytesPerBlock { rowsPerBlock *= 2 }
        return rowCount >= 4 * rowsPerBlock ? rowsPerBlock : nil
    }
}
