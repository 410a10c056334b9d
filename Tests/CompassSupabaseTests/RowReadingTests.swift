import CompassKernel
import CompassPages
import CompassTestSupport
import XCTest

@testable import CompassSupabase

/// Requests for rows, and the checks that none is missing.
final class RowReadingTests: XCTestCase {
    func testPagesStartAfterTheLastIDUntilOneIsEmpty() async throws {
        let test = ScriptedSource([
            // The server cuts at two rows, although three were asked for.
            rows(["a", "b"], count: 3), rows(["c +&"]), rows([]), count(3),
        ])
        let pages = try await test.pages(.schools)
        XCTAssertEqual(pages.map(\.rowCount), [2, 1])
        XCTAssertEqual(pages.map(\.total), [3, 3])
        XCTAssertEqual(pages.map(\.attempt), [1, 1])
        XCTAssertEqual(pages[0].serverTime, try Timestamp(parsing: "2026-03-01T12:00:00Z"))
        XCTAssertEqual(
            test.transport.lines,
            [
                "GET schools?select=id,name,status,division&order=id.asc&limit=3",
                "GET schools?select=id,name,status,division&order=id.asc&limit=3&id=gt.b",
                "GET schools?select=id,name,status,division&order=id.asc&limit=3&id=gt.c%20%2B%26",
                "HEAD schools?select=id",
            ])
        let requests = test.transport.requests
        let prefer = requests.map { request in request.headers.first { $0.name == "Prefer" }?.value }
        XCTAssertEqual(prefer, ["count=exact", nil, nil, "count=exact"])
        XCTAssertEqual(
            requests[0].headers,
            [
                HTTPHeader("Accept", "application/json"), HTTPHeader("apikey", "key"),
                HTTPHeader("Prefer", "count=exact"), HTTPHeader("Authorization", "Bearer key"),
            ])
    }

    func testATableWithoutRowsHasOneEmptyPage() async throws {
        let test = ScriptedSource([rows([], count: 0), count(0)])
        let pages = try await test.pages(.posts)
        XCTAssertEqual(pages.map(\.rowCount), [0])
        XCTAssertEqual(pages[0].total, 0)
    }

    func testFiltersAndSchemaAreSent() async throws {
        let test = ScriptedSource([rows([], count: 0), count(0)]) {
            $0.filters[.interactions] = [.init("logged_by", "eq.a+b")]
            $0.schema = "app"
        }
        _ = try await test.pages(.interactions)
        XCTAssertEqual(
            test.transport.lines.last, "HEAD interactions?select=id&logged_by=eq.a%2Bb")
        XCTAssertTrue(test.transport.requests[0].url.hasSuffix("&logged_by=eq.a%2Bb"))
        XCTAssertTrue(test.transport.requests[0].headers.contains(HTTPHeader("Accept-Profile", "app")))
    }

    /// Every number of rows received is compared with every pair of counts, before and after.
    func testTheNumberOfRowsLiesBetweenBothCounts() async throws {
        for before in 0...3 {
            for after in 0...3 {
                for received in 0...3 {
                    let ids = (0..<received).map { "\($0)" }
                    let reading =
                        received == 0
                        ? [rows([], count: before)] : [rows(ids, count: before), rows([])]
                    let test = ScriptedSource((reading + [count(after)]) + reading + [count(after)])
                    let range = min(before, after)...max(before, after)
                    let error = await sourceError {
                        let pages = try await test.pages(.schools)
                        XCTAssertEqual(pages.map(\.rowCount).reduce(0, +), received)
                    }
                    XCTAssertEqual(
                        error,
                        range.contains(received) ? nil : .incomplete(received: received, expected: range),
                        "\(before) \(after) \(received)")
                }
            }
        }
    }

