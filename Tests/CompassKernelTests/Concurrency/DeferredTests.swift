import XCTest

@testable import CompassKernel

final class DeferredTests: XCTestCase {
    private final class Counter: @unchecked Sendable {
        // Sendable: used by one thread.
        var count = 0
    }

    func testOneAccessBuildsTheValueOfAllCopies() {
        let counter = Counter()
        let first = Deferred.pending(
            Deferred.Pending {
                counter.count += 1
                return [1, 2]
            })
        let second = first
        XCTAssertNil(first.existing)
        XCTAssertEqual(counter.count, 0)
        XCTAssertEqual(second.value, [1, 2])
        XCTAssertEqual(first.value, [1, 2])
        XCTAssertEqual(first.existing, [1, 2])
        XCTAssertEqual(counter.count, 1)
    }

    func testAGivenValueExists() {
        let given = Deferred.built(7)
        XCTAssertEqual(given.existing, 7)
        XCTAssertEqual(given.value, 7)
    }

    /// The first page of an opened file does not count for filters, and a filtered one does.
    func testCubesOfAnOpenedFile() throws {
        let folder = try TableFileFolder()
        let posts = try PostTable(
            (0..<100).map { row in
                Post(
                    id: "\(row)", platform: .twitter, postDate: Timestamp(micros: Int64(row)),
                    schoolID: "s\(row % 3)", isRecruitingRelated: row % 2 == 0)
            })
        try TableFile(posts: posts).save(to: folder.file("posts"))
        let opened = try XCTUnwrap(try TableFile.open(folder.file("posts")).posts)
        let before = opened.byteCount
        let now = Timestamp(micros: 200)
        _ = opened.bound(to: .empty).analyticsPage(.last(days: 30), asOf: now, in: .utc)
        XCTAssertEqual(opened.byteCount, before)
        let page = opened.bound(to: .empty)
            .analyticsPage(.all, where: .recruiting && .school("s0"), asOf: now, in: .utc)
        XCTAssertEqual(page.summary.totalPosts, 17)
        XCTAssertGreaterThan(opened.byteCount, before)
    }

    /// Days that are too short for the counts by school are read.
    func testChartOfDaysOfAnOpenedFile() throws {
        let folder = try TableFileFolder()
        let posts = try PostTable(
            (0..<20_000).map { row in
                Post(
                    id: "\(row)", platform: .twitter, postDate: Timestamp(micros: Int64(row) * 86_400_000),
                    schoolID: "s\(row % 4)")
            })
        try TableFile(posts: posts).save(to: folder.file("posts"))
        let opened = try XCTUnwrap(try TableFile.open(folder.file("posts")).posts)
        let before = opened.byteCount
        let social = opened.bound(to: .empty)
        let now = Timestamp(micros: 20 * 86_400_000_000 - 1)
        let page = social.analyticsPage(.last(days: 7), where: .school("s1"), asOf: now, in: .utc)
        XCTAssertEqual(page.activityByDay.map(\.count), [Int](repeating: 250, count: 7))
        let afterPage = opened.byteCount
        XCTAssertEqual(afterPage - before, opened.counts.affiliations.byteCount)
        XCTAssertEqual(social.matchCount(where: .school("s1"), in: .utc), 5_000)
        XCTAssertEqual(opened.byteCount - afterPage, opened.counts.cube.byteCount)
    }

    func testCountsByCategoryOfAnOpenedFile() throws {
        let folder = try TableFileFolder()
        let posts = try PostTable(
            (0..<5_000).map { row in
                Post(
                    id: "\(row)", platform: .twitter, postDate: Timestamp(micros: Int64(row)),
                    isRecruitingRelated: row % 3 == 0)
            })
        try TableFile(posts: posts).save(to: folder.file("posts"))
        let opened = try XCTUnwrap(try TableFile.open(folder.file("posts")).posts)
        let before = opened.byteCount
        XCTAssertEqual(opened.bound(to: .empty).matchCount(in: .utc), 5_000)
        XCTAssertEqual(opened.byteCount, before)
        XCTAssertEqual(opened.bound(to: .empty).matchCount(where: .recruiting, in: .utc), 1_667)
        XCTAssertGreaterThan(opened.byteCount, before)
    }
}
