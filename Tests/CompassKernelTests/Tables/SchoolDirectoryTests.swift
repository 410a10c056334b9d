import XCTest

@testable import CompassKernel

final class SchoolDirectoryTests: XCTestCase {
    private func load(
        _ text: String, _ options: LoadOptions = LoadOptions()
    ) throws -> (table: SchoolDirectory, report: IngestReport) {
        try SchoolDirectory.load(json: text.utf8, options: options)
    }

    private func names(_ directory: SchoolDirectory, of ids: [String]) -> [String] {
        directory.names(of: ids).map { $0 ?? SchoolDirectory.unknownName }
    }

    func testNamesByID() throws {
        let (directory, report) = try load(
            #"[{"id":"a","name":"Alabama","status":"committed"},{"id":7,"name":"","division":"D1"},{"id":"é","name":"É"}]"#
        )
        XCTAssertEqual([report.rows, report.loaded, report.skipped, report.warnings], [3, 3, 0, 0])
        XCTAssertEqual(report.table, "schools")
        XCTAssertEqual(
            names(directory, of: ["é", "7", "a", "e\u{301}", "b"]),
            ["É", "Unknown School", "Alabama", "Unknown School", "Unknown School"])
        XCTAssertEqual((0..<3).map { directory.statuses.string($0) }, ["committed", nil, nil])
        XCTAssertEqual((0..<3).map { directory.divisions.string($0) }, [nil, "D1", nil])
    }

    func testTheLastOfRowsWithOneIDStays() throws {
        let (directory, report) = try load(
            #"[{"id":"a","name":"old"},{"id":"b","name":"B"},{"id":"a","name":"new"},{"id":"a"}]"#)
        XCTAssertEqual([report.rows, report.loaded, report.skipped, report.replaced], [4, 2, 1, 1])
        XCTAssertEqual(names(directory, of: ["a", "b"]), ["new", "B"])
        XCTAssertEqual(directory.count, 2)
        XCTAssertEqual(directory.columns.checkInvariants(), [])
    }

    func testRowsWithoutIDOrNameAreSkippedWithTheirReason() throws {
        let (directory, report) = try load(
            #"[{"name":"x"},{"id":"","name":"x"},{"id":"a"},{"id":"a","name":null},{"id":"a","name":1},{"id":true,"name":1},3]"#
        )
        XCTAssertEqual(directory.count, 0)
        XCTAssertEqual(report.skipped, 7)
        XCTAssertEqual(report.problems.map(\.field), ["id", "id", "name", "name", "name", "id", nil])
        XCTAssertEqual(
            report.problems.prefix(4).map(\.reason), ["is missing", "is empty", "is missing", "is null"])
    }

    func testTheNameOfOneID() throws {
        let (directory, _) = try load(
            "[{\"id\":\"a\",\"name\":\"old\"},{\"id\":\"\u{e9}\",\"name\":\"\"},{\"id\":\"a\",\"name\":\"new\"}]"
        )
        XCTAssertEqual(
            ["a", "\u{e9}", "e\u{301}", "", "b"].map { directory.name(of: $0) }, ["new", nil, nil, nil, nil])
        XCTAssertFalse(directory.isEmpty)
        XCTAssertTrue(SchoolDirectory.empty.isEmpty)
        XCTAssertNil(SchoolDirectory.empty.name(of: "a"))
    }

    func testNamesOfIDsThatAreUUIDs() throws {
        let ids = (0..<3).map { "0011223\($0)-4455-6677-8899-aabbccddeeff" }
        let rows = ids.map { #"{"id":"\#($0)","name":"\#($0.prefix(8))"}"# }.joined(separator: ",")
        let (directory, _) = try load("[\(rows)]")
        XCTAssertEqual(ids.map { directory.name(of: $0) }, ["00112230", "00112231", "00112232"])
        XCTAssertEqual(names(directory, of: [ids[2], "x"]), ["00112232", "Unknown School"])
        for other in ["", "x", ids[0].uppercased(), ids[0] + "0", "00112239-4455-6677-8899-aabbccddeeff"] {
            XCTAssertNil(directory.name(of: other))
        }
    }

    func testEmptyDirectory() throws {
        XCTAssertEqual(SchoolDirectory.empty.count, 0)
        XCTAssertEqual(names(.empty, of: ["a"]), ["Unknown School"])
        XCTAssertEqual(try load("[]").table.count, 0)
        XCTAssertEqual(try SchoolDirectory.load(ndjson: "\n".utf8).table.count, 0)
    }

    func testPiecesGiveTheSameDirectory() throws {
        let rows = (0..<100).map {
            "{\"id\":\"s\($0 % 80)\",\"name\":\"Name },{\\\"\($0)\",\"status\":\($0 % 9)}"
        }
        let text = "[" + rows.joined(separator: ",") + "]"
        let expected = try load(text)
        let ids = (0..<81).map { "s\($0)" }
        for size in [10, 100] {
            for threads in [2, 7] {
                let (directory, report) = try load(text, pieces(of: size, threads: threads))
                XCTAssertEqual(report, expected.report)
                XCTAssertEqual(names(directory, of: ids), names(expected.table, of: ids))
            }
        }
    }

    func testColumnsThatAreTooLargeAreNamed() {
        for (field, other) in [("id", "name"), ("name", "id")] {
            var values = ["id": "i", "name": "n", "status": "s", "division": "d"]
            values[field] = String(repeating: "x", count: 30)
            values[other] = "y"
            let row = "{" + values.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
            var options = LoadOptions()
            options.maxTextBytes = 29
            XCTAssertThrowsError(try load("[\(row)]", options)) { error in
                XCTAssertEqual(error as? LoadError, .columnTooLarge(column: field, maximumByteCount: 29))
            }
        }
    }

    func testNameOrderIsThatOfLowerCaseThenNameThenID() {
        let schools = [
            ("b", "1"), ("B", "2"), ("a", "3"), ("Z", "4"), ("É", "5"), ("e\u{301}", "6"), ("", "7"),
            ("b", "0"),
            ("İ", "8"), ("z", "9"), ("É", "10"),
        ]
        let order = NameOrder.sorted(names: schools.map(\.0), ids: schools.map(\.1))
        // Lower-cased: "" < a < b < e + accent < i + dot above < z < é. Then capitals first, then ids.
        XCTAssertEqual(order.map { schools[$0].1 }, ["7", "3", "2", "0", "1", "6", "8", "4", "9", "10", "5"])
    }
}
