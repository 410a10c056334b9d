import XCTest

@testable import CompassKernel

/// Documents whose texts are too large for one segment of records, with the limit lowered.
final class PostSegmentsTests: XCTestCase {
    private static let uuids = (0..<4).map { PackedUUID(high: 0, low: UInt64($0)).description }

    private func load(_ rows: [String], maxTextBytes: Int) throws -> (table: PostTable, report: IngestReport)
    {
        var options = LoadOptions()
        options.maxTextBytes = maxTextBytes
        let (table, report) = try PostTable.load(
            json: "[\(rows.joined(separator: ","))]".utf8, options: options)
        XCTAssertEqual(table.checkInvariants(), [])
        return (table, report)
    }

    /// A row whose content has 10 bytes, unless it is given.
    private func row(_ id: String, day: Int, content: String = "0123456789", url: String? = nil) -> String {
        let field = url.map { #","post_url":"\#($0)""# } ?? ""
        return postJSON(id, "2026-02-\(day)T00:00:00Z", #","post_content":"\#(content)"\#(field)"#)
    }

    private func count(_ query: String, _ posts: PostTable) -> Int {
        posts.bound(to: .empty).matchCount(where: .search(query), in: .utc)
    }

    func testASegmentEndsBeforeTheRowThatDoesNotFit() throws {
        let rows = ["a", "b", "c", "d", "e"].map { row($0, day: 20) }
        for (limit, counts) in [(10, [1, 1, 1, 1, 1]), (20, [2, 2, 1]), (49, [4, 1]), (50, [5])] {
            let posts = try load(rows, maxTextBytes: limit).table
            XCTAssertEqual(posts.records.segments.map(\.count), counts, "at most \(limit)")
            XCTAssertTrue(posts.slots.isIdentity)
            XCTAssertEqual(posts.rows.map(\.id), ["a", "b", "c", "d", "e"])
            XCTAssertEqual(posts.arrowBatches().map(\.rowCount), counts)
            XCTAssertEqual(try read(posts.arrowBatches()).table.posts, posts.posts)
        }
    }

    func testCompactionBeginsSegmentsWhereLoadingDoes() throws {
        // A row's largest text needs room in every column, also in one to which the row adds nothing.
        let rows = [row("a", day: 21, content: "01234", url: "https://x.test/"), row("b", day: 20)]
        for (limit, counts) in [(15, [1, 1]), (20, [1, 1]), (24, [1, 1]), (25, [2]), (30, [2]), (60, [2])] {
            var posts = try load(rows, maxTextBytes: limit).table
            posts.parts.compactionPolicy.maximumTextBytes = limit
            XCTAssertEqual(posts.records.segments.map(\.count), counts, "loaded, at most \(limit)")
            posts.compact()
            XCTAssertEqual(posts.records.segments.map(\.count), counts, "compacted, at most \(limit)")
            XCTAssertEqual(posts.rows.map(\.id), ["a", "b"])
            XCTAssertEqual(posts.checkInvariants(), [])
        }
    }

    func testChangedNotesHaveTheRoomOfTheNewOnes() throws {
        let long = String(repeating: "n", count: 100)
        let notes = ["x", long, nil] as [String?]
        for (before, after) in notes.flatMap({ before in notes.map { (before, $0) } }) {
            func rows(_ notes: String?) -> [String] {
                [
                    row("a", day: 21, content: String(repeating: "c", count: 50)),
                    postJSON("b", "2026-02-20T00:00:00Z", notes.map { #","notes":"\#($0)""# } ?? ""),
                ]
            }
            for limit in [100, 120, 149, 150, 300] {
                var posts = try load(rows(before), maxTextBytes: limit).table
                posts.parts.compactionPolicy.maximumTextBytes = limit
                try posts.setNotes(after, ofPost: "b")
                posts.compact()
                XCTAssertEqual(
                    posts.records.segments.map(\.count),
                    try load(rows(after), maxTextBytes: limit).table.records.segments.map(\.count),
                    "at most \(limit), \(before?.count ?? 0) to \(after?.count ?? 0) bytes")
            }
        }
    }

    func testATextWithEscapesCountsAsItIsDecoded() throws {
        let rows = ["a", "b"].map { row($0, day: 20, content: #"\u0041\u0042\u0043"#) }
        for (limit, counts) in [(6, [2]), (5, [1, 1]), (3, [1, 1])] {
            XCTAssertEqual(try load(rows, maxTextBytes: limit).table.records.segments.map(\.count), counts)
        }
        XCTAssertThrowsError(try load(rows, maxTextBytes: 2)) {
            XCTAssertEqual(
                $0 as? LoadError, .columnTooLarge(column: "post_content", maximumByteCount: 2))
        }
    }

    func testRowsInAnotherOrderKeepTheirSlots() throws {
        // Equal times are sorted by id, also if the ids of a segment are not stored as those of another.
        let ids = [Self.uuids[2], Self.uuids[0], "zz", Self.uuids[1], "a"]
        let posts = try load(ids.map { row($0, day: 20) }, maxTextBytes: 75).table
        XCTAssertEqual(posts.records.segments.map(\.ids.isPacked), [true, false])
        XCTAssertEqual(posts.rows.map(\.id), [Self.uuids[0], Self.uuids[1], Self.uuids[2], "a", "zz"])
        XCTAssertEqual((0..<5).map { posts.slots.slot(ofRow: $0) }, [1, 3, 0, 4, 2])
        var times = try load([1, 3, 2].map { row("\($0)", day: 10 + $0) }, maxTextBytes: 10).table
        times.parts.compactionPolicy.maximumTextBytes = 10
        XCTAssertEqual(times.rows.map(\.id), ["3", "2", "1"])
        XCTAssertEqual(times.arrowBatches().map(\.rowCount), [1, 1, 1])
        XCTAssertEqual(try read(times.arrowBatches()).table.posts, times.posts)
    }

    func testRowsOfSeveralSegmentsReplaceEachOther() throws {
        let (posts, report) = try load(
            [
                row(Self.uuids[0], day: 15), row("b", day: 14, url: "u"), row("c", day: 13),
                row("d", day: 12, url: "u"), row(Self.uuids[0], day: 11, content: "new"),
            ], maxTextBytes: 60)
        XCTAssertEqual(posts.records.segments.map(\.ids.isPacked), [false, true])
        XCTAssertEqual(posts.rows.map(\.id), ["c", "d", Self.uuids[0]])
        XCTAssertEqual(posts.rows.map(\.content), ["0123456789", "0123456789", "new"])
        XCTAssertEqual(report.replacements.map(\.rule), [.id, .postURL])
    }

    func testChangesAndSearchesReachEverySegment() throws {
        let rows = (0..<20).map { row("id-\(10 + $0)", day: 28 - $0 / 2, content: "camp \(10 + $0)") }
        var posts = try load(rows, maxTextBytes: 21).table
        XCTAssertEqual(posts.records.segments.count, 7)
        XCTAssertEqual(count("camp", posts), 20)
        XCTAssertEqual(count("P 17", posts), 1)
        try posts.remove(id: "id-17")
        XCTAssertEqual(count("P 17", posts), 0)
        posts.compact()
        XCTAssertEqual(posts.checkInvariants(), [])
        XCTAssertEqual(posts.rows.map(\.id), (0..<20).filter { $0 != 7 }.map { "id-\(10 + $0)" })
    }
}
