import XCTest

@testable import CompassKernel

final class SearchIndexTests: XCTestCase {
    /// White space, both kinds of cuts, and characters of one, three and four bytes.
    private let alphabet = ["a", "b", " ", "/", ",", "🔥", "中"].map { Array($0.utf8) }

    /// Returns all strings of 1 to `length` characters of the alphabet.
    private func strings(upTo length: Int) -> [[UInt8]] {
        var all: [[UInt8]] = []
        var last: [[UInt8]] = [[]]
        for _ in 0..<length {
            last = last.flatMap { start in alphabet.map { start + $0 } }
            all += last
        }
        return all
    }

    private func expectPlainMatches(
        _ rows: SearchedRows, _ patterns: [[UInt8]], _ label: String,
        configurations: [(name: String, SearchIndexConfiguration)] = SearchIndexConfiguration.all
    ) -> Set<SearchPath> {
        let expected = patterns.map { rows.rows(containing: $0) }
        var paths = Set<SearchPath>()
        for (name, configuration) in configurations {
            let index = rows.index(configuration)
            for (pattern, expected) in zip(patterns, expected) {
                let (found, path) = index.search(pattern, rowCount: rows.rowCount)
                paths.insert(path)
                if found != expected {
                    XCTFail(
                        "\(String(decoding: pattern, as: UTF8.self).debugDescription): \(found), not \(expected); "
                            + "\(path), \(name), \(label)")
                    return paths
                }
            }
        }
        return paths
    }

    func testEveryShortPatternInEveryShortText() {
        // Each text of up to three characters is a row, so that every cut is next to every end of a text.
        let texts = [nil, ""] + strings(upTo: 3).map { String(decoding: $0, as: UTF8.self) }
        let rows = SearchedRows([texts, texts.reversed(), texts.map { _ in nil }])
        _ = expectPlainMatches(rows, strings(upTo: 3), "all texts")
    }

    func testEveryPatternOfFourCharactersInRandomTexts() {
        let all = strings(upTo: 4)
        var paths = Set<SearchPath>()
        for (round, rowCount) in [63, 64, 65].enumerated() {
            var random = SeededRandom(round: round)
            let patterns = all.filter { _ in SeededRandom.isThorough || random.chance(1, of: 4) }
            let fields = (0..<3).map { _ in
                (0..<rowCount).map { _ in
                    random.chance(1, of: 8) ? nil : text(ofAtMost: 14, &random)
                }
            }
            paths.formUnion(expectPlainMatches(SearchedRows(fields), patterns, random.label))
        }
        XCTAssertEqual(
            paths, [.scan, .frequentNGram, .tokens, .pairs, .verifiedToken, .verifiedPairs],
            "not every way to an answer is tested")
    }

    private func text(ofAtMost length: Int, _ random: inout SeededRandom) -> String {
        let characters = (0..<random.below(length + 1)).flatMap { _ in alphabet[random.below(alphabet.count)]
        }
        return String(decoding: characters, as: UTF8.self)
    }

    func testRandomPostsAndPiecesOfThem() {
        for round in 0..<SeededRandom.rounds(6) {
            var random = SeededRandom(round: round)
            let posts = RandomPosts(&random)
            let rowCount = 1 + random.below(400)
            let fields = (0..<3).map { _ in (0..<rowCount).map { _ in posts.text(&random) } }
            let rows = SearchedRows(fields)
            let patterns = (0..<120).map { _ in
                posts.pattern(of: fields[random.below(3)][random.below(rowCount)] ?? "", &random)
            }
            _ = expectPlainMatches(rows, patterns.filter { !$0.isEmpty }, random.label)
        }
    }

    func testNoRowsAndOneRow() {
        let none = SearchedRows([[], [], []])
        let one = SearchedRows([["To win"], [nil], ["@Coach"]])
        for (_, configuration) in SearchIndexConfiguration.all {
            XCTAssertEqual(none.index(configuration).search(Array("a".utf8), rowCount: 0).rows, [])
            let index = one.index(configuration)
            XCTAssertEqual(index.search(Array("o w".utf8), rowCount: 1).rows, [0])
            XCTAssertEqual(index.search(Array("coach".utf8), rowCount: 1).rows, [0])
            XCTAssertEqual(index.search(Array("win@".utf8), rowCount: 1).rows, [], "across fields")
            XCTAssertEqual(index.search(Array("win to".utf8), rowCount: 1).rows, [])
        }
        XCTAssertEqual(SearchIndex(fields: []).search(Array("a".utf8), rowCount: 0).rows, [])
    }

