/// What remains to be done for an index when all blocks have been read: in steps, or on several threads.
final class IndexCompletion {
    private let assembly: IndexAssembly
    private let rowCount: Int
    private let configuration: SearchIndexConfiguration
    private let folded: FoldedRows
    private var stage: Stage

    private var names: IndexNames.Builder?
    private var nGrams: FrequentNGrams.Builder?
    private var postings: PostingAssembly?
    private var part: PostingAssembly.Part?
    private var scratch = PostingAssembly.Scratch()
    private var range = 0

    private var tokenNames: IndexNames?
    private var pairNames: IndexNames?
    private var frequent: FrequentNGrams?
    private var tokens: InvertedIndex?
    private var boundaries: TokenBoundaries?
    private var mergedRows: InvertedIndex.MergedRows?
    private var index: TokenIndex?
    private var withoutAccents: RowsWithoutAccents.Builder?

    private enum Stage: Int {
        case tokenNames, pairNames, frequentNGrams, tokenPlaces, tokenLists, pairPlaces, pairLists
        case respelledRows, irregularRows, rowsWithoutAccents, done
    }

    init(_ assembly: IndexAssembly) {
        self.assembly = assembly
        rowCount = assembly.rowCount
        configuration = assembly.configuration
        folded = assembly.takeFolded()
        stage = .tokenNames
        if assembly.isScanned {
            assembly.removeTokens()
            leaveTokens()
        } else {
            assembly.closeVocabularies()
            names = assembly.names(.tokens)
        }
    }

    /// The share of the stages that are done.
    var progress: Double { Double(stage.rawValue) / Double(Stage.done.rawValue) }

    /// Carries out the next step; returns the index after the last one.
    func step() -> SearchIndex? {
        switch stage {
        case .tokenNames:
            if names != nil, assembly.step(&names!) { return nil }
            tokenNames = names.take()?.finish()
            names = assembly.names(.pairs)
            stage = .pairNames
        case .pairNames:
            if names != nil, assembly.step(&names!) { return nil }
            pairNames = names.take()?.finish()
            nGrams = assembly.frequentNGrams()
            stage = .frequentNGrams
        case .frequentNGrams:
            if nGrams != nil, assembly.step(&nGrams!) { return nil }
            frequent = nGrams.take()?.finish()
            assembly.removeVocabularies()
            begin(.tokens, .tokenPlaces)
        case .tokenPlaces: if !locate() { stage = .tokenLists }
        case .tokenLists:
            if list() { return nil }
            if setTokens(part.take()) { begin(.pairs, .pairPlaces) }
        case .pairPlaces: if !locate() { stage = .pairLists }
        case .pairLists:
            if list() { return nil }
            setPairs(part.take())
        case .respelledRows, .irregularRows: mergeRows()
        case .rowsWithoutAccents:
            if withoutAccents?.step(folded, byteCount: configuration.stepByteCount) ?? false { return nil }
            stage = .done
            return SearchIndex(folded, index, withoutAccents.take()?.finish())
        case .done: break
        }
        return nil
    }

    private func begin(_ kind: IndexNames.Kind, _ next: Stage) {
        let taken = assembly.takePostings(kind)
        part = taken.start()
        postings = taken
        range = 0
        stage = next
    }

    private func locate() -> Bool { postings?.locateNext() ?? false }

    private func list() -> Bool {
        guard let postings, range < postings.rangeCount else { return false }
        part?.append(postings.part(range, &scratch))
        range += 1
        return true
    }

    /// Returns whether the tokens have an index.
    private func setTokens(_ part: consuming PostingAssembly.Part?) -> Bool {
        postings = nil
        guard let tokenNames, let built = part?.index(tokenNames) else {
            leaveTokens()
            return false
        }
        tokens = built
        return true
    }

