import BenchmarkHarness
import XCTest

/// Tests that the gate detects slowdowns: limits are made, met without a change, and missed with a slowdown
/// of each kind.
final class DeliberateSlowdownTests: GateTestCase {
    private let page = "social.page.30d"

    /// Makes limits, expects that they are met, and that they are missed with a slowdown.
    ///
    /// - Returns: the lines of misses.
    private func misses(
        of slowdown: DeliberateSlowdown, _ group: LimitGroup, _ workload: String,
        edit: ((inout Limits) -> Void)? = nil
    ) throws -> [String] {
        let renewed = try check(group, workload, ["--renew"])
        XCTAssertEqual(renewed.status, 0, renewed.output + renewed.errors)
        if let edit { try editLimits(edit) }
        let kept = try check(group, workload)
        XCTAssertEqual(kept.status, 0, kept.output + kept.errors)
        XCTAssertFalse(kept.output.contains("FAILED"), kept.output)
        let slowed = try check(group, workload, ["--deliberately", slowdown.rawValue])
        XCTAssertEqual(slowed.status, 1, slowed.output + slowed.errors)
        return slowed.output.split(separator: "\n").map(String.init).filter { $0.hasPrefix("  FAILED: ") }
    }

    private func assertLine(
        _ lines: [String], _ text: String, file: StaticString = #filePath, line: UInt = #line
    ) {
        XCTAssertTrue(lines.contains { $0.contains(text) }, "\(lines)", file: file, line: line)
    }

    func testOneMoreBlockIsNoticed() throws {
        let lines = try misses(of: .extraBlock, .allocations, page) { limits in
            // Only the block misses its limit.
            limits.groups[.allocations]?.limits[self.page]?[.bytes]? += 16
        }
        XCTAssertEqual(lines.count, 1, "\(lines)")
        assertLine(lines, "social.page.30d, blocks a call: limit ")
        assertLine(lines, "(+1, ")
        assertLine(lines, "mend it, or accept it with `make limits-renew`")
    }

    func testMoreBytesAreNoticed() throws {
        let lines = try misses(of: .extraBytes, .allocations, page) { limits in
            limits.groups[.allocations]?.limits[self.page]?[.blocks]? += 1
        }
        XCTAssertEqual(lines.count, 1, "\(lines)")
        assertLine(lines, "social.page.30d, bytes a call: limit ")
        assertLine(lines, "(+4,096, ")
    }

    func testATwentiethMoreInstructionsAreNoticed() throws {
        try requireInstructionCounter()
        let lines = try misses(of: .extraInstructions, .instructions, page)
        XCTAssertEqual(lines.count, 1, "\(lines)")
        assertLine(lines, "social.page.30d, instructions a call: limit ")
        assertLine(lines, "(tolerance 3%)")
    }

    func testATableThatOccupiesAByteMoreARowIsNoticed() throws {
        let lines = try misses(of: .fatterTable, .memory, "memory.posts")
        assertLine(lines, "memory.posts: 10k, one thread, bytes a row of the loaded table: limit ")
        assertLine(lines, "memory.posts: 100k, one thread, bytes a row of the loaded table: limit ")
    }

    func testAKernelThatTakesFiveTimesAsLongIsNoticed() throws {
        let lines = try misses(of: .slowerKernel, .ratios, page)
        XCTAssertEqual(lines.count, 1, "\(lines)")
        assertLine(lines, "social.page.30d, careful baseline ÷ kernel: limit ")
    }

    func testAKernelWhoseTimeGrowsWithTheRowsIsNoticed() throws {
        let lines = try misses(of: .slowerWithRows, .ratios, "social.scaling.30d")
        XCTAssertEqual(lines.count, 1, "\(lines)")
        assertLine(lines, "social.scaling.30d, time at many rows ÷ time at few: limit ")
    }
}
