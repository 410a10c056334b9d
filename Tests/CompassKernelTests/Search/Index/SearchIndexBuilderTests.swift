import XCTest

@testable import CompassKernel

/// Building in steps and on several threads, and searches with and without accents in texts with all kinds of
/// scalars.
final class SearchIndexBuilderTests: XCTestCase {
    /// Blocks and steps of a few rows, so that small texts have many.
    private static func small(
        _ random: inout SeededRandom, _ change: (inout SearchIndexConfiguration) -> Void = { _ in }
    ) -> SearchIndexConfiguration {
        .forced {
            $0.blockByteCount = 1 + random.below(4_000)
            $0.stepByteCount = 1 + random.below(500)
            $0.stepEntryCount = 1 + random.below(100)
            $0.stepStringCount = 1 + random.below(50)
            $0.postingsPerRange = 1 + random.below(200)
            $0.maximumBlockStringCount = random.below(60)
            change(&$0)
        }
    }

    func testScalarsOfAllKinds() {
        for round in 0..<SeededRandom.rounds(8) {
            var random = SeededRandom(round: round)
            let texts = ScalarTexts(&random)
            let rowCount = 1 + random.below(300)
            let fields = (0..<3).map { _ in (0..<rowCount).map { _ in texts.text(&random) } }
            let oracle = Oracle(fields)
            let (name, usual) = SearchIndexConfiguration.all[random.below(SearchIndexConfiguration.all.count)]
            var configuration = usual
            configuration.sampledRowCount = 1 + random.below(100)
            configuration.sampledByteCount = 1 + random.below(5_000)
            let index = SearchIndex(fields: oracle.exact.columns, threads: 1 + random.below(3), configuration)
            for _ in 0..<60 {
                let text = texts.query(of: fields[random.below(3)][random.below(rowCount)] ?? "", &random)
                oracle.expectMatches(index, text, "\(name), \(random.label)")
            }
        }
    }

    /// Texts folded in the most obvious ways: by the standard library, and by Foundation.
    private struct Oracle {
        let exact: SearchedRows
        let plain: SearchedRows

        init(_ fields: [[String?]]) {
            exact = SearchedRows(fields)
            plain = SearchedRows(fields) { text in
                let scalars = text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
                return scalars.filter { $0.properties.generalCategory != .nonspacingMark }
                    .flatMap { Array(String($0).utf8) }
            }
        }

        func expectMatches(_ index: SearchIndex, _ text: String, _ label: String) {
            let rowCount = exact.rowCount
            if let pattern = SearchQuery(text).patterns.first {
                XCTAssertEqual(
                    index.search(pattern, rowCount: rowCount).rows, exact.rows(containing: pattern),
                    "\(text.debugDescription), \(label)")
            }
            if let pattern = SearchQuery(text, options: .ignoringAccents).patterns.first {
                XCTAssertEqual(
                    index.searchIgnoringAccents(pattern, rowCount: rowCount), plain.rows(containing: pattern),
                    "\(text.debugDescription) ignoring accents, \(label)")
            }
        }
    }

    func testRowsWithScalarsThatOrderingMovesAreFound() {
        // The first text contains the first query; without accents, ordering moves U+1715 between its
        // scalars.
        let texts = ["x\u{302e}\u{1715}", "x\u{1715}\u{302e}", "x\u{302e}", "é\u{302e}", "jose"]
        let oracle = Oracle([texts])
        for (name, configuration) in SearchIndexConfiguration.all {
            let index = oracle.exact.index(configuration)
            for query in ["x\u{302e}", "x\u{1715}", "\u{1715}\u{302e}", "e\u{302e}", "e"] {
                oracle.expectMatches(index, query, name)
            }
        }
    }

