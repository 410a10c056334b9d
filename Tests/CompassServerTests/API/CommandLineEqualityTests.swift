import Foundation
import TestPrograms
import XCTest

@testable import CompassServer

/// The API answers the bytes that the command line prints.
final class CommandLineEqualityTests: APITestCase {
    private func expectEqual(
        _ page: String, _ folder: URL, _ arguments: [String], format: String = "json", by api: CompassAPI,
        line: UInt = #line
    ) async throws {
        let run = try BuiltProgram.run([page, folder.path, "--format", format] + arguments)
        XCTAssertEqual(run.status, 0, run.errors, line: line)
        let path = "/api/" + page + (format == "json" ? "" : ".\(format)")
        let response = try await respond(path + "?" + Self.query(arguments), by: api)
        let bytes = try await bytes(response)
        XCTAssertEqual(
            response.status, 200, "\(page) \(arguments): \(String(decoding: bytes, as: UTF8.self))",
            line: line)
        XCTAssert(Data(bytes) == run.output, "\(page) \(format) \(arguments)", line: line)
    }

    func testEveryGoldenAnswer() async throws {
        for (dataset, leastCount) in [("tiny", 47), ("bad-rows", 2)] {
            let folder = Self.datasets.appendingPathComponent(dataset)
            let files = try FileManager.default.contentsOfDirectory(
                at: folder.appendingPathComponent("golden"), includingPropertiesForKeys: nil)
            let api = try api(TestState(Self.snapshot(of: dataset)))
            var count = 0
            for file in files {
                let golden = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
                let arguments = try XCTUnwrap(golden?["arguments"] as? [String])
                let page = String(file.lastPathComponent.prefix { $0 != "-" })
                try await expectEqual(page, folder, arguments, by: api)
                count += 1
            }
            XCTAssertGreaterThanOrEqual(count, leastCount)
        }
    }

    func testEveryExport() async throws {
        let api = try api()
        let folder = Self.datasets.appendingPathComponent("tiny")
        let moment = ["--now", Self.now, "--zone", "America/New_York"]
        let queries: [(String, [[String]])] = [
            ("social", [[], ["--compare", "--heat-map"], ["--section", "activityByDay", "--days", "9"]]),
            (
                "feed",
                [
                    [], ["--linked", "--platform", "twitter"], ["--page-size", "3"],
                    ["--section", "posts", "--byte-order-mark", "--raw"], ["--section", "page"],
                    ["--linked", "--section", "linked.schools"], ["--search", "no post says this"],
                ]
            ),
            (
                "timeline",
                [[], ["--lanes-page", "2"], ["--section", "skipped"], ["--hide", "events", "--raw"]]
            ),
            (
                "activity",
                [
                    [], ["--search", "camp"], ["--page", "2"], ["--section", "events", "--byte-order-mark"],
                    ["--section", "page"], ["--section", "failures"], ["--limit-per-table", "2"],
                    ["--limit-per-table", "1", "--page-size", "2"],
                ]
            ),
            ("report", [[], ["--compare", "--preset", "1y"], ["--section", "warnings"]]),
        ]
        for (page, choices) in queries {
            for choice in choices {
                try await expectEqual(page, folder, moment + choice, format: "csv", by: api)
            }
        }
        for choice in [
            [], ["--paper", "letter", "--range", "all"], ["--hide", "offers", "--lanes-page", "1"],
        ] {
            try await expectEqual("timeline", folder, moment + choice, format: "svg", by: api)
        }
    }

    func testAnExportOfSeveralChunksIsThatOfTheCommandLine() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "compass-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        XCTAssertEqual(try BuiltProgram.run(["generate", folder.path, "--posts", "2500"]).status, 0)
        let api = try api(TestState(Self.snapshot(of: folder.path)))
        let moment = ["--now", Self.now, "--zone", "UTC"]
        for choice in [[], ["--linked", "--raw"], ["--search", "a"]] {
            try await expectEqual("feed", folder, moment + choice, format: "csv", by: api)
        }
        try await expectEqual("activity", folder, moment, format: "csv", by: api)
        guard case .chunks(let write) = try await respond("/api/feed.csv?now=2026-03-01", by: api).body else {
            return XCTFail("not in chunks")
        }
        // Who stops reading ends the export.
        struct Gone: Error {}
        do {
            try await write { _ in throw Gone() }
            XCTFail("goes on without a reader")
        } catch is Gone {}
    }

    func testSchools() async throws {
        let folder = Self.datasets.appendingPathComponent("tiny")
        try await expectEqual("schools", folder, [], by: try api())
    }
}
