import Foundation
import XCTest

@testable import CompassKernel

/// The rows of a document, read in runs of any size, are those of the whole document.
final class CutDocumentTests: XCTestCase {
    private let rows = (0..<7).map { number in
        #"{"id":"\#(number)","platform":"twitter","post_date":"2026-02-1\#(number)T10:00:00Z","post_content":"},{\"id\":\n"}"#
            .replacing("\n", with: #"\n"#)
    }

    private func write(_ text: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("cut-\(UUID())").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        addTeardownBlock { try FileManager.default.removeItem(atPath: path) }
        return path
    }

    private func posts(_ path: String, _ format: DocumentFormat, _ byteCount: Int) throws -> (
        posts: [Post], rows: Int, runs: Int
    ) {
        let document = try CutDocument(path, format)
        var (posts, rows, runs): ([Post], Int, Int) = ([], 0, 0)
        while let run = try document.next(byteCount: byteCount) {
            let (table, report) = try document.load(PostTable.self, run, options: LoadOptions())
            posts += Array(table)
            rows += report.rows
            runs += 1
        }
        return (posts.sorted { $0.id > $1.id }, rows, runs)
    }

    func testEverySizeOfRuns() throws {
        for (text, format) in [
            (rows.joined(separator: "\n"), .ndjson), (rows.joined(separator: "\r\n\n") + "\n", .ndjson),
            ("\u{feff}" + rows.joined(separator: "\n"), .ndjson),
            ("[" + rows.joined(separator: ",") + "]", .json),
            (" {\"data\" : [ " + rows.joined(separator: " ,\n ") + " ] } \n", .json),
        ] as [(String, DocumentFormat)] {
            let path = try write(text)
            let whole = Array(try PostTable.load(contentsOf: path, format: format).table)
            XCTAssertEqual(whole.count, rows.count)
            for byteCount in 0...text.utf8.count + 1 {
                let cut = try posts(path, format, byteCount)
                XCTAssertEqual(cut.posts, whole, "\(byteCount) of \(text)")
                XCTAssertEqual(cut.rows, rows.count)
            }
            XCTAssertEqual(try posts(path, format, text.utf8.count).runs, 1)
            XCTAssertGreaterThanOrEqual(try posts(path, format, 1).runs, rows.count)
        }
    }

    /// Whatever is wrong, and wherever the document is cut, the error is that of the whole document.
    func testEveryFault() throws {
        for format in [DocumentFormat.ndjson, .json] {
            for fault in ["", "{", "{\"id\":\n1}", "\u{feff}{}", "null", "1 2", "{\"id\":\"\u{1}\"}", "}"] {
                for place in 0...rows.count {
                    var faulty = rows
                    faulty.insert(fault, at: place)
                    let text =
                        format == .ndjson
                        ? faulty.joined(separator: "\n") : "[" + faulty.joined(separator: ",") + "]"
                    let path = try write(text)
                    let whole = Result { try PostTable.load(contentsOf: path, format: format).report.rows }
                    for byteCount in [1, 50, 200, 10_000] {
                        let cut = Result { try posts(path, format, byteCount).rows }
                        switch (whole, cut) {
                        case (.success(let whole), .success(let cut)): XCTAssertEqual(cut, whole)
                        case (.failure(let whole), .failure(let cut)):
                            XCTAssertEqual(
                                cut as? LoadError, whole as? LoadError, "\(byteCount), \(place) of \(text)")
                        default: XCTFail("\(cut) instead of \(whole), \(byteCount), \(place) of \(text)")
                        }
                    }
                }
            }
        }
    }

    func testDocumentsThatAreNoArrays() throws {
        for text in ["", " ", "{}", "{\"message\":\"no\"}", "1", "[", "[]x", "\u{feff}", "[] "] {
            let path = try write(text)
            let whole = Result { try PostTable.load(contentsOf: path, format: .json).report.rows }
            let cut = Result { try posts(path, .json, 1).rows }
            switch (whole, cut) {
            case (.success, .success): XCTAssertEqual(text.prefix(2), "[]")
            case (.failure(let whole), .failure(let cut)):
                XCTAssertEqual(cut as? LoadError, whole as? LoadError, text)
            default: XCTFail("\(cut) instead of \(whole) of \(text)")
            }
        }
    }
}
