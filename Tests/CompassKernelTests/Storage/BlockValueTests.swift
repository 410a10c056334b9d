import XCTest

@testable import CompassKernel

/// Values that share blocks: each is the one that was put in, and is freed once, with the last of its block.
final class BlockValueTests: XCTestCase {
    /// Tells when it is freed.
    private final class Freed: Sendable {
        let number: Int
        private let log: Log

        init(_ number: Int, _ log: Log) { (self.number, self.log) = (number, log) }

        deinit { log.freed.append(number) }
    }

    // Sendable: only the test's thread uses it.
    private final class Log: @unchecked Sendable { var freed: [Int] = [] }

    private func values(_ count: Int, expected: Int, _ log: Log) -> [BlockValue<Freed>] {
        var builder = BlockValue<Freed>.Builder(expectedCount: expected)
        return (0..<count).map { builder.append(Freed($0, log)) }
    }

    func testEachPlaceHasItsValueAndIsFreedOnce() {
        for count in [0, 1, 2, 63, 64, 65, 127, 128, 129, 300] {
            for expected in [.min, -1, 0, 1, count - 1, count, count + 1, 1_000] {
                let log = Log()
                var made = values(count, expected: expected, log)
                XCTAssertEqual(made.map { $0.read { $0.pointee.number } }, Array(0..<count))
                let copies = made
                made = []
                XCTAssertEqual(log.freed, [], "\(count) of \(expected)")
                XCTAssertEqual(copies.map { $0.read { $0.pointee.number } }, Array(0..<count))
                withExtendedLifetime(copies) {}
                _ = consume copies
                XCTAssertEqual(log.freed, Array(0..<count), "\(count) of \(expected)")
            }
        }
    }

    func testAValueKeepsItsBlockOnly() {
        let log = Log()
        var kept: BlockValue<Freed>? = values(200, expected: 200, log)[100]
        XCTAssertEqual(log.freed, Array(0..<64) + Array(128..<200))
        XCTAssertEqual(kept?.read { $0.pointee.number }, 100)
        kept = nil
        XCTAssertEqual(log.freed.sorted(), Array(0..<200))
    }

    func testAValueOfItsOwn() {
        let log = Log()
        var one: BlockValue? = BlockValue(Freed(7, log))
        XCTAssertEqual(one?.read { $0.pointee.number }, 7)
        XCTAssertEqual(log.freed, [])
        one = nil
        XCTAssertEqual(log.freed, [7])
    }
}
