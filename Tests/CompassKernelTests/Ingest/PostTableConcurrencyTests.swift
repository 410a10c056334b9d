import XCTest

@testable import CompassKernel

/// Concurrent loading and reading of tables.
final class PostTableConcurrencyTests: XCTestCase {
    private let rowCount = 300

    private var document: [UInt8] {
        let rows = (0..<rowCount).map { number in
            postJSON(
                "id-\(number)", "2026-02-\(10 + number % 9)T12:00:\(10 + number % 50)Z",
                ",\"school_id\":\"s\(number % 13)\",\"post_content\":\"text \(number)\",\"sentiment\":\"odd\""
            )
        }
        return Array(("[" + rows.joined(separator: ",") + "]").utf8)
    }

    func testLoadingAgainAndAgainOnSeveralThreads() throws {
        let document = self.document
        let expected = try PostTable.load(json: document)
        let results = WorkerThreads.map(count: 12, threads: 4) {
            round -> (rows: [PostRow], report: IngestReport)? in
            let options = pieces(of: 500 + 300 * round, threads: 1 + round % 3)
            guard let (table, report) = try? PostTable.load(json: document, options: options) else {
                return nil
            }
            return (table.rows, report)
        }
        XCTAssertEqual(results.count, 12)
        for result in results {
            XCTAssertEqual(result?.rows, expected.table.rows)
            XCTAssertEqual(result?.report, expected.report)
        }
    }

    func testCopiesAreReadWhileOthersAreReleased() throws {
        let table = try PostTable.load(json: document).table
        let expected = table.rows
        let tables = (0..<4).map { _ in table }
        let results = WorkerThreads.map(count: 16, threads: 4) { index in
            var copy: PostTable? = tables[index % 4]
            let rows = copy?.rows
            let violations = copy?.checkInvariants()
            copy = nil
            return rows == expected && violations == []
        }
        XCTAssertEqual(results, [Bool](repeating: true, count: 16))
    }

    func testQuestionsAreAnsweredOnSeveralThreads() throws {
        let social = try PostTable.load(json: document).table.bound(to: .empty)
        let now = instant("2026-02-18T12:00:00Z")
        let ranges: [AnalyticsRange] = [.all, .last(days: 7), .last(days: 2)]
        let filters: [PostFilter] = [.all, .school("s3"), .platform(.instagram)]
        let expected = ranges.flatMap { range in
            filters.map { social.analyticsPage(range, where: $0, asOf: now, in: .utc, comparison: true) }
        }
        let results = WorkerThreads.map(count: 36, threads: 4) { index in
            social.analyticsPage(
                ranges[index % 9 / 3], where: filters[index % 3], asOf: now, in: .utc, comparison: true)
        }
        for (index, page) in results.enumerated() { XCTAssertEqual(page, expected[index % 9], "\(index)") }
        XCTAssertEqual(expected[0].summary.totalPosts, rowCount)
    }

    func testWorkIsSharedOutAndAllResultsCome() {
        for count in [0, 1, 2, 7] {
            for threads in 0...5 {
                let results = WorkerThreads.map(count: count, threads: threads) { $0 * 3 }
                XCTAssertEqual(results, (0..<count).map { $0 * 3 }, "\(count) on \(threads)")
            }
        }
    }
}
