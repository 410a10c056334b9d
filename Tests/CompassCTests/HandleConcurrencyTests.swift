import CCompass
import Foundation
import XCTest

@testable import CompassC

final class HandleConcurrencyTests: XCTestCase {
    private let threadCount = 8

    func testHandlesThatThreadsMakeAtOnceAreAllDifferent() {
        let table = HandleTable()
        let made = Guarded<[UInt64]>([])
        DispatchQueue.concurrentPerform(iterations: threadCount) { thread in
            var handles: [UInt64] = []
            for _ in 0..<500 {
                let handle = table.insert(TextObject([UInt8(thread)]))
                XCTAssertEqual(table.object(handle, TextObject.self)?.count, 1)
                XCTAssertTrue(table.remove(handle, .text))
                XCTAssertNil(table.object(handle, TextObject.self))
                handles.append(handle)
            }
            made.update { $0 += handles }
        }
        XCTAssertEqual(Set(made.current).count, threadCount * 500)
        XCTAssertEqual(table.count, 0)
    }

    func testOfManyThreadsThatDestroyOneHandleOneSucceeds() {
        let table = HandleTable()
        for _ in 0..<100 {
            let handle = table.insert(TextObject([]))
            let successes = Guarded(0)
            DispatchQueue.concurrentPerform(iterations: threadCount) { _ in
                if table.remove(handle, .text) { successes.update { $0 += 1 } }
            }
            XCTAssertEqual(successes.current, 1)
        }
    }

    func testEachThreadHasItsOwnMessage() {
        DispatchQueue.concurrentPerform(iterations: threadCount) { thread in
            for round in 0..<100 {
                ThreadMessage.set("thread \(thread), round \(round)")
                XCTAssertEqual(String(cString: ThreadMessage.current), "thread \(thread), round \(round)")
            }
        }
    }

    func testReadersSeeAChangeAsAWhole() {
        let pair = Guarded((0, 0))
        DispatchQueue.concurrentPerform(iterations: threadCount) { thread in
            for _ in 0..<500 {
                if thread.isMultiple(of: 2) {
                    pair.update { $0 = ($0.0 + 1, $0.1 + 1) }
                } else {
                    let seen = pair.current
                    XCTAssertEqual(seen.0, seen.1)
                }
            }
        }
        XCTAssertEqual(pair.current.0, threadCount / 2 * 500)
    }

    func testQuestionsDoNotWaitForALongChange() {
        let value = Guarded(1)
        let hasAsked = DispatchSemaphore(value: 0)
        value.replace { next in
            next = 2
            DispatchQueue.global().async {
                XCTAssertEqual(value.current, 1)
                hasAsked.signal()
            }
            XCTAssertEqual(hasAsked.wait(timeout: .now() + 60), .success, "the question waits")
        }
        XCTAssertEqual(value.current, 2)
    }

    func testNoChangeIsLostBetweenShortAndLongOnes() {
        let sum = Guarded(0)
        DispatchQueue.concurrentPerform(iterations: threadCount) { thread in
            for _ in 0..<500 {
                if thread.isMultiple(of: 2) { sum.update { $0 += 1 } } else { sum.replace { $0 += 1 } }
            }
        }
        XCTAssertEqual(sum.current, threadCount * 500)
    }

    func testALongChangeThatFailsChangesNothing() {
        let value = Guarded(1)
        XCTAssertThrowsError(
            try value.replace { next throws(CallFailure) in
                next = 2
                throw .nullPointer("anything")
            })
        XCTAssertEqual(value.current, 1)
    }
}
