import CompassKernel
import CompassPages
import Foundation
import XCTest

@testable import CompassBrowse

/// Tables of a table file, and changes of posts in memory.
final class TableFileSourceTests: XCTestCase {
    private static let posts = """
        [{"id":"a","platform":"twitter","post_date":"2026-02-28T10:00:00Z","created_at":"2026-02-01T00:00:00Z",
          "post_content":"A \\"quote\\"\\n\\\\","sentiment":"positive","is_recruiting_related":true,"school_id":"s"},
         {"id":7,"platform":"instagram","post_date":"2026-02-27T10:00:00Z","notes":"old"},
         {"id":"c","platform":"twitter","post_date":"2026-02-26T10:00:00Z","created_at":"2026-02-09T00:00:00Z"}]
        """
    private static let interactions = """
        [{"id":"1","type":"call","created_at":"2026-02-01T00:00:00Z"},
         {"id":"2","type":"call","created_at":"2026-02-03T00:00:00Z"},{"id":"3"},
         {"id":"4","type":"call","created_at":"2026-02-03T00:00:00Z"},
         {"id":"5","type":"call","created_at":"2026-02-02T00:00:00Z"}]
        """

    private func source() throws -> TableFileSource {
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).compass"
        addTeardownBlock { try FileManager.default.removeItem(atPath: path) }
        let (posts, postReport) = try PostTable.load(json: Self.posts.utf8)
        let (interactions, report) = try InteractionTable.load(json: Self.interactions.utf8)
        try TableFile(posts: posts, interactions: interactions, reports: [postReport, report]).save(to: path)
        return TableFileSource(try StoredTables(path))
    }

    private func posts(_ source: TableFileSource) async throws -> PostTable {
        try await source.load(PostTable.self, RowRequest(.posts)).table
    }

    private func ids(_ source: TableFileSource, _ rows: RowSelection) async throws -> [String] {
        var ids: [String] = []
        for try await page in source.rows(of: RowRequest(.posts, rows)) {
            XCTAssertEqual(try PageRows(json: page.json).rowCount, page.rowCount)
            ids += try PageRows.ids(of: page.json)
        }
        return ids
    }

    func testTablesAreThoseOfTheFile() async throws {
        let source = try source()
        let expected = try PostTable.load(json: Self.posts.utf8).table
        let posts = try await posts(source)
        XCTAssertEqual(Array(posts), Array(expected))
        let (interactions, report) = try await source.load(InteractionTable.self, RowRequest(.interactions))
        XCTAssertEqual(interactions.map(\.id), ["1", "2", "4", "5"])
        XCTAssertEqual(report.skipped, 1)
        // Names are unknown without schools, as in a directory.
        let schools = try await source.load(SchoolDirectory.self, RowRequest(.schools)).table
        XCTAssertEqual(schools.count, 0)
        do {
            _ = try await source.load(EventTable.self, RowRequest(.events))
            XCTFail("loaded")
        } catch {
            guard case .notFound(let message) = error else { return XCTFail("\(error)") }
            XCTAssertTrue(message.contains("events"), message)
        }
    }

    func testTheNewestRowsOfATable() async throws {
        let source = try source()
        for (count, expected) in [
            (0, []), (2, ["2", "4"]), (3, ["2", "4", "5"]), (9, ["1", "2", "4", "5"]), (-1, []),
        ] {
            let table = try await source.load(
                InteractionTable.self, RowRequest(.interactions, .newest(count))
            ).table
            XCTAssertEqual(table.map(\.id), expected)
        }
    }

    func testRowsOfPostsAreThoseOfTheTable() async throws {
        let source = try source()
        let only = try await ids(source, .only(["c", "7", "none", "c"]))
        XCTAssertEqual(only.sorted(), ["7", "c"])
        let listed = try await ids(source, .ids)
        XCTAssertEqual(listed, ["a", "7", "c"])
        var json: [UInt8] = []
        for try await page in source.rows(of: RowRequest(.posts)) { json = page.json }
        let read = try PostTable.load(json: json).table
        let posts = try await posts(source)
        XCTAssertEqual(Array(read), Array(posts))
    }

    func testChangesStayInMemory() async throws {
        let source = try source()
        let row = try await source.change(post: "7", to: .flag(true))
        XCTAssertEqual(try PageRows.ids(of: row), ["7"])
        let changed = try await source.change(post: "7", to: .notes("\"new\"\n\u{1}漢"))
        XCTAssertEqual(try PostTable.load(json: changed).table.first?.notes, "\"new\"\n\u{1}漢")
        _ = try await source.change(post: "a", to: .notes(nil))
        try await source.delete(post: "c")
        try await source.delete(post: "none")
        let posts = try await posts(source)
        XCTAssertEqual(posts.map(\.id), ["a", "7"])
        XCTAssertEqual(posts.post(id: "7")?.flaggedForReview, true)
        XCTAssertEqual(posts.post(id: "7")?.notes, "\"new\"\n\u{1}漢")
        for id in ["none", "c"] {
            do {
                _ = try await source.change(post: id, to: .flag(true))
                XCTFail("changed")
            } catch { XCTAssertEqual(error, .notFound(message: "")) }
        }
    }

    func testATrackedSourceHasItsTables() async throws {
        let tracked = TrackedSource(try source())
        let table = try await tracked.table(InteractionTable.self, of: RowRequest(.interactions))
        XCTAssertEqual(table?.table.count, 4)
    }
}
