import XCTest

@testable import CompassKernel

/// Damage to any single part of a table is detected and reported, and does not trap.
final class PostTableInvariantsTests: XCTestCase {
    /// Four posts with the ids a, b, c and d; the middle two have the same time.
    private func table() throws -> PostTable {
        let rows = [("a", 12), ("b", 11), ("c", 11), ("d", 10)].enumerated().map { number, row in
            postJSON(
                row.0, "2026-02-\(row.1)T00:00:00Z",
                #","school_id":"s\#(number % 2)","coach_id":"k","notes":"n","sentiment":"positive""#
            )
        }
        return try PostTable.load(json: ("[" + rows.joined(separator: ",") + "]").utf8).table
    }

    /// Returns the violations found after `damage` and after replacing parts of the counts and records.
    private func violations(
        timestamps: TimestampColumn? = nil, planes: [Int: BitColumn] = [:], schools: CountedCodes? = nil,
        coaches: CountedCodes? = nil, categories: CategoryCounts? = nil, cube: PostCube? = nil,
        affiliations: AffiliationCube? = nil, firstRows: FirstRowColumn? = nil, ids: IdentifierColumn? = nil,
        notes: TextColumn? = nil,
        updatedAt: DayOrInstantColumn? = nil, damage: (inout PostTable) -> Void = { _ in }
    ) throws -> [String] {
        var table = try table()
        XCTAssertEqual(table.checkInvariants(), [])
        let records = table.records.segments[0]
        table.parts.records = PostRecordList([
            PostRecords(
                ids: ids ?? records.ids,
                postURLs: records.postURLs, contents: records.contents, handles: records.handles,
                names: records.names, notes: notes ?? records.notes, createdAt: records.createdAt,
                updatedAt: updatedAt ?? records.updatedAt)
        ])
        var counts = table.counts
        for (index, plane) in planes {
            switch index {
            case PostFlag.recruiting: counts.recruiting = plane
            case PostFlag.flagged: counts.flagged = plane
            case PostFlag.instagram: counts.instagram = plane
            default: counts.sentiments[index - PostFlag.firstSentiment] = plane
            }
        }
        if let timestamps { counts.timestamps = timestamps }
        if let schools { counts.schools = schools }
        if let coaches { counts.coaches = coaches }
        if let categories { counts.categories = categories }
        if let cube { counts.cube = cube }
        if let affiliations { counts.affiliations = affiliations }
        if let firstRows { counts.firstRows = firstRows }
        table.parts.counts = counts
        damage(&table)
        return table.checkInvariants()
    }

    private func coded(_ codes: [UInt32], of codeCount: Int) -> CountedCodes {
        CountedCodes(ColumnBuffer(codes), codeCount: codeCount)
    }

    private func texts(_ texts: [String]) -> TextColumn {
        var offsets: [UInt32] = [0]
        for text in texts { offsets.append(offsets[offsets.count - 1] + UInt32(text.utf8.count)) }
        return TextColumn(
            bytes: ColumnBuffer(texts.flatMap { Array($0.utf8) }), offsets: ColumnBuffer(offsets))
    }

    func testColumnsOfAnotherLength() throws {
        XCTAssertEqual(
            try violations(planes: [PostFlag.recruiting: BitColumn([true])]), ["recruiting have 1 rows of 4"])
        XCTAssertEqual(try violations(notes: TextColumn(nullCount: 5)), ["notes have 5 rows of 4"])
        XCTAssertEqual(try violations(schools: coded([0, 1], of: 2)), ["school codes have 2 rows of 4"])
        XCTAssertEqual(try violations(coaches: coded([], of: 1)), ["coach codes have 0 rows of 4"])
        XCTAssertEqual(
            try violations(timestamps: TimestampColumn(descending: ColumnBuffer([3, 2, 1]))).count, 10,
            "all others are longer than the times")
        XCTAssertEqual(
            try violations(updatedAt: DayOrInstantColumn(ColumnBuffer([1]), valid: .all)),
            ["update times have 1 rows of 4"])
        XCTAssertEqual(
            try violations(ids: .text(texts(["a", "b", "c"]))).count, 8,
            "all others are longer than the ids, and a row has no record")
        XCTAssertEqual(
            try violations { $0.parts.slots = PostSlots(identity: 3) }, ["slots have 3 rows of 4"])
    }

    func testCodesThatNoDictionaryHas() throws {
        XCTAssertEqual(
            try violations(schools: coded([0, 2, 0, 1], of: 3)), ["3 school codes for a dictionary of 2"])
        XCTAssertEqual(
            try violations(coaches: coded([UInt32](repeating: CodeDictionary.null, count: 4), of: 0)),
            ["0 coach codes for a dictionary of 1"])
    }

    func testRowsOutOfOrder() throws {
        XCTAssertTrue(
            try violations(timestamps: TimestampColumn(descending: ColumnBuffer([5, 3, 4, 1]))).contains(
                "row 2 is newer than the one before"))
        let message = ["rows 1 and 2 have equal times and ids out of order"]
        XCTAssertEqual(try violations(ids: .text(texts(["a", "c", "b", "d"]))), message)
        XCTAssertEqual(try violations(ids: .text(texts(["a", "b", "b", "d"]))), message)
    }

    func testSeveralSentimentsOfOneRow() throws {
        let negative = PostFlag.firstSentiment + 3
        let found = try violations(planes: [negative: BitColumn([false, false, true, false])])
        XCTAssertTrue(found.contains("row 2 has several sentiments"), "\(found)")
    }

