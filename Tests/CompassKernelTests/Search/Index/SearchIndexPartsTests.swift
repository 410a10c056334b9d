import XCTest

@testable import CompassKernel

final class SearchIndexPartsTests: XCTestCase {
    private func pieces(_ pattern: String) -> [String]? {
        let bytes = Array(pattern.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            TokenCuts.parts(of: bytes)?.map { String(decoding: bytes[$0.extended], as: UTF8.self) }
        }
    }

    func testPatternsAreCutBetweenTokens() {
        XCTAssertEqual(pieces("win"), ["win"])
        XCTAssertEqual(pieces("win, t.co/x 🔥 a"), ["win", ", ", " t.co/", "x ", " 🔥 ", " a"])
        XCTAssertEqual(pieces("https://x//y"), ["https://", "x//", "y"])
        XCTAssertEqual(pieces("wow!!! yes?!no"), ["wow", "!!! ", " yes", "?!no"])
        XCTAssertEqual(pieces("中文a b"), ["中", "文", "a ", " b"])
        XCTAssertEqual(pieces("a.b:c"), ["a.b:c"])
    }

    /// The outermost of their lead bytes: e3 for kana, ed for Hangul, f0 for emoji.
    func testKanaHangulAndEmojiAreTokensOfTheirOwn() {
        XCTAssertEqual(pieces("すごい!"), ["す", "ご", "い", "!"])
        XCTAssertEqual(pieces("a한국b"), ["a", "한", "국", "b"])
        XCTAssertEqual(pieces("⚾🔥x"), ["⚾", "🔥", "x"])
        XCTAssertEqual(pieces("привет—é⚾️"), ["привет—é⚾️"], "other letters and signs")
    }

    func testBlanksBelongToBothNeighbors() {
        XCTAssertEqual(pieces(" win "), [" win "])
        XCTAssertEqual(pieces("  \n"), ["  \n"])
        XCTAssertEqual(pieces(" a \t b "), [" a \t ", " \t b "])
        XCTAssertEqual(pieces(" , "), [" , "])
    }

    func testCutsOfBytesWithinACharacterCannotBeTold() {
        XCTAssertNil([0xa9, 0x61].withUnsafeBufferPointer { TokenCuts.parts(of: $0)?.count })
    }

    func testRowsThatAreTheSameWithoutAccentsAreNotStored() {
        // U+302E makes a token irregular and is kept; a syllable is decomposed.
        let texts = ["x\u{302e} win", "é\u{302e}", "한", "win", "é"]
        var bytes = GrowableColumn<UInt8>()
        var starts = GrowableColumn<Int>()
        starts.append(0)
        for text in texts {
            for byte in text.utf8 { bytes.append(byte) }
            bytes.append(TokenCuts.fieldEnd)
            starts.append(bytes.count)
        }
        let folded = FoldedRows(bytes, starts: starts)
        for (candidates, stored) in [(ColumnBuffer<UInt64>([0b111]), [1, 2]), (nil, [1, 2, 4])] {
            var builder = RowsWithoutAccents.Builder(candidates, rowCount: texts.count)
            while builder.step(folded, byteCount: 3) {}
            let built = builder.finish()
            XCTAssertEqual(built.rows.withBuffer { $0.map { Int($0) } }, stored)
        }
    }

    func testListsGiveBackTheirRows() throws {
        for round in 0..<SeededRandom.rounds(40) {
            var random = SeededRandom(round: round)
            let rowCount = [1, 63, 64, 65, 1000, 70_000][random.below(6)]
            let bitmapShare = [1, 8, 1 << 30][random.below(3)]
            var lists: [[UInt32]] = [[], [0], [UInt32(rowCount - 1)], (0..<UInt32(rowCount)).map { $0 }]
            for part in [2, 10, 300, 5000] {
                lists.append((0..<UInt32(rowCount)).filter { _ in random.chance(1, of: part) })
            }
            var builder = PostingLists.Builder(
                rowCount: rowCount, listCount: lists.count, .forced { $0.bitmapShare = bitmapShare })
            for list in lists { list.withUnsafeBufferPointer { builder.append($0) } }
            let finished = builder.finish()
            let built = try XCTUnwrap(finished)
            for (index, list) in lists.enumerated() {
                let bits = RowBits(rowCount: rowCount)
                built.mergeRows(index, into: bits.words)
                let rows = (0..<UInt32(rowCount)).filter {
                    bits.words[Int($0) / 64] >> UInt64($0 % 64) & 1 != 0
                }
                XCTAssertEqual(rows, list, "\(rowCount) rows, share \(bitmapShare), \(random.label)")
                XCTAssertEqual(bits.count, list.count)
            }
        }
    }

