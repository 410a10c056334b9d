import CompassKernel
import Foundation
import XCTest

@testable import CompassServer

/// `/api/timeline/levels` shows what the page has, and the counts of the kernel's levels of detail.
final class TimelineLevelsTests: APITestCase {
    private func levels(_ query: String) async throws -> NSDictionary {
        let response = try await respond("/api/timeline/levels?" + query)
        let document = try await json(response)
        XCTAssertEqual(response.status, 200, "\(query) \(document)")
        return document
    }

    private func lanes(_ document: NSDictionary) -> [NSDictionary] {
        document["lanes"] as? [NSDictionary] ?? []
    }

    private func timeline() throws -> RecruitingTimeline {
        try XCTUnwrap(Self.tiny.get().timeline.value)
    }

    func testTheRangeIsThatOfThePage() async throws {
        for query in [
            "range=6", "range=all&zone=Asia/Kolkata", "range=3&hide=offers&lanes-page=2&lanes-per-page=3",
        ] {
            let document = try await levels(query)
            let separator = query.contains("lanes") ? "" : "&lanes-page=1"
            let page = try await json(
                try await respond("/api/timeline?" + query + separator + "&min-width=0"))
            for key in ["range", "todayPosition", "months", "state", "laneCount", "lanesPage", "lanesPages"] {
                XCTAssertEqual(document[key] as? NSObject, page[key] as? NSObject, "\(query) \(key)")
            }
            let list = try XCTUnwrap(page["listItems"] as? [NSDictionary])
            XCTAssertEqual(document["itemCount"] as? Int, list.count)
            XCTAssertEqual(document["listItems"] as? [NSDictionary], Array(list.prefix(50)))
            XCTAssertEqual(document["detail"] as? String, "items")
            XCTAssertEqual(document["bucketCount"] as? Int, 400)
            let pageLanes = lanes(page)
            XCTAssertEqual(lanes(document).count, pageLanes.count)
            for (lane, pageLane) in zip(lanes(document), pageLanes) {
                XCTAssertEqual(lane["schoolName"] as? String, pageLane["schoolName"] as? String)
                XCTAssertEqual(lane["itemCount"] as? Int, pageLane["itemCount"] as? Int)
                XCTAssert(lane["counts"] is NSNull)
                let items = lane["items"] as? [NSDictionary] ?? []
                let pageItems = pageLane["items"] as? [NSDictionary] ?? []
                XCTAssertEqual(items.count, pageItems.count)
                for (item, pageItem) in zip(items, pageItems) {
                    for key in ["id", "type", "label", "date", "endDate", "shape", "left", "width", "link"] {
                        XCTAssertEqual(item[key] as? NSObject, pageItem[key] as? NSObject, key)
                    }
                }
            }
        }
    }

    func testTheWindowChoosesItems() async throws {
        let timeline = try timeline()
        let (from, to) = (
            try Timestamp(parsing: "2026-01-10T00:00:00Z"), try Timestamp(parsing: "2026-02-10T00:00:00Z")
        )
        let window = "from=2026-01-10T00:00:00Z&to=2026-02-10T00:00:00Z"
        let document = try await levels("range=all&lanes-per-page=100&" + window)
        let ids = lanes(document).flatMap { $0["items"] as? [NSDictionary] ?? [] }.compactMap {
            $0["id"] as? String
        }
        let expected = timeline.items(in: .utc).items(meeting: try TimeWindow(from: from, to: to)).map(\.id)
        XCTAssertFalse(expected.isEmpty)
        XCTAssertEqual(ids.sorted(), expected.sorted())
        XCTAssertEqual(document["from"] as? String, "2026-01-10T00:00:00+00:00")
        XCTAssertEqual(document["to"] as? String, "2026-02-10T00:00:00+00:00")
    }