    func testMissingRowsAreReadOnceMore() async throws {
        let test = ScriptedSource([
            rows(["a"], count: 2), rows([]), count(2), rows(["a", "b"], count: 2), rows([]), count(2),
        ])
        let pages = try await test.pages(.schools)
        XCTAssertEqual(pages.map(\.attempt), [1, 2])
        XCTAssertEqual(pages.map(\.rowCount), [1, 2])
    }

    func testAServerThatRepeatsOrDoesNotCountIsRefused() async throws {
        let repeats = ScriptedSource([rows(["a"], count: 2), rows(["a"])])
        let error = await sourceError { _ = try await repeats.pages(.schools) }
        XCTAssertEqual(error, .server(status: 200, message: "the same rows were returned again"))
        for header in ["0-0/*", "*", "", "0-0/x", "0-0/-1", "a-b/3", "0-0/1/2"] {
            let test = ScriptedSource([reply(200, #"[{"id":"a"}]"#, ["Content-Range": header])])
            let error = await sourceError { _ = try await test.pages(.schools) }
            XCTAssertEqual(error, .server(status: 200, message: "the server does not count rows"), header)
        }
    }

    func testAPageThatIsNoArrayOfRowsIsReported() async throws {
        for body in ["<html>", #"{"message":"hello"}"#, "[{]", ""] {
            let test = ScriptedSource([reply(200, body, ["Content-Range": "0-0/1"])])
            let error = await sourceError { _ = try await test.pages(.schools) }
            guard case .unreadable(.malformedDocument) = error else {
                XCTFail("\(body): \(String(describing: error))")
                continue
            }
        }
        let test = ScriptedSource([reply(200, "[{}]", ["Content-Range": "0-0/1"])])
        let error = await sourceError { _ = try await test.pages(.schools) }
        XCTAssertEqual(error, .server(status: 200, message: "a row has no id"))
    }

    func testNewestRowsAreReadByTime() async throws {
        let test = ScriptedSource([
            reply(
                200, #"[{"id":"d","changed_at":"x"},{"id":"c","changed_at":"2026-02-10T14:30:00.5+00:00"}]"#),
            rows(["b"]), rows(["a"]),
        ])
        let pages = try await test.pages(.statusChanges, .newest(4))
        XCTAssertEqual(pages.map(\.rowCount), [2, 1, 1])
        let columns = "select=id,school_id,previous_status,new_status,notes,changed_at"
        XCTAssertEqual(
            test.transport.lines,
            [
                "GET school_status_history?\(columns)&order=changed_at.desc.nullslast,id.asc&limit=3",
                "GET school_status_history?\(columns)&order=changed_at.desc.nullslast,id.asc&limit=2&or=("
                    + "changed_at.lt.%222026-02-10T14:30:00.5%2B00:00%22,"
                    + "and(changed_at.eq.%222026-02-10T14:30:00.5%2B00:00%22,id.gt.%22c%22),changed_at.is.null)",
                "GET school_status_history?\(columns)&order=changed_at.desc.nullslast,id.asc&limit=1"
                    + "&changed_at=is.null&id=gt.b",
            ])
        let schools = ScriptedSource([rows(["a"]), rows(["b"])])
        _ = try await schools.pages(.schools, .newest(2))
        XCTAssertEqual(
            schools.transport.lines.last,
            "GET schools?select=id,name,status,division&order=id.asc&limit=1&id=gt.a")
        let repeats = ScriptedSource([rows(["a"]), rows(["a"])])
        let error = await sourceError { _ = try await repeats.pages(.documents, .newest(5)) }
        XCTAssertEqual(error, .server(status: 200, message: "the same rows were returned again"))
        let few = ScriptedSource([rows(["a"]), rows([])])
        let pagesOfFew = try await few.pages(.documents, .newest(50))
        XCTAssertEqual(pagesOfFew.map(\.rowCount), [1])
        let none = ScriptedSource([rows([])])
        let emptyPages = try await none.pages(.documents, .newest(50))
        XCTAssertEqual(emptyPages.map(\.rowCount), [0])
    }

    func testAnUnsatisfiableRangeIsAnEmptyPage() async throws {
        let test = ScriptedSource([rows(["a"]), reply(416, #"{"code":"PGRST103"}"#)])
        let pages = try await test.pages(.documents, .newest(2))
        XCTAssertEqual(pages.map(\.rowCount), [1])
    }

    func testChangedRowsAreThoseUpdatedOrCreatedSince() async throws {
        let test = ScriptedSource([rows(["a"], count: 1), rows([]), count(1)])
        let start = try Timestamp(parsing: "2026-02-28T22:00:00.5Z")
        _ = try await test.pages(.posts, .changedSince(start))
        let condition =
            "or=(updated_at.gte.%222026-02-28T22:00:00.5%2B00:00%22,"
            + "and(updated_at.is.null,created_at.gte.%222026-02-28T22:00:00.5%2B00:00%22))"
        XCTAssertTrue(test.transport.lines[0].hasSuffix("&order=id.asc&limit=3&" + condition))
        XCTAssertTrue(test.transport.lines[1].hasSuffix("&limit=3&id=gt.a&" + condition))
        XCTAssertEqual(test.transport.lines[2], "HEAD social_media_posts?select=id&" + condition)
    }

    func testIDsAreQuotedAndAtMostOneHundredInARequest() async throws {
        let ids = [#"a"b\c,(d)"#] + (1...149).map { "\($0)" } + ["7"]
        let test = ScriptedSource([
            // Cut by the server; the rest follows.
            rows(["1", "2"]), rows([]), rows((100...149).map { "\($0)" }),
        ])
        let pages = try await test.pages(.schools, .only(ids))
        XCTAssertEqual(pages.map(\.rowCount), [2, 50])
        let lines = test.transport.lines
        let columns = "GET schools?select=id,name,status,division&order=id.asc&id=in."
        XCTAssertTrue(lines[0].hasPrefix(columns + "(%22a%5C%22b%5C%5Cc,(d)%22,%221%22,"), lines[0])
        XCTAssertEqual(lines.map { $0.components(separatedBy: "%22,%22").count }, [100, 100, 50])
        XCTAssertTrue(lines[1].hasSuffix("&id=gt.2"))
        let empty = ScriptedSource([])
        let none = try await empty.pages(.schools, .only([]))
        XCTAssertEqual(none, [])
    }

    func testLongIDsAreSplitByTheirBytes() async throws {
        // Each takes 3,007 bytes in an address.
        let ids = (0..<5).map { String(repeating: "ü", count: 500) + "\($0)" }
        let test = ScriptedSource([rows([]), rows([]), rows([])])
        _ = try await test.pages(.schools, .only(ids))
        XCTAssertEqual(
            test.transport.lines.map { $0.components(separatedBy: "%22,%22").count }, [2, 2, 1])
        XCTAssertTrue(test.transport.requests.allSatisfy { $0.url.utf8.count <= 8_192 })
        // One that is too long by itself is sent alone.
        let long = ScriptedSource([rows([]), rows([])])
        _ = try await long.pages(.schools, .only([String(repeating: "a", count: 9_000), "b"]))
        XCTAssertEqual(long.transport.lines.count, 2)
    }

    func testAtMostOnePageIsRequestedAhead() async throws {
        let test = ScriptedSource([rows(["a"], count: 3), rows(["b"]), rows(["c"]), rows([]), count(3)])
        var iterator = test.source.rows(of: RowRequest(.schools)).makeAsyncIterator()
        XCTAssertEqual(test.transport.lines.count, 0)
        for received in 1...3 {
            _ = try await iterator.next()
            // The last request ahead is for the empty page, and its count.
            let requested = received < 3 ? received + 1 : 5
            await waitUntil { test.transport.lines.count >= requested }
            for _ in 0..<1_000 { await Task.yield() }
            XCTAssertEqual(test.transport.lines.count, requested)
        }
        let end = try await iterator.next()
        XCTAssertNil(end)
    }
}
