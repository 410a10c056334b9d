/// An index under construction, to which several threads may contribute: what its blocks have in common, in
/// the order of the blocks.
final class IndexAssembly: @unchecked Sendable {
    // Sendable: while blocks are read, `text`, `starts` and `tokens` are accessed by one thread at a time, in
    // the order of the blocks (``BlockTurns``); so are `pairs` and `nGramRows`, perhaps at the same time by
    // another thread, which is why no variable belongs to both. Afterwards, one thread changes them, or several
    // only read them. The other variables are accessed with the lock held.
    let fields: [TextColumn]
    let rowCount: Int
    let configuration: SearchIndexConfiguration
    /// The first row of each block, and the end of the last one.
    let bounds: [Int]

    private var text: GrowableColumn<UInt8>
    private var starts: RowStarts.Builder
    private var tokens: TokenVocabulary
    private var pairs: PairVocabulary
    private var nGramRows: NGramRows
    private var rowCounts = (tokens: ColumnBuffer<UInt32>(), pairs: ColumnBuffer<UInt32>())
    private let plan: IndexPlan
    private let vocabularyLimit: Int

    private let monitor = Monitor()
    private var isScannedOnly: Bool
    private var tokenBlocks: [PostingBlock?]
    private var pairBlocks: [PostingBlock?]

    /// The bytes of text for each distinct token, by which memory is reserved.
    private static let bytesPerToken = 256
    /// The distinct tokens for each distinct pair, likewise.
    private static let tokensPerPair = 4

    init(_ rows: IndexedRows, _ plan: IndexPlan, _ configuration: SearchIndexConfiguration) {
        fields = rows.fields
        rowCount = rows.count
        self.configuration = configuration
        self.plan = plan
        bounds = rows.bounds(blockByteCount: configuration.blockByteCount)
        // A few scalars take more bytes in lower case. Growing by so little would copy all, and take half as
        // much again.
        text = GrowableColumn(capacity: rows.byteCount + rows.byteCount / 64 + ByteScan.padding)
        starts = RowStarts.Builder(reserving: rows.count + 1)
        starts.append(0)
        isScannedOnly = !rows.hasTokens(configuration)
        let tokenCount = isScannedOnly ? 0 : rows.byteCount / IndexAssembly.bytesPerToken
        tokens = TokenVocabulary(plan, reserving: tokenCount)
        pairs = PairVocabulary(reserving: tokenCount / IndexAssembly.tokensPerPair)
        nGramRows = NGramRows(
            nGramCount: plan.nGrams.keys.count, reserving: isScannedOnly ? 0 : rows.count)
        vocabularyLimit = rows.byteCount / 100 * configuration.maximumVocabularyPercent
        tokenBlocks = Array(repeating: nil, count: bounds.count - 1)
        pairBlocks = tokenBlocks
    }

    var blockCount: Int { bounds.count - 1 }

    func rows(ofBlock number: Int) -> Range<Int> { bounds[number]..<bounds[number + 1] }

    /// Whether the index has no tokens, so that searches scan its text.
    var isScanned: Bool { monitor.withLock { isScannedOnly } }

    /// Folds and cuts about `byteCount` bytes of a block's rows, and finds their n-grams; returns whether rows remain.
    func read(_ block: inout IndexBlock, byteCount: Int) -> Bool {
        block.read(
            fields, byteCount: byteCount, isScanned: isScanned,
            tokenLimit: configuration.maximumTokenTextByteCount, nGrams: plan.nGrams)
    }

    /// Appends some of the text of the next block; returns whether more remains.
    func addText(_ block: borrowing IndexBlock, _ byteCount: Int) -> Bool {
        let start = starts.last
        let added = text.count - start
        let end = added + min(byteCount, block.text.count - added)
        block.text.withBuffer(of: added..<end) { text.append($0.baseAddress!, count: $0.count) }
        if end < block.text.count { return true }
        for row in 0..<block.rowEnds.count { starts.append(start + block.rowEnds[row]) }
        if text.count > configuration.maximumTokenTextByteCount { leaveTokens() }
        return false
    }

    /// Adds some tokens of the next block; returns whether others remain.
    func addTokens(_ block: inout IndexBlock, _ count: Int) -> Bool {
        let remains = block.addTokens(to: &tokens, count)
        if tokens.tokens.byteCount > vocabularyLimit { leaveTokens() }
        return remains
    }

    /// Adds some pairs of the next block; returns whether others remain.
    func addPairs(_ block: inout IndexBlock, _ count: Int) -> Bool {
        if block.addPairs(to: &pairs, count) { return true }
        for row in 0..<block.rowMasks.count { nGramRows.append(block.rowMasks[row]) }
        return false
    }

    func set(tokens: PostingBlock, ofBlock number: Int) { monitor.withLock { tokenBlocks[number] = tokens } }

