import XCTest

@testable import CompassKernel

final class ActivityCSVTests: XCTestCase {
    private let now = instant("2026-03-01T12:00:00Z")
    private let header =
        "id,type,timestamp,title,description,icon,entityType,entityId,entityName,isClickable,clickUrl,"
        + "relativeTime\r\n"
    private let rows =
        "interaction-é,interaction,2026-02-28T12:00:00+00:00,\"Email with Rice, Houston\",\"'=1, \"\"x\"\"\n\",📧,"
        + "school,s,\"Rice, Houston\",true,/interactions?id=%C3%A9,1d ago\r\n"
        + "doc--1,document_upload,2026-02-27T12:00:00+00:00,Uploaded resume,'@me,📄,document,'-1,'@me,false,,"
        + "2d ago\r\n"

    private func feed() throws -> ActivityFeed {
        let interaction = Interaction(
            id: "é", type: "email", time: instant("2026-02-28T12:00:00Z"), schoolId: "s",
            content: "=1, \"x\"\n")
        let document = Document(
            id: "-1", type: "resume", time: instant("2026-02-27T12:00:00Z"), title: "@me")
        return ActivityFeed(
            interactions: InteractionTable([interaction]), documents: DocumentTable([document]),
            schools: try SchoolDirectory.load(json: #"[{"id":"s","name":"Rice, Houston"}]"#.utf8).table,
            failures: [SourceFailure(table: "school_status_history", reason: "line 1, column 2")])
    }

    func testAPageHasABlockForEachSection() throws {
        let page = try feed().page(asOf: now, in: .utc)
        XCTAssertEqual(
            String(decoding: page.csv(), as: UTF8.self),
            "total,page,totalPages\r\n2,1,1\r\n\r\ntable,reason\r\nschool_status_history,\"line 1, column 2\"\r\n\r\n"
                + header
                + rows)
        XCTAssertEqual(page.csv(byteOrderMark: true), [0xef, 0xbb, 0xbf] + page.csv())
    }

    func testAllMatchesAreListedWhateverThePageShows() throws {
        let feed = try feed()
        XCTAssertEqual(String(decoding: feed.csv(asOf: now, in: .utc), as: UTF8.self), header + rows)
        let found = feed.csv(
            where: ActivityFilter(range: .week, search: "zzz"), asOf: now, in: .utc, byteOrderMark: true)
        XCTAssertEqual(found, [0xef, 0xbb, 0xbf] + Array(header.utf8))
        let many = (0..<5_000).map { Document(id: "\($0)", type: "resume", time: now) }
        let lines = ActivityFeed(documents: DocumentTable(many)).csv(asOf: now, in: .utc)
            .count { $0 == UInt8(ascii: "\n") }
        XCTAssertEqual(lines, 5_001)
    }
}
