import XCTest

@testable import CompassKernel

final class BuiltOnceTests: XCTestCase {
    func testAReceiverIsCalledOnceWithTheValue() {
        for isBuiltBefore in [false, true] {
            let value = BuiltOnce<Int>()
            if isBuiltBefore { XCTAssertEqual(value.get { 7 }, 7) }
            let received = Received()
            value.whenBuilt { received.append($0) }
            XCTAssertEqual(received.values, isBuiltBefore ? [7] : [])
            XCTAssertEqual(value.get { 7 }, 7)
            XCTAssertEqual(value.get { 8 }, 7)
            XCTAssertEqual(received.values, [7])
        }
    }

    func testAReceiverIsAlsoCalledByABuildThatWasBegun() {
        let value = BuiltOnce<Int>()
        let received = Received()
        XCTAssertTrue(value.begin())
        value.whenBuilt { received.append(-$0) }
        value.whenBuilt { received.append($0) }
        value.finish(3)
        XCTAssertEqual(received.values, [3])
        XCTAssertEqual(value.get { 4 }, 3)
        XCTAssertEqual(received.values, [3])
    }
}

private final class Received: @unchecked Sendable {
    // Sendable: the tests have one thread.
    private(set) var values: [Int] = []
    func append(_ value: Int) { values.append(value) }
}
