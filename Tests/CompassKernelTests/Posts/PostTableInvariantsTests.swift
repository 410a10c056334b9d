import XCTest

@testable import CompassKernel

/// Damage to a single part of a table is found, and reported rather than trapped on.
final class PostTableInvariantsTests: XCTestCase {
    /// Four posts, the middle two at the same time: ids a, b, c, d.
    private func table() throws -> PostTable {
        let rows = [("a", 12), ("b", 11), ("c", 11), ("d", 10)].enumerated().map { number, row in
            postJSON(
                row.0, "2026-02-\(row.1)T00:00:00Z",
                #","school_id":"s\#(number % 2)","coach_id":"k","notes":"n","sentiment":"positive""#
            )
        }
        return try PostTable.load(json: ("[" + rows.joined(separator: ",") + "]").utf8).table
    }

    private func violations(
        ids: IdentifierColumn? = nil, timestamps: TimestampColumn? = nil, recruiting: BitColumn? = nil,
        sentiments: [BitColumn]? = nil, schoolCodes: [UInt32]? = nil, schoolHistogram: CodeHistogram? = nil,
        cube: PostCube? = nil, firstRows: FirstRowColumn? = nil, schoolPresence: SchoolPresence? = nil,
        coachCodes: [UInt32]? = nil, notes: TextColumn? = nil, updatedAt: InstantColumn? = nil
    ) throws -> [String] {
        let good = try table()
        XCTAssertEqual(good.checkInvariants(), [])
        return PostTable(
            ids: ids ?? good.ids, timestamps: timestamps ?? good.timestamps,
            recruiting: recruiting ?? good.recruiting, flagged: good.flagged, instagram: good.instagram,
            sentiments: sentiments ?? good.sentiments,
            schoolCodes: schoolCodes.map { ColumnBuffer($0) } ?? good.schoolCodes, schools: good.schools,
            schoolHistogram: schoolHistogram ?? good.schoolHistogram, cube: cube ?? good.cube,
            firstRows: firstRows ?? good.firstRows, schoolPresence: schoolPresence ?? good.schoolPresence,
            coachCodes: coachCodes.map { ColumnBuffer($0) } ?? good.coachCodes, coaches: good.coaches,
            postURLs: good.postURLs, contents: good.contents, handles: good.handles, names: good.names,
            notes: notes ?? good.notes, createdAt: good.createdAt, updatedAt: updatedAt ?? good.updatedAt
        ).checkInvariants()
    }

    private func texts(_ texts: [String]) -> TextColumn {
        var offsets: [UInt32] = [0]
        for text in texts { offsets.append(offsets[offsets.count - 1] + UInt32(text.utf8.count)) }
        return TextColumn(
            bytes: ColumnBuffer(texts.flatMap { Array($0.utf8) }), offsets: ColumnBuffer(offsets))
    }

    func testColumnsOfAnotherLength() throws {
        XCTAssertEqual(
            try violations(recruiting: BitColumn([true])), ["recruiting have 1 rows of 4"])
        XCTAssertEqual(try violations(notes: TextColumn(nullCount: 5)), ["notes have 5 rows of 4"])
        XCTAssertEqual(try violations(schoolCodes: [0, 1]), ["school codes have 2 rows of 4"])
        XCTAssertEqual(try violations(coachCodes: []), ["coach codes have 0 rows of 4"])
        XCTAssertEqual(
            try violations(timestamps: TimestampColumn(descending: ColumnBuffer([3, 2, 1]))),
            ["timestamps have 3 rows of 4"])
        XCTAssertEqual(
            try violations(updatedAt: InstantColumn(ColumnBuffer([1]), validity: BitColumn([true]))),
            ["update times have 1 rows of 4"])
        XCTAssertEqual(
            try violations(ids: .text(texts(["a", "b", "c"]))).count, 17, "all others are longer than the ids"
        )
    }

    func testCodesThatNoDictionaryHas() throws {
        XCTAssertEqual(try violations(schoolCodes: [0, 2, 0, 1]), ["row 1 has an unknown school code"])
        XCTAssertEqual(try violations(coachCodes: [0, 0, 0, 1]), ["row 3 has an unknown coach code"])
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
        var planes = try table().sentiments
        planes[3] = BitColumn([false, false, true, false])
        let found = try violations(sentiments: planes)
        XCTAssertTrue(found.contains("row 2 has several sentiments"), "\(found)")
    }

    func testDamageInsideColumns() throws {
        let badOffsets = TextColumn(bytes: ColumnBuffer([97]), offsets: ColumnBuffer([0, 1, 0, 1, 1]))
        XCTAssertEqual(try violations(notes: badOffsets), ["offsets decrease at row 1"])
        XCTAssertTrue(try violations(ids: .text(badOffsets)).contains("offsets decrease at row 1"))
        XCTAssertEqual(try violations(ids: .text(texts(["a", "", "c", "d"]))), ["row 1 has no id"])
        let badWord = BitColumn(words: ColumnBuffer([UInt64(16)]), count: 4)
        XCTAssertEqual(try violations(recruiting: badWord), ["bits are set behind the last row"])
        let short = InstantColumn(ColumnBuffer([1]), validity: BitColumn([true, false, false, true]))
        XCTAssertEqual(try violations(updatedAt: short), ["1 instants for 4 rows"])
    }

    func testIndexesOfOtherRows() throws {
        let others = ColumnBuffer([1, 1, 0, 0] as [UInt32])
        let first = try violations(firstRows: FirstRowColumn(codes: others, codeCount: 2))
        XCTAssertEqual(first, ["distinct codes before row 2 are wrong"])
        let presence = try violations(
            schoolPresence: SchoolPresence(codes: ColumnBuffer([1, 1, 1, 1]), codeCount: 2))
        XCTAssertEqual(
            presence, ["presence of schools misses row 0", "presence of schools misses row 2"])
        // Tables this small have counts behind the last row only, which stand nearest to it from 512 rows on.
        let rows = (0..<600).map {
            postJSON("\(1000 + $0)", "2026-02-10T00:00:00Z", ",\"school_id\":\"s\($0 % 2)\"")
        }
        let table = try PostTable.load(json: ("[" + rows.joined(separator: ",") + "]").utf8).table
        let wrong = CodeHistogram(codes: ColumnBuffer([UInt32](repeating: 0, count: 600)), codeCount: 2)
        XCTAssertEqual(
            wrong.invariantViolations(codes: table.schoolCodes), ["code counts are wrong before row 600"])
    }
}
