import XCTest

@testable import CompassKernel

final class RowKeysTests: XCTestCase {
    private func row(_ id: String, url: String? = nil, date: String = "2026-01-01T00:00:00Z") -> String {
        let url = url.map { #","post_url":"\#($0)""# } ?? ""
        return #"{"id":"\#(id)","platform":"twitter","post_date":"\#(date)"\#(url)}"#
    }

    private func document(_ rows: [String]) -> [UInt8] { Array("[\(rows.joined(separator: ","))]".utf8) }

    /// Returns the ids of the rows that stay, by shard.
    private func kept(_ shards: [[String]]) throws -> [[String]] {
        let keys = try shards.enumerated().map {
            try PostTable.readKeys(json: document($1), shard: UInt32($0), key: .fixed)
        }
        let replaced = try RowKeys.replacedRows(of: keys)
        return try shards.enumerated().map { shard, rows in
            var options = LoadOptions()
            options.replacedElsewhere = replaced[UInt32(shard)] ?? []
            return try PostTable.load(json: document(rows), options: options).table.map(\.id).sorted()
        }
    }

    /// A row that is replaced itself still replaces.
    func testAReplacedRowStillReplaces() throws {
        let rows = [row("9", url: "x"), row("1", url: "x"), row("1", url: "y")]
        XCTAssertEqual(try PostTable.load(json: document(rows)).table.map(\.id), ["1"])
        XCTAssertEqual(try kept([[rows[0]], [rows[1], rows[2]]]), [[], ["1"]])
        XCTAssertEqual(try kept([[rows[0], rows[1]], [rows[2]]]), [[], ["1"]])
        XCTAssertEqual(try kept([[rows[0]], [rows[1]], [rows[2]]]), [[], [], ["1"]])
        // In another order, other rows are later.
        XCTAssertEqual(try kept([[rows[2]], [rows[1]], [rows[0]]]), [[], [], ["9"]])
    }

    func testRowsThatStay() throws {
        XCTAssertEqual(try kept([[row("a")], [row("b")], []]), [["a"], ["b"], []])
        // Rows without a URL, or with an empty one, are not equal.
        XCTAssertEqual(
            try kept([[row("a", url: "")], [row("b", url: ""), row("c")]]), [["a"], ["b", "c"]])
        // An id is not a URL.
        XCTAssertEqual(try kept([[row("a", url: "b")], [row("b", url: "a")]]), [["a"], ["b"]])
        // A row that cannot be read replaces none, and is counted.
        XCTAssertEqual(
            try kept([[row("a")], [row("a", date: "soon"), row("c")], [row("c")]]), [["a"], [], ["c"]])
    }

    func testTheReportCountsRowsThatAreReplacedElsewhere() throws {
        let rows = [row("a"), #"{"id":"x"}"#, row("b"), row("a"), row("c")]
        var options = LoadOptions()
        options.replacedElsewhere = [5, 3, 3, 99, 2, 0]
        let (posts, report) = try PostTable.load(json: document(rows), options: options)
        XCTAssertEqual(posts.map(\.id), ["a"])
        XCTAssertEqual(report.rows, 5)
        XCTAssertEqual(report.skipped, 1)
        XCTAssertEqual(report.replaced, 3)
        XCTAssertEqual(report.loaded, 1)
        XCTAssertEqual(report.replacements.map(\.row), [1])
    }

    /// Other tables have ids only, and rows of several arrays are numbered throughout.
    func testOtherTables() throws {
        let coaches = #"[{"id":"a"},{"id":"b"}]"#
        let keys = try CoachTable.readKeys(json: coaches.utf8, shard: 0, key: .fixed)
        XCTAssertEqual(keys.rows.map(\.row), [1, 2])
        XCTAssertEqual(keys.rows.map(\.url), [nil, nil])
        let later = try CoachTable.readKeys(ndjson: #"{"id":"b"}"#.utf8, shard: 1, key: .fixed)
        XCTAssertEqual(try RowKeys.replacedRows(of: [later, keys]), [0: [2]])
        let schools = try SchoolDirectory.readKeys(
            json: #"[{"id":"a"},{"id":"b","name":"n"}]"#.utf8, shard: 1, key: .fixed)
        XCTAssertEqual(schools.rows.map(\.row), [2])
        XCTAssertEqual(schools.rows[0].id, keys.rows[1].id)
        var options = LoadOptions()
        options.replacedElsewhere = [1, 3]
        var loader = CoachTable.Loader(options: options)
        try loader.append(json: coaches.utf8)
        try loader.append(json: #"[{"id":"c"},{"id":"d"}]"#.utf8)
        let table = loader.finish().table
        XCTAssertEqual(table.map(\.id), ["b", "d"])
        XCTAssertThrowsError(try RowKeys.replacedRows(of: [keys, keys])) {
            XCTAssertEqual($0 as? PartialAnswerError, .repeatedShard(0))
        }
        XCTAssertThrowsError(try CoachTable.readKeys(json: "[".utf8, shard: 0, key: .fixed))
    }

    func testBytes() throws {
        let key = RowHashKey(first: 1, second: 2)
        let keys = try PostTable.readKeys(
            json: document([row("a"), row("b", url: "u")]), shard: 0x0102_0304, key: key)
        let bytes = keys.bytes
        XCTAssertEqual(bytes.count, 2 * RowKeys.byteCountPerRow)
        XCTAssertEqual(Array(bytes[16..<40]), Array(repeating: 0, count: 16) + [4, 3, 2, 1, 1, 0, 0, 0])
        XCTAssertEqual(Array(bytes[72...]), [4, 3, 2, 1, 2, 0, 0, 0])
        let id = Array("b".utf8).withUnsafeBufferPointer { SipHash128.hash($0, key: key) }
        XCTAssertEqual(keys.rows[1].id, RowKeys.Hash(first: id.first, second: id.second))
        XCTAssertEqual(bytes[40], UInt8(truncatingIfNeeded: id.first))
        let other = try PostTable.readKeys(json: document([row("b", url: "b")]), shard: 0, key: .random())
        XCTAssertNotEqual(other.rows[0].id, keys.rows[1].id)
        XCTAssertNotEqual(other.rows[0].id, other.rows[0].url)
    }
}