    func testDamageInsideColumns() throws {
        let badOffsets = TextColumn(bytes: ColumnBuffer([97]), offsets: ColumnBuffer([0, 1, 0, 1, 1]))
        XCTAssertEqual(try violations(notes: badOffsets), ["offsets decrease at row 1"])
        XCTAssertTrue(try violations(ids: .text(badOffsets)).contains("offsets decrease at row 1"))
        XCTAssertEqual(try violations(ids: .text(texts(["a", "", "c", "d"]))), ["row 1 has no id"])
        let badWord = BitColumn(words: ColumnBuffer([UInt64(16)]), count: 4)
        XCTAssertEqual(
            try violations(planes: [PostFlag.recruiting: badWord]), ["bits are set after the last row"])
        let short = DayOrInstantColumn(
            ColumnBuffer([1, 2, 3, 4]), valid: .some(BitColumn([true, false, true])))
        XCTAssertEqual(try violations(updatedAt: short), ["valid needs no bitmap, or another one"])
    }

    func testCountsByCategoryOfAnotherTable() throws {
        let zeros = ColumnBuffer([UInt8](repeating: 0, count: 3))
        XCTAssertEqual(
            try violations(categories: CategoryCounts(flags: zeros)),
            ["categories are counted of 3 rows of 4"])
    }

    func testRowsThatDoNotFindTheirRecord() throws {
        let twice = ColumnBuffer([0, 1, 1, 3] as [UInt32])
        XCTAssertEqual(
            try violations { $0.parts.slots = PostSlots(twice, slotCount: 4) },
            ["row 1 is not the row of its record"])
        let unknown = ColumnBuffer([0, 1, 2, 4] as [UInt32])
        XCTAssertEqual(
            try violations { $0.parts.slots = PostSlots(unknown, slotCount: 5) },
            ["row 3 is not the row of its record"])
    }

    func testDeltasThatDisagreeWithTheirLevels() throws {
        func damage(_ change: @escaping (PostDelta) -> PostDelta) throws -> [String] {
            try violations { table in
                _ = try? table.remove(id: "b")
                guard let delta = table.delta else { return }
                table.parts.delta = change(delta)
            }
        }
        XCTAssertEqual(try damage { $0 }, [])
        let otherRow = try damage { delta in
            let removed = delta.levels[0].removed[0]
            let level = DeltaLevel(
                added: delta.levels[0].added,
                removed: [RemovedRows(rows: ColumnBuffer([0]), table: removed.table)])
            return PostDelta(base: delta.base, levels: [level])
        }
        XCTAssertEqual(otherRow, ["removed row 0 is not one of level 0"])
        let tooMany = try damage { delta in
            PostDelta(base: delta.base, levels: [DeltaLevel(added: delta.levels[0].added, removed: [])])
        }
        XCTAssertEqual(tooMany, ["level 1 has no rows of some level"])
        let twice = try damage { delta in
            let level = DeltaLevel(added: delta.base, removed: [.none])
            return PostDelta(base: delta.base, levels: [level])
        }
        XCTAssertEqual(twice.last, "several rows have the same record")
    }

    func testKeysOfOtherRecords() throws {
        let rows = (0..<80).map { postJSON("x\($0)", "2026-02-12T00:00:00Z", "") }
        var others = try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8).table
        others.prepareForChanges()
        let keys = others.keys
        XCTAssertEqual(
            try violations { $0.parts.keys = keys },
            (0..<4).map { "row \($0) of level 0 is not found by its id" })
    }

    func testIndexesOfOtherRows() throws {
        let others = ColumnBuffer([1, 1, 0, 0] as [UInt32])
        let first = try violations(firstRows: FirstRowColumn(codes: others, codeCount: 2))
        XCTAssertEqual(first, ["distinct codes before row 2 are wrong"])
        let ones = [UInt32](repeating: 1, count: 257)
        let bitmap = CodeBlockBitmap(codes: ColumnBuffer(ones), codeCount: 2)
        XCTAssertEqual(bitmap.checkInvariants(codes: ColumnBuffer(ones)), [])
        XCTAssertEqual(
            bitmap.checkInvariants(codes: ColumnBuffer([0, 1, 0] + ones.dropLast(3))),
            ["block bitmap misses row 0", "block bitmap misses row 2"])
        let flags = ColumnBuffer([UInt8](repeating: 0, count: 4))
        let strangers = AffiliationCube(
            flags: flags, coaches: coded([0, 0, 0, 0], of: 1), schools: coded([1, 1, 1, 1], of: 2))
        XCTAssertEqual(
            try violations(affiliations: strangers), ["row 0 has no affiliation", "row 2 has no affiliation"])
        // A table this small has counts after 512 rows, and after its last one.
        let rows = (0..<600).map {
            postJSON("\(1000 + $0)", "2026-02-10T00:00:00Z", ",\"school_id\":\"s\($0 % 2)\"")
        }
        let table = try PostTable.load(json: ("[" + rows.joined(separator: ",") + "]").utf8).table
        let wrong = CodePrefixCounts(codes: ColumnBuffer([UInt32](repeating: 0, count: 600)), codeCount: 2)
        XCTAssertEqual(
            wrong.checkInvariants(codes: table.schoolCodes),
            ["code counts are wrong before row 512", "code counts are wrong before row 600"])
    }
}
