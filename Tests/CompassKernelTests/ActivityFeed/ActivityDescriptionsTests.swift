import XCTest

@testable import CompassKernel

final class ActivityDescriptionsTests: XCTestCase {
    /// Configurations that build an index of few rows, and exercise each path of it.
    private static let configurations = [
        SearchIndexConfiguration(maximumVocabularyPercent: 1_000, frequentNGramCost: 1_000_000),
        SearchIndexConfiguration(scanShare: 1, maximumVocabularyPercent: 1_000, bitmapShare: 2),
        SearchIndexConfiguration(scanShare: 50, maximumVocabularyPercent: 1_000, frequentNGramCost: 100),
        SearchIndexConfiguration(maximumTokenTextByteCount: 500, maximumVocabularyPercent: 1_000),
    ]
    private static let searches = [
        ".", "..", "...", "....", "p...", "e", "c", "t", "to", "amp", "camp", "camp in", "p in the mor",
        "to the to",
        " the to the ", "e to the c", "i̇", "é", "e\u{301}", "\u{301}", "👍", "👍🏽", "한", "🇺🇸", "क", "x", "xx",
        "no additional", "additional details", "untitled", "zzz", "\r\n", "o the c", "\u{fe0f}", "morning",
    ]

    func testTheIndexFindsWhatAScanFinds() throws {
        for round in 0..<SeededRandom.rounds(40) {
            var activity = RandomActivity(SeededRandom(round: round))
            var rows = activity.rows([0, 3, 100, 300, 1, 63, 64, 65][round % 8])
            // Dots of the text's own, also where it is cut.
            for index in rows.documents.indices where index % 3 == 0 {
                rows.documents[index].title = String(repeating: "win. ", count: activity.random.below(14))
            }
            let feed = try rows.feed()
            let configuration = Self.configurations[round / 8 % Self.configurations.count]
            for source in feed.sources {
                for isWhole in [false, true] {
                    expectSameRanks(source.loaded, isWhole: isWhole, configuration, &activity)
                }
            }
        }
    }

    private func expectSameRanks(
        _ source: LoadedActivity, isWhole: Bool, _ configuration: SearchIndexConfiguration,
        _ activity: inout RandomActivity
    ) {
        let indexed = ActivityDescriptions(of: source, isWhole: isWhole, index: configuration)
        let scanned = ActivityDescriptions(of: source, isWhole: isWhole, index: nil)
        for search in Self.searches {
            let pattern = TextFolding.folded(Array(search.utf8), ignoringAccents: false)
            for limit in [source.count, activity.random.below(source.count + 1)] {
                let label = "\(activity.random.label): \(search), \(limit) of \(source.count)"
                let expected = ranks(scanned, pattern, below: limit, of: source.count)
                XCTAssertEqual(ranks(indexed, pattern, below: limit, of: source.count), expected, label)
                XCTAssertTrue(expected.allSatisfy { $0 < limit }, label)
            }
        }
    }

    private func ranks(
        _ descriptions: ActivityDescriptions, _ pattern: [UInt8], below limit: Int, of count: Int
    ) -> [Int] {
        let bits = RowBits(rowCount: count)
        pattern.withUnsafeBufferPointer { descriptions.scan($0, below: limit, into: bits.words) }
        return (0..<count).filter { bits.words[$0 >> 6] >> UInt64($0 & 63) & 1 != 0 }
    }

    func testListedTitlesAreThoseThatAreRead() throws {
        for round in 0..<SeededRandom.rounds(20) {
            var activity = RandomActivity(SeededRandom(round: round))
            let feed = try activity.rows([0, 5, 200][round % 3]).feed()
            for source in feed.sources.map(\.loaded) {
                let listed = ActivityTitles(of: source, feed.schools, listedCount: 0)
                let read = ActivityTitles(of: source, feed.schools, listedCount: .max)
                for search in ["e", "with", "rice", "uploaded t", "changed", "\u{df}", "zzz", "i̇"] {
                    let limit = activity.random.below(source.count + 1)
                    let label = "\(activity.random.label): \(search), \(limit) of \(source.count)"
                    XCTAssertEqual(
                        ranks(listed, search, below: limit, of: source.count),
                        ranks(read, search, below: limit, of: source.count), label)
                }
            }
        }
    }

    private func ranks(_ titles: ActivityTitles, _ search: String, below limit: Int, of count: Int) -> [Int] {
        let bits = RowBits(rowCount: count)
        Array(search.utf8).withUnsafeBufferPointer {
            titles.addRanks(of: titles.matches(of: $0), below: limit, into: bits.words)
        }
        return (0..<count).filter { bits.words[$0 >> 6] >> UInt64($0 & 63) & 1 != 0 }
    }

    /// A feed that is large enough for an index, with counts computed by hand.
    func testManyRowsAreFoundByTheirTokens() {
        let count = ActivityDescriptions.indexedCount + 1_000
        // By number modulo 4: cut after "camp b", with two dots, without a text, and all of it shown.
        let texts = [
            String(repeating: "day ", count: 11) + "camp by the lake", "Off season .. camp", nil,
            "Two camps, one day",
        ]
        let now = Timestamp(micros: 1_000_000_000_000)
        let rows = (0..<count).map { number in
            Document(
                id: "\(number)", type: number % 2 == 0 ? "resume" : "camp_notes",
                time: Timestamp(micros: now.micros - Int64(number)), title: texts[number % 4])
        }
        var feed = ActivityFeed(documents: DocumentTable(rows))
        func total(_ search: String, isWhole: Bool = false) -> Int {
            let filter = ActivityFilter(search: search, searchesWholeText: isWhole)
            return feed.page(where: filter, asOf: now, in: .utc).total
        }
        let quarter = count / 4
        for (search, quarters) in [
            ("e", 4), ("camp", 3), ("camps", 1), ("camp n", 2), ("uploaded", 4), ("resume", 2), ("day", 2),
            ("day day", 1), ("day camp", 1), ("lake", 0), ("...", 1), ("..", 2), ("b...", 1), ("untitled", 1),
            (".. camp", 1), ("zzz", 0), ("s, one", 1), (",", 1),
        ] {
            XCTAssertEqual(total(search), quarters * quarter, search)
        }
        XCTAssertEqual(total("lake", isWhole: true), quarter)
        XCTAssertEqual(total("...", isWhole: true), 0)
        XCTAssertTrue(feed.put(Document(id: "new", type: "resume", time: now, title: "At the lake")))
        XCTAssertEqual(total("lake"), 1)
        XCTAssertTrue(feed.remove(id: "doc-0"))
        XCTAssertEqual(total("day day"), quarter - 1)
    }

    func testBitsOfEveryRange() {
        for first in [0, 1, 63, 64, 65, 100, 128, 190] {
            for end in [first, first + 1, 64, 65, 127, 128, 129, 191, 192] where first <= end {
                let bits = RowBits(rowCount: 192)
                func set() -> [Int] { (0..<192).filter { bits.words[$0 >> 6] >> UInt64($0 & 63) & 1 != 0 } }
                bits.words.fill(first..<end)
                XCTAssertEqual(set(), Array(first..<end))
                bits.words.fill(0..<192)
                bits.words.clear(first..<end)
                XCTAssertEqual(set(), Array(0..<first) + Array(end..<192))
            }
        }
    }
}
