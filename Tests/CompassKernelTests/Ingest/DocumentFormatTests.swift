import XCTest

@testable import CompassKernel

final class DocumentFormatTests: XCTestCase {
    private let row = #"{"id":"1","platform":"twitter","post_date":"2026-02-10T12:00:00Z"}"#

    private func detected(_ text: String) -> DocumentFormat { .detected(in: Array(text.utf8)) }

    func testArraysAreJSON() {
        for text in ["[]", " \n\t[", "\u{FEFF}[\(row)]", "[\(row)\n", "[1"] {
            XCTAssertEqual(detected(text), .json, text)
        }
    }

    func testArraysInAnObjectAreJSON() {
        for text in [
            #"{"data":[]}"#, "{\"data\":[\(row)]}", "\u{FEFF} {\n \"data\" : [\n\(row)\n]\n}\n",
            #"{"d\u0061ta":[{}]}"#,
            // Detected as JSON; reading reports where they are malformed.
            #"{"data":["#, #"{"data":[{"id":"1"},]}"#, "{\"data\":[\(row)]", "{\"data\":[\(row)]]",
            "{\"data\":[\(row)]}\n{\"data\":[\(row)]}",
        ] {
            XCTAssertEqual(detected(text), .json, text)
        }
    }

    func testLinesOfObjectsAreNDJSON() {
        for text in [
            row, row + "\n", "\u{FEFF}" + row, " \n\n" + row + "\r\n\n", row + "\n" + row,
            "{}\n{}", #"{"platform":"x"}"# + "\n" + row,
            // Columns that happen to have the member's name, and keys that differ from it.
            #"{"data":[1,2],"id":"1"}"#, #"{"id":"1","data":[]}"#, #"{"data":null,"id":"1"}"#,
            #"{"dat":[],"id":"1"}"#, #"{"DATA":[]}"# + "\n" + row,
            // Detected as NDJSON; reading reports the position within the line.
            row + " x", row + "," + row, #"{"id":"1","#, #"{"id":"1" "platform""#, "{", #"{"id":01}"#,
            "{\"id\":\"\n\"}",
        ] {
            XCTAssertEqual(detected(text), .ndjson, text)
        }
    }

    func testErrorObjectsAreJSONSoThatTheirMessageIsQuoted() {
        let error = #"{"code":"42P01","details":null,"hint":null,"message":"no such table"}"#
        let printed = "{\n  \"code\": \"42P01\",\n  \"message\": \"no such table\"\n}\n"
        for text in [error, error + "\n", " " + error + " \n ", printed, "{\n\"id\":\"1\"}"] {
            XCTAssertEqual(detected(text), .json, text)
        }
        for text in [error, printed] {
            XCTAssertThrowsError(try PostTable.load(json: text.utf8)) { thrown in
                guard case LoadError.malformedDocument(let fault) = thrown else {
                    return XCTFail("\(thrown)")
                }
                XCTAssertEqual(
                    fault.reason, .notAnArrayOfRows(found: "an object", message: "no such table"))
            }
        }
    }

    func testEverythingElseIsJSON() {
        for text in ["", " \n", "\u{FEFF}", "null", "\"{}\"", "7", "x", "]", "{\n", "{}"] {
            XCTAssertEqual(detected(text), .json, text)
        }
        XCTAssertEqual(DocumentFormat.detected(in: EmptyCollection()), .json)
        XCTAssertEqual(DocumentFormat.detected(in: [0xef, 0xbb]), .json)
        XCTAssertEqual(DocumentFormat.detected(in: AnyCollection(Array(row.utf8))), .ndjson)
    }
}

/// Documents of the form `{"data": […]}`.
final class WrappedArrayTests: XCTestCase {
    private let row = #"{"id":"1","platform":"twitter","post_date":"2026-02-10T12:00:00Z"}"#
    private let other = #"{"id":"2","platform":"twitter","post_date":"2026-02-11T12:00:00Z"}"#

    private func report(_ text: String) throws -> IngestReport { try PostTable.load(json: text.utf8).report }

    private func fault(_ text: String, file: StaticString = #filePath, line: UInt = #line) -> JSONError? {
        guard case .failed(.malformedDocument(let error)) = PostLoad(text.utf8, file: file, line: line) else {
            XCTFail("loaded: \(text)", file: file, line: line)
            return nil
        }
        return error
    }

