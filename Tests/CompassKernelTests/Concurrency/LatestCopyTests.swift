import Foundation
import XCTest

@testable import CompassKernel

final class LatestCopyTests: XCTestCase {
    /// The numbers of objects that were freed, and whether that was on the thread that created this.
    private final class Freed: @unchecked Sendable {
        // Sendable: `numbers` and `areAllOnThread` are guarded by `lock`.
        private let lock = NSLock()
        private let thread = ObjectIdentifier(Thread.current)
        private var numbers: [Int] = []
        private var areAllOnThread = true

        func append(_ number: Int) {
            lock.withLock {
                numbers.append(number)
                if ObjectIdentifier(Thread.current) != thread { areAllOnThread = false }
            }
        }

        var all: [Int] { lock.withLock { numbers } }
        var areAllOnOneThread: Bool { lock.withLock { areAllOnThread } }
    }

    private final class Object: Sendable {
        let number: Int
        private let freed: Freed

        init(_ number: Int, _ freed: Freed) { (self.number, self.freed) = (number, freed) }

        deinit { freed.append(number) }
    }

    func testReadersGetTheLatestCopy() {
        let latest = LatestCopy("a")
        XCTAssertEqual(latest.read { $0 }, "a")
        latest.publish("b")
        latest.publish("c")
        XCTAssertEqual(latest.read { $0.count }, 1)
        XCTAssertEqual(latest.read { $0 }, "c")
    }

    func testAFailureOfAReaderIsPassedOn() {
        struct Failure: Error, Equatable { let text: String }
        let latest = LatestCopy("a")
        XCTAssertThrowsError(try latest.read { (text) throws(Failure) in throw Failure(text: text) }) {
            XCTAssertEqual($0 as? Failure, Failure(text: "a"))
        }
    }

    func testACopyThatNobodyReadsIsFreedAtOnce() {
        let freed = Freed()
        let latest = LatestCopy(Object(0, freed))
        latest.publish(Object(1, freed))
        XCTAssertEqual(freed.all, [0])
        latest.publish(Object(2, freed))
        XCTAssertEqual(freed.all, [0, 1])
        XCTAssertEqual(latest.read(\.number), 2)
    }

    func testACopyThatIsReadIsFreedByTheNextPublicationAfterItsReader() {
        let freed = Freed()
        let latest = LatestCopy(Object(0, freed))
        latest.read { outer in
            latest.publish(Object(1, freed))
            latest.read { inner in
                latest.publish(Object(2, freed))
                latest.publish(Object(3, freed))
                XCTAssertEqual(freed.all, [2], "0 and 1 are being read")
                XCTAssertEqual([outer.number, inner.number], [0, 1])
            }
            XCTAssertEqual(freed.all, [2], "a reader frees nothing")
            latest.publish(Object(4, freed))
            XCTAssertEqual(freed.all.sorted(), [1, 2, 3], "0 is being read")
        }
        XCTAssertEqual(freed.all.sorted(), [1, 2, 3], "a reader frees nothing")
        latest.publish(Object(5, freed))
        XCTAssertEqual(freed.all.sorted(), [0, 1, 2, 3, 4])
    }

    func testEverythingIsFreedWithTheLatestCopy() {
        let freed = Freed()
        do {
            let latest = LatestCopy(Object(0, freed))
            latest.read { _ in latest.publish(Object(1, freed)) }
        }
        XCTAssertEqual(freed.all.sorted(), [0, 1])
    }

    func testReadersOnOtherThreadsFreeNothing() {
        let freed = Freed()
        let latest = LatestCopy(Object(0, freed))
        let ended = DispatchSemaphore(value: 0)
        let readers = DispatchGroup()
        for _ in 0..<3 {
            readers.enter()
            Thread.detachNewThread {
                defer { readers.leave() }
                var last = 0
                while last >= 0, ended.wait(timeout: .now()) == .timedOut {
                    let next = latest.read(\.number)
                    // Numbers never decrease.
                    last = next >= last ? next : -1
                }
                XCTAssertGreaterThanOrEqual(last, 0)
                ended.signal()
            }
        }
        for number in 1...500 { latest.publish(Object(number, freed)) }
        ended.signal()
        readers.wait()
        latest.publish(Object(501, freed))
        XCTAssertEqual(freed.all.sorted(), Array(0...500))
        XCTAssertTrue(freed.areAllOnOneThread)
    }
}
