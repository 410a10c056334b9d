import XCTest

@testable import BenchmarkHarness

final class ProcessorAffinityTests: XCTestCase {
    func testAProcessorThatDoesNotExistIsRefusedWithThoseThatDo() throws {
        #if os(Linux)
            XCTAssertFalse(ProcessorAffinity.usable.isEmpty)
            for number in [-1, 1_023, 100_000, Int.max] {
                XCTAssertThrowsError(try ProcessorAffinity.bind(to: number)) { error in
                    XCTAssertEqual(
                        error as? ProcessorAffinity.Failure,
                        .noSuchProcessor(number, usable: ProcessorAffinity.usable))
                }
            }
        #else
            XCTAssertThrowsError(try ProcessorAffinity.bind(to: 0)) { error in
                XCTAssertEqual(error as? ProcessorAffinity.Failure, .unsupported)
            }
        #endif
    }

    /// Runs in its own thread, so that the other tests are not bound.
    func testAThreadCanBeBound() throws {
        let usable = ProcessorAffinity.usable
        guard let last = usable.last else { throw XCTSkip("this system binds no process to a processor") }
        nonisolated(unsafe) var bound: [Int] = []
        let done = DispatchSemaphore(value: 0)
        Thread {
            try? ProcessorAffinity.bind(to: last)
            bound = ProcessorAffinity.usable
            done.signal()
        }.start()
        done.wait()
        XCTAssertEqual(bound, [last])
        XCTAssertEqual(ProcessorAffinity.usable, usable)
    }
}
