/// Builds a ``SearchIndex`` in bounded steps, so that a build can be driven in slices and be dropped at any
/// time.
///
/// ```swift
/// var builder = SearchIndexBuilder(fields: [contents, names, handles])
/// while builder.step() {}
/// let index = builder.finish()
/// ```
/// A step reads ``SearchIndexConfiguration/stepByteCount`` bytes of text, or does about as much other work.
/// Longer are steps that read a row of more bytes, order the distinct strings of a block, double the table of
/// all strings, or join the rows of one string; and a few after the last block, which pass once over a number
/// for each row or distinct string, or free what the blocks have listed. At a million generated posts, half of
/// all steps take less than half a millisecond, 99 in 100 less than five, and the longest seven.
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
        case reading, countingTokens, addingText, addingTokens, sortingTokens, placingTokens, listingTokens
        case makingPairs, countingPairs, addingPairs, sortingPairs, placingPairs, listingPairs
    }

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
        if let next = next(after: blockStage, ofBlock: number, assembly) {
            stage = .block(assembly, number: number, next)
        } else {
            begin(block: number + 1, assembly)
        }
    }

    /// Carries out a step of a block; returns the stage of the next one, nil after the last one.
    private mutating func next(
        after stage: BlockStage, ofBlock number: Int, _ assembly: IndexAssembly
    ) -> BlockStage? {
        let (strings, entries) = (configuration.stepStringCount, configuration.stepEntryCount)
        switch stage {
        case .reading:
            let remains = assembly.read(&block, byteCount: configuration.stepByteCount)
            advance(SearchIndexBuilder.sampleShare, SearchIndexBuilder.blockShare, assembly)
            return remains ? .reading : .addingText
        case .addingText:
            if assembly.addText(block, configuration.stepByteCount * 8) { return .addingText }
            return assembly.isScanned ? nil : .countingTokens
        case .countingTokens: return block.countTokens(entries) ? .countingTokens : .addingTokens
        case .addingTokens: return assembly.addTokens(&block, strings) ? .addingTokens : .sortingTokens
        case .sortingTokens:
            block.sortTokens()
            return .placingTokens
        case .placingTokens: return block.placeEntries(entries) ? .placingTokens : .listingTokens
        case .listingTokens:
            if block.listTokens(entries) { return .listingTokens }
            assembly.set(tokens: block.takePostings(), ofBlock: number)
            return .makingPairs
        case .makingPairs: return block.makePairs(entries) ? .makingPairs : .countingPairs
        case .countingPairs: return block.countPairs(entries) ? .countingPairs : .addingPairs
        case .addingPairs: return assembly.addPairs(&block, strings) ? .addingPairs : .sortingPairs
        case .sortingPairs:
            block.sortPairs()
            return .placingPairs
        case .placingPairs: return block.placeEntries(entries) ? .placingPairs : .listingPairs
        case .listingPairs:
            if block.listPairs(entries) { return .listingPairs }
            assembly.set(pairs: block.takePostings(), ofBlock: number)
            return nil
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
                while assembly.read(&block, byteCount: .max) {}
                if !assembly.isScanned { while block.countTokens(.max) {} }
                var isScanned = false
                tokenTurns.perform(number) {
                    while assembly.addText(block, .max) {}
                    isScanned = assembly.isScanned
                    if !isScanned { while assembly.addTokens(&block, .max) {} }
                }
                if !isScanned {
                    block.sortTokens()
                    while block.placeEntries(.max) {}
                    while block.listTokens(.max) {}
                    assembly.set(tokens: block.takePostings(), ofBlock: number)
                    while block.makePairs(.max) {}
                    while block.countPairs(.max) {}
                }
                pairTurns.perform(number) {
                    if !isScanned { while assembly.addPairs(&block, .max) {} }
                }
                if !isScanned {
                    block.sortPairs()
                    while block.placeEntries(.max) {}
                    while block.listPairs(.max) {}
                    assembly.set(pairs: block.takePostings(), ofBlock: number)
                }
            }
        }
        return IndexCompletion(assembly).finish(threads: threads)
    }
}