    func testRowsAreThoseOfTheArrayWithTheirPlacesInTheDocument() throws {
        for (text, offset) in [
            ("{\"data\":[7,\(row)]}", 9), ("\u{FEFF} {\r\n\t\"data\" :\n [ 7 , \(row) ] } \n", 20),
            (#"{"\u0064ata":[7,\#(row)]}"#, 14),
        ] {
            let (table, report) = try PostTable.load(json: text.utf8)
            XCTAssertEqual(table.postIDs, ["1"], text)
            XCTAssertEqual(report.rows, 2, text)
            XCTAssertEqual(report.problems.map(\.byteOffset), [offset], text)
            XCTAssertEqual(report.problems.map(\.row), [1], text)
        }
        XCTAssertEqual(try report(#"{"data":[]}"#).rows, 0)
        XCTAssertEqual(try report(" {\n\"data\" : [ ] \n} ").rows, 0)
    }

    func testOtherTablesAreReadInTheSameWay() throws {
        let schools = try SchoolDirectory.load(json: #"{"data":[{"id":"s","name":"S"}]}"#.utf8).table
        XCTAssertEqual(schools.name(of: "s"), "S")
        let coaches = try CoachTable.load(json: #"{"data":[{"id":"c"}]}"#.utf8).table
        XCTAssertEqual(coaches.count, 1)
        var posts = try PostTable.load(json: "[\(row)]".utf8).table
        XCTAssertEqual(try posts.merge(json: "{\"data\":[\(other)]}".utf8).newCount, 1)
    }

    func testLinesAreRowsWhateverTheyHold() throws {
        let (table, report) = try PostTable.load(ndjson: "{\"data\":[\(row)]}\n\(other)".utf8)
        XCTAssertEqual(table.postIDs, ["2"])
        XCTAssertEqual(report.problems.map(\.field), ["id"])
    }

    func testAnyOtherMemberMakesItAnObjectLikeAnyOther() {
        let message = #","message":"too many"}"#
        for (text, quoted) in [
            ("{\"data\":[\(row)],\"count\":1}", nil), ("{\"count\":1,\"data\":[\(row)]}", nil),
            ("{\"data\":[],\"data\":[]}", nil), (#"{"data":{}}"#, nil), (#"{"data":null}"#, nil),
            (#"{"rows":[]}"#, nil), ("{}", nil), (#"{"data":{"data":[]}}"#, nil),
            ("{\"data\":[\(row)]" + message, "too many"),
        ] as [(String, String?)] {
            XCTAssertEqual(
                fault(text)?.reason, .notAnArrayOfRows(found: "an object", message: quoted), text)
            XCTAssertEqual(fault("\n " + text)?.byteOffset, 2, text)
        }
        // Invalid JSON after the comma.
        let broken = fault("{\"data\":[],x}")
        XCTAssertEqual(broken?.reason, .unexpectedByte(0x7b, expected: "an array of rows"))
        XCTAssertEqual(broken?.byteOffset, 0)
    }

    func testFaultsInsideAreReportedWhereTheyAre() {
        let cases: [(String, JSONError.Reason, Int)] = [
            ("{\"data\":[", .unexpectedEnd, 9), ("{\"data\":[\(row)", .unexpectedEnd, 9 + row.utf8.count),
            ("{\"data\":[\(row)]", .unexpectedEnd, 10 + row.utf8.count),
            ("{\"data\":[]", .unexpectedEnd, 10),
            ("{\"data\":[]]", .unexpectedByte(0x5d, expected: "'}'"), 10),
            ("{\"data\":[]}}", .unexpectedByte(0x7d, expected: "the end of the document"), 11),
            ("{\"data\":[\n7,]}", .unexpectedByte(0x5d, expected: "a value"), 12),
        ]
        for (text, reason, offset) in cases {
            XCTAssertEqual(fault(text)?.reason, reason, text)
            XCTAssertEqual(fault(text)?.byteOffset, offset, text)
        }
        XCTAssertEqual(fault("{\"data\":[\n7,]}")?.line, 2)
        XCTAssertEqual(fault("{\"data\":[\n7,]}")?.column, 3)
    }

    func testNestingCountsTheObjectAround() throws {
        func nested(_ levels: Int) -> String {
            let arrays = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            return "{\"data\":[{\"id\":\"1\",\"more\":\(arrays)}]}"
        }
        // The object, the array and the row use three of the 512 levels.
        XCTAssertEqual(try report(nested(509)).rows, 1)
        XCTAssertEqual(fault(nested(510))?.reason, .nestingTooDeep(limit: 512))
    }

    func testThreadsReadTheSameRows() throws {
        var options = LoadOptions(threads: 4)
        options.minimumChunkByteCount = 64
        let rows = (0..<50).map { $0 % 7 == 0 ? "7" : row.replacing("\"1\"", with: "\"\($0 % 20)\"") }
        for text in [
            "{\"data\":[" + rows.joined(separator: ",") + "]}", "{\"data\":[" + rows.joined(separator: ","),
            "{\"data\":[" + rows.joined(separator: ",") + "],\"more\":1}",
            "{\"data\":[" + rows.joined(separator: ",") + "]]",
        ] {
            XCTAssertEqual(PostLoad(text.utf8, options: options), PostLoad(text.utf8), text)
        }
    }
}
