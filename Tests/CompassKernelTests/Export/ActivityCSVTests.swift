import XCTest

@testable import CompassKernel

final class ActivityCSVTests: XCTestCase {
    private let header =
        "id,type,timestamp,title,description,icon,entityType,entityId,entityName,isClickable,clickUrl,"
        + "relativeTime"

    private func feed() throws -> ActivityFeed {
        let interactions = #"""
            [{"id":"a b","type":"phone_call","occurred_at":"2026-03-01T10:00:00Z","school_id":"s",
              "content":"=SUM(1), \"camp\""}]
            """#
        let documents = #"[{"id":"d","type":"rec_letter","created_at":"2026-01-05T10:00:00Z"}]"#
        return ActivityFeed(
            interactions: try InteractionTable.load(json: interactions.utf8).table,
            documents: try DocumentTable.load(json: documents.utf8).table,
            schools: try SchoolDirectory.load(json: #"[{"id":"s","name":"-Rice, Houston"}]"#.utf8).table,
            failures: [SourceFailure(table: "school_status_history", reason: "line 1, column 1: not JSON")])
    }

    private let now = Timestamp(micros: 1_772_366_400_000_000)  // 2026-03-01T12:00:00Z

    func testAPageHasABlockForEachSection() throws {
        let page = try feed().page(asOf: now, in: .utc)
        let expected = """
            total,page,totalPages
            2,1,1

            table,reason
            school_status_history,"line 1, column 1: not JSON"

            \(header)
            interaction-a b,interaction,2026-03-01T10:00:00+00:00,"Phone call with -Rice, Houston",\
            "'=SUM(1), ""camp""\",☎️,school,s,"'-Rice, Houston",true,/interactions?id=a%20b,2h ago
            doc-d,document_upload,2026-01-05T10:00:00+00:00,Uploaded rec letter,Untitled,📄,document,d,Untitled,\
            false,,Jan 5

            """
        XCTAssertEqual(
            String(decoding: page.csv(), as: UTF8.self), expected.replacingLineFeeds(),
            "the page's CSV differs")
        XCTAssertEqual(page.csv(byteOrderMark: true), [0xef, 0xbb, 0xbf] + page.csv())
    }

    func testAllEventsAreThePageThatHoldsThemAll() throws {
        let feed = try feed()
        for filter: ActivityFilter in [
            .all, .init(type: .documentUpload), .init(search: "camp"), .init(search: "zzz"),
        ] {
            var bytes: [UInt8] = []
            feed.writePageCSV(where: filter, asOf: now, in: .utc) { bytes += Array($0) }
            XCTAssertEqual(bytes, feed.page(where: filter, asOf: now, in: .utc).csv())
        }
    }

    func testManyPiecesListEachEventOnce() throws {
        let count = 70_000
        let feed = ActivityFeed(
            documents: DocumentTable(
                (0..<count).map {
                    Document(id: "\($0)", type: "resume", time: Timestamp(micros: Int64($0)))
                }))
        var bytes: [UInt8] = []
        feed.writePageCSV(asOf: now, in: .utc) { bytes += Array($0) }
        let blocks = CSVReader.blocks(bytes)
        XCTAssertEqual(blocks[0], [["total", "page", "totalPages"], ["\(count)", "1", "1"]])
        XCTAssertEqual(blocks[2].dropFirst().map { $0[0] }, (0..<count).reversed().map { "doc-\($0)" })
    }
}

extension String {
    /// The text with the line ends of CSV.
    fileprivate func replacingLineFeeds() -> String {
        String(decoding: utf8.flatMap { $0 == UInt8(ascii: "\n") ? [0x0d, 0x0a] : [$0] }, as: UTF8.self)
    }
}
