import BenchmarkHarness
import XCTest

final class CheckCommandTests: GateTestCase {
    private let page = "social.page.7d"

    private func renew(file: StaticString = #filePath, line: UInt = #line) throws {
        let renewed = try check(.allocations, page, ["--renew"])
        XCTAssertEqual(renewed.status, 0, renewed.output + renewed.errors, file: file, line: line)
    }

    func testAWorkloadWithoutALimitFails() throws {
        try renew()
        let other = try check(.allocations, "social.page.30d")
        XCTAssertEqual(other.status, 1)
        XCTAssertTrue(other.output.contains("FAILED: social.page.30d, blocks a call: no limit"), other.output)
    }

    func testALimitOfAWorkloadThatIsGoneFails() throws {
        try renew()
        try editLimits { $0.groups[.allocations]?.limits["social.page.7d: gone"] = [.blocks: 1] }
        let checked = try check(.allocations, page)
        XCTAssertEqual(checked.status, 1)
        XCTAssertTrue(
            checked.output.contains("social.page.7d: gone, blocks a call: limit 1, but this is not measured"),
            checked.output)
    }

    func testAnImprovementPassesAndIsTold() throws {
        try renew()
        try editLimits { $0.groups[.allocations]?.limits[self.page]?[.blocks]? += 1 }
        let checked = try check(.allocations, page)
        XCTAssertEqual(checked.status, 0, checked.output)
        XCTAssertTrue(checked.output.contains("better: social.page.7d, blocks a call"), checked.output)
        XCTAssertTrue(checked.output.contains("make limits-renew"), checked.output)
    }

    func testLimitsOfOtherWorkloadsStayWhenSomeAreRenewed() throws {
        try renew()
        let before = try Limits.load(contentsOf: limitsPath)
        XCTAssertEqual(try check(.allocations, "social.page.30d", ["--renew"]).status, 0)
        let after = try Limits.load(contentsOf: limitsPath).groups[.allocations]
        XCTAssertEqual(after?.limits.keys.sorted(), ["social.page.30d", page])
        XCTAssertEqual(after?.limits[page], before.groups[.allocations]?.limits[page])
    }

    func testFiguresOfAnotherAllocatorAreNotComparedAndThatIsSaid() throws {
        try renew()
        try editLimits { $0.groups[.allocations]?.madeWith.allocator = "jemalloc 4" }
        let checked = try check(.allocations, page)
        XCTAssertEqual(checked.status, 0, checked.output)
        XCTAssertTrue(
            checked.output.contains(
                "allocations: not compared: the limits are for allocator jemalloc 4, this is "),
            checked.output)
        let renewed = try check(.allocations, "social.page.30d", ["--renew"])
        XCTAssertEqual(renewed.status, 1, "limits of two allocators must not stand side by side")
    }

    func testInstructionsAreNotComparedWithoutValgrindAndInContinuousIntegrationThatFails() throws {
        try Limits().write(to: limitsPath)
        let text = "instructions: not compared: valgrind or strip is not installed"
        let local = try check(.instructions, page, environment: ["PATH": "/nonexistent"])
        XCTAssertEqual(local.status, 0, local.output + local.errors)
        XCTAssertTrue(local.output.contains(text), local.output)
        let integration = try check(.instructions, page, environment: ["PATH": "/nonexistent", "CI": "true"])
        XCTAssertEqual(integration.status, 1, integration.output)
        XCTAssertTrue(integration.output.contains(text), integration.output)
    }

    func testLimitsAreNotRenewedInContinuousIntegration() throws {
        let renewed = try check(.allocations, page, ["--renew"], environment: ["CI": "true"])
        XCTAssertEqual(renewed.status, 64)
        XCTAssertFalse(FileManager.default.fileExists(atPath: limitsPath))
    }

    func testWrongUsageExitsWith64() throws {
        XCTAssertEqual(try GateRun.check(["--only", "colors"]).status, 64)
        XCTAssertEqual(try GateRun.check(["--only", ","]).status, 64)
        XCTAssertEqual(try GateRun.check(["--filter", "("]).status, 64)
        XCTAssertEqual(
            try GateRun.check(["--filter", "no such workload", "--limits", limitsPath]).status, 64)
        XCTAssertEqual(try GateRun.check(["--deliberately", "nothing"]).status, 64)
        XCTAssertEqual(try GateRun.check(["--renew", "--deliberately", "extra-block"]).status, 64)
    }

    func testABrokenFileOfLimitsExitsWith65() throws {
        for text in ["", "{", "[]", #"{"schemaVersion":99}"#, #"{"schemaVersion":1,"colors":{}}"#] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: limitsPath))
            let checked = try check(.allocations, page)
            XCTAssertEqual(checked.status, 65, text)
            XCTAssertTrue(checked.errors.contains(limitsPath), checked.errors)
        }
    }

    func testAMissingFileOfLimitsExitsWith66() throws {
        let checked = try check(.allocations, page)
        XCTAssertEqual(checked.status, 66)
        XCTAssertTrue(checked.errors.contains("\(limitsPath) does not exist"), checked.errors)
        XCTAssertEqual(try GateRun.check([]).status, 66, "no folder above has limits")
    }
}
