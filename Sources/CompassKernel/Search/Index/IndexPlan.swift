/// What is decided about an index before its rows are read: from a sample of them, so that all rows are read
/// once.
///
/// A sample of ``SearchIndexConfiguration/sampledRowCount`` rows tells apart what matters here, strings that occur in more than
/// one of 10 or of 64 rows.
struct IndexPlan: Sendable {
    /// The tokens that pairs keep whole, those that they keep whole on both sides first.
    let wholeTokens: CodeDictionary
    /// For each of them, the sides.
    let wholeSides: [TokenBoundaries.Sides]
    let windows: PairWindows
    let nGrams: NGramChoice
}

/// The rows from which an ``IndexPlan`` is made: every so many of the table.
struct IndexSample: ~Copyable {
    private let rows: IndexedRows
    private let configuration: SearchIndexConfiguration
    private let stride: Int
    private let end: Int
    private var row = 0
    /// The rows that have been read.
    private(set) var sampledCount = 0
    /// The bytes that may still be read; rows with more are left out.
    private var remainingByteCount: Int
    private var tokens = Interner()
    private var rowCounts = GrowableColumn<UInt32>()
    private var lastRows = GrowableColumn<UInt32>()

    /// Without tokens, there is nothing to decide, and the sample is empty.
    init(_ rows: IndexedRows, _ configuration: SearchIndexConfiguration) {
        self.rows = rows
        self.configuration = configuration
        remainingByteCount = configuration.sampledByteCount
        stride = max(
            1, rows.count / configuration.sampledRowCount, rows.byteCount / configuration.sampledByteCount)
        end = rows.hasTokens(configuration) ? rows.count : 0
    }

    /// Reads about `byteCount` bytes; returns whether rows remain.
    mutating func read(byteCount: Int) -> Bool {
        var text = GrowableColumn<UInt8>()
        var rest = byteCount
        while rest > 0, row < end {
            let rowByteCount = rows.byteCount(ofRow: row)
            if rowByteCount > remainingByteCount {
                row += stride
                rest -= 1
                continue
            }
            remainingByteCount -= rowByteCount
            sampledCount += 1
            text.removeAll()
            TokenReader.appendFolded(row, of: rows.fields, to: &text)
            let byteCount = text.count
            text.reserve(total: byteCount + ByteScan.padding)
            text.withBuffer { count($0.baseAddress!, byteCount, of: UInt32(truncatingIfNeeded: row)) }
            rest -= byteCount
            row += stride
        }
        return row < end
    }

    private mutating func count(_ text: UnsafePointer<UInt8>, _ byteCount: Int, of row: UInt32) {
        TokenReader.forEachToken(text, 0..<byteCount) { token, _ in
            let code = Int(tokens.intern(text + token.lowerBound, count: token.count))
            if code == rowCounts.count {
                rowCounts.append(0)
                lastRows.append(UInt32.max)
            }
            if lastRows[code] != row { rowCounts[code] += 1 }
            lastRows[code] = row
        }
    }

    func plan() -> IndexPlan {
        let limits = TokenBoundaries.Sides.minimumRowCounts(rowCount: sampledCount, configuration)
        var rowsOfFirstBytes = [Int](repeating: 0, count: 256)
        var whole: [(code: Int, sides: TokenBoundaries.Sides)] = []
        for code in 0..<tokens.count {
            let count = rowCounts[code]
            tokens.withBytes(of: code) { token in
                let first = TokenCuts.withoutLeadingBlanks(token).first ?? 0
                rowsOfFirstBytes[Int(first)] += Int(count)
            }
            var sides: TokenBoundaries.Sides = []
            if count >= limits.left { sides.insert(.left) }
            if count >= limits.right { sides.insert(.right) }
            if !sides.isEmpty { whole.append((code, sides)) }
        }
        whole.sort { ($0.sides == .both ? 0 : 1, $0.code) < ($1.sides == .both ? 0 : 1, $1.code) }
        var wholeTokens = Interner(reserving: whole.count)
        for (code, _) in whole {
            tokens.withBytes(of: code) { _ = wholeTokens.intern($0.baseAddress!, count: $0.count) }
        }
        return IndexPlan(
            wholeTokens: wholeTokens.finish(), wholeSides: whole.map(\.sides),
            windows: PairWindows(rowsOfFirstBytes: rowsOfFirstBytes, configuration),
            nGrams: NGramChoice(
                tokens, rowCounts, stride: max(1, rows.count / max(1, sampledCount)),
                above: configuration.frequentNGramCost))
    }
}
