import XCTest

@testable import CompassKernel

/// Records of removed and changed posts are left out in steps, between which anything may happen.
final class RecordCopyTests: XCTestCase {
    private let queries = ["post 2", "late", "zo", "x"]

    private func posts(_ count: Int) throws -> PostTable {
        let rows = (0..<count).map { index in
            """
            {"id":"p\(index)","platform":"twitter","post_date":"2026-02-01T12:00:00Z",\
            "post_url":"u/\(index)",\
            "school_id":"s\(index % 3)","coach_id":"k\(index % 5)","post_content":"Post \(index)",\
            "author_name":"Zoë","notes":"n\(index)"}
            """
        }
        var table = try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8).table
        table.parts.compactionPolicy.recordsPerStep = 32
        return table
    }

    private func found(_ table: PostTable) throws -> [[String]] {
        let social = table.bound(to: .empty)
        let now = try time("2027-01-01T00:00:00Z")
        return queries.map { query in
            social.feedPage(where: .search(query), asOf: now, in: .utc).posts.map(\.id)
        }
    }

    /// Removes and changes more than a quarter of 200 posts, without any copying.
    private func changedTable() throws -> PostTable {
        var table = try posts(200)
        table.compactsAutomatically = false
        for index in 0..<60 { try table.remove(id: "p\(index * 2)") }
        for index in 60..<100 { try table.setNotes("edited \(index)", ofPost: "p\(index * 2 - 1)") }
        return table
    }

    /// Changes of each kind, of posts with old and with new records.
    private func changeMore(_ table: inout PostTable, _ name: String) throws {
        try table.merge(
            json: """
                [{"id":"\(name)","platform":"twitter","post_date":"2026-03-01T00:00:00Z",\
                "post_url":"u/\(name)",\
                "post_content":"Late \(name)"},{"id":"p151","post_content":"Post 2 again"},\
                {"id":"p153","post_date":"2026-01-01T00:00:00Z"}]
                """.utf8)
        try table.setFlag(true, ofPost: "p131")
        try table.setNotes("x\(name)", ofPost: "p133")
        try table.setNotes(nil, ofPost: "p121")
        try table.setNotes("mine", ofPost: name)
        let undo = try table.remove(id: "p135")
        try table.remove(id: "p137")
        try table.apply(undo)
        try table.setFlag(true, ofPost: "p135")
    }

    private func isComplete(_ table: PostTable) -> Bool { table.delta == nil && table.slots.isIdentity }

    func testCopyingIsInterruptedAtEveryStep() throws {
        for isIndexed in [false, true] {
            // In few rounds all of the first steps and some of the others.
            for stepCount in 0..<40 where SeededRandom.isThorough || stepCount < 6 || stepCount % 4 == 1 {
                var table = try changedTable()
                var plain = table
                if isIndexed { table.prepareForSearch(ignoringAccents: true) }
                var left = stepCount
                table.mergeChanges {
                    left -= 1
                    return left >= 0
                }
                let snapshot = table
                let before = plain.posts
                try changeMore(&table, "a")
                try changeMore(&plain, "a")
                expect(table, plain.posts)
                XCTAssertEqual(try found(table), try found(plain))
                table.mergeChanges()
                XCTAssertNil(table.compaction)
                expect(table, plain.posts)
                XCTAssertEqual(try found(table), try found(plain))
                XCTAssertLessThanOrEqual(table.records.slotCount - table.count, 70)
                expect(snapshot, before)
                for post in plain.posts {
                    XCTAssertEqual(table.post(id: post.id), post)
                    XCTAssertEqual(
                        table.place(ofURL: post.postURL ?? ""), table.place(ofID: post.id))
                }
                if isIndexed, left <= 0 {
                    XCTAssertTrue(
                        table.records.segments.contains { $0.inherited != nil || $0.search.built != nil })
                }
            }
        }
    }

    func testCopiesThatShareACompactionChangeDifferently() throws {
        for stepCount in [0, 3, 6, 9, 12, 16] {
            var first = try changedTable()
            var plain = [first, first]
            var left = stepCount
            first.mergeChanges {
                left -= 1
                return left >= 0
            }
            var second = first
            try changeMore(&first, "a")
            try changeMore(&plain[0], "a")
            first.mergeChanges()
            try changeMore(&second, "b")
            try changeMore(&plain[1], "b")
            try second.remove(id: "p199")
            try plain[1].remove(id: "p199")
            second.mergeChanges()
            expect(first, plain[0].posts)
            expect(second, plain[1].posts)
            XCTAssertEqual(try found(first), try found(plain[0]))
            XCTAssertEqual(try found(second), try found(plain[1]))
        }
    }

    func testChangesCopyRecordsAPartEach() throws {
        var table = try posts(2000)
        table.parts.compactionPolicy.recordsPerStep = 64
        var steps = 0
        var isRewritten = false
        for index in 0..<700 {
            let slots = table.records.slotCount
            try table.remove(id: "p\(index)")
            if table.records.slotCount < slots { isRewritten = true }
            if table.isCompactionDue, table.compaction != nil { steps += 1 }
        }
        XCTAssertTrue(isRewritten)
        XCTAssertGreaterThan(steps, 20, "the changes in which records were copied")
        XCTAssertLessThan(steps, 100)
        XCTAssertEqual(table.postIDs, (700..<2000).map { "p\($0)" }.sorted())
        XCTAssertEqual(table.checkInvariants(), [])
    }

    func testNotesAloneHaveRecordsCopied() throws {
        var table = try posts(400)
        for round in 0..<3 {
            for index in 0..<400 { try table.setNotes("r\(round) \(index)", ofPost: "p\(index)") }
        }
        XCTAssertLessThanOrEqual(table.notesEdits.count, 200)
        XCTAssertEqual(table.records.slotCount, 400)
        XCTAssertEqual(table.post(id: "p17")?.notes, "r2 17")
        XCTAssertEqual(Set(table.posts.map(\.notes)), Set((0..<400).map { "r2 \($0)" }))
        XCTAssertEqual(table.checkInvariants(), [])
    }

    func testRecordsAreCutWhereAColumnWouldGetTooLarge() throws {
        var table = try changedTable()
        table.parts.compactionPolicy.maximumTextBytes = 300
        let wanted = table.posts
        table.mergeChanges()
        XCTAssertGreaterThan(table.records.segments.count, 2)
        XCTAssertTrue(isComplete(table))
        expect(table, wanted)
        XCTAssertEqual(table.records.slotCount, table.count)
        XCTAssertTrue(table.notesEdits.isEmpty)
    }
}
