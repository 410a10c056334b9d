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
        for lengths in [[3, 5, 2], [0, 1 << 16, 7], [1, 5 << 30, 0, 6 << 30]] {
            // Three blocks of rows, the first with the given lengths.
            let all = lengths + [Int](repeating: 2, count: 70)
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

    func testScanFindsEveryPlaceOnce() {
        for round in 0..<SeededRandom.rounds(200) {
            var random = SeededRandom(round: round)
            let length = random.below(200)
            let text = (0..<length).map { _ in UInt8(97 + random.below(2)) }
            let padded = text + [UInt8](repeating: 97, count: ByteScan.padding)
            let pattern = (0...random.below(7)).map { _ in UInt8(97 + random.below(2)) }
            let expected = (0..<max(0, length - pattern.count + 1)).filter {
                Array(text[$0..<$0 + pattern.count]) == pattern
            }
            pattern.withUnsafeBufferPointer { pattern in
                padded.withUnsafeBufferPointer { padded in
                    let rarity = text.withUnsafeBufferPointer { ByteRarity($0) }
                    let scan = ByteScan(pattern, rarity: rarity)
                    var places: [Int] = []
                    scan.forEachMatch(in: padded.baseAddress!, 0..<length) { place in
                        places.append(place)
                        return place + 1
                    }
                    XCTAssertEqual(places, expected, random.label)
                    XCTAssertEqual(scan.occurs(in: padded.baseAddress!, 0..<length), !expected.isEmpty)
                    if !expected.isEmpty { XCTAssert(scan.mayOccur(in: padded.baseAddress!, 0..<length)) }
                }
            }
        }
    }
}
