import Foundation
import XCTest

@testable import BenchmarkHarness

final class ReportFileTests: XCTestCase {
    private func path(_ text: String) throws -> String {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "report-\(UUID().uuidString).json")
        try Data(text.utf8).write(to: url)
        addTeardownBlock { try FileManager.default.removeItem(at: url) }
        return url.path
    }

    private func failure(_ path: String) -> ReportFile.Failure? {
        do throws(ReportFile.Failure) {
            _ = try ReportFile.read(path: path)
            return nil
        } catch {
            return error
        }
    }

    func testAReportIsRead() throws {
        let report = BenchmarkReport.fixture([.fixture(kernel: .fixture(5))], memory: [.fixture()])
        let text = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        XCTAssertEqual(try ReportFile.read(path: path(text)), report)
    }

    func testAMissingFileSaysHowToMakeIt() {
        let failure = failure("no/such/report.json")
        XCTAssertEqual(failure, .missing(path: "no/such/report.json"))
        XCTAssertEqual(failure?.description.contains("compass-bench run --json no/such/report.json"), true)
    }

    func testWhatIsNoReportIsNamedWithItsPlace() throws {
        let whole = String(
            decoding: try JSONEncoder().encode(BenchmarkReport.fixture([.fixture(kernel: .fixture(5))])),
            as: UTF8.self)
        let cases = [
            ("", "at the top"), ("{", "at the top"), ("[]", "at the top"),
            ("{}", "\"schemaVersion\" is missing"),
            ("{\"schemaVersion\": 2}", "its schema version is 2, this program reads version 1"),
            ("{\"schemaVersion\": 1}", "\"environment\" is missing"),
            (
                whole.replacingOccurrences(of: "\"rows\":10000", with: "\"rows\":\"x\""),
                "at .workloads[0].rows"
            ),
            (whole.replacingOccurrences(of: "\"median\":5", with: "\"median\":0"), "is not positive"),
        ]
        for (text, expected) in cases {
            let path = try path(text)
            guard case .unreadable(path, let reason) = failure(path) else { return XCTFail(text) }
            XCTAssertTrue(reason.contains(expected), "\(text): \(reason)")
        }
        let folder = FileManager.default.temporaryDirectory.path
        XCTAssertEqual(failure(folder), .unreadable(path: folder, reason: "it is a folder"))
    }
}
