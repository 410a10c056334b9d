import XCTest

@testable import CompassKernel

final class TextScanTests: XCTestCase {
    private func rows(
        _ fields: [[String?]], _ patterns: [[UInt8]], ignoringAccents: Bool = false, parts: Int = 1
    ) -> [[Int]] {
        let forms = Set(
            [false, PackedScan.isSupported].map {
                rows(fields, patterns, ignoringAccents, parts, packed: $0)
            })
        XCTAssertEqual(forms.count, 1, "one at a time and packed: \(forms)")
        return forms.first ?? []
    }

    private func rows(
        _ fields: [[String?]], _ patterns: [[UInt8]], _ ignoringAccents: Bool, _ parts: Int, packed: Bool
    ) -> [[Int]] {
        rows(fields.map { TextColumn($0) }, patterns, ignoringAccents, parts, packed: packed)
    }

    private func rows(
        _ columns: [TextColumn], _ patterns: [[UInt8]], _ ignoringAccents: Bool = false, _ parts: Int = 1,
        packed: Bool = PackedScan.isSupported
    ) -> [[Int]] {
        let count = columns[0].count
        let wordCount = (count + 63) / 64
        let scan = TextScan(patterns, ignoringAccents: ignoringAccents, packed: packed)
        let step = max(1, (wordCount + parts - 1) / parts) * 64
        var words = [UInt64](repeating: 0, count: wordCount * patterns.count)
        words.withUnsafeMutableBufferPointer { words in
            guard let base = words.baseAddress else { return }
            let bits = patterns.indices.map { base + $0 * wordCount }
            for first in stride(from: 0, to: count, by: step) {
                scan.matches(in: columns, first..<min(count, first + step), into: bits)
            }
        }
        return patterns.indices.map { pattern in
            (0..<count).filter { row in
                let word = words[pattern * wordCount + (row >> 6)]
                return word >> UInt64(row & 63) & 1 != 0
            }
        }
    }

    private static func fold(_ text: String, _ ignoresAccents: Bool) -> [UInt8] {
        TextFolding.folded(Array(text.utf8), ignoringAccents: ignoresAccents)
    }

    func testRowsAndFields() {
        let fields = [["Camp", nil, "offer", ""], ["x", "SUMMER camp", nil, "cam"], ["p", "p", "p", "p"]]
        let found = rows(fields, ["camp", "offer", "x", "zz"].map { Array($0.utf8) })
        // "cam" and "p" are texts of different rows and fields.
        XCTAssertEqual(found, [[0, 1], [2], [0], []])
    }

    func testAPatternAcrossRowsIsNoMatch() {
        XCTAssertEqual(rows([["ab", "cd", "abcd"]], [Array("bc".utf8), Array("abcd".utf8)]), [[2], [2]])
    }

    func testScalarsOfAnotherLength() {
        // KELVIN SIGN, I WITH DOT ABOVE, CAPITAL SHARP S and A WITH STROKE have lower-cased forms of other
        // lengths.
        let fields = [["\u{212a}elvin", "\u{130}stanbul", "STRA\u{1e9e}E", "x\u{23a}y", "kelvin"]]
        let found = rows(
            fields, ["kelvin", "i\u{307}s", "straße", "\u{2c65}y", "elv"].map { Array($0.utf8) })
        XCTAssertEqual(found, [[0, 4], [1], [2], [3], [0, 4]])
    }

    /// Bytes of scalars that the end of a row may divide, as in no well-formed text: each row is searched as if it
    /// were alone.
    func testScalarsThatTheEndOfARowDivides() {
        let letters: [UInt8] = [0x61, 0xc3, 0x89, 0xe2, 0x84, 0xaa, 0xf0]
        let patterns = ["\u{fffd}", "a", "k", "é", "a\u{fffd}"].map { Array($0.utf8) }
        let texts = (0..<4).reduce([[UInt8]]([[]])) { texts, _ in
            texts.flatMap { text in letters.map { text + [$0] } }
        }
        for text in texts {
            for place in 0...4 {
                let texts = [text[..<place], text[place...], []]
                let column = TextColumn(
                    bytes: ColumnBuffer(text), offsets: ColumnBuffer([0, UInt32(place), 4, 4]))
                let expected = patterns.map { pattern in
                    texts.indices.filter {
                        TextFolding.folded(Array(texts[$0]), ignoringAccents: false).firstRange(of: pattern)
                            != nil
                    }
                }
                for packed in Set([false, PackedScan.isSupported]) {
                    XCTAssertEqual(
                        rows([column], patterns, packed: packed), expected, "\(text) \(place) \(packed)")
                }
            }
        }
    }