    func testCountsAreTheStartsOfTheKernelsLevels() async throws {
        let timeline = try timeline()
        let (from, to) = (
            try Timestamp(parsing: "2025-12-10T00:00:00Z"), try Timestamp(parsing: "2026-02-10T00:00:00Z")
        )
        let window = try TimeWindow(from: from, to: to)
        let items = timeline.items(in: .utc)
        for width in [1, 2, 7, 400, 4_096] {
            let document = try await levels(
                "range=all&limit=0&lanes-per-page=100&width=\(width)&from=2025-12-10T00:00:00Z"
                    + "&to=2026-02-10T00:00:00Z"
            )
            XCTAssertEqual(document["detail"] as? String, "counts")
            XCTAssertEqual(document["bucketCount"] as? Int, width)
            for lane in lanes(document) {
                XCTAssert(lane["items"] is NSNull)
                let counts = try XCTUnwrap(lane["counts"] as? [[Int]])
                XCTAssertEqual(counts.map { $0[0] }, Set(counts.map { $0[0] }).sorted())
                guard let school = lane["schoolId"] as? String else { continue }
                let filter = TimelineFilter(schoolID: school)
                let levels = try items.levels(over: window, buckets: width, where: filter)
                // Those that start before the window are counted in its first bucket.
                var expected = levels.buckets.map { bucket in (0..<4).map { bucket.starts[$0] } }
                for number in items.numbers(meeting: window, where: filter)
                where items.start(Int(number)) < from {
                    expected[0][TimelineItemType.allCases.firstIndex(of: items.type(Int(number))) ?? 0] += 1
                }
                let listed = expected.enumerated().filter { $0.element.contains { $0 > 0 } }
                XCTAssertEqual(counts, listed.map { [$0.offset] + $0.element }, "\(width) \(school)")
                XCTAssertEqual(
                    counts.reduce(0) { $0 + $1.dropFirst().reduce(0, +) },
                    items.count(meeting: window, where: filter))
            }
        }
    }

    func testAWindowIsClampedToTheRange() async throws {
        let whole = try await levels("range=6")
        for window in [
            "from=1990-01-01T00:00:00Z&to=2090-01-01T00:00:00Z",
            "from=1990-01-01T00:00:00Z&to=1991-01-01T00:00:00Z",
            "from=0001-01-01T00:00:00Z&to=9999-12-31T00:00:00Z",
        ] {
            let document = try await levels("range=6&" + window)
            XCTAssertEqual(document, whole, window)
        }
    }

    func testPagesOfTheList() async throws {
        let page = try await json(try await respond("/api/timeline?range=all"))
        let list = try XCTUnwrap(page["listItems"] as? [NSDictionary])
        var collected: [NSDictionary] = []
        let first = try await levels("range=all&list-per-page=7")
        let pages = try XCTUnwrap(first["listPages"] as? Int)
        XCTAssertEqual(pages, (list.count + 6) / 7)
        for number in 1...pages {
            let document = try await levels("range=all&list-per-page=7&list-page=\(number)")
            XCTAssertEqual(document["listPage"] as? Int, number)
            collected += document["listItems"] as? [NSDictionary] ?? []
        }
        XCTAssertEqual(collected, list)
        let last = try await levels("range=all&list-per-page=7&list-page=9999")
        XCTAssertEqual(last["listPage"] as? Int, pages)
        let none = try await levels("range=all&list-per-page=0&list-page=3")
        XCTAssertEqual(none["listItems"] as? [NSDictionary], [])
        XCTAssertEqual(none["listPages"] as? Int, 1)
    }

    func testBucketsOfWindowsShorterThanTheirBuckets() {
        func range(_ from: Int64, _ to: Int64) -> TimelinePageRange {
            TimelinePageRange(
                kind: .allTime, from: ZonedTimestamp(Timestamp(micros: from), offsetSeconds: 0),
                to: ZonedTimestamp(Timestamp(micros: to), offsetSeconds: 0))
        }
        let short = LevelsWindow(nil, of: range(0, 3), bucketCount: 10)
        // Edges are at 0, 0, 0, 0, 1, 1, 1, 2, 2, 2 and 3.
        XCTAssertEqual([-1, 0, 1, 2, 3, 4].map { short.bucket(of: $0) }, [0, 3, 6, 9, 9, 9])
        let none = LevelsWindow(nil, of: range(5, 5), bucketCount: 10)
        XCTAssertEqual([4, 5, 6].map { none.bucket(of: $0) }, [0, 9, 9])
        let widest = LevelsWindow(nil, of: range(.min, .max), bucketCount: 4_096)
        XCTAssertEqual(
            [.min, -2, -1, .max - 1, .max].map { widest.bucket(of: $0) }, [0, 2_047, 2_048, 4_095, 4_095])
    }
}
