import Foundation
import XCTest

/// Runs the program as a user does.
final class ScaleCommandTests: XCTestCase {
    private var folder = URL(fileURLWithPath: "/")

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("scale-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
        try BenchProgram.run(["scale"] + arguments, in: folder)
    }

    func testMeasuredComputedAndGivenFiguresAreTold() throws {
        let result = try run([
            "--shards", "12", "--posts-per-shard", "40", "--bytes-per-post", "700", "--quick", "--json",
            "s.json",
        ])
        XCTAssertEqual(result.status, 0, result.errors)
        for text in ["measured", "computed", "input", "table files, local disks", "driver (computed)"] {
            XCTAssertTrue(result.output.contains(text), "\(text): \(result.output)")
        }
        let json = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent("s.json")))
                as? [String: Any])
        let figures = try XCTUnwrap(json["figures"] as? [[String: Any]])
        let bases = Set(figures.compactMap { $0["basis"] as? String })
        XCTAssertEqual(bases, ["measured", "computed", "input"])
        let merges = figures.first { $0["name"] as? String == "merges with equal bytes" }
        XCTAssertEqual(merges?["value"] as? Double, 12)
        let forms = try XCTUnwrap(json["forms"] as? [[String: Any]])
        XCTAssertEqual(forms.count, 5)
        // 700 GB by 16 networks of 1.25 GB/s.
        XCTAssertEqual(forms[0]["secondsBySource"] as? Double ?? 0, 35, accuracy: 1e-6)
        let driver = try XCTUnwrap(json["driver"] as? [String: Any])
        XCTAssertEqual(driver["shards"] as? Int, 2_735)
    }

    func testOptionsOutOfRangeAreUsageErrors() throws {
        let cases: [(arguments: [String], text: String)] = [
            (["--shards", "0"], "--shards is from 1"),
            (["--posts-per-shard", "0"], "--posts-per-shard is from 1"),
            (["--shards", "100000", "--posts-per-shard", "1000"], "--posts-per-shard is from 1"),
            (["--nodes", "0"], "--nodes is from 1"), (["--cores", "0"], "--cores is from 1"),
            (["--posts", "0"], "--posts is more than 0"), (["--posts", "nan"], "--posts is more than 0"),
            (["--network-gbit", "inf"], "--network-gbit is more than 0"),
            (["--posts", "1e15", "--shard-mbyte", "1e-6"], "--shard-mbyte is too small"),
            (["--json", "no/such/folder.json"], "cannot be written"),
        ]
        for (arguments, text) in cases {
            let result = try run(arguments)
            XCTAssertEqual(result.status, 64, "\(arguments)")
            XCTAssertTrue(result.errors.contains(text), "\(arguments): \(result.errors)")
        }
    }
}