    func testBitmapsOfWordsAreThoseOfRows() throws {
        for rowCount in [1, 63, 64, 65, 1000] {
            let lists = (0...10).map { share in
                (0..<UInt32(rowCount)).filter { $0 * 7 % 10 < share }
            }
            var ofRows = PostingLists.Builder(rowCount: rowCount, listCount: lists.count, .forced())
            var ofWords = PostingLists.Builder(rowCount: rowCount, listCount: lists.count, .forced())
            var bitmapCount = 0
            for list in lists {
                list.withUnsafeBufferPointer { ofRows.append($0) }
                let bits = RowBits(rowCount: rowCount)
                for row in list { bits.insert(Int(row)) }
                if ofWords.appendBitmap(ofRows: list.count, { bits.words[$0] }) {
                    bitmapCount += 1
                } else {
                    list.withUnsafeBufferPointer { ofWords.append($0) }
                }
            }
            let finished = (ofRows.finish(), ofWords.finish())
            let (wanted, found) = (try XCTUnwrap(finished.0), try XCTUnwrap(finished.1))
            XCTAssertEqual(found.stream.elements, wanted.stream.elements, "\(rowCount) rows")
            XCTAssertEqual(found.starts.elements, wanted.starts.elements, "\(rowCount) rows")
            XCTAssertGreaterThan(bitmapCount, 0)
            XCTAssertLessThan(bitmapCount, lists.count)
        }

        var tooLarge = PostingLists.Builder(
            rowCount: 1000, listCount: 2, .forced { $0.maximumListByteCount = 100 })
        for _ in 0..<2 { XCTAssertTrue(tooLarge.appendBitmap(ofRows: 1000) { _ in .max }) }
        let finished = tooLarge.finish()
        XCTAssertNil(finished)
    }

    func testBitsOfNGramsAreThoseOfTheirRows() {
        for nGramCount in [0, 1, 63, 64, 65, 127, 128] {
            for rowCount in [0, 1, 63, 64, 65, 128, 200] {
                var random = SeededRandom(round: nGramCount * 1_000 + rowCount)
                let rows: [[Int]] = (0..<rowCount).map { _ in
                    (0..<nGramCount).filter { _ in random.chance(1, of: 3) }
                }
                var found = NGramRows(nGramCount: nGramCount)
                for row in rows {
                    var mask = NGramMask()
                    for none in [128, 129, 192, 255] as [UInt8] { mask.insert(none) }
                    for nGram in row { mask.insert(UInt8(nGram)) }
                    var listed: [Int] = []
                    mask.forEach { listed.append($0) }
                    XCTAssertEqual(listed, row, random.label)
                    found.append(mask)
                }
                found.finish()
                for nGram in 0..<nGramCount {
                    let listed: [Int] = (0..<(rowCount + 63) / 64).flatMap { group in
                        (0..<64).filter { found.bits(group, ofNGram: nGram) >> UInt64($0) & 1 == 1 }
                            .map { group * 64 + $0 }
                    }
                    let wanted = rows.indices.filter { rows[$0].contains(nGram) }
                    XCTAssertEqual(listed, wanted, "n-gram \(nGram) of \(nGramCount), \(random.label)")
                }
            }
        }
    }

    func testListsOfTooManyBytesAreNotBuilt() {
        func finish(maximumByteCount: Int) -> PostingLists? {
            var builder = PostingLists.Builder(
                rowCount: 1 << 16, listCount: 3, .forced { $0.maximumListByteCount = maximumByteCount })
            for _ in 0..<3 { Array(0..<100).withUnsafeBufferPointer { builder.append($0) } }
            return builder.finish()
        }
        var maximumByteCount = 0
        while finish(maximumByteCount: maximumByteCount) == nil { maximumByteCount += 1 }
        XCTAssertNil(finish(maximumByteCount: maximumByteCount - 1))
        XCTAssertNotNil(finish(maximumByteCount: maximumByteCount + 1))
        XCTAssertNotNil(finish(maximumByteCount: SearchIndexConfiguration().maximumListByteCount))
        XCTAssertGreaterThan(maximumByteCount, 3)
    }

