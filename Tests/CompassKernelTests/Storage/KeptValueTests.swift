import Dispatch
import XCTest

@testable import CompassKernel

final class KeptValueTests: XCTestCase {
    private final class Owner: Sendable {
        // Sendable: accessed by KeptValue only.
        private nonisolated(unsafe) var numbers = KeptValue<[Int]>()

        func numbers(_ find: () -> [Int]) -> [Int] { KeptValue.get(self, \.numbers, find: find) }
    }

    func testAValueIsFoundOnce() {
        let owner = Owner()
        XCTAssertEqual(owner.numbers { [1, 2] }, [1, 2])
        XCTAssertEqual(owner.numbers { [3] }, [1, 2], "the value that was found first is kept")
        XCTAssertEqual(Owner().numbers { [] }, [])
    }

    /// All threads get the same value, whichever of them found it.
    func testThreadsGetTheSameValue() {
        for _ in 0..<50 {
            let owner = Owner()
            let lock = NSLock()
            nonisolated(unsafe) var found: Set<[Int]> = []
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                let value = owner.numbers { [thread] }
                lock.withLock { _ = found.insert(value) }
            }
            XCTAssertEqual(found.count, 1)
        }
    }
}