    func set(pairs: PostingBlock, ofBlock number: Int) { monitor.withLock { pairBlocks[number] = pairs } }

    private func leaveTokens() { monitor.withLock { isScannedOnly = true } }

    // MARK: After the last block

    /// Returns the folded rows; called once.
    func takeFolded() -> FoldedRows {
        var text = GrowableColumn<UInt8>()
        var starts = RowStarts.Builder()
        swap(&text, &self.text)
        swap(&starts, &self.starts)
        return FoldedRows(text, starts.finish())
    }

    /// Frees all that an index that only scans has no use for; called after the last block.
    func removeTokens() {
        removeVocabularies()
        monitor.withLock { (tokenBlocks, pairBlocks) = ([], []) }
    }

    func closeVocabularies() {
        tokens.close()
        pairs.close()
        nGramRows.finish()
    }

    /// Frees all that only names and n-grams are made of; called when these are complete.
    func removeVocabularies() {
        rowCounts = (tokens.takeRowCounts(), pairs.takeRowCounts())
        tokens = TokenVocabulary(plan, reserving: 0)
        pairs = PairVocabulary(reserving: 0)
        nGramRows = NGramRows(nGramCount: 0)
    }

    /// Returns the lists of all tokens, or pairs, and gives their blocks away; called once, after
    /// ``removeVocabularies()``.
    func takePostings(_ kind: IndexNames.Kind) -> PostingAssembly {
        var blocks: [PostingBlock?] = []
        monitor.withLock {
            switch kind {
            case .tokens: swap(&blocks, &tokenBlocks)
            case .pairs: swap(&blocks, &pairBlocks)
            }
        }
        return PostingAssembly(
            blocks.compactMap { $0 }, rowCounts: kind == .tokens ? rowCounts.tokens : rowCounts.pairs,
            rowCount: rowCount, configuration)
    }

    func names(_ kind: IndexNames.Kind) -> IndexNames.Builder {
        let byteCount = kind == .tokens ? tokens.byteCount : pairs.byteCount
        return IndexNames.Builder(
            kind, plan.windows, reserving: byteCount, stringsPerStep: configuration.stepStringCount)
    }

    func frequentNGrams() -> FrequentNGrams.Builder {
        FrequentNGrams.Builder(plan.nGrams, rowCount: rowCount, configuration)
    }

    func step(_ nGrams: inout FrequentNGrams.Builder) -> Bool { nGrams.step(tokens, nGramRows) }

    func step(_ names: inout IndexNames.Builder) -> Bool { names.step(tokens, pairs) }

    func boundaries(_ pairs: InvertedIndex) -> TokenBoundaries { TokenBoundaries(pairs, plan.windows) }

    /// The number of first tokens that pairs keep whole on a side.
    func wholeCount(_ side: TokenBoundaries.Sides) -> Int {
        plan.wholeSides.firstIndex { !$0.contains(side) } ?? plan.wholeSides.count
    }
}

/// Lets threads take numbers, or do something for each number in ascending order.
final class BlockTurns: @unchecked Sendable {
    // Sendable: the variable is accessed with the lock held.
    private let monitor = Monitor()
    private var next = 0

    /// Returns the next number; nil if there is none below `limit`.
    func take(below limit: Int) -> Int? {
        monitor.withLock {
            guard next < limit else { return nil }
            next += 1
            return next - 1
        }
    }

    /// Waits for the turns of all numbers before `number`, and calls `body`.
    func perform(_ number: Int, _ body: () -> Void) {
        monitor.withLock { while next != number { monitor.wait() } }
        body()
        monitor.withLock {
            next += 1
            monitor.wakeAll()
        }
    }
}

/// The rows of an index.
struct IndexedRows: Sendable {
    /// Columns of equal length; null is equivalent to empty.
    let fields: [TextColumn]

    var count: Int { fields.first?.count ?? 0 }

    /// The bytes of all rows, with a separator after each field; about those of the folded rows.
    var byteCount: Int { start(of: count) }

    func hasTokens(_ configuration: SearchIndexConfiguration) -> Bool {
        byteCount >= configuration.minimumTextByteCount
            && byteCount <= configuration.maximumTokenTextByteCount
            && count > 0
    }

    /// The bytes of a row, with its separators.
    func byteCount(ofRow row: Int) -> Int { start(of: row + 1) - start(of: row) }

    private func start(of row: Int) -> Int {
        fields.reduce(0) { $0 + row + ($1.offsets.count == 0 ? 0 : Int($1.offsets[row])) }
    }

    /// Returns the first row of each block, and the end of the last one.
    func bounds(blockByteCount: Int) -> [Int] {
        var bounds = [0]
        while bounds[bounds.count - 1] < count {
            let first = bounds[bounds.count - 1]
            let limit = start(of: first) + blockByteCount
            bounds.append((first + 1..<count).partitioningIndex { start(of: $0) >= limit })
        }
        return bounds
    }
}