    func testRowsMayStartMoreThan32BitsApart() {
        let lengths = [[3, 5, 2], [0, 1 << 16, 7], [1, 5 << 30, 0, 6 << 30]]
        let short = [Int](repeating: 2, count: 70)
        for all in lengths.flatMap({ [$0 + short, short + $0, short + $0 + short] }) {
            var places = GrowableColumn<Int>()
            var place = 0
            places.append(0)
            for length in all {
                place += length
                places.append(place)
            }
            let starts = RowStarts(places)
            XCTAssertEqual(starts.count, all.count)
            for row in 0...all.count { XCTAssertEqual(starts[row], all[..<row].reduce(0, +), "row \(row)") }
        }
    }

    func testBlocksGiveBackTheirRows() {
        for round in 0..<SeededRandom.rounds(30) {
            var random = SeededRandom(round: round)
            let rowCount = [1, 2, 127, 128, 129, 16_384, 16_385, 40_000, 3_000_000][random.below(9)]
            var code = 0
            var lists: [(code: Int, rows: [UInt32])] = []
            for _ in 0..<1 + random.below(60) {
                code += 1 + random.below(random.chance(1, of: 4) ? 40_000 : 3)
                let count = 1 + random.below(min(rowCount, [3, 50, 20_000][random.below(3)]))
                let rows = Set((0..<count).map { _ in UInt32(random.below(rowCount)) })
                lists.append((code, rows.sorted()))
            }
            var encoder = PostingBlock.Encoder(reserving: 0, rowCount: rowCount)
            for (code, rows) in lists {
                rows.withUnsafeBufferPointer { encoder.append(code: code, rows: $0) }
            }
            let block = encoder.finish(firstRow: 7)
            var found: [Int: [UInt32]] = [:]
            block.forEachPosting(below: .max, from: PostingBlock.Place()) {
                found[$0, default: []].append($1 - 7)
            }
            XCTAssertEqual(found, Dictionary(uniqueKeysWithValues: lists), random.label)
            // Those from some code on, below another one.
            let (first, limit) = (random.below(code + 2), random.below(code + 2))
            found = [:]
            block.forEachPosting(below: limit, from: block.place(ofCode: first, from: PostingBlock.Place())) {
                found[$0, default: []].append($1 - 7)
            }
            let expected = lists.filter { $0.code >= first && $0.code < limit }
            XCTAssertEqual(found, Dictionary(uniqueKeysWithValues: expected), random.label)
        }
    }

    func testRowsOfStringsAreMergedInSteps() throws {
        let texts = (0..<200).map { "né\($0 % 40) " + ($0 % 7 == 0 ? "é\u{302e}" : "ne") }
        let index = try XCTUnwrap(SearchedRows([texts]).index(.forced()).tokens).tokens
        let stringCount = index.listedCount + index.singleRows.count
        XCTAssertGreaterThan(stringCount, 40)
        let numbers = ColumnBuffer<UInt32>((0..<UInt32(stringCount)).filter { $0 % 3 != 1 })
        let expected = RowBits(rowCount: texts.count)
        for place in 0..<numbers.count {
            index.mergeRows(ofString: Int(numbers[place]), into: expected.words)
        }
        for byteCount in [1, 20, 1 << 20] {
            var merged = InvertedIndex.MergedRows(of: numbers, rowCount: texts.count)
            var stepCount = 1
            while merged.step(index, byteCount: byteCount) { stepCount += 1 }
            let words = merged.finish()
            XCTAssertEqual(words.count, 4)
            for word in 0..<4 { XCTAssertEqual(words[word], expected.words[word]) }
            if byteCount == 1 { XCTAssertEqual(stepCount, numbers.count) }
            if byteCount == 1 << 20 { XCTAssertEqual(stepCount, 1) }
        }
    }
}