    private func setPairs(_ part: consuming PostingAssembly.Part?) {
        postings = nil
        guard let pairNames, let tokens, frequent != nil, let pairs = part?.index(pairNames) else {
            return leaveTokens()
        }
        boundaries = assembly.boundaries(pairs)
        mergedRows = InvertedIndex.MergedRows(of: tokens.respelledNumbers, rowCount: rowCount)
        stage = .respelledRows
    }

    /// Merges some lists of the tokens that have another spelling without accents, then of those that are
    /// irregular.
    private func mergeRows() {
        guard let tokens, let boundaries, let frequent, mergedRows != nil else { return leaveTokens() }
        if mergedRows!.step(tokens, byteCount: configuration.stepByteCount) { return }
        guard let rows = mergedRows.take()?.finish() else { return leaveTokens() }
        if stage == .respelledRows {
            index = TokenIndex(
                tokens, frequent, boundaries, accentedRows: rows, wholeCount: assembly.wholeCount,
                configuration)
            mergedRows = InvertedIndex.MergedRows(
                of: tokenNames?.irregular ?? ColumnBuffer(), rowCount: rowCount)
            stage = .irregularRows
        } else {
            withoutAccents = RowsWithoutAccents.Builder(rows, rowCount: rowCount)
            stage = .rowsWithoutAccents
        }
    }

    /// Completes an index that only scans.
    private func leaveTokens() {
        withoutAccents = RowsWithoutAccents.Builder(nil, rowCount: rowCount)
        stage = .rowsWithoutAccents
    }
}

extension IndexCompletion {
    /// Carries out all steps, on up to `threads` threads.
    func finish(threads: Int) -> SearchIndex {
        if stage == .tokenNames, threads > 1 {
            let assembly = assembly
            let results = WorkerThreads.map(count: 3, threads: threads) { number -> PartialResult in
                switch number {
                case 0: return .names(assembly.allNames(.tokens))
                case 1: return .names(assembly.allNames(.pairs))
                default: return .nGrams(assembly.allFrequentNGrams())
                }
            }
            if case .names(let tokenNames) = results[0], case .names(let pairNames) = results[1],
                case .nGrams(let frequent) = results[2]
            {
                (self.tokenNames, self.pairNames, self.frequent) = (tokenNames, pairNames, frequent)
                assembly.removeVocabularies()
                if setTokens(assembly.allPostings(.tokens, threads: threads)) {
                    setPairs(assembly.allPostings(.pairs, threads: threads))
                }
            }
        }
        while true { if let index = step() { return index } }
    }

    private enum PartialResult: Sendable {
        case names(IndexNames)
        case nGrams(FrequentNGrams?)
    }
}

extension IndexAssembly {
    fileprivate func allNames(_ kind: IndexNames.Kind) -> IndexNames {
        var names = names(kind)
        while step(&names) {}
        return names.finish()
    }

    fileprivate func allFrequentNGrams() -> FrequentNGrams? {
        var nGrams = frequentNGrams()
        while step(&nGrams) {}
        return nGrams.finish()
    }

    fileprivate func allPostings(_ kind: IndexNames.Kind, threads: Int) -> PostingAssembly.Part {
        var postings = takePostings(kind)
        postings.locateAll(threads: threads)
        return postings.allParts(threads: threads)
    }
}

extension PostingAssembly {
    /// Returns all lists, read on up to `threads` threads.
    fileprivate func allParts(threads: Int) -> Part {
        let (ranges, turns, whole) = (BlockTurns(), BlockTurns(), WholePart(start()))
        WorkerThreads.run(count: min(threads, rangeCount)) {
            var scratch = Scratch()
            while let range = ranges.take(below: rangeCount) {
                let part = part(range, &scratch)
                turns.perform(range) { whole.part?.append(part) }
            }
        }
        return whole.part.take() ?? start()
    }

    /// The lists of all ranges so far.
    private final class WholePart: @unchecked Sendable {
        // Sendable: threads append in turns.
        var part: Part?

        init(_ part: consuming Part) { self.part = consume part }
    }
}