    func testResultDoesNotDependOnBlocksStepsAndThreads() {
        for round in 0..<SeededRandom.rounds(5) {
            var random = SeededRandom(round: round)
            let texts = ScalarTexts(&random)
            let rowCount = random.below(400)
            let fields = (0..<3).map { _ in (0..<rowCount).map { _ in texts.text(&random) } }
            let columns = SearchedRows(fields).columns
            // With 0, blocks find the n-grams of the tokens that the table knows, and of those that it does not.
            let cost = random.chance(1, of: 2) ? 0 : SearchIndexConfiguration().frequentNGramCost
            let expected = SearchIndex(fields: columns, .forced { $0.frequentNGramCost = cost })
            let queries = (0..<50).map { _ in
                texts.query(
                    of: rowCount == 0 ? "a" : fields[random.below(3)][random.below(rowCount)] ?? "a", &random)
            }
            let patterns = queries + queries.map { String($0.prefix(1 + random.below(2))) }
            for threads in 1...4 {
                let index = SearchIndex(
                    fields: columns, threads: threads, Self.small(&random) { $0.frequentNGramCost = cost })
                expectSame(index, expected, patterns, rowCount, random.label)
            }
            var builder = SearchIndexBuilder(
                fields: columns, Self.small(&random) { $0.frequentNGramCost = cost })
            var progress = 0.0
            while builder.step() {
                XCTAssertGreaterThanOrEqual(builder.progress, progress, random.label)
                XCTAssertLessThanOrEqual(builder.progress, 1, random.label)
                progress = builder.progress
            }
            XCTAssertEqual(builder.progress, 1)
            let remains = builder.step()
            XCTAssertFalse(remains, "a step after the last one")
            expectSame(builder.finish(), expected, patterns, rowCount, random.label)
        }
    }

    private func expectSame(
        _ index: SearchIndex, _ expected: SearchIndex, _ texts: [String], _ rowCount: Int, _ label: String
    ) {
        XCTAssertEqual(index.byteCount, expected.byteCount, label)
        for text in texts {
            let exact = SearchQuery(text).patterns.first ?? [0x61]
            let (found, path) = index.search(exact, rowCount: rowCount)
            let (expectedRows, expectedPath) = expected.search(exact, rowCount: rowCount)
            XCTAssertEqual(found, expectedRows, "\(text.debugDescription), \(label)")
            XCTAssertEqual(path, expectedPath, "\(text.debugDescription), \(label)")
            let plain = SearchQuery(text, options: .ignoringAccents).patterns.first ?? [0x61]
            XCTAssertEqual(
                index.searchIgnoringAccents(plain, rowCount: rowCount),
                expected.searchIgnoringAccents(plain, rowCount: rowCount),
                "\(text.debugDescription), \(label)")
        }
    }

    func testBuildsMayBeLeftAtAnyStep() {
        var random = SeededRandom(round: 0)
        let texts = ScalarTexts(&random)
        let fields = (0..<3).map { _ in (0..<60).map { _ in texts.text(&random) } }
        let columns = SearchedRows(fields).columns
        let configuration = SearchIndexConfiguration.forced {
            ($0.blockByteCount, $0.stepByteCount, $0.postingsPerRange) = (700, 200, 100)
            ($0.stepEntryCount, $0.stepStringCount) = (60, 40)
        }
        let expected = SearchIndex(fields: columns, configuration)
        var stepCount = 0
        var isDone = false
        while !isDone {
            var builder = SearchIndexBuilder(fields: columns, configuration)
            for _ in 0..<stepCount where builder.step() {}
            isDone = !builder.step()
            // In few rounds some of the steps.
            stepCount += SeededRandom.isThorough ? 1 : 1 + random.below(7)
            // Every third one is completed after the interruption, the others are dropped.
            if stepCount % 3 == 0 || isDone {
                let byteCount = builder.finish().byteCount
                XCTAssertEqual(byteCount, expected.byteCount, "after \(stepCount) steps")
            }
        }
        XCTAssertGreaterThan(stepCount, 150)
    }

