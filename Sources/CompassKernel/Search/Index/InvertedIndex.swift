/// An inverted index: distinct strings and the rows in which each occurs. Finds the rows in which any string
/// contains a pattern.
///
/// Layout: the strings, concatenated, with the byte 0xFF before and after each, those of more rows first, so
/// that one scan searches all of them and a pattern may require a string's start or end; the number of 0xFF
/// bytes before each 64 bytes of this text, which maps a position to the number of its string; a
/// ``PostingLists`` list for each string of several rows, a row number for each string of one. For `to ` in
/// rows 0 and 2, and `win` in row 1:
/// ```
/// text        FF 74 6F 20 FF 77 69 6E FF …
/// separators  0
/// lists       [0 2]
/// single      1
/// ```
struct InvertedIndex: Sendable {
    private let text: ColumnBuffer<UInt8>
    private let textByteCount: Int
    private let separatorsBefore: ColumnBuffer<UInt32>
    private let lists: PostingLists
    private let listedCount: Int
    private let singleRows: ColumnBuffer<UInt32>
    private let rarity: ByteRarity

    var byteCount: Int {
        text.byteCount + separatorsBefore.byteCount + lists.byteCount + singleRows.byteCount
    }

    /// Sets the bits of the rows of all strings that contain `pattern`, which may begin or end with the
    /// separator 0xFF to require a string's start or end.
    ///
    /// - Parameter firstPlace: the position at which to begin, as ``place(after:)`` returns it.
    /// - Complexity: O(t + p) for t bytes of strings and p postings of those that match.
    func mergeRows(
        _ pattern: UnsafeBufferPointer<UInt8>, from firstPlace: Int = 0,
        into bits: UnsafeMutablePointer<UInt64>
    ) {
        // A position that is a separator belongs to the string after it.
        let first = pattern[0] == TokenCuts.fieldEnd ? 1 : 0
        let scan = ByteScan(pattern, rarity: rarity)
        text.withBuffer { text in
            let text = text.baseAddress!
            scan.forEachMatch(in: text, firstPlace..<textByteCount) { place in
                let string = separatorCount(before: place + first) - 1
                if string < listedCount {
                    lists.mergeRows(string, into: bits)
                } else {
                    // SAFETY: the single rows follow the listed strings, and are rows of the table.
                    let row = singleRows[string - listedCount]
                    bits[Int(row >> 6)] |= 1 << UInt64(row & 63)
                }
                let next = text + place + 1
                return ByteSearch.first(TokenCuts.fieldEnd, from: next, to: text + textByteCount) - text
            }
        }
    }

    /// Returns the start of the strings after the first `count`.
    func place(after count: Int) -> Int {
        // The first position with more than `count` separators before it follows the separator of that
        // string.
        (0..<textByteCount).partitioningIndex { separatorCount(before: $0 + 1) > count }
    }

    @inline(__always)
    private func separatorCount(before place: Int) -> Int {
        // SAFETY: the padding allows a whole block to be read from any position up to the end.
        let block = text.withBuffer {
            UnsafeRawPointer($0.baseAddress! + place & ~63).loadUnaligned(as: SIMD64<UInt8>.self)
        }
        let isSeparator =
            (block .== SIMD64<UInt8>(repeating: TokenCuts.fieldEnd))
            .& (InvertedIndex.lanes .< SIMD64<UInt8>(repeating: UInt8(truncatingIfNeeded: place & 63)))
        let words = unsafeBitCast(isSeparator, to: SIMD8<UInt64>.self)
        let ones = SIMD4<UInt64>(repeating: 0x0101_0101_0101_0101)
        // One byte holds the sum of eight lanes, and the product's highest byte the sum of these.
        let sums = (words.lowHalf & ones) &+ (words.highHalf & ones)
        let sum = ((sums[0] &+ sums[1] &+ sums[2] &+ sums[3]) &* ones[0]) >> 56
        return Int(separatorsBefore[place >> 6]) + Int(truncatingIfNeeded: sum)
    }

    private static let lanes = SIMD64<UInt8>((0..<64).map { UInt8($0) })
}

/// The codes of the strings that occur in each row, in order.
struct CodedRows: ~Copyable {
    /// Marks an entry that is not an occurrence.
    static let none = UInt32.max
    /// Marks the first token of a field.
    static let fieldStart: UInt32 = 1 << 31

    var codes: GrowableColumn<UInt32>
    /// The end of each row's codes.
    var ends: GrowableColumn<UInt32>
    /// The bits of an entry that hold its code.
    var codeMask = UInt32.max

    /// Calls `body` with each row and code.
    @inline(__always)
    borrowing func forEach(_ body: (_ row: UInt32, _ code: Int) -> Void) {
        // SAFETY: the ends ascend up to the number of codes.
        var entry = 0
        for row in 0..<ends.count {
            let end = Int(ends[row])
            while entry < end {
                let code = codes[entry]
                if code != CodedRows.none { body(UInt32(row), Int(code & codeMask)) }
                entry += 1
            }
        }
    }
}

