import XCTest

@testable import CompassKernel

final class ArrowImportTests: XCTestCase {
    private func posts(_ column: ArrowColumn) throws -> [Post] { try read([batch(with: column)]).table.posts }

    func testUnitsOfTimeAreRoundedDownToMicroseconds() throws {
        let cases: [(format: String, value: Int64, micros: Int64)] = [
            ("tss:", -1, -1_000_000), ("tss:UTC", 1_770_724_800, 1_770_724_800_000_000),
            ("tsm:", -1, -1_000), ("tsm:Europe/Berlin", 1_770_724_800_001, 1_770_724_800_001_000),
            ("tsu:", -1, -1), ("tsu:+05:00", 7, 7),
            ("tsn:", 999, 0), ("tsn:", -1, -1), ("tsn:UTC", -1_000, -1), ("tsn:", -1_001, -2),
        ]
        for (format, value, micros) in cases {
            XCTAssertEqual(
                try posts(.plain("post_date", format, [value], null: 0)).map(\.postDate.micros), [micros],
                "\(value) as \(format)")
        }
    }

    func testTimesThatNoTextCouldSayAreProblems() throws {
        for value in [Int64.min, -62_400_000_000, 3_100_000_000_000, .max] {
            let needed = try read([batch(with: .plain("post_date", "tss:", [value], null: 0))])
            XCTAssertEqual(needed.report.problems.map(\.field), ["post_date"])
            XCTAssertEqual(needed.report.skipped, 1, "\(value)")
            let optional = try read([batch(with: .plain("created_at", "tss:", [value, nil, 5], null: 0))])
            XCTAssertEqual(optional.report.warnings, 1, "\(value)")
            XCTAssertEqual(optional.table.posts.map(\.createdAt?.micros), [nil, nil, 5_000_000])
        }
        let report = try read([batch(with: .plain("post_date", "tss:", [Int64.max], null: 0))]).report
        XCTAssertEqual(report.problems.map(\.reason), ["expected a time, found a time out of range"])
    }

    func testTimesMayBeTexts() throws {
        let column = ArrowColumn.texts("post_date", ["2026-02-10 12:00:00+00", "yesterday", nil])
        let (table, report) = try read([batch(with: column)])
        XCTAssertEqual(table.posts.map(\.postDate), [try time("2026-02-10T12:00:00Z")])
        XCTAssertEqual(report.problems.map(\.row), [2, 3])
    }

    func testIDsMayBeNumbersAndUUIDs() throws {
        XCTAssertEqual(
            try posts(.plain("id", "l", [Int64.min, 7, nil], null: 0)).map(\.id),
            ["-9223372036854775808", "7"])
        XCTAssertEqual(
            try posts(.plain("school_id", "L", [UInt64.max, 0], null: 0)).map(\.schoolID),
            ["18446744073709551615", "0"])
        XCTAssertEqual(try posts(.plain("id", "c", [Int8(-7)], null: 0)).map(\.id), ["-7"])
        XCTAssertEqual(try posts(.plain("id", "S", [UInt16.max], null: 0)).map(\.id), ["65535"])
        let text = "00112233-4455-6677-8899-aabbccddeeff"
        let uuid = PackedUUID(high: 0x0011_2233_4455_6677, low: 0x8899_aabb_ccdd_eeff)
        let column = ArrowColumn.plain("id", "w:16", [uuid], null: uuid)
        XCTAssertEqual(try posts(column).map(\.id), [text])
        let coaches = ArrowColumn.plain("coach_id", "w:16", [nil, uuid], null: uuid)
        XCTAssertEqual(try posts(coaches).map(\.coachID), [nil, text])
        // Binary values of any length, as Polars writes them.
        let bytes = withUnsafeBytes(of: uuid) { Array($0) }
        let (table, report) = try read([batch(with: .runs("id", format: "z", [bytes, [1], [], nil]))])
        XCTAssertEqual(table.postIDs, [text])
        XCTAssertEqual(
            report.problems.map(\.reason),
            [
                "expected an id, found bytes that are no UUID",
                "expected an id, found bytes that are no UUID", "is null",
            ])
    }

    func testDictionariesMayHoldAnythingThatTheirFieldTakes() throws {
        let texts = ArrowColumn.texts("", ["negative", nil, "angry"])
        let (table, report) = try read([batch(with: .codes("sentiment", [0, 1, nil, 2, 0], texts))])
        XCTAssertEqual(table.posts.map(\.sentiment), [.negative, nil, nil, nil, .negative])
        XCTAssertEqual(report.warnings, 1)
        let numbers = ArrowColumn.plain("", "i", [Int32(5), 6], null: 0)
        XCTAssertEqual(try posts(.codes("id", [1, 0], numbers)).map(\.id), ["6", "5"])
        let times = ArrowColumn.plain("", "tss:", [Int64(5), 6], null: 0)
        XCTAssertEqual(
            try posts(.codes("post_date", [1, 0], times)).map(\.postDate.micros), [6_000_000, 5_000_000])
    }

    func testBooleansTextsAndColumnsOfNulls() throws {
        XCTAssertEqual(
            try posts(.bits("flagged_for_review", [true, nil, false, true])).map(\.flaggedForReview),
            [true, false, false, true])
        XCTAssertEqual(try posts(.texts("notes", ["é", nil, ""])).map(\.notes), ["é", nil, ""])
        XCTAssertEqual(try posts(.texts("post_url", ["u", nil, ""])).map(\.postURL), ["u", nil, nil])
        let nulls = ArrowColumn(
            name: "notes", format: "n", isNullable: true, rowCount: 2, nullCount: 2, buffers: [])
        XCTAssertEqual(try posts(nulls).map(\.notes), [nil, nil])
    }

