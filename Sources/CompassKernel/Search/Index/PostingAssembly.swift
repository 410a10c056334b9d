/// Joins the blocks' rows of each string to lists, a range of codes after the other.
///
/// A range has about ``SearchIndexConfiguration/postingsPerRange`` rows, which are sorted in memory that fits
/// a second-level cache. Ranges can be read by several threads; their lists are joined in order.
struct PostingAssembly: Sendable {

    /// The first code of each range, and the end of the last one.
    private let bounds: [Int]
    private let blocks: [PostingBlock]
    /// For each block, its place at the start of each range.
    private var places: [[PostingBlock.Place]] = []
    private let rowCounts: ColumnBuffer<UInt32>
    /// The number of strings with a single row.
    private let singleCount: Int
    private let rowCount: Int
    private let configuration: SearchIndexConfiguration
    private let widths: PostingLists.Widths

    /// The number of ranges.
    var rangeCount: Int { bounds.count - 1 }

    /// - Parameters:
    ///   - rowCounts: the number of rows of each string.
    ///   - blocks: all blocks, in order.
    init(
        _ blocks: [PostingBlock], rowCounts: ColumnBuffer<UInt32>, rowCount: Int,
        _ configuration: SearchIndexConfiguration
    ) {
        self.blocks = blocks
        self.rowCounts = rowCounts
        self.rowCount = rowCount
        self.configuration = configuration
        widths = PostingLists.Widths(rowCount: rowCount)
        var bounds = [0]
        var postingCount = 0
        var singleCount = 0
        for code in 0..<rowCounts.count {
            let count = Int(rowCounts[code])
            if count == 1 { singleCount += 1 }
            if postingCount > 0, postingCount + count > configuration.postingsPerRange {
                bounds.append(code)
                postingCount = 0
            }
            postingCount += count
        }
        if rowCounts.count > 0 { bounds.append(rowCounts.count) }
        self.bounds = bounds
        self.singleCount = singleCount
    }

    /// Finds the ranges in the next block; returns whether others remain. All blocks must have been searched
    /// before the first part is read.
    mutating func locateNext() -> Bool {
        guard places.count < blocks.count else { return false }
        places.append(locate(places.count))
        return places.count < blocks.count
    }

    /// Finds the ranges in all blocks, on up to `threads` threads.
    mutating func locateAll(threads: Int) {
        let assembly = self
        places = WorkerThreads.map(count: blocks.count, threads: threads) { assembly.locate($0) }
    }

    private func locate(_ number: Int) -> [PostingBlock.Place] {
        var place = PostingBlock.Place()
        return bounds.map { bound in
            place = blocks[number].place(ofCode: bound, from: place)
            return place
        }
    }

    /// The lists of a range of strings.
    struct Part: ~Copyable {
        fileprivate var lists: PostingLists.Builder
        /// The rows of strings with only one.
        fileprivate var singleRows = GrowableColumn<UInt32>()
    }

    /// Returns an empty part, to which all others are appended.
    func start() -> Part {
        // Lists have fewer headers than those of the blocks, gaps of less than whole bytes, and no single rows: those
        // of a million generated posts take 0.69 (tokens) and 0.75 (pairs) as much. A list that had to grow would
        // take half as much again.
        let byteCount = blocks.reduce(0) { $0 + $1.byteCount }
        var part = emptyPart(byteCount: byteCount - byteCount / 8, listCount: rowCounts.count - singleCount)
        part.singleRows.reserve(total: singleCount)
        return part
    }

    private func emptyPart(byteCount: Int, listCount: Int) -> Part {
        Part(
            lists: PostingLists.Builder(
                rowCount: rowCount, listCount: listCount, byteCount: byteCount, configuration, widths: widths)
        )
    }

    /// Working memory to read parts.
    struct Scratch: ~Copyable {
        fileprivate var ends = GrowableColumn<UInt32>()
        fileprivate var postings = GrowableColumn<UInt32>()
    }

    /// Returns the lists of the range with a number.
    func part(_ range: Int, _ scratch: inout Scratch) -> Part {
        part(range, &scratch.ends, &scratch.postings)
    }

    private func part(
        _ range: Int, _ ends: inout GrowableColumn<UInt32>, _ postings: inout GrowableColumn<UInt32>
    ) -> Part {
        let codes = bounds[range]..<bounds[range + 1]
        ends.removeAll()
        ends.reserve(total: codes.count)
        var postingCount: UInt32 = 0
        for code in codes {
            ends.appendUnchecked(postingCount)
            postingCount += rowCounts[code]
        }
        postings.removeAll()
        postings.append(upTo: Int(postingCount)) { target in
            for (block, places) in zip(blocks, places) {
                // SAFETY: each code has as many places as rows in all blocks.
                block.forEachPosting(below: codes.upperBound, from: places[range]) { code, row in
                    let place = Int(ends[code - codes.lowerBound])
                    target[place] = row
                    ends[code - codes.lowerBound] = UInt32(truncatingIfNeeded: place + 1)
                }
            }
            return Int(postingCount)
        }
        var part = emptyPart(byteCount: Int(postingCount), listCount: codes.count)
        var start = 0
        for code in codes {
            let end = Int(ends[code - codes.lowerBound])
            if end - start == 1 {
                part.singleRows.append(postings[start])
            } else {
                postings.withBuffer(of: start..<end) { part.lists.append($0) }
            }
            start = end
        }
        return part
    }
}

extension PostingAssembly.Part {
    /// Appends the part of the next range.
    mutating func append(_ next: borrowing PostingAssembly.Part) {
        lists.append(next.lists)
        next.singleRows.withBuffer { singleRows.append($0.baseAddress!, count: $0.count) }
    }

    /// Returns the index of all strings; nil if the lists would take too many bytes.
    consuming func index(_ names: IndexNames) -> InvertedIndex? {
        let singleRows = singleRows.finish()
        return lists.finish().map { InvertedIndex(names, $0, singleRows: singleRows) }
    }
}
