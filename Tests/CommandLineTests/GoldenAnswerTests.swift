import Foundation
import XCTest

/// `compass` prints the committed outputs of small datasets, computed by the baseline. A file's name begins
/// with its command.
final class GoldenAnswerTests: CommandLineTestCase {
    func testEveryGoldenAnswer() throws {
        try expectGoldenAnswers("tiny", leastCount: 47)
        try expectGoldenAnswers("bad-rows", leastCount: 2)
    }

    private func expectGoldenAnswers(_ dataset: String, leastCount: Int) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Datasets/\(dataset)").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent("golden"), includingPropertiesForKeys: nil)
        XCTAssertGreaterThanOrEqual(files.count, leastCount)
        for file in files {
            let golden = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            let arguments = try XCTUnwrap(golden?["arguments"] as? [String])
            let expected = try XCTUnwrap(golden?["answer"] as? NSDictionary)
            let command = String(file.lastPathComponent.prefix { $0 != "-" })
            let run = try CommandLineRun.run([command, folder.path, "--format", "json"] + arguments)
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
