import CompassTestSupport
import XCTest

/// A test that measures what it has checked.
class PerformanceTestCase: XCTestCase {
    /// Measures a block of `callsPerBlock` calls of `ask`, with an argument after the other.
    ///
    /// One call takes microseconds, too near to what a clock and the block itself cost, and a branch predictor
    /// would learn a single argument: so many calls form a block that it takes about a millisecond in a release
    /// build at 10,000 rows. The number is fixed, so that figures of two runs can be compared.
    ///
    /// Each answer is kept until the next one to the same argument, and the last ones are compared with
    /// `answers` after the block: the optimiser can drop none of the calls.
    func measure<Argument, Answer: Equatable>(
        callsPerBlock: Int, of arguments: [Argument], answers: [Answer], line: UInt = #line,
        _ ask: (Argument) -> Answer
    ) {
        let callCount = BlockSize.calls(callsPerBlock, arguments: arguments.count)
        // Without it a reader of the log, CI/test-performance for one, could not tell what one call takes.
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
        /// Takes blocks of unequal length for what they are, a busy machine: elsewhere than on Apple's platforms
        /// XCTest fails a test for them, and no time may fail this suite.
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
    /// Debug builds take a hundred times as long, and their figures mean nothing: one call for each argument
    /// shows that the measurement works, and `swift test` stays short.
    static func calls(_ calls: Int, arguments: Int) -> Int {
        #if DEBUG
            arguments
        #else
            max(calls, arguments)
        #endif
    }
}