    func testViewsOfTexts() throws {
        let long = Array("a text of more than twelve bytes".utf8)
        func view(_ count: Int32, _ index: Int32, _ offset: Int32) -> [UInt8] {
            [count, 0, index, offset].flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
        }
        let short: [UInt8] = [2, 0, 0, 0, 0x68, 0x69] + Array(repeating: 0, count: 10)
        let column = ArrowColumn.views(
            "notes", [short, view(13, 0, 2), view(0, 9, 9)], buffers: [long], sizes: [Int64(long.count)])
        XCTAssertEqual(try posts(column).map(\.notes), ["hi", "text of more ", ""])
        for wrong in [view(-1, 0, 0), view(13, 1, 0), view(13, -1, 0), view(13, 0, -1), view(13, 0, 20)] {
            expectRefusal(
                batch(with: .views("notes", [wrong], buffers: [long], sizes: [Int64(long.count)])),
                .malformed("column 'notes', row 1: its view"))
        }
    }

    func testTextThatIsNoUTF8IsAProblemOfItsRow() throws {
        let column = ArrowColumn.runs("notes", [[0x61], [0xc3], [0xed, 0xa0, 0x80], nil])
        let (table, report) = try read([batch(with: column)])
        XCTAssertEqual(table.posts.map(\.notes), ["a", nil, nil, nil])
        XCTAssertEqual(report.problems.map(\.row), [2, 3])
        XCTAssertEqual(report.problems[0].reason, "expected a text, found text that is not valid UTF-8")
        let ids = try read([batch(with: .runs("id", [[0x61], [0xff]]))])
        XCTAssertEqual(ids.table.postIDs, ["a"])
        XCTAssertEqual(ids.report.skipped, 1)
    }

    func testTextThatIsUTF8OnlyTogetherIsAProblemOfEachRow() throws {
        let halves = ArrowColumn.runs(
            "notes", [[0x61], [0xc3], [0xa9], [0x62, 0xf0, 0x9f], [0x91, 0x8d], [0x63]])
        let (table, report) = try read([batch(with: halves)])
        XCTAssertEqual(table.posts.map(\.notes), ["a", nil, nil, nil, nil, "c"])
        XCTAssertEqual(report.problems.map(\.row), [2, 3, 4, 5])
    }

    func testRowsAreTreatedAsThoseOfADocument() throws {
        let columns: [ArrowColumn] = [
            .texts("id", ["a", "", nil, "d", "e", "a", "g"]),
            .texts(
                "platform", ["twitter", "twitter", nil, "myspace", "instagram", "instagram", "instagram"]),
            .plain("post_date", "tsu:UTC", [1, 2, 3, 4, nil, 6, 7], null: 0),
            .texts("post_url", ["u", nil, nil, nil, nil, "v", "v"]),
        ]
        let (table, report) = try read([batch(columns)])
        XCTAssertEqual(table.postIDs, ["g"])
        XCTAssertEqual(report.rows, 7)
        XCTAssertEqual(report.skipped, 4)
        XCTAssertEqual(report.replaced, 2)
        XCTAssertEqual(report.problems.map(\.row), [2, 3, 4, 5])
        XCTAssertEqual(report.problems.map(\.field), ["id", "id", "platform", "post_date"])
        XCTAssertEqual(report.problems.map(\.reason)[0...1], ["is empty", "is null"])
    }

    func testRowsOfSeveralBatchesAreNumberedThrough() throws {
        let first = batch(with: .texts("notes", ["a", "b"]))
        let second = batch(with: .texts("sentiment", ["neutral", "angry"]))
        let (table, report) = try read([first, batch([]), second])
        XCTAssertEqual(report.problems.map(\.row), [4])
        XCTAssertEqual(report.replaced, 2)
        XCTAssertEqual(table.posts.map(\.notes), [nil, nil], "the second batch has no such column")
        XCTAssertEqual(table.posts.map(\.sentiment), [.neutral, nil])
    }

    func testMissingColumnsCountAsNullAndUnknownOnesAreNotLookedAt() throws {
        let (table, report) = try read([batch([.texts("id", ["a"])])])
        XCTAssertEqual(table.count, 0)
        XCTAssertEqual(report.problems.map(\.reason), ["is missing"])
        var rows = batch(with: .texts("notes", ["n"]))
        rows.columns.append(
            ArrowColumn(name: "more", format: "+l", isNullable: true, rowCount: -1, nullCount: 9, buffers: [])
        )
        XCTAssertEqual(try read([rows]).table.posts.map(\.notes), ["n"])
    }

    func testOfColumnsWithOneNameTheLastOneCounts() throws {
        var rows = batch(with: .texts("notes", ["first"]))
        rows.columns.append(.texts("notes", ["last"]))
        XCTAssertEqual(try read([rows]).table.posts.map(\.notes), ["last"])
    }

    func testOffsetsOfBatchAndColumnsAddUp() throws {
        let notes = ["x", "y", nil, "a", nil, "b"]
        var rows = batch(with: .texts("notes", notes))
        for index in rows.columns.indices {
            rows.columns[index].offset = 2
            rows.columns[index].rowCount = 4
        }
        rows.offset = 1
        rows.rowCount = 3
        let table = try read([rows]).table
        XCTAssertEqual(table.posts.map(\.notes), ["a", nil, "b"])
        XCTAssertEqual(table.postIDs, ["p3", "p4", "p5"])
        rows.validity = ArrowBuffer(validity: BitColumn([false, true, false, true]))
        let (some, report) = try read([rows])
        XCTAssertEqual(some.postIDs, ["p3", "p5"])
        XCTAssertEqual(report.problems.map(\.reason), ["the row is null"])
    }
}
