import XCTest

@testable import CompassKernel

final class AnalyticsRangeTests: XCTestCase {
    func testLabelsAreThoseOfTheButtons() {
        let labels: [(AnalyticsRange, String)] = [
            (.last(days: 7), "7 Days"), (.last(days: 1), "1 Day"), (.last(days: 0), "0 Days"),
            (.last(days: -5), "0 Days"), (.last(days: .max), "3652425 Days"), (.all, "All Time"),
        ]
        for (range, label) in labels { XCTAssertEqual(range.label, label) }
    }

    func testSchoolsAreInNameOrderWithThoseThatHaveNoPost() throws {
        let posts = try PostTable.load(
            json: "[\(postJSON("1", "2026-02-01T00:00:00Z", ",\"school_id\":\"x\""))]".utf8
        ).table
        let directory = try SchoolDirectory.load(
            json: #"[{"id":"b","name":"rice"},{"id":"a","name":"Army"}]"#.utf8
        ).table
        let schools = posts.bound(to: directory).schoolsInNameOrder()
        XCTAssertEqual(schools.map(\.name), ["Army", "rice", "Unknown School"])
        XCTAssertEqual(schools.map(\.postCount), [0, 0, 1])
    }

    /// Their order is kept with the names, their counts are those of the posts as they are.
    func testCountsOfSchoolsInNameOrderFollowChanges() throws {
        let posts = try PostTable.load(
            json: "[\(postJSON("1", "2026-02-01T00:00:00Z", ",\"school_id\":\"b\""))]".utf8
        ).table
        let directory = try SchoolDirectory.load(
            json: #"[{"id":"b","name":"rice"},{"id":"a","name":"Army"}]"#.utf8
        ).table
        var social = posts.bound(to: directory)
        XCTAssertEqual(social.schoolsInNameOrder().map(\.postCount), [0, 1])
        try social.update { _ = try $0.remove(id: "1") }
        XCTAssertEqual(social.schoolsInNameOrder().map(\.postCount), [0, 0])
        let row = "[\(postJSON("2", "2026-02-02T00:00:00Z", ",\"school_id\":\"new\""))]"
        try social.update { _ = try $0.merge(json: Array(row.utf8)) }
        XCTAssertEqual(social.schoolsInNameOrder().map(\.name), ["Army", "rice", "Unknown School"])
        XCTAssertEqual(social.schoolsInNameOrder().map(\.postCount), [0, 0, 1])
    }
}
