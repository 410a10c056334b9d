import CompassKernel
import CompassPages
import XCTest

@testable import CompassBrowse

/// Tables of files, and changes of posts in memory.
final class DirectorySourceTests: XCTestCase {
    private static let posts = """
        [{"id":"a","platform":"twitter","post_date":"2026-02-28T10:00:00Z","created_at":"2026-02-01T00:00:00Z"},
         {"id":7,"platform":"instagram","post_date":"2026-02-27T10:00:00Z","notes":"old"},
         {"id":"c","platform":"twitter","post_date":"2026-02-26T10:00:00Z","created_at":"2026-02-09T00:00:00Z"}]
        """

    private func source(
        _ tables: [TableName: (String, DocumentFormat)] = [.posts: (posts, .json)]
    ) -> DirectorySource {
        DirectorySource { table throws(SourceError) in
            tables[table].map { TableDocument(Array($0.0.utf8), format: $0.1) }
        }
    }

    private func ids(_ source: DirectorySource, _ rows: RowSelection) async throws -> [String] {
        var ids: [String] = []
        for try await page in source.rows(of: RowRequest(.posts, rows)) {
            XCTAssertEqual(try PageRows(json: page.json).rowCount, page.rowCount)
            ids += try PageRows.ids(of: page.json)
        }
        return ids
    }

    func testSelections() async throws {
        let source = source()
        let all = try await ids(source, .all)
        XCTAssertEqual(all, ["a", "7", "c"])
        let only = try await ids(source, .only(["c", "7", "none"]))
        XCTAssertEqual(only, ["7", "c"])
        let newest = try await ids(source, .newest(2))
        XCTAssertEqual(newest, ["c", "a"])
        let none = try await ids(source, .newest(-1))
        XCTAssertEqual(none, [])
        let listed = try await ids(source, .ids)
        XCTAssertEqual(listed, ["a", "7", "c"])
    }

    func testChangesStayInMemory() async throws {
        let source = source()
        let row = try await source.change(post: "7", to: .flag(true))
        XCTAssertEqual(try PageRows.ids(of: row), ["7"])
        _ = try await source.change(post: "7", to: .notes("\"new\"\n\u{1}漢"))
        _ = try await source.change(post: "a", to: .notes(nil))
        try await source.delete(post: "c")
        try await source.delete(post: "none")
        let posts = try await source.load(PostTable.self, RowRequest(.posts)).table
        XCTAssertEqual(posts.count, 2)
        let changed = try XCTUnwrap(posts.post(id: "7"))
        XCTAssertEqual(changed.notes, "\"new\"\n\u{1}漢")
        XCTAssertTrue(changed.flaggedForReview)
        XCTAssertNil(posts.post(id: "a")?.notes)
        let listed = try await ids(source, .ids)
        XCTAssertEqual(listed, ["a", "7"])
    }

    func testWhatIsNotThereIsNotFound() async throws {
        let source = source()
        do {
            _ = try await source.change(post: "none", to: .flag(true))
            XCTFail("changed")
        } catch { XCTAssertEqual(error, .notFound(message: "")) }
        try await source.delete(post: "a")
        do {
            _ = try await source.change(post: "a", to: .flag(true))
            XCTFail("changed")
        } catch { XCTAssertEqual(error, .notFound(message: "")) }
        do {
            _ = try await source.load(EventTable.self, RowRequest(.events))
            XCTFail("loaded")
        } catch {
            guard case .notFound(let message) = error else { return XCTFail("\(error)") }
            XCTAssertTrue(message.contains("events"), message)
        }
    }

    func testAMalformedFileIsUnreadable() async throws {
        let source = source([.posts: ("[{\"id\":1,", .json)])
        do {
            _ = try await source.load(PostTable.self, RowRequest(.posts))
            XCTFail("loaded")
        } catch {
            guard case .unreadable = error else { return XCTFail("\(error)") }
        }
    }

    func testLinesAreRowsAndABadOneIsLeftOut() async throws {
        let lines = Self.posts.dropFirst().dropLast().replacing("\n", with: "").replacing("},", with: "}\n")
        let source = source([.posts: ("\u{feff}" + lines + "\r\n\n{bad\n", .ndjson)])
        let (posts, report) = try await source.load(PostTable.self, RowRequest(.posts))
        XCTAssertEqual(posts.count, 3)
        XCTAssertEqual(report.skipped, 1)
    }

    func testAnArrayInAnObject() async throws {
        let source = source([.posts: ("{\"data\":\(Self.posts)}", .json)])
        _ = try await source.change(post: "a", to: .flag(true))
        let posts = try await source.load(PostTable.self, RowRequest(.posts)).table
        XCTAssertEqual(posts.count, 3)
        XCTAssertEqual(posts.post(id: "a")?.flaggedForReview, true)
    }

    func testSyncFindsNothingNew() async throws {
        let result = try await source().sync()
        XCTAssertEqual(result, SyncResult(success: true, newPostCount: 0))
    }
}

/// The end of the program, which waits for changes that are under way.
final class TrackedSourceTests: XCTestCase {
    func testTheEndWaitsForChanges() async throws {
        let posts = #"[{"id":"a","platform":"twitter","post_date":"2026-02-28T10:00:00Z"}]"#
        let base = DirectorySource { _ throws(SourceError) in
            TableDocument(Array(posts.utf8), format: .json)
        }
        let source = TrackedSource(base)
        Task { try? await source.delete(post: "a") }
        Task { _ = try? await source.change(post: "none", to: .flag(true)) }
        await source.finishChanges(within: .seconds(60))
        let count = await source.changes.count
        XCTAssertEqual(count, 0)
        let rows = try await source.load(PostTable.self, RowRequest(.posts)).table
        XCTAssertEqual(rows.count, 0)
    }
}