extension InvertedIndex {
    /// Inverts rows of codes; nil if their lists would take too many bytes.
    ///
    /// Method: a counting sort; one pass counts each string's rows, a second one puts them in place.
    ///
    /// - Parameters:
    ///   - rowCounts: the result of ``rowCounts(_:_:)``.
    ///   - postings: working memory.
    /// - Complexity: O(o + n + t) for o occurrences in n rows of strings with t bytes.
    init?(
        _ strings: borrowing Interner, rowCounts: [UInt32], in rows: borrowing CodedRows,
        _ postings: inout GrowableColumn<UInt32>, _ configuration: SearchIndexConfiguration
    ) {
        let order = InvertedIndex.order(rowCounts)
        var places = [Int](repeating: 0, count: strings.count)
        var postingCount = 0
        for code in order.codes {
            places[code] = postingCount
            postingCount += Int(rowCounts[code])
        }
        InvertedIndex.sort(rows, &places, count: postingCount, into: &postings)
        var builder = PostingLists.Builder(
            rowCount: rows.ends.count, listCount: order.listedCount, configuration)
        postings.withBuffer { postings in
            var start = 0
            for code in order.codes[..<order.listedCount] {
                let end = start + Int(rowCounts[code])
                builder.append(UnsafeBufferPointer(rebasing: postings[start..<end]))
                start = end
            }
        }
        guard let built = builder.finish() else { return nil }
        lists = built
        listedCount = order.listedCount
        let singleCount = order.codes.count - order.listedCount
        singleRows = ColumnBuffer(count: singleCount) { target in
            postings.withBuffer(of: postingCount - singleCount..<postingCount) {
                target.update(from: $0.baseAddress!, count: singleCount)
            }
        }
        (text, textByteCount) = InvertedIndex.text(strings, order.codes)
        separatorsBefore = InvertedIndex.separatorsBefore(text, textByteCount)
        rarity = text.withBuffer(of: 0..<textByteCount) { ByteRarity($0) }
    }

    /// Returns the number of rows in which each string occurs.
    static func rowCounts(_ stringCount: Int, _ rows: borrowing CodedRows) -> [UInt32] {
        var counts = [UInt32](repeating: 0, count: stringCount)
        var last = [UInt32](repeating: CodedRows.none, count: stringCount)
        counts.withUnsafeMutableBufferPointer { counts in
            last.withUnsafeMutableBufferPointer { last in
                rows.forEach { row, code in
                    counts[code] &+= last[code] == row ? 0 : 1
                    last[code] = row
                }
            }
        }
        return counts
    }

    /// Returns the codes that occur, those of more rows first.
    private static func order(_ rowCounts: [UInt32]) -> (codes: [Int], listedCount: Int) {
        var listed = rowCounts.indices.filter { rowCounts[$0] > 1 }
        listed.sort { (rowCounts[$1], $0) < (rowCounts[$0], $1) }
        return (listed + rowCounts.indices.filter { rowCounts[$0] == 1 }, listed.count)
    }

    private static func sort(
        _ rows: borrowing CodedRows, _ places: inout [Int], count: Int,
        into postings: inout GrowableColumn<UInt32>
    ) {
        postings.removeAll()
        var last = [UInt32](repeating: CodedRows.none, count: places.count)
        postings.append(upTo: count) { target in
            places.withUnsafeMutableBufferPointer { places in
                last.withUnsafeMutableBufferPointer { last in
                    // SAFETY: each code has as many positions as counted rows.
                    rows.forEach { row, code in
                        guard last[code] != row else { return }
                        last[code] = row
                        target[places[code]] = row
                        places[code] += 1
                    }
                }
            }
            return count
        }
    }

    private static func text(
        _ strings: borrowing Interner, _ codes: [Int]
    ) -> (text: ColumnBuffer<UInt8>, byteCount: Int) {
        var text = GrowableColumn<UInt8>(capacity: strings.arena.count + strings.count + 1 + ByteScan.padding)
        text.append(TokenCuts.fieldEnd)
        for code in codes {
            strings.withBytes(of: code) { bytes in
                if let start = bytes.baseAddress { text.append(start, count: bytes.count) }
            }
            text.append(TokenCuts.fieldEnd)
        }
        let byteCount = text.count
        for _ in 0..<ByteScan.padding { text.append(0) }
        return (text.finish(), byteCount)
    }

    private static func separatorsBefore(
        _ text: ColumnBuffer<UInt8>, _ byteCount: Int
    ) -> ColumnBuffer<UInt32> {
        // One additional block, so that the position after the last byte has one.
        ColumnBuffer(count: byteCount / 64 + 1) { target in
            // SAFETY: there is a number for each 64 bytes.
            var running: UInt32 = 0
            for place in 0..<byteCount {
                if place & 63 == 0 { target[place >> 6] = running }
                if text[place] == TokenCuts.fieldEnd { running += 1 }
            }
            if byteCount & 63 == 0 { target[byteCount >> 6] = running }
        }
    }
}