    func testTextsWithoutTokensAreBuiltInSteps() {
        let fields: [[String?]] = [
            (0..<700).map { $0 % 3 == 0 ? "né \($0)" : $0 % 5 == 0 ? nil : "ne \($0)" }
        ]
        let rows = SearchedRows(fields)
        var configuration = SearchIndexConfiguration()
        (configuration.blockByteCount, configuration.stepByteCount) = (1_000, 100)
        var builder = SearchIndexBuilder(fields: rows.columns, configuration)
        var stepCount = 0
        while builder.step() { stepCount += 1 }
        XCTAssertGreaterThan(stepCount, 50)
        let index = builder.finish()
        XCTAssertEqual(
            index.searchIgnoringAccents(Array("ne 3".utf8), rowCount: 700),
            (0..<700).filter { fields[0][$0] != nil && "\($0)".hasPrefix("3") })
        XCTAssertEqual(
            index.search(Array("né 3".utf8), rowCount: 700).rows,
            (0..<700).filter { $0 % 3 == 0 && "\($0)".hasPrefix("3") })
    }

    /// The last block may have rows without any text: it was read for ever.
    func testBlocksOfEmptyRows() {
        for texts: [String?] in [
            [nil], [nil, nil, ""], ["camp", nil], ["camp", nil, ""], [nil, "camp", nil, nil, "a camp"],
        ] {
            let rows = SearchedRows([texts, texts.map { _ in nil }])
            let configuration = SearchIndexConfiguration.forced { $0.blockByteCount = 1 }
            var builder = SearchIndexBuilder(fields: rows.columns, configuration)
            var stepCount = 0
            while builder.step() {
                stepCount += 1
                guard stepCount < 1_000 else { return XCTFail("\(texts): still not built") }
            }
            let index = builder.finish()
            for pattern in ["camp", "a", "p", "a c"].map({ Array($0.utf8) }) {
                XCTAssertEqual(
                    index.search(pattern, rowCount: texts.count).rows, rows.rows(containing: pattern))
            }
            for threads in 1...2 {
                let built = SearchIndex.build(fields: rows.columns, threads: threads, configuration)
                XCTAssertEqual(built.byteCount, index.byteCount)
            }
        }
    }

    func testTextsThatBecomeTooLongInLowerCaseAreOnlyScanned() {
        // U+023A takes two bytes, and three in lower case.
        let texts = (0..<200).map { "\u{23a}\u{23a}\u{23a} \($0 % 7)" }
        let rows = SearchedRows([texts])
        let byteCount = texts.reduce(0) { $0 + $1.utf8.count + 1 }
        for (limit, path) in [(byteCount - 1, SearchPath.scan), (byteCount, .scan), (2 * byteCount, .tokens)]
        {
            for threads in 1...3 {
                let index = SearchIndex(
                    fields: rows.columns, threads: threads,
                    .forced {
                        $0.maximumTokenTextByteCount = limit
                        $0.blockByteCount = 300
                    })
                let found = index.search(Array("\u{2c65} 3".utf8), rowCount: 200)
                XCTAssertEqual(found.rows, (0..<200).filter { $0 % 7 == 3 })
                XCTAssertEqual(index.search(Array("\u{2c65}".utf8), rowCount: 200).path, path)
            }
        }
    }

    func testStepsAreBoundedByTheirWork() {
        // 100 rows of ten tokens, all of them distinct.
        let texts = (0..<100).map { row in (0..<10).map { "t\(row)x\($0)" }.joined(separator: " ") }
        let columns = SearchedRows([texts]).columns
        func stepCount(_ change: (inout SearchIndexConfiguration) -> Void) -> Int {
            var builder = SearchIndexBuilder(fields: columns, .forced(change))
            var count = 1
            while builder.step() { count += 1 }
            return count
        }
        let usual = stepCount { _ in }
        // Tokens are counted, placed, listed and replaced by pairs, and these likewise but for the last.
        XCTAssertGreaterThanOrEqual(stepCount { $0.stepEntryCount = 100 }, usual + 7 * 8)
        // Tokens are added, read for their names twice, and for their n-grams, four times as many a step.
        XCTAssertGreaterThanOrEqual(stepCount { $0.stepStringCount = 100 }, usual + 9 + 2 * 9 + 2)
        XCTAssertGreaterThanOrEqual(stepCount { $0.stepByteCount = 500 }, usual + 9)
        XCTAssertGreaterThanOrEqual(stepCount { $0.postingsPerRange = 100 }, usual + 9)
    }

