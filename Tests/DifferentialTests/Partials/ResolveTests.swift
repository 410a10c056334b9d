import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Two passes over shards leave out the rows that one table of all rows leaves out.
final class ResolveTests: XCTestCase {
    /// A random row; some cannot be read.
    private func row(_ idCount: Int, using random: inout SeededRandom) -> String {
        let id = random.oneIn(30) ? "null" : random.oneIn(40) ? #""""# : #""i\#(random.int(0...idCount))""#
        let url = random.element([
            "", #","post_url":null"#, #","post_url":"""#, #","post_url":"u\#(random.int(0...idCount))""#,
            #","post_url":"u\#(random.int(0...idCount))""#,
        ])
        let date = random.oneIn(20) ? "soon" : "2026-01-\(10 + random.int(0...15))T00:00:00Z"
        let platform = random.oneIn(20) ? "paper" : random.element(["twitter", "instagram"])
        let sentiment = random.oneIn(2) ? #","sentiment":"\#(random.element(["positive", "odd"]))""# : ""
        return #"{"id":\#(id)\#(url),"post_date":"\#(date)","platform":"\#(platform)"\#(sentiment)}"#
    }

    func testRandomRows() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(200) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let idCount = random.element([0, 1, 3, 10, 100, 1000])
            let rows = (0..<random.element([0, 1, 2, 3, 20, 200])).map { _ in row(idCount, using: &random) }
            let (table, report) = try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8)

            // Consecutive rows, some of which may be none.
            let cuts = (0..<random.int(0...8)).map { _ in random.int(0...rows.count) }.sorted()
            let shards = zip([0] + cuts, cuts + [rows.count]).map { Array(rows[$0..<$1]) }
            let numbers = RandomShards.numbers(shards.count, using: &random).sorted()
            let key: RowHashKey = random.oneIn(2) ? .fixed : .random()
            let isLines = random.oneIn(2)
            let keys = try zip(shards, numbers).map { rows, number in
                isLines
                    ? try PostTable.readKeys(
                        ndjson: rows.joined(separator: "\n").utf8, shard: number, key: key)
                    : try PostTable.readKeys(
                        json: "[\(rows.joined(separator: ","))]".utf8, shard: number, key: key)
            }
            let replaced = try RowKeys.replacedRows(of: keys.shuffled(using: &random))
            var options = LoadOptions()
            var (loaded, skipped) = (0, 0)
            let parts = try zip(shards, numbers).map { rows, number in
                options.replacedElsewhere = replaced[number] ?? []
                let (part, report) = try PostTable.load(
                    json: "[\(rows.joined(separator: ","))]".utf8, options: options)
                XCTAssertEqual(part.checkInvariants(), [], name)
                XCTAssertEqual(report.rows - report.skipped - report.replaced, report.loaded, name)
                loaded += report.loaded
                skipped += report.skipped
                return part.bound(to: .empty).partialFeed(
                    asOf: Timestamp(micros: 0), in: .utc, pageSize: .max, shard: number)
            }
            XCTAssertEqual(loaded, report.loaded, name)
            XCTAssertEqual(skipped, report.skipped, name)
            let page = try RandomShards.checkedMerge(parts, using: &random, name).feedPage(schools: .empty)
            let wanted = table.bound(to: .empty).feedPage(
                asOf: Timestamp(micros: 0), in: .utc, pageSize: .max)
            XCTAssertEqual(
                String(decoding: page.json(), as: UTF8.self), String(decoding: wanted.json(), as: UTF8.self),
                name)
            let baseline = try BaselineLoader.posts(Array("[\(rows.joined(separator: ","))]".utf8)).posts
            XCTAssertEqual(page.posts.map { BaselineText($0.id) }, baseline.rows.map(\.id), name)
        }
    }
}
