import CompassKernel
import XCTest

@testable import CompassWorkloads

final class SearchQueryListTests: XCTestCase {
    func testTheListHoldsAThousandDifferentQueriesOfEveryKind() throws {
        let queries = try SearchQueryList.all()
        XCTAssertGreaterThanOrEqual(queries.count, 1_000)
        XCTAssertEqual(Set(queries.map { $0.text.lowercased() }).count, queries.count)
        for kind in PublishedQuery.Kind.allCases {
            XCTAssertGreaterThanOrEqual(try SearchQueryList.queries(kind).count, 100, "\(kind)")
        }
    }

    func testQueriesAreOfTheKindThatIsPublished() throws {
        for query in try SearchQueryList.all() {
            let scalars = Array(query.text.unicodeScalars)
            XCTAssertNotNil(TokenBorders.trimmed(scalars), query.text)
            XCTAssertEqual(scalars.count < 3, query.kind == .short, query.text)
            XCTAssertEqual(query.matches1m == 0, query.kind == .miss, query.text)
            if query.kind == .miss { XCTAssertEqual(query.matches10k, 0, query.text) }
            if query.kind == .hit { XCTAssertFalse(TokenBorders.isCut(scalars), query.text) }
            if query.kind == .tokens { XCTAssertTrue(TokenBorders.isCut(scalars), query.text) }
        }
    }

    func testTheKernelFindsAsManyOf10000PostsAsArePublished() throws {
        let inputs = WorkloadInputs(datasets: try DatasetFolder(path: nil) { _ in }) { _ in }
        let page = try inputs.page(.tenThousand)
        XCTAssertEqual(page.rows, DatasetSize.tenThousand.rows)
        page.social.posts.prepareForSearch()
        #if DEBUG
            let queries = try SearchQueryList.spread(200)
        #else
            let queries = try SearchQueryList.all()
        #endif
        for query in queries {
            XCTAssertEqual(
                page.social.matchCount(where: .search(query.text), in: page.zone), query.matches10k,
                query.text)
        }
    }

    func testWhatIsWrittenIsReadAgain() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "queries-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let queries = [
            PublishedQuery(kind: .hit, source: "by hand", text: "\"é\\\n👍🏽", matches10k: 1, matches1m: 2),
            PublishedQuery(kind: .miss, source: "by hand", text: "zzz", matches10k: 0, matches1m: 0),
        ]
        try SearchQueryList.write(queries, to: url.path)
        XCTAssertEqual(try SearchQueryList.read(path: url.path), queries)
        XCTAssertEqual(queries[0].matches(.tenThousand), 1)
        XCTAssertNil(queries[0].matches(.hundredThousand))
    }
}
