import Foundation
import XCTest

@testable import CompassWorkloads

final class JSONArrayLinesTests: XCTestCase {
    private func lines(_ text: String) -> String {
        String(decoding: JSONArrayLines.lineDelimited(Data(text.utf8)), as: UTF8.self)
    }

    private func objects(_ text: String) -> String {
        String(decoding: JSONArrayLines.objects(Data(text.utf8)), as: UTF8.self)
    }

    func testEveryRowBecomesALine() {
        XCTAssertEqual(lines("[{\"a\":1},\n{\"a\":2},\n{\"a\":3}]\n"), "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n")
    }

    func testBracketsOnLinesOfTheirOwnBecomeNone() {
        XCTAssertEqual(lines("[\n{\"a\":1},\n{\"a\":2}\n]\n"), "{\"a\":1}\n{\"a\":2}\n")
        XCTAssertEqual(lines("[\r\n{\"a\":1},\r\n{\"a\":2}\r\n]\r\n"), "{\"a\":1}\n{\"a\":2}\n")
    }

    func testAnEmptyArrayHasNoLine() {
        for text in ["", "\n", "[]", "[]\n", "[\n]", "[\n]\n"] {
            XCTAssertEqual(lines(text), "", text.debugDescription)
        }
    }

    func testALastRowWithoutALineBreakIsKept() {
        XCTAssertEqual(lines("[{\"a\":1},\n{\"a\":2}]"), "{\"a\":1}\n{\"a\":2}\n")
    }

    func testBracketsAndCommasWithinARowStay() {
        XCTAssertEqual(lines("[{\"a\":[1,2]},\n{\"b\":\"],\"}]\n"), "{\"a\":[1,2]}\n{\"b\":\"],\"}\n")
    }

    func testTheFirstRowsAreAnArray() {
        func first(_ rows: Int) -> String {
            let array = Data("[{\"a\":1},\n{\"a\":2},\n{\"a\":3}]\n".utf8)
            return String(decoding: JSONArrayLines.first(rows, of: array), as: UTF8.self)
        }
        XCTAssertEqual(first(0), "[]")
        XCTAssertEqual(first(1), "[{\"a\":1}]")
        XCTAssertEqual(first(2), "[{\"a\":1},\n{\"a\":2}]")
        for rows in [3, 4, Int.max] { XCTAssertEqual(first(rows), "[{\"a\":1},\n{\"a\":2},\n{\"a\":3}]") }
    }

    func testObjectsOfSeveralLinesKeepTheirCommas() {
        XCTAssertEqual(objects("[{\"a\":1},\n{\"a\":2},\n"), "{\"a\":1},\n{\"a\":2}")
        XCTAssertEqual(objects("{\"a\":3}\n]\n"), "{\"a\":3}")
        XCTAssertEqual(objects("{\"a\":[3]}]"), "{\"a\":[3]}")
    }

    func testPiecesCoverEveryByteOnceWithSoManyLinesEach() {
        for lineCount in 0...9 {
            for endsWithBreak in [true, false] {
                for rowsPerPiece in 1...4 {
                    let text =
                        (0..<lineCount).map { String(repeating: "x", count: $0 + 1) }.joined(separator: "\n")
                        + (endsWithBreak && lineCount > 0 ? "\n" : "")
                    let bytes = Data(text.utf8)
                    let pieces = JSONArrayLines.pieces(of: bytes, rowsPerPiece: rowsPerPiece)
                    let label = "\(lineCount) lines, break: \(endsWithBreak), \(rowsPerPiece) a piece"
                    XCTAssertEqual(pieces.count, (lineCount + rowsPerPiece - 1) / rowsPerPiece, label)
                    XCTAssertEqual(pieces.flatMap { Array(bytes[$0]) }, Array(bytes), label)
                    for piece in pieces.dropLast() {
                        XCTAssertEqual(bytes[piece].count { $0 == 0x0A }, rowsPerPiece, label)
                        XCTAssertEqual(bytes[piece].last, 0x0A, label)
                    }
                }
            }
        }
    }

    func testTheLinesOfAnArrayHoldTheSameRows() throws {
        let rows = (0..<25).map { ["id": "\($0)", "text": "a]b,\\\" \($0)"] }
        let array = try rows.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        let text = "[" + array.joined(separator: ",\n") + "]\n"
        XCTAssertEqual(lines(text), array.joined(separator: "\n") + "\n")
    }
}
