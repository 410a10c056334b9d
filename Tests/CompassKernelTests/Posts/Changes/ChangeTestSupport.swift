import XCTest

@testable import CompassKernel

extension PostTable {
    /// The posts, in the table's order.
    var posts: [Post] { places.map { post(at: $0) } }

    /// The posts' ids, in the table's order.
    var postIDs: [String] { posts.map(\.id) }
}

/// The instant of an RFC 3339 text.
func time(_ text: String) throws -> Timestamp { try Timestamp(parsing: text) }

/// Four posts of two schools, newest first: a; b and c at the same time; d.
func fourPosts() throws -> PostTable {
    func row(_ id: String, _ day: Int, _ more: String) -> String {
        """
        {"id":"\(id)","platform":"twitter","post_date":"2026-02-\(day)T12:00:00Z","post_url":"u/\(id)",\
        "school_id":"s\(day % 2)","coach_id":"k\(day % 2)","post_content":"Post \(id)"\(more)}
        """
    }
    let rows = [
        row("a", 12, #","notes":"call","flagged_for_review":true,"sentiment":"positive""#),
        row("b", 11, #","is_recruiting_related":true"#),
        row("c", 11, #","notes":"","author_name":"Zoë""#),
        row("d", 10, #","created_at":"2026-02-10T13:00:00Z""#),
    ]
    let table = try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8).table
    XCTAssertEqual(table.postIDs, ["a", "b", "c", "d"])
    return table
}

/// Expects `change` to throw `error` and to leave every post unchanged.
func expectRefusal<Failure: Error & Equatable>(
    _ table: inout PostTable, _ error: Failure, file: StaticString = #filePath, line: UInt = #line,
    _ change: (inout PostTable) throws -> Void
) {
    let before = table.posts
    XCTAssertThrowsError(try change(&table), file: file, line: line) {
        XCTAssertEqual($0 as? Failure, error, file: file, line: line)
    }
    XCTAssertEqual(table.posts, before, file: file, line: line)
    XCTAssertEqual(table.checkInvariants(), [], file: file, line: line)
}

/// Expects a table to have the given posts and to keep its invariants.
func expect(
    _ table: PostTable, _ posts: [Post], file: StaticString = #filePath, line: UInt = #line
) {
    XCTAssertEqual(table.posts, posts, file: file, line: line)
    XCTAssertEqual(table.count, posts.count, file: file, line: line)
    XCTAssertEqual(table.checkInvariants(), [], file: file, line: line)
}