    func testTextsAroundTheSizeOfABlock() {
        for count in [
            0, 1, 15, 16, 17, FoldedBlock.byteCount - 5, FoldedBlock.byteCount, 3 * FoldedBlock.byteCount,
        ] {
            for (start, end) in [("", "NEEDLE"), ("NEEDLE", ""), ("É", "NEEDLE"), ("İ", "needle")] {
                let text = start + String(repeating: "x", count: count) + end
                let fields = [["a", text, "needl", "e", text + "!", nil]]
                let found = rows(fields, ["needle", "eedl"].map { Array($0.utf8) })
                XCTAssertEqual(found, [[1, 4], [1, 2, 4]], "\(count) \(start)")
            }
        }
    }

    /// Texts of two letters, so that places are dense, rare or both, and longer than the steps listed at once.
    func testPlacesAndWhereTheSearchContinues() {
        let steps = 64 * 256
        for round in 0..<SeededRandom.rounds(40) {
            var random = SeededRandom(round: round)
            let count = [random.below(200), steps - 3 + random.below(7), 2 * steps + random.below(99)][
                round % 3]
            let rarity = 1 + random.below(60)
            let text = (0..<count).map { _ in random.below(rarity) == 0 ? UInt8(0x61) : 0x62 }
            let first = random.below(count + 1)
            let range = first..<first + random.below(count - first + 1)
            let pattern = (0...random.below(11)).map { _ in random.below(2) == 0 ? UInt8(0x61) : 0x62 }
            let advance = 1 + random.below([3, 90, steps][random.below(3)])
            var expected: [Int] = []
            var place = range.lowerBound
            while place + pattern.count <= range.upperBound {
                let isMatch = text[place..<place + pattern.count].elementsEqual(pattern)
                if isMatch { expected.append(place) }
                place += isMatch ? advance : 1
            }
            var found: [Int] = []
            let padded = text + [UInt8](repeating: 0x61, count: ByteScan.padding)
            padded.withUnsafeBufferPointer { bytes in
                pattern.withUnsafeBufferPointer { pattern in
                    let sample = UnsafeBufferPointer(rebasing: bytes[..<random.below(count + 1)])
                    let scan = PairScan(pattern, rarity: ByteRarity(bytes), sample: sample)
                    scan.forEachMatch(in: bytes.baseAddress!, range) {
                        found.append($0)
                        return $0 + advance
                    }
                }
            }
            XCTAssertEqual(found, expected, "\(pattern) \(range) \(advance) \(random.label)")
        }
    }

    /// Texts of two letters around the sizes of steps and of what is listed at once, one to eight patterns.
    func testPackedPatterns() throws {
        try XCTSkipUnless(PackedScan.isSupported, "this processor has no AVX2")
        let limit = PackedScan.Candidates.limit
        for round in 0..<SeededRandom.rounds(60) {
            var random = SeededRandom(round: round)
            let count = [random.below(70), limit - 34 + random.below(68), 2 * limit + random.below(99)][
                round % 3]
            let rarity = 1 + random.below(60)
            let letters = [UInt8(0x61), 0xe9]
            let text = (0..<count).map { _ in letters[random.below(rarity) == 0 ? 0 : 1] }
            var starts: [UInt32] = [0]
            while Int(starts[starts.count - 1]) < count {
                // Empty texts are among them.
                let length = random.below([2, 9, 2_000][random.below(3)])
                starts.append(min(UInt32(count), starts[starts.count - 1] + UInt32(length)))
            }
            let patterns = (0...random.below(8)).map { _ in
                (0...random.below(10) + 2).map { _ in letters[random.below(2)] }
            }
            let expected = patterns.map { pattern in
                zip(starts, starts.dropFirst()).map { start, end in
                    Array(text[Int(start)..<Int(end)]).firstRange(of: pattern) != nil
                }
            }
            var found = expected.map { $0.map { _ in false } }
            let padded = text + [UInt8](repeating: letters[0], count: ByteScan.padding)
            let ends = patterns.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
            padded.withUnsafeBufferPointer { bytes in
                patterns.flatMap(\.self).withUnsafeBufferPointer { all in
                    let buffers = zip(ends, ends.dropFirst()).map {
                        UnsafeBufferPointer(rebasing: all[$0..<$1])
                    }
                    let scan = PackedScan(buffers, rarity: ByteRarity(bytes))
                    starts.withUnsafeBufferPointer { starts in
                        scan.forEachMatch(
                            in: UnsafeBufferPointer(rebasing: bytes[..<count]), starts,
                            PackedScan.Candidates()
                        ) { pattern, text in
                            XCTAssertFalse(found[pattern][text], "found twice, \(random.label)")
                            found[pattern][text] = true
                        }
                    }
                }
            }
            XCTAssertEqual(found, expected, "\(patterns) \(starts.suffix(9)) \(random.label)")
        }
    }

