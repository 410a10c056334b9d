import CompassKernel
import CompassPages
import CompassSupabase
import CompassSynthesis
import Foundation
import SupabaseTestSupport
import XCTest

/// Tables read from a service equal those of the database.
final class CompleteTableTests: XCTestCase {
    private var server: StandInServer!

    override func setUp() async throws {
        server = try StandInServer.running()
        try await server.reset()
    }

    /// Servers cut pages anywhere between one row and more than a page.
    func testPostsAreCompleteForEveryLimitOfTheServer() async throws {
        try await server.insert(.posts, StandInServer.generated(.socialMediaPosts, posts: 2_500))
        let (direct, directReport) = try PostTable.load(json: try await server.rows(of: .posts))
        for limit in [1_001, 1_000, 999, 100, 7] {
            try await server.order("options", #"{"max_rows":\#(limit)}"#)
            let (table, report, pages) = try await load(
                PostTable.self, RowRequest(.posts), from: try await server.source())
            XCTAssertEqual(pages.map(\.rowCount).reduce(0, +), 2_500)
            XCTAssertEqual(pages.first?.rowCount, min(limit, 1_000))
            XCTAssertEqual(pages.first?.total, 2_500)
            XCTAssertEqual(report.loaded, directReport.loaded)
            XCTAssertEqual(report.replacements.map(\.id), directReport.replacements.map(\.id))
            XCTAssertTrue(table.elementsEqual(direct), "\(limit)")
        }
    }

    func testEveryTableIsComplete() async throws {
        for table in TableName.allCases {
            let synthesis = try XCTUnwrap(SynthesisTable(rawValue: table.rawValue))
            try await server.insert(table, StandInServer.generated(synthesis, posts: 300))
        }
        try await server.order("options", #"{"max_rows":200}"#)
        let source = try await server.source()
        func check<Table: LoadableTable & Collection>(
            _ type: Table.Type, _ name: TableName, line: UInt = #line
        ) async throws where Table.Element: Equatable {
            let (table, report, _) = try await load(type, RowRequest(name), from: source)
            let (direct, directReport) = try Table.load(json: try await server.rows(of: name))
            XCTAssertEqual(report.rows, directReport.rows, line: line)
            XCTAssertGreaterThan(table.count, 0, line: line)
            XCTAssertTrue(table.elementsEqual(direct), line: line)
        }
        try await check(PostTable.self, .posts)
        try await check(CoachTable.self, .coaches)
        try await check(InteractionTable.self, .interactions)
        try await check(EventTable.self, .events)
        try await check(OfferTable.self, .offers)
        try await check(StatusChangeTable.self, .statusChanges)
        try await check(DocumentTable.self, .documents)
        try await check(MetricTable.self, .metrics)
        let (schools, report, _) = try await load(SchoolDirectory.self, RowRequest(.schools), from: source)
        XCTAssertEqual(schools.count, report.loaded)
        XCTAssertGreaterThan(schools.count, 0)
    }

    func testNewestChangedAndNamedRows() async throws {
        try await server.insert(.posts, StandInServer.generated(.socialMediaPosts, posts: 400))
        try await server.sql(
            """
            update social_media_posts set created_at = '2020-01-01'::timestamptz
                + (row_number * interval '1 minute')
                from (select id as row_id, row_number() over (order by md5(id)) from social_media_posts) n
                where id = row_id;
            alter table social_media_posts disable trigger note_update;
            update social_media_posts set updated_at = null;
            alter table social_media_posts enable trigger note_update;
            select 'done'
            """)
        try await server.order("options", #"{"max_rows":30}"#)
        let source = try await server.source()
        let newest = try await ids(source, .newest(100))
        let expected = try await listed(
            "select id from social_media_posts order by created_at desc, id limit 100")
        XCTAssertEqual(newest, expected)
        // The last ten rows that were created, and five older ones that were changed.
        let since = try Timestamp(parsing: "2020-01-01T06:31:00Z")
        try await server.sql(
            """
            update social_media_posts set notes = 'changed'
                where id in (select id from social_media_posts order by created_at limit 5);
            select 'done'
            """)
        let changed = try await ids(source, .changedSince(since))
        let expectedChanges = try await listed(
            """
            select id from social_media_posts where updated_at is not null or created_at >= '2020-01-01T06:31:00Z'
            order by id
            """)
        XCTAssertEqual(changed, expectedChanges)
        XCTAssertEqual(changed.count, 15)
        let all = try await ids(source, .ids)
        XCTAssertEqual(all.count, 400)
        let named = try await ids(source, .only(Array(all.shuffled().prefix(250)) + ["absent"]))
        XCTAssertEqual(named.count, 250)
    }

    func testIDsOfEverySortAreReadByName() async throws {
        let ids = ["a,b", #"a"b"#, #"a\b"#, "a(b)", "a b", "ä+b", "a.b", "a&b=c%", "😀", "a%2Cb", "null", "'"]
        let rows = ids.map { #"{"id":\#(quoted($0)),"name":"x"}"# }.joined(separator: ",")
        try await server.insert(.schools, Array("[\(rows)]".utf8))
        let source = try await server.source()
        for limit in [1, 5, 1_000] {
            try await server.order("options", #"{"max_rows":\#(limit)}"#)
            let (schools, report, _) = try await load(
                SchoolDirectory.self, RowRequest(.schools, .only(ids)), from: source)
            XCTAssertEqual(report.loaded, ids.count)
            for id in ids { XCTAssertEqual(schools.name(of: id), "x", id) }
            let (_, all, _) = try await load(SchoolDirectory.self, RowRequest(.schools), from: source)
            XCTAssertEqual(all.loaded, ids.count)
        }
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            + "\""
    }

    /// Returns the ids of the posts that a selection reads, in their order.
    private func ids(_ source: SupabaseSource, _ rows: RowSelection) async throws -> [String] {
        struct Row: Decodable { let id: String }
        var ids: [String] = []
        for try await page in source.rows(of: RowRequest(.posts, rows)) {
            ids += try JSONDecoder().decode([Row].self, from: Data(page.json)).map(\.id)
        }
        return ids
    }

    private func listed(_ query: String) async throws -> [String] {
        let text = try await server.sql("select string_agg(id, ',') from (\(query)) t")
        return (text ?? "").split(separator: ",").map(String.init)
    }
}
