import Foundation
import XCTest

/// `compass social` gives the committed answers of `Datasets/tiny`, which the baseline has computed.
final class GoldenAnswerTests: CommandLineTestCase {
    func testEveryGoldenAnswer() throws {
        let tiny = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Datasets/tiny").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(
            at: tiny.appendingPathComponent("golden"), includingPropertiesForKeys: nil)
        XCTAssertGreaterThanOrEqual(files.count, 9)
        for file in files {
            let golden = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            let arguments = try XCTUnwrap(golden?["arguments"] as? [String])
            let expected = try XCTUnwrap(golden?["answer"] as? NSDictionary)
            let run = try CommandLineRun.run(["social", tiny.path, "--format", "json"] + arguments)
            XCTAssertEqual(run.status, 0, run.errors)
            let answer = try JSONSerialization.jsonObject(with: run.output) as? NSDictionary
            for case let key as String in expected.allKeys {
                XCTAssertEqual(
                    answer?[key] as? NSObject, expected[key] as? NSObject,
                    "\(file.lastPathComponent), \(key)")
            }
        }
    }
}
