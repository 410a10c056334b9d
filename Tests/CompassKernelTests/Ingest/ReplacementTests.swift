import Foundation
import XCTest

@testable import CompassKernel

/// Tests of the list of rows that later rows replaced.
final class ReplacementTests: XCTestCase {
    private func post(_ id: String, url: String? = nil) -> String {
        let url = url.map { #","post_url":"\#($0)""# } ?? ""
        return #"{"id":"\#(id)","platform":"twitter","post_date":"2026-02-10T12:00:00Z"\#(url)}"#
    }

    /// Returns each replacement's row, the row that replaced it, and the rule.
    private func places(_ report: IngestReport) -> [String] {
        report.replacements.map { "\($0.row) \($0.id) by \($0.byRow) \($0.rule.rawValue)" }
    }

    private func report(_ rows: [String], _ options: LoadOptions = LoadOptions()) throws -> IngestReport {
        try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8, options: options).report
    }

    func testARowIsReplacedByTheFirstLaterRowWithItsIDOrItsURL() throws {
        XCTAssertEqual(places(try report([post("a"), post("b"), post("c", url: "u")])), [])
        XCTAssertEqual(
            places(try report([post("a"), post("b"), post("a"), post("a")])),
            ["1 a by 3 id", "3 a by 4 id"])
        XCTAssertEqual(
            places(try report([post("a", url: "u"), post("b", url: "u"), post("b", url: "v")])),
            ["1 a by 2 post_url", "2 b by 3 id"])
        // Both rules, applied by different rows and by the same row.
        XCTAssertEqual(
            places(try report([post("a", url: "u"), post("b", url: "u"), post("a", url: "v")])),
            ["1 a by 2 post_url"])
        XCTAssertEqual(
            places(try report([post("a", url: "u"), post("a", url: "v"), post("b", url: "u")])),
            ["1 a by 2 id"])
        XCTAssertEqual(places(try report([post("a", url: "u"), post("a", url: "u")])), ["1 a by 2 id"])
    }

    func testPlacesAreThoseOfTheDocumentBehindSkippedRows() throws {
        let skipped = Array(repeating: "7", count: 70)
        let rows = skipped + [post("a")] + skipped + [post("b"), "7", post("a"), "{}", post("b", url: "u")]
        let report = try report(rows)
        XCTAssertEqual(places(report), ["71 a by 144 id", "142 b by 146 id"])
        let text = "[\(rows.joined(separator: ","))]"
        for replacement in report.replacements {
            let start = text.utf8.index(text.startIndex, offsetBy: replacement.byteOffset)
            XCTAssertTrue(text[start...].hasPrefix(post(replacement.id)), "\(replacement)")
        }
        XCTAssertEqual(report.replacements.map(\.byteOffset), [141, 141 + post("a").utf8.count + 141])
    }

    func testPlacesBetweenCheckpoints() throws {
        // Every row occurs twice: row n + 1 is replaced by row n + 301.
        let rows = (0..<300).map { post("\($0)") }
        for (separator, isLines) in [(",", false), (" ,\n ", false), ("\n", true), ("\r\n\n \n", true)] {
            let twice = rows + rows
            let body = twice.joined(separator: separator)
            let text = isLines ? body : "[" + body + "]"
            var options = LoadOptions(maxProblems: 1_000)
            var expected: [IngestReplacement] = []
            var offset = isLines ? 0 : 1
            for (index, row) in rows.enumerated() {
                expected.append(
                    IngestReplacement(
                        row: index + 1, byteOffset: offset, id: "\(index)", rule: .id, byRow: index + 301))
                offset += row.utf8.count + separator.utf8.count
            }
            for threads in [1, 4] {
                options.threads = threads
                options.minimumChunkByteCount = 512
                let load = PostLoad(text.utf8, isLines ? .ndjson : .json, options: options)
                guard case .loaded(_, _, let report) = load else { return XCTFail("\(load)") }
                XCTAssertEqual(report.replacements, expected, "\(threads) threads, \(isLines)")
            }
        }
    }