    func testMorePatternsThanAreSoughtAtOnce() {
        let texts = (0..<40).map { "text \($0) of many" }
        let patterns = (0..<20).map { Array("t \($0)".utf8) }
        let expected = (0..<20).map { number in
            (0..<40).filter { "t \($0)".hasPrefix("t \(number)") }
        }
        XCTAssertEqual(rows([texts], patterns), expected)
    }

    /// Short patterns are scanned by themselves.
    func testShortAndLongPatternsTogether() {
        let texts = ["a", "ab", "abc", "abcabc", "b", "cab", "", "xabx"]
        let patterns = ["abc", "a", "cab", "b", "abcabc", "ab", "xab", "c"]
        let expected = patterns.map { pattern in
            texts.indices.filter { texts[$0].contains(pattern) }
        }
        for count in 1...patterns.count {
            let some = patterns.prefix(count).map { Array($0.utf8) }
            XCTAssertEqual(rows([texts], some), Array(expected.prefix(count)), "\(count)")
        }
    }

    func testParallelScansOfSeveralPatterns() {
        let texts = (0..<4_000).map { "text \($0) of many" }
        let patterns = ["text 1", "9 of", "77", "ext 200"]
        let wordCount = (texts.count + 63) / 64
        var words = [UInt64](repeating: 0, count: wordCount * patterns.count)
        words.withUnsafeMutableBufferPointer { words in
            guard let base = words.baseAddress else { return }
            TextScan(patterns.map { Array($0.utf8) }, ignoringAccents: false).matches(
                in: [TextColumn(texts)], threads: 4, minimumByteCount: 1,
                into: patterns.indices.map { base + $0 * wordCount })
        }
        for (number, pattern) in patterns.enumerated() {
            let found = texts.indices.filter { row in
                words[number * wordCount + row / 64] >> UInt64(row % 64) & 1 != 0
            }
            XCTAssertEqual(found, texts.indices.filter { texts[$0].contains(pattern) }, pattern)
        }
    }

    func testNoRowsAndOnlyNulls() {
        for patterns in [["a"], ["abc", "bcd"], ["a", "abc", "bcd"]] {
            let bytes = patterns.map { Array($0.utf8) }
            for field in [[], [nil, nil], ["", ""]] as [[String?]] {
                XCTAssertEqual(rows([field], bytes), patterns.map { _ in [] })
            }
        }
    }

    func testRandomTextsAreFoundAsTheIndexFindsThem() {
        for round in 0..<SeededRandom.rounds(8) {
            var random = SeededRandom(round: round)
            let count = random.below(300) + 1
            let fields = (0..<3).map { _ in
                (0..<count).map { _ -> String? in
                    random.below(9) == 0 ? nil : random.foldingText(maximumScalarCount: 12)
                }
            }
            for ignoresAccents in [false, true] {
                let expected = SearchedRows(fields) { TextScanTests.fold($0, ignoresAccents) }
                var patterns: [[UInt8]] = []
                while patterns.count < 8 {
                    // A part of a text, so that most occur.
                    let text = fields[random.below(3)][random.below(count)] ?? ""
                    let scalars = Array(text.unicodeScalars)
                    let first = random.below(scalars.count + 1)
                    let part = scalars[first..<min(scalars.count, first + 1 + random.below(4))]
                    var view = String.UnicodeScalarView()
                    view.append(contentsOf: part)
                    let pattern = TextScanTests.fold(String(view), ignoresAccents)
                    if !pattern.isEmpty { patterns.append(pattern) }
                }
                let found = rows(
                    fields, patterns, ignoringAccents: ignoresAccents, parts: 1 + random.below(4))
                for (pattern, found) in zip(patterns, found) {
                    XCTAssertEqual(
                        found, expected.rows(containing: pattern),
                        "\(String(decoding: pattern, as: UTF8.self).scalarNumbers), \(ignoresAccents), \(random.label)"
                    )
                }
            }
        }
    }
}