    func testRowsBeyondTheBytesOfASampleAreNotRead() {
        let long = String(repeating: "win ", count: 1_000)
        let columns = SearchedRows([[long, "to win", "to go", long, "to win"]]).columns
        for (byteCount, sampled) in [(1, 0), (4_500, 4), (1 << 20, 5)] {
            let configuration = SearchIndexConfiguration.forced {
                $0.sampledByteCount = byteCount
                $0.sampledRowCount = 5
            }
            var sample = IndexSample(IndexedRows(fields: columns), configuration)
            while sample.read(byteCount: 50) {}
            XCTAssertEqual(sample.sampledCount, sampled, "\(byteCount) bytes")
        }
    }

    func testTooManyTokensAreNoticedWhileBlocksAreRead() {
        let texts = (0..<2000).map { "tóken\($0 &* 7_919 % 100_003)" }
        let rows = SearchedRows([texts])
        for threads in 1...3 {
            let index = SearchIndex(
                fields: rows.columns, threads: threads,
                .forced {
                    $0.maximumVocabularyPercent = 20
                    $0.blockByteCount = 1_000
                })
            let (found, path) = index.search(Array("ken4".utf8), rowCount: 2000)
            XCTAssertEqual(path, .scan)
            XCTAssertEqual(found, rows.rows(containing: Array("ken4".utf8)))
            XCTAssertEqual(index.searchIgnoringAccents(Array("token4".utf8), rowCount: 2000), found)
        }
    }
}

/// Words of a small alphabet with accents, marks that ordering moves, emoji with variation selectors, Hangul
/// and kana.
private struct ScalarTexts {
    private static let scalars = [
        "a", "e", "é", "E", "ñ", "o\u{308}", "\u{301}", "\u{fe0f}", "🔥", "🏋\u{fe0f}", "⚾\u{fe0f}", "한", "が",
        "か",
        "\u{3099}", "中", "\u{302e}", "\u{1715}", "\u{1d15e}", "İ", "ẞ", "\u{9cb}", "，", "\u{f900}",
        "\u{200d}", "x",
    ]
    private let words: [String]

    init(_ random: inout SeededRandom) {
        let scalars = Self.scalars.filter { _ in random.chance(1, of: 2) } + ["a", "é"]
        words = (0..<25).map { _ in
            (0...random.below(5)).map { _ in
                random.chance(1, of: 3)
                    ? ["b", "c", "d"][random.below(3)] : scalars[random.below(scalars.count)]
            }.joined()
        }
    }

    func text(_ random: inout SeededRandom) -> String? {
        if random.chance(1, of: 12) { return nil }
        let joints = [" ", " ", " ", "  ", ", ", "/", "!", "", "\u{fe0f} ", " \u{301}", "\u{fe0f}"]
        return (0..<random.below(8)).map { _ in
            words[random.below(words.count) * random.below(words.count) / words.count]
                + joints[random.below(joints.count)]
        }.joined()
    }

    /// Returns a part of a text, sometimes with other accents.
    func query(of text: String, _ random: inout SeededRandom) -> String {
        var scalars = Array(text.unicodeScalars)
        guard !scalars.isEmpty else { return words[0] }
        let start = random.below(scalars.count)
        scalars = Array(scalars[start..<start + 1 + random.below(min(9, scalars.count - start))])
        if random.chance(1, of: 4) { scalars.removeAll { $0.properties.generalCategory == .nonspacingMark } }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        let part = String(view)
        return random.chance(1, of: 4) ? part.replacingOccurrences(of: "é", with: "e") : part
    }
}
