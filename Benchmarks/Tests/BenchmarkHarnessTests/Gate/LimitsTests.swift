import Foundation
import XCTest

@testable import BenchmarkHarness

final class LimitsTests: XCTestCase {
    private let build = BuildDescription(
        architecture: "x86_64", configuration: "release", compiler: "Swift 6", allocator: "jemalloc 5",
        cLibrary: "2.36")

    private func temporaryPath() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("limits-\(UUID().uuidString).json").path
    }

    func testAFileIsReadAsItWasWritten() throws {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        var limits = Limits()
        limits.renew(.allocations, [GateFigure("page", .blocks, 20)], madeWith: build)
        limits.renew(.ratios, [GateFigure("page", .carefulRatio, 4.2)], madeWith: build)
        try limits.write(to: path)
        XCTAssertEqual(try Limits.load(contentsOf: path), limits)
    }

    func testTheFileHasALineForEachLimitAndWholeNumbersWithoutAPoint() throws {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        var limits = Limits()
        limits.renew(
            .allocations, [GateFigure("b", .bytes, 4_208), GateFigure("a/b", .blocks, 20)], madeWith: build)
        try limits.write(to: path)
        XCTAssertEqual(
            try String(contentsOfFile: path, encoding: .utf8),
            """
            {
              "allocations" : {
                "limits" : {
                  "a/b" : {
                    "blocks" : 20
                  },
                  "b" : {
                    "bytes" : 4208
                  }
                },
                "madeWith" : {
                  "allocator" : "jemalloc 5",
                  "architecture" : "x86_64",
                  "cLibrary" : "2.36",
                  "compiler" : "Swift 6",
                  "configuration" : "release"
                }
              },
              "schemaVersion" : 1
            }

            """)
    }

    func testUnknownVersionsGroupsAndMetricsAreRefused() {
        let made =
            #""madeWith":{"architecture":"","configuration":"","compiler":"","allocator":"","cLibrary":""}"#
        let texts = [
            #"{"schemaVersion":2}"#, #"{}"#, #"{"schemaVersion":1,"colors":{}}"#,
            #"{"schemaVersion":1,"ratios":{\#(made),"limits":{"page":{"color":1}}}}"#,
            #"{"schemaVersion":1,"ratios":{\#(made),"limits":{"page":{"carefulRatio":"1"}}}}"#,
            #"{"schemaVersion":1,"ratios":{"limits":{}}}"#,
        ]
        for text in texts {
            XCTAssertThrowsError(try JSONDecoder().decode(Limits.self, from: Data(text.utf8)), text)
        }
    }

    func testRenewingReplacesAGroupAndLeavesTheOthers() {
        var limits = Limits()
        limits.renew(.allocations, [GateFigure("gone", .blocks, 1)], madeWith: build)
        limits.renew(.memory, [GateFigure("table", .liveBytesPerRow, 300)], madeWith: build)
        limits.renew(.allocations, [GateFigure("page", .blocks, 2)], madeWith: build)
        XCTAssertEqual(limits.groups[.allocations]?.limits, ["page": [.blocks: 2]])
        XCTAssertEqual(limits.groups[.memory]?.limits, ["table": [.liveBytesPerRow: 300]])
    }

    func testRenewingSomeSubjectsKeepsTheOthers() {
        var limits = Limits()
        limits.renew(
            .allocations, [GateFigure("a", .blocks, 1), GateFigure("b", .blocks, 1)], madeWith: build)
        limits.renew(.allocations, [GateFigure("b", .blocks, 2)], madeWith: build, isChosen: { $0 == "b" })
        XCTAssertEqual(limits.groups[.allocations]?.limits, ["a": [.blocks: 1], "b": [.blocks: 2]])
    }

    func testWhatFiguresDependOnIsTold() {
        var other = build
        XCTAssertNil(build.difference(from: other, for: .instructions))
        other.compiler = "Swift 7"
        other.cLibrary = "2.41"
        XCTAssertEqual(
            build.difference(from: other, for: .instructions),
            "the limits are for compiler Swift 7, this is Swift 6; "
                + "the limits are for C library 2.41, this is 2.36")
        XCTAssertNil(build.difference(from: other, for: .allocations))
        other.architecture = "arm64"
        XCTAssertNotNil(build.difference(from: other, for: .memory))
        XCTAssertNil(build.difference(from: other, for: .ratios))
        other.configuration = "debug"
        XCTAssertNotNil(build.difference(from: other, for: .ratios))
    }
}