    func testAsManyAreListedAsProblemsAndAllAreCounted() throws {
        let rows = Array(repeating: post("a"), count: 200)
        for limit in [-1, 0, 1, 100, 199, 500] {
            let report = try report(rows, LoadOptions(maxProblems: limit))
            XCTAssertEqual(report.replaced, 199)
            XCTAssertEqual(report.replacements.count, min(max(limit, 0), 199))
            XCTAssertEqual(report.replacements.map(\.row), Array((1...200).prefix(report.replacements.count)))
        }
    }

    func testOtherTablesHaveIDsAlone() throws {
        let schools = try SchoolDirectory.load(
            ndjson: "{\"id\":\"s\",\"name\":\"A\"}\n\n{\"id\":\"s\",\"name\":\"B\"}".utf8)
        XCTAssertEqual(
            schools.report.replacements,
            [IngestReplacement(row: 1, byteOffset: 0, id: "s", rule: .id, byRow: 2)])
        let coaches = try CoachTable.load(json: #"{"data":[{},{"id":7},{"id":"8"},{"id":"7"}]}"#.utf8)
        XCTAssertEqual(
            coaches.report.replacements,
            [IngestReplacement(row: 2, byteOffset: 12, id: "7", rule: .id, byRow: 4)])
    }

    func testRowsOfBatchesHaveNumbersAndNoPlaces() throws {
        let first = batch([
            .texts("id", ["a", nil, "b"]), .texts("platform", ["twitter", "twitter", "twitter"]),
            .plain("post_date", "tsu:UTC", [1, 2, 3], null: 0), .texts("post_url", [nil, nil, "u"]),
        ])
        let second = batch([
            .texts("id", ["c", "a"]), .texts("platform", ["twitter", "twitter"]),
            .plain("post_date", "tsu:UTC", [1, 2], null: 0), .texts("post_url", ["u", nil]),
        ])
        let report = try read([first, second]).report
        XCTAssertEqual(places(report), ["1 a by 5 id", "3 b by 4 post_url"])
        XCTAssertEqual(report.replacements.map(\.byteOffset), [0, 0])
    }

    func testRowsOfASyncAreReplacedByThoseOfTheSameBatchOnly() throws {
        var table = try PostTable.load(json: "[\(post("a", url: "u")),\(post("k"))]".utf8).table
        let result = try table.merge(
            json: """
                [{"id":"a","notes":"1"},{"id":"x"},\(post("b", url: "v")),\(post("k")),{"id":"a","notes":"2"},
                \(post("c", url: "u")),{"id":"b","post_url":"w"},\(post("d", url: "v"))]
                """.utf8)
        // a's second row replaces its first; c displaces the second because that post still has its URL.
        XCTAssertEqual(places(result.report), ["1 a by 5 id", "3 b by 7 id", "5 a by 6 post_url"])
        XCTAssertEqual(result.report.replaced, 3)
        XCTAssertEqual(result.report.skipped, 1)
        XCTAssertEqual(result.report.replacements[0].byteOffset, 1)
    }

    func testReportsAsJSON() throws {
        let report = try report([post("a\\u0022", url: "u"), post("b", url: "u")])
        let text = String(decoding: report.json(), as: UTF8.self)
        XCTAssertTrue(
            text.contains(
                #""warnings":0,"replacements":[{"row":1,"byteOffset":1,"id":"a\"","rule":"post_url","byRow":2}],"#
                    + #""problems":[]"#), text)
        XCTAssertEqual(try JSONDecoder().decode(IngestReport.self, from: Data(text.utf8)), report)
        // The form of reports before they listed replaced rows.
        let older = #"{"table":"t","rows":2,"loaded":1,"skipped":0,"replaced":1,"warnings":0,"problems":[]}"#
        XCTAssertThrowsError(try JSONDecoder().decode(IngestReport.self, from: Data(older.utf8)))
    }
}
