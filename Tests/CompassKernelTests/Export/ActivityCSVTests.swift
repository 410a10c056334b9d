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
            id: "é", type: "email", time: instant("2026-02-28T12:00:00Z"), schoolID: "s",
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
        XCTAssertEqual(
            String(decoding: feed.csv(asOf: now, in: .utc, section: .events), as: UTF8.self), header + rows)
        let found = feed.csv(
            where: ActivityFilter(range: .week, search: "zzz"), asOf: now, in: .utc, byteOrderMark: true,
            section: .events)
        XCTAssertEqual(found, [0xef, 0xbb, 0xbf] + Array(header.utf8))
        let many = (0..<5_000).map { Document(id: "\($0)", type: "resume", time: now) }
        let lines = ActivityFeed(documents: DocumentTable(many)).csv(asOf: now, in: .utc, section: .events)
            .count { $0 == UInt8(ascii: "\n") }
        XCTAssertEqual(lines, 5_001)
    }

    // MARK: Chunks

    func testAPageOfAllEventsIsThePageThatHoldsThemAll() throws {
        let feed = try feed()
        for filter: ActivityFilter in [
            .all, .init(type: .documentUpload), .init(search: "rice"), .init(search: "zzz"),
        ] {
            for byteOrderMark in [false, true] {
                var bytes: [UInt8] = []
                feed.writeCSV(where: filter, asOf: now, in: .utc, byteOrderMark: byteOrderMark) {
                    bytes += Array($0)
                }
                XCTAssertEqual(
                    bytes,
                    feed.page(where: filter, asOf: now, in: .utc).csv(byteOrderMark: byteOrderMark))
            }
        }
    }

    func testPiecesEndBetweenRowsAndAreTheWholeTogether() {
        let count = 6_000
        let feed = feed(of: count)
        var pieces: [[UInt8]] = []
        feed.writeCSV(asOf: now, in: .utc, byteOrderMark: true) { pieces.append(Array($0)) }
        XCTAssertGreaterThan(pieces.count, 3)
        for piece in pieces {
            XCTAssertEqual(Array(piece.suffix(2)), Array("\r\n".utf8))
            // Whole rows contain an even number of quotes; a line break within a text is between two of them.
            XCTAssertTrue(piece.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2))
        }
        // A row has at most a few hundred bytes.
        for piece in pieces.dropLast() {
            XCTAssertTrue((1 << 17..<(1 << 17) + 1_000).contains(piece.count), "\(piece.count) bytes")
        }
        let whole = Array(pieces.joined())
        XCTAssertEqual(whole, feed.page(size: count, asOf: now, in: .utc).csv(byteOrderMark: true))
        XCTAssertEqual(Array(whole.prefix(8)), [0xef, 0xbb, 0xbf] + Array("total".utf8))
        let blocks = CSVReader.blocks(Array(whole.dropFirst(3)))
        XCTAssertEqual(blocks[0], [["total", "page", "totalPages"], ["\(count)", "1", "1"]])
        XCTAssertEqual(blocks[2].dropFirst().map { $0[0] }, (0..<count).map { "doc-\($0)" })
    }

    func testNothingFollowsAnError() {
        struct Full: Error {}
        let feed = feed(of: 6_000)
        for accepted in 0...2 {
            var calls = 0
            XCTAssertThrowsError(
                try feed.writeCSV(asOf: now, in: .utc) { _ throws(Full) in
                    calls += 1
                    if calls > accepted { throw Full() }
                }
            ) { XCTAssertTrue($0 is Full) }
            XCTAssertEqual(calls, accepted + 1)
        }
        // Errors of the last chunk are handled like those of the others.
        var calls = 0
        XCTAssertThrowsError(
            try ActivityFeed().writeCSV(asOf: now, in: .utc) { _ throws(Full) in
                calls += 1
                throw Full()
            })
        XCTAssertEqual(calls, 1)
    }

    /// Returns a feed of documents with multi-line titles, newest first.
    private func feed(of count: Int) -> ActivityFeed {
        ActivityFeed(
            documents: DocumentTable(
                (0..<count).map { index in
                    Document(
                        id: "\(index)", type: "resume", time: Timestamp(micros: now.micros - Int64(index)),
                        title: "\"\(index)\",\r\n" + String(repeating: "x\r\n", count: index % 9))
                }))
    }
}
