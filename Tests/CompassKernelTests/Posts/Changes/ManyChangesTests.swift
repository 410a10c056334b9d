import XCTest

@testable import CompassKernel

/// The state after many changes: reports, keys, dictionaries and record segments.
final class ManyChangesTests: XCTestCase {
    /// Posts p0, p1 …, newest first.
    private func posts(_ count: Int, content: (Int) -> String = { "Post \($0)" }) throws -> PostTable {
        let rows = (0..<count).map { index in
            """
            {"id":"p\(index)","platform":"twitter","post_date":"\(2999 - index)-02-10T00:00:00Z",\
            "post_url":"u/\(index)","post_content":"\(content(index))"}
            """
        }
        return try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8).table
    }

    // MARK: Reports

    /// Withdrawing the warnings of each skipped row separately took minutes for this many rows.
    func testManySkippedRowsHaveNoWarningsAndStandInOrder() throws {
        var table = try fourPosts()
        let rows = (0..<3000).map { #"{"id":"x\#($0)","sentiment":"bad"}"# }
        let result = try table.merge(
            json: "[\(rows.joined(separator: ","))]".utf8, options: LoadOptions(maxProblems: 5000))
        XCTAssertEqual(
            [result.report.rows, result.report.loaded, result.report.skipped, result.report.warnings],
            [3000, 0, 3000, 0])
        XCTAssertEqual(result.report.problems.map(\.row), Array(1...3000))
        XCTAssertTrue(result.report.problems.allSatisfy { $0.field == "platform" && $0.severity == .error })
        expect(table, try fourPosts().posts)
    }

    func testWarningsAmongManySkippedRowsKeepTheirPlace() throws {
        var table = try fourPosts()
        let ids = (0..<3000).map { $0 % 3 == 0 ? "a" : "x\($0)" }
        let rows = ids.map { #"{"id":"\#($0)","sentiment":"bad"}"# }
        let result = try table.merge(json: "[\(rows.joined(separator: ","))]".utf8)
        XCTAssertEqual([result.report.skipped, result.report.warnings], [2000, 1000])
        XCTAssertEqual(result.report.problems.map(\.row), Array(1...100))
        XCTAssertEqual(
            result.report.problems.map(\.severity),
            (0..<100).map { $0 % 3 == 0 ? .warning : .error })
    }

    // MARK: Keys

    /// Every update used to leave an entry, and each look-up scanned all of them.
    func testAPostThatIsUpdatedAgainAndAgainHasFewEntries() throws {
        for isAutomatic in [true, false] {
            var table = try fourPosts()
            table.compactsAutomatically = isAutomatic
            for number in 0..<2000 {
                let payload = #"{"type":"UPDATE","record":{"id":"a","post_content":"\#(number)"}}"#
                XCTAssertEqual(try table.apply(realtime: payload.utf8).outcomes, [.updated(id: "a")])
                guard let keys = table.keys else { continue }
                XCTAssertLessThanOrEqual(keys.idCount, 4 + 64, "four posts, and those not indexed yet")
            }
            XCTAssertEqual(table.post(id: "a")?.postContent, "1999")
            XCTAssertEqual(table.place(ofURL: "u/a"), table.places.first)
            XCTAssertEqual(table.postIDs, ["a", "b", "c", "d"])
            XCTAssertEqual(table.checkInvariants(), [])
        }
    }

    func testPostsThatComeAndGoAgainAndAgainHaveFewEntries() throws {
        var table = try fourPosts()
        table.compactsAutomatically = false
        let wanted = table.posts
        for _ in 0..<500 {
            let undo = try table.remove(id: "b")
            try table.apply(undo)
        }
        expect(table, wanted)
        XCTAssertLessThanOrEqual(try XCTUnwrap(table.keys).idCount, 4 + 64)
    }

    /// Keys used to be discarded with their records, so that every look-up then read all rows.
    func testPostsAreFoundByKeysRightAfterAutomaticCompaction() throws {
        var table = try posts(1000)
        var compactions = 0
        for index in 0..<900 {
            let records = table.records.slotCount
            try table.remove(id: "p\(index)")
            if table.records.slotCount < records {
                compactions += 1
                XCTAssertNotNil(table.keys)
                XCTAssertNil(table.post(id: "p\(index)"))
                XCTAssertEqual(table.post(id: "p\(index + 1)")?.postContent, "Post \(index + 1)")
                XCTAssertEqual(table.place(ofURL: "u/\(index + 2)"), table.places[1])
                try table.setFlag(true, ofPost: "p\(index + 1)")
                XCTAssertEqual(table.bound(to: .empty).feedStatistics.flaggedPosts, 1)
                try table.setFlag(false, ofPost: "p\(index + 1)")
                XCTAssertEqual(table.checkInvariants(), [])
            }
        }
        XCTAssertGreaterThan(compactions, 1)
        XCTAssertEqual(table.postIDs, (900..<1000).map { "p\($0)" })
    }

    /// One in forty of 160 rows is 4.
    func testChangedRowsLeaveTheDeltaOnceTheyAreMoreThanOneInForty() throws {
        var table = try posts(160)
        table.parts.compactionPolicy.minimum = 4
        for index in 0..<4 { try table.remove(id: "p\(index)") }
        XCTAssertEqual(table.rowCount, 160)
        XCTAssertEqual(table.count, 156)
        for index in 4..<8 {
            try table.remove(id: "p\(index)")
            XCTAssertEqual(table.checkInvariants(), [])
        }
        XCTAssertLessThan(table.rowCount, 160)
        XCTAssertEqual(table.count, 152)
        XCTAssertEqual(table.records.slotCount, 160, "the records are kept")
        XCTAssertEqual(table.postIDs, (8..<160).map { "p\($0)" })
    }

    func testChangesAreMergedForSomeTimeOrAllOfThem() throws {
        var table = try posts(300)
        XCTAssertTrue(table.compact(for: .zero), "there is nothing to do")
        for index in 0..<50 { try table.setFlag(true, ofPost: "p\(index)") }
        let wanted = table.posts
        XCTAssertFalse(table.compact(for: .zero))
        XCTAssertTrue(table.hasPendingChanges)
        try table.remove(id: "p299")
        XCTAssertTrue(table.compact(for: .seconds(3600)))
        XCTAssertNil(table.delta)
        expect(table, Array(wanted.dropLast()))
    }

    func testNothingIsCompactedUnasked() throws {
        var table = try posts(200)
        table.compactsAutomatically = false
        for index in 0..<150 {
            try table.remove(id: "p\(index)")
            try table.setNotes("x", ofPost: "p\(index + 1)")
        }
        XCTAssertEqual(table.records.slotCount, 200)
        XCTAssertTrue(table.isCompactionDue)
        table.compact()
        XCTAssertFalse(table.isCompactionDue)
        XCTAssertEqual(table.records.slotCount, 50)
        XCTAssertEqual(table.postIDs, (150..<200).map { "p\($0)" })
    }

    // MARK: Dictionaries

    /// The codes of schools that no longer have posts were never released.
    func testSchoolsThatNoPostHasAnyMoreAreForgotten() throws {
        var table = try fourPosts()
        var most = 0
        for number in 0..<2000 {
            try table.merge(json: #"[{"id":"a","school_id":"new \#(number)"}]"#.utf8)
            most = max(most, table.schools.count)
        }
        XCTAssertLessThanOrEqual(most, 100)
        XCTAssertEqual(table.post(id: "a")?.schoolID, "new 1999")
        XCTAssertEqual(table.post(id: "b")?.schoolID, "s1")
        XCTAssertEqual(table.checkInvariants(), [])
    }

    // MARK: Segments

    func testRecordsOfOneChangeAreCutWhereAColumnWouldGetTooLarge() throws {
        var table = try fourPosts()
        table.parts.compactionPolicy.maximumTextBytes = 1000
        let before = table.posts
        let rows = (0..<20).map { index in
            """
            {"id":"n\(index)","platform":"twitter","post_date":"2026-03-\(10 + index)T00:00:00Z",\
            "post_content":"\(String(repeating: "é", count: 150 + index))"}
            """
        }
        let inverse = try table.merge(json: "[\(rows.joined(separator: ","))]".utf8).inverse
        XCTAssertGreaterThanOrEqual(table.records.segments.count, 7, "at most three of such texts fit")
        func expectTexts() {
            for index in 0..<20 {
                XCTAssertEqual(table.post(id: "n\(index)")?.postContent?.count, 150 + index)
            }
            XCTAssertEqual(Array(table.posts.suffix(4)), before)
            XCTAssertEqual(table.checkInvariants(), [])
            for records in table.records.segments {
                XCTAssertTrue(records.texts.allSatisfy { $0.textByteCount <= 1000 })
            }
        }
        expectTexts()
        table.compact()
        expectTexts()
        XCTAssertGreaterThanOrEqual(table.records.segments.count, 7)
        let found = table.bound(to: .empty).feedPage(
            where: .search(String(repeating: "é", count: 160)), asOf: try time("2026-04-01T00:00:00Z"),
            in: .utc)
        XCTAssertEqual(found.matchCount, 10)
        try table.apply(inverse)
        expect(table, before)
    }
}

extension PostKeys {
    /// The number of ids in all blocks.
    fileprivate var idCount: Int { blocks.reduce(0) { $0 + $1.idCount } }
}