    func testBytesThatNoTextHasAreInNoRow() {
        let rows = SearchedRows([["a b", "c"], ["d", nil]])
        for (_, configuration) in SearchIndexConfiguration.all {
            let index = rows.index(configuration)
            let patterns: [[UInt8]] = [
                [], [0xff], [0x61, 0xff], [0xff, 0x61], [0xfe], [0x20, 0xfe, 0x62], [0x80],
            ]
            for pattern in patterns {
                XCTAssertEqual(index.search(pattern, rowCount: 2).rows, [], "\(pattern)")
            }
        }
    }

    func testPatternThatBeginsWithinACharacterIsFound() {
        let rows = SearchedRows([["x🔥y", "é"]])
        for (_, configuration) in SearchIndexConfiguration.all {
            let index = rows.index(configuration)
            XCTAssertEqual(index.search([0xa5, 0x79], rowCount: 2).rows, [0])
            XCTAssertEqual(index.search([0xa9], rowCount: 2).rows, [1])
        }
    }

    /// U+FF0C and U+FE0F continue the character before them, so that cuts after them depend on it.
    func testPatternsThatContinueACharacterAreFoundByTokens() {
        let starts = ["a", "é", "/", " ", "中", "", "x\u{fe0f}"]
        let ends = ["b", "é", " c", "/d", "中", "", "，"]
        let texts = starts.flatMap { start in ends.map { start + "，" + $0 } } + ["b", "e", "c"]
        let rows = SearchedRows([texts + texts.map { _ in "é" }])
        let plain = SearchedRows(rows.fields) { Array($0.replacingOccurrences(of: "é", with: "e").utf8) }
        let patterns = ["，b", "，e", "，中", "，/d", "，，", "，é", "，b中"].map { Array($0.utf8) }
        for (name, configuration) in SearchIndexConfiguration.all {
            let index = rows.index(configuration)
            for pattern in patterns {
                let text = "\(String(decoding: pattern, as: UTF8.self)), \(name)"
                let (found, path) = index.search(pattern, rowCount: rows.rowCount)
                XCTAssertEqual(found, rows.rows(containing: pattern), text)
                if name == "index" { XCTAssertNotEqual(path, .scan, text) }
                if !String(decoding: pattern, as: UTF8.self).contains("é") {
                    XCTAssertEqual(
                        index.searchIgnoringAccents(pattern, rowCount: rows.rowCount),
                        plain.rows(containing: pattern), text)
                }
            }
        }
    }

    func testTokensThatAllDifferAreOnlyScanned() {
        let texts = (0..<2000).map { "token\($0 &* 7_919 % 100_003)" }
        var configuration = SearchIndexConfiguration()
        configuration.minimumTextByteCount = 0
        let rows = SearchedRows([texts])
        let (found, path) = rows.index(configuration).search(Array("ken4".utf8), rowCount: 2000)
        XCTAssertEqual(path, .scan)
        XCTAssertEqual(found, rows.rows(containing: Array("ken4".utf8)))
    }

    func testMoreThan64NGramsAreStored() {
        for round in 0..<max(2, SeededRandom.rounds(6)) {
            var random = SeededRandom(round: round)
            // With the blanks that belong to tokens, of nine letters these are fewer n-grams than a choice may have, of
            // twelve they are more.
            let areAll = round % 2 == 0
            let letters = Array("abcdefghijkl".prefix(areAll ? 9 : 12))
            let texts = (0..<700).map { _ in
                (0..<random.below(8)).map { _ in
                    "\(letters[random.below(letters.count)])\(letters[random.below(letters.count)])"
                }
                .joined(separator: " ")
            }
            let rows = SearchedRows([texts])
            let index = rows.index(.forced { $0.frequentNGramCost = 0 })
            let nGramCount = index.tokens?.frequent.nGrams.count ?? 0
            XCTAssertGreaterThan(nGramCount, 90, random.label)
            XCTAssertEqual(nGramCount == NGramMask.capacity, !areAll, random.label)
            var paths = Set<SearchPath>()
            for first in letters {
                for pattern in ["\(first)"] + letters.map({ "\(first)\($0)" }) {
                    let pattern = Array(pattern.utf8)
                    let (found, path) = index.search(pattern, rowCount: texts.count)
                    XCTAssertEqual(found, rows.rows(containing: pattern), random.label)
                    paths.insert(path)
                }
            }
            XCTAssertEqual(paths, areAll ? [.frequentNGram] : [.frequentNGram, .tokens], random.label)
        }
    }

