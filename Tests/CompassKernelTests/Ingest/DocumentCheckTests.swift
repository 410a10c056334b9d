import XCTest

@testable import CompassKernel

final class DocumentCheckTests: XCTestCase {
    func testCountsRowsAndElementsThatAreNone() throws {
        let report = try DocumentCheck.report(
            of: Array(#"[{"a":[{}]},{},3,{"b":"x"},null]"#.utf8), format: .json, table: "events")
        XCTAssertEqual(report.table, "events")
        XCTAssertEqual(
            [report.rows, report.loaded, report.skipped, report.replaced, report.warnings], [5, 3, 2, 0, 0])
        XCTAssertEqual(report.problems.map(\.row), [3, 5])
    }

    func testCountsLines() throws {
        let report = try DocumentCheck.report(
            of: Array("{\"id\":1}\n\n{\"id\":1}\r\n".utf8), format: .ndjson, table: "offers")
        XCTAssertEqual([report.rows, report.loaded, report.skipped], [2, 2, 0])
    }

    func testSeveralThreadsCountTheSame() throws {
        let document = Array(
            "[\((0..<5_000).map { #"{"id":\#($0),"x":"},{"}"# }.joined(separator: ","))]".utf8)
        var options = LoadOptions(threads: 4)
        options.minimumPieceByteCount = 1_000
        let report = try DocumentCheck.report(of: document, format: .json, table: "events", options: options)
        XCTAssertEqual([report.rows, report.loaded], [5_000, 5_000])
    }

    func testAMalformedDocumentIsRefusedWithItsPlace() {
        XCTAssertThrowsError(
            try DocumentCheck.report(of: Array("[{},\n{]".utf8), format: .json, table: "events")
        ) { error in
            guard case LoadError.malformedDocument(let document) = error else { return XCTFail("\(error)") }
            XCTAssertEqual([document.line, document.column, document.byteOffset], [2, 2, 6])
        }
    }
}
