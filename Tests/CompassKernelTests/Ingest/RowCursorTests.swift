import XCTest

@testable import CompassKernel

final class RowCursorTests: XCTestCase {
    /// Returns the ids and the texts of the rows of a document.
    private func rows(_ document: String) throws -> [(id: String?, text: String)] {
        try Array(document.utf8).withUnsafeBufferPointer { bytes in
            var cursor = try RowCursor(bytes)
            var rows: [(String?, String)] = []
            while let row = try cursor.next() {
                rows.append(
                    (
                        row.id.map { String(decoding: $0, as: UTF8.self) },
                        String(decoding: row.bytes, as: UTF8.self)
                    ))
            }
            XCTAssertNil(try cursor.next(), "after the last row")
            return rows
        }
    }

    private static let elements = [
        #"{"id":"a","name":"A"}"#, #"{ "name" : "]}" , "id" : 12.50 }"#,
        #"{"id":"\u00e9\"x","data":[{"id":"inner"}]}"#,
        #"{"id":null}"#, "{}", #"{"id":""}"#, #"{"id":{"id":"b"}}"#, "7", "[[]]", "null",
    ]
    private static let ids = ["a", "12.50", "é\"x", nil, nil, nil, nil, nil, nil, nil]

    func testRowsAreReturnedAsTheyStand() throws {
        for (space, open, close) in [
            ("", "[", "]"), (" \n\t", "\u{feff} [ ", " ]\n"), ("\r\n", #"{"data":["#, "]}"),
        ] {
            let document = open + Self.elements.joined(separator: space + "," + space) + close
            let rows = try rows(document)
            XCTAssertEqual(rows.map(\.text), Self.elements)
            XCTAssertEqual(rows.map(\.id), Self.ids)
        }
        for empty in ["[]", " [ ] ", #"{"data":[]}"#] { XCTAssertEqual(try rows(empty).count, 0, empty) }
    }

    /// Every prefix of a document, and every document with one byte more or replaced, is read or refused as the loader
    /// does it.
    func testWhatTheLoaderRefusesIsRefused() throws {
        let document = #"[{"id":"a"}, {"id":2,"x":[true]} ,3]"#
        var variants = document.indices.map { String(document[..<$0]) }
        for index in document.indices {
            for byte in ["", " ", ",", "]", "}", "\"", "1"] {
                variants.append(document[..<index] + byte + document[document.index(after: index)...])
                variants.append(document[..<index] + byte + document[index...])
            }
        }
        variants += [
            #"{"data":[]"#, #"{"data":[],"x":1}"#, #"{"data":[]}]"#, #"{"message":"no"}"#, "[]]", "<html>",
            "\u{feff}",
        ]
        for variant in variants {
            let expected = try? PageRows(json: Array(variant.utf8)).rowCount
            let found = try? rows(variant).count
            XCTAssertEqual(found, expected, variant)
        }
    }

    func testIDsAreOrderedByTheirBytes() {
        let ordered = ["", "10", "9", "B", "a", "aa", "b", "é", "😀"]
        for (left, first) in ordered.enumerated() {
            for (right, second) in ordered.enumerated() {
                let order = RowCursor.compare(Array(first.utf8), Array(second.utf8))
                XCTAssertEqual(order.signum(), (left - right).signum(), "\(first) \(second)")
            }
        }
    }

    func testAFileIsReadOrNamed() throws {
        XCTAssertThrowsError(try RowCursor.withBytes(ofFile: "/nowhere/rows.json") { _ in }) {
            XCTAssertEqual($0 as? LoadError, .missingFile(path: "/nowhere/rows.json"))
        }
    }
}
