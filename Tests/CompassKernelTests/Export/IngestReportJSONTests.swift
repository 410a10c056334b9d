import Foundation
import XCTest

@testable import CompassKernel

final class IngestReportJSONTests: XCTestCase {
    private let document = """
        [7,{"id":1,"platform":"twitter","post_date":"2026-02-10T10:00:00Z","sentiment":"odd \\"one\\""},{"id":2}]
        """

    func testTheWriterAndCodableAgree() throws {
        let (_, report) = try PostTable.load(json: Array(document.utf8))
        XCTAssertEqual(report.problems.count, 3)
        let encoded = try JSONEncoder().encode(report)
        for layout in [JSONLayout.compact, .indented] {
            let written = Data(report.json(layout: layout))
            XCTAssertEqual(
                try JSONSerialization.jsonObject(with: written) as? NSDictionary,
                try JSONSerialization.jsonObject(with: encoded) as? NSDictionary)
            XCTAssertEqual(try JSONDecoder().decode(IngestReport.self, from: written), report)
        }
        XCTAssertEqual(try JSONDecoder().decode(IngestReport.self, from: encoded), report)
    }

    func testAProblemWithoutAFieldHasANullOne() throws {
        let (_, report) = try PostTable.load(json: Array(document.utf8))
        let text = String(decoding: report.json(), as: UTF8.self)
        XCTAssertTrue(
            text.hasPrefix(
                #"{"table":"social_media_posts","rows":3,"loaded":1,"skipped":2,"replaced":0,"warnings":1,"#
                    + #""replacements":[],"problems":[{"row":1,"byteOffset":1,"field":null,"reason":"#), text)
    }
}
