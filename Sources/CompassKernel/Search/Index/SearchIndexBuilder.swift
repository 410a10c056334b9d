/// Builds a ``SearchIndex`` in bounded steps, so that a build can be driven in slices and be dropped at any
/// time.
///
/// ```swift
/// var builder = SearchIndexBuilder(fields: [contents, names, handles])
/// while builder.step() {}
/// let index = builder.finish()
/// ```
/// A step reads ``SearchIndexConfiguration/stepByteCount`` bytes of text, or does about as much other work;
/// beyond that, a few steps pass once over a number for each row, or over the longest row.
///
/// Method: a sample of the rows decides what pairs keep (``IndexPlan``). Then the rows are read once, block
/// by block; each block lists the rows of its tokens and pairs in few bytes (``IndexBlock``). At last, ranges
/// of strings are taken from all blocks and written as lists (``PostingAssembly``). The index does not depend
/// on the size of blocks or steps, nor on the number of threads.
struct SearchIndexBuilder: ~Copyable {
    private let rows: IndexedRows
    private let configuration: SearchIndexConfiguration
    private var stage: Stage
    private var sample: IndexSample
    private var block = IndexBlock()

    /// The share of the work that is done, from 0 to 1; never decreases.
    private(set) var progress = 0.0

    private enum Stage {
        case sampling
        case block(IndexAssembly, number: Int, BlockStage)
        case completing(IndexCompletion)
        case done(SearchIndex)
    }

    private enum BlockStage {
        case reading, counting, addingText, addingTokens, listingTokens
        case makingPairs, countingPairs, addingPairs, listingPairs
    }

    /// The strings that a step adds to those of the table.
    private static let stringsPerStep = 1 << 13
    /// The rows whose tokens a step replaces by pairs.
    private static let rowsPerStep = 1 << 12
    /// The shares of the work after the sample, and after the last block.
    private static let (sampleShare, blockShare) = (0.02, 0.85)

    /// - Parameter fields: columns of equal length; null is equivalent to empty.
    init(fields: [TextColumn]) { self.init(fields: fields, SearchIndexConfiguration()) }

    init(fields: [TextColumn], _ configuration: SearchIndexConfiguration) {
        rows = IndexedRows(fields: fields)
        self.configuration = configuration
        sample = IndexSample(rows, configuration)
        stage = .sampling
    }

    /// Carries out the next step; returns whether work remains.
    mutating func step() -> Bool {
        switch stage {
        case .sampling:
            if !sample.read(byteCount: configuration.stepByteCount) {
                let assembly = IndexAssembly(rows, sample.plan(), configuration)
                sample = IndexSample(IndexedRows(fields: []), configuration)
                progress = SearchIndexBuilder.sampleShare
                begin(block: 0, assembly)
            }
        case .block(let assembly, let number, let blockStage):
            step(block: number, blockStage, assembly)
        case .completing(let completion):
            progress = max(
                progress,
                SearchIndexBuilder.blockShare + (1 - SearchIndexBuilder.blockShare) * completion.progress)
            if let index = completion.step() {
                progress = 1
                stage = .done(index)
            }
        case .done: break
        }
        if case .done = stage { return false }
        return true
    }

    /// Returns the index, after carrying out the steps that remain.
    consuming func finish() -> SearchIndex {
        while true {
            if case .done(let index) = stage { return index }
            _ = step()
        }
    }

    private mutating func begin(block number: Int, _ assembly: IndexAssembly) {
        if number < assembly.blockCount {
            block.begin(
                assembly.rows(ofBlock: number), maximumStringCount: configuration.maximumBlockStringCount)
            stage = .block(assembly, number: number, .reading)
        } else {
            block = IndexBlock()
            stage = .completing(IndexCompletion(assembly))
        }
    }

    private mutating func step(block number: Int, _ blockStage: BlockStage, _ assembly: IndexAssembly) {
        let isScanned = assembly.isScanned
        var next: BlockStage? = blockStage
        switch blockStage {
        case .reading:
            if !block.read(rows.fields, byteCount: configuration.stepByteCount, isScanned: isScanned) {
                next = isScanned ? .addingText : .counting
            }
            advance(SearchIndexBuilder.sampleShare, SearchIndexBuilder.blockShare, assembly)
        case .counting:
            block.countTokens()
            next = .addingText
        case .addingText:
            assembly.addText(block)
            next = isScanned ? nil : .addingTokens
        case .addingTokens:
            if !assembly.addTokens(&block, SearchIndexBuilder.stringsPerStep) { next = .listingTokens }
        case .listingTokens:
            assembly.set(tokens: block.tokenPostings(), ofBlock: number)
            next = .makingPairs
        case .makingPairs:
            if !block.makePairs(rowCount: SearchIndexBuilder.rowsPerStep) { next = .countingPairs }
        case .countingPairs:
            block.countPairs()
            next = .addingPairs
        case .addingPairs:
            if !assembly.addPairs(&block, SearchIndexBuilder.stringsPerStep) { next = .listingPairs }
        case .listingPairs:
            assembly.set(pairs: block.pairPostings(), ofBlock: number)
            next = nil
        }
        if let next {
            stage = .block(assembly, number: number, next)
        } else {
            begin(block: number + 1, assembly)
        }
    }

    /// Sets the progress to the share of rows that have been read.
    private mutating func advance(_ start: Double, _ end: Double, _ assembly: IndexAssembly) {
        let rowCount = block.rows.lowerBound + block.rowEnds.count
        progress = start + (end - start) * Double(rowCount) / Double(max(rows.count, 1))
    }
}

extension SearchIndex {
    /// Builds an index on up to `threads` threads.
    static func build(
        fields: [TextColumn], threads: Int, _ configuration: SearchIndexConfiguration
    ) -> SearchIndex {
        let threads = min(threads, configuration.maximumThreadCount)
        let rows = IndexedRows(fields: fields)
        var sample = IndexSample(rows, configuration)
        while sample.read(byteCount: .max) {}
        let assembly = IndexAssembly(rows, sample.plan(), configuration)
        let (blocks, tokenTurns, pairTurns) = (BlockTurns(), BlockTurns(), BlockTurns())
        WorkerThreads.run(count: min(threads, assembly.blockCount)) {
            var block = IndexBlock()
            while let number = blocks.take(below: assembly.blockCount) {
                block.begin(
                    assembly.rows(ofBlock: number), maximumStringCount: configuration.maximumBlockStringCount)
                let isScanned = assembly.isScanned
                _ = block.read(assembly.fields, byteCount: .max / 2, isScanned: isScanned)
                if !isScanned { block.countTokens() }
                tokenTurns.perform(number) {
                    assembly.addText(block)
                    if !isScanned { while assembly.addTokens(&block, .max / 2) {} }
                }
                if !isScanned {
                    assembly.set(tokens: block.tokenPostings(), ofBlock: number)
                    while block.makePairs(rowCount: .max) {}
                    block.countPairs()
                }
                pairTurns.perform(number) {
                    if !isScanned { while assembly.addPairs(&block, .max / 2) {} }
                }
                if !isScanned { assembly.set(pairs: block.pairPostings(), ofBlock: number) }
            }
        }
        return IndexCompletion(assembly).finish(threads: threads)
    }
}
