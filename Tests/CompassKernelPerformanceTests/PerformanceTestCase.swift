import CompassTestSupport
import XCTest

/// A test that measures only checked results.
class PerformanceTestCase: XCTestCase {
    /// Measures a block of `callsPerBlock` calls of `ask`, with one argument after another.
    ///
    /// One call takes microseconds, too close to the cost of the clock and the block itself, and a branch
    /// predictor would learn a single argument. A block thus has enough calls to take about a millisecond
    /// in a release build at 10,000 rows. The number is fixed, so that two runs can be compared.
    ///
    /// Each result is kept until the next one for the same argument, and the last ones are compared with
    /// `answers` after the block, so the optimizer cannot remove any call.
    func measure<Argument, Answer: Equatable>(
        callsPerBlock: Int, of arguments: [Argument], answers: [Answer], line: UInt = #line,
        _ ask: (Argument) -> Answer
    ) {
        let callCount = BlockSize.calls(callsPerBlock, arguments: arguments.count)
        // Readers of the log, such as CI/test-performance, derive the time of one call from it.
        print("Test Case '\(name)' measures blocks of \(callCount) calls")
        var kept: [Answer?] = Array(repeating: nil, count: arguments.count)
        measure {
            for call in 0..<callCount {
                let index = call % arguments.count
                kept[index] = ask(arguments[index])
            }
        }
        XCTAssertEqual(kept, answers, "answers changed while they were measured", line: line)
    }

    /// Measures the pages of `queries`, after each has been compared with the careful baseline's.
    func measurePages(_ queries: [PageQuery], callsPerBlock: Int, line: UInt = #line) throws {
        let posts = try PerformancePosts.shared()
        let pages = queries.map { $0.kernelPage(posts.social) }
        for (query, page) in zip(queries, pages) { try posts.check(page, answers: query) }
        measure(callsPerBlock: callsPerBlock, of: queries, answers: pages, line: line) {
            $0.kernelPage(posts.social)
        }
    }

    #if !canImport(Darwin)
        /// Accepts blocks of unequal duration, which mean a busy machine: except on Apple's platforms
        /// XCTest fails a test for them, and no duration may fail this suite.
        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
            expected: Bool
        ) {
            if description.contains("relative standard deviation of the measurements") {
                print("Test Case '\(name)' was disturbed: \(description)")
                return
            }
            super.recordFailure(
                withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
        }
    #endif
}

enum BlockSize {
    /// Debug builds take a hundred times as long, and their times are meaningless: one call for each argument
    /// shows that the measurement works and keeps `swift test` short.
    static func calls(_ calls: Int, arguments: Int) -> Int {
        #if DEBUG
            arguments
        #else
            max(calls, arguments)
        #endif
    }
}
