import XCTest

@testable import CompassServer

final class QueryParametersTests: XCTestCase {
    private func expect(
        _ query: String, _ expected: [(String, String)], line: UInt = #line
    ) throws {
        let all = try QueryParameters(query).all
        XCTAssertEqual(all.map(\.name), expected.map(\.0), query, line: line)
        XCTAssertEqual(all.map(\.value), expected.map(\.1), query, line: line)
    }

    func testDecoding() throws {
        try expect("", [])
        try expect("&&", [])
        try expect("a=1&b=2&a=3", [("a", "1"), ("b", "2"), ("a", "3")])
        try expect("linked", [("linked", "")])
        try expect("a=", [("a", "")])
        try expect("=a", [("", "a")])
        try expect("a=b=c", [("a", "b=c")])
        try expect("a=x+y%20z%2B", [("a", "x y z+")])
        try expect("a=%c3%A9%F0%9F%8F%88", [("a", "é🏈")])
        try expect("%61%3d=%26%3D", [("a=", "&=")])
        try expect("a=%EF%BF%BD", [("a", "\u{fffd}")])
        try expect("a=%00%0a", [("a", "\0\n")])
    }

    func testWhatIsNotPercentEncodedUTF8() {
        for query in ["a=%", "a=%4", "a=%zz", "a=%c3", "a=%ff", "%=a", "a=%ed%a0%80", "a=%+1", "a=%c0%80"] {
            XCTAssertThrowsError(try QueryParameters(query), query) {
                XCTAssertEqual(($0 as? APIError)?.status, 400)
            }
        }
        let many = Array(repeating: "a=1", count: 1_001).joined(separator: "&")
        XCTAssertThrowsError(try QueryParameters(many))
    }

    func testNamesInMessagesAreHarmlessAndShort() throws {
        let query = try QueryParameters("%1b[31m\(String(repeating: "x", count: 500))=1")
        XCTAssertThrowsError(try query.check(RouteParameter.moment)) { error in
            let message = (error as? APIError)?.message ?? ""
            XCTAssertFalse(message.contains("\u{1b}"))
            XCTAssertLessThan(message.count, 200)
            XCTAssert(message.contains("'now'") || message.contains("'zone'"), message)
        }
    }

    func testFlags() throws {
        for (query, expected) in [
            ("", false), ("linked", true), ("linked=", true), ("linked=true", true), ("linked=false", false),
        ] {
            XCTAssertEqual(try QueryParameters(query).flag("linked"), expected, query)
        }
        XCTAssertThrowsError(try QueryParameters("linked=1").flag("linked"))
    }
}