    /// A tenth of the rows underestimates tokens that occur once: `x` costs 400 · 44 ns, by the sample 9,600.
    func testSampleChoosesNGramsThatItUnderestimates() {
        let rows = SearchedRows([(0..<400).map { "x\($0), camp" }])
        for (minimumCost, isStored) in [(9_000, true), (17_000, true), (18_000, false)] {
            let letters = [40, 400].map { sampledRowCount in
                let index = rows.index(
                    .forced {
                        $0.frequentNGramCost = minimumCost
                        $0.sampledRowCount = sampledRowCount
                    })
                XCTAssertEqual(
                    index.search(Array("x".utf8), rowCount: 400).path == .frequentNGram, isStored,
                    "\(sampledRowCount) rows, above \(minimumCost) ns")
                return index.tokens?.frequent.nGrams.map(\.key).sorted()
            }
            XCTAssertEqual(letters[0], letters[1], "above \(minimumCost) ns")
        }
    }

    func testListsThatWouldTakeTooManyBytesLeaveTheScan() {
        let texts = (0..<300).map { "to win \($0 % 7), coach" }
        let rows = SearchedRows([texts])
        var paths: [SearchPath] = []
        // With each limit, a different part of the index is too large.
        for maximumByteCount in [0, 20, 200, 400, 800, 1_600, 1 << 20] {
            let index = rows.index(
                .forced {
                    $0.maximumListByteCount = maximumByteCount
                    $0.frequentNGramCost = 0
                })
            let (found, path) = index.search(Array("coach".utf8), rowCount: 300)
            XCTAssertEqual(found, Array(0..<300))
            XCTAssertEqual(index.search(Array("n 3".utf8), rowCount: 300).rows.count, 43)
            paths.append(path)
        }
        XCTAssertEqual(paths.first, .scan)
        XCTAssertEqual(paths.last, .tokens)
    }

    func testVeryLongTokens() {
        let long = String(repeating: "abc", count: 30_000)
        let rows = SearchedRows([["x " + long + " y", long, "abc", long + "d"]])
        let patterns = ["x a", "c y", "cd", "abcabcabc", long, " " + long + " ", long + "d", "bd"].map {
            Array($0.utf8)
        }
        _ = expectPlainMatches(rows, patterns, "long tokens")
    }
}

/// Texts of a few frequent words, many rare ones, addresses, emoji and ideographs.
private struct RandomPosts {
    private let words: [String]

    init(_ random: inout SeededRandom) {
        let letters = Array("abcdeé")
        words = (0..<60).map { _ in
            String((0...random.below(6)).map { _ in letters[random.below(letters.count)] })
        }
    }

    func text(_ random: inout SeededRandom) -> String? {
        if random.chance(1, of: 10) { return random.chance(1, of: 2) ? nil : "" }
        let joints = [" ", " ", " ", "  ", ", ", "! ", "/", "\n", "", "🔥", "👍🏽 ", "中文", ".", "Ü"]
        var text = ""
        for _ in 0..<random.below(12) {
            // The product favors the first words.
            let word = words[random.below(words.count) * random.below(words.count) / words.count]
            text += random.chance(1, of: 6) ? word.uppercased() : word
            text += joints[random.below(joints.count)]
            if random.chance(1, of: 9) { text += String(random.next() % 10_000) }
        }
        return text
    }

    /// Returns a substring of `text`, sometimes changed in one place.
    func pattern(of text: String, _ random: inout SeededRandom) -> [UInt8] {
        let scalars = Array(text.lowercased().unicodeScalars)
        guard !scalars.isEmpty else { return [] }
        let start = random.below(scalars.count)
        let length = 1 + random.below(min(18, scalars.count - start))
        var piece = Array(scalars[start..<start + length])
        if random.chance(1, of: 6) {
            piece[random.below(piece.count)] = ["x", " ", "a", "🔥"][random.below(4)]
        }
        var string = String.UnicodeScalarView()
        string.append(contentsOf: piece)
        return Array(String(string).utf8)
    }
}
