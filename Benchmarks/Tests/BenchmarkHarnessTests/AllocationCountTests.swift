import XCTest

@testable import BenchmarkHarness

final class AllocationCountTests: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(AllocationCount.isAvailable, "counted only with the GNU C library")
    }

    func testNothingAllocatedIsCountedAsNothing() {
        let number = 20
        let (result, count) = AllocationCount.during { number * 2 }
        XCTAssertEqual(result, 40)
        XCTAssertEqual(count?.allocations, 0)
        XCTAssertEqual(count?.liveBytes, 0)
    }

    func testAnArrayIsOneBlockThatLivesOn() throws {
        let (array, count) = AllocationCount.during { [Int](repeating: 1, count: 1_000) }
        let counted = try XCTUnwrap(count)
        XCTAssertEqual(array.count, 1_000)
        XCTAssertEqual(counted.allocations, 1)
        // The allocator may round a block up, and arrays begin with a header.
        XCTAssertTrue((8_032...8_200).contains(counted.liveBytes), "\(counted.liveBytes)")
        XCTAssertEqual(counted.allocatedBytes, counted.liveBytes)
    }

    func testTextsOfFifteenBytesNeedNoBlockAndLongerOnesOne() {
        let letters = "abcdefghijklmnop".utf8
        let (short, none) = AllocationCount.during { String(decoding: letters.prefix(15), as: UTF8.self) }
        let (long, one) = AllocationCount.during { String(decoding: letters, as: UTF8.self) }
        XCTAssertEqual(short.utf8.count, 15)
        XCTAssertEqual(none?.allocations, 0)
        XCTAssertEqual(long.utf8.count, 16)
        XCTAssertEqual(one?.allocations, 1)
    }

    func testFreedBlocksStayInThePeakOnly() throws {
        let (_, count) = AllocationCount.during {
            for size in [1 << 20, 1 << 16] { blackHole([UInt8](repeating: 7, count: size)) }
        }
        let counted = try XCTUnwrap(count)
        XCTAssertEqual(counted.allocations, 2)
        XCTAssertEqual(counted.liveBytes, 0)
        XCTAssertTrue(
            ((1 << 20)...(1 << 20) + 8_192).contains(counted.peakLiveBytes), "\(counted.peakLiveBytes)")
    }

    func testEveryFunctionOfTheAllocatorIsCounted() throws {
        let (blocks, count) = AllocationCount.during { () -> [UnsafeMutableRawPointer?] in
            var aligned: UnsafeMutableRawPointer?
            guard posix_memalign(&aligned, 256, 1_000) == 0 else { return [] }
            let moved = realloc(malloc(100), 100_000)
            return [aligned, moved, calloc(10, 100), aligned_alloc(64, 640)]
        }
        let counted = try XCTUnwrap(count)
        XCTAssertEqual(blocks.compactMap { $0 }.count, 4)
        // Those five and the array; a block that was resized counts once more.
        XCTAssertEqual(counted.allocations, 6)
        XCTAssertGreaterThanOrEqual(counted.liveBytes, 1_000 + 100_000 + 1_000 + 640)
        XCTAssertLessThan(counted.liveBytes, 110_000)
        blocks.forEach { free($0) }
    }

    func testOtherThreadsAreCountedToo() throws {
        let (_, count) = AllocationCount.during {
            DispatchQueue.concurrentPerform(iterations: 100) { _ in
                blackHole([UInt8](repeating: 7, count: 10_000))
            }
        }
        let counted = try XCTUnwrap(count)
        XCTAssertGreaterThanOrEqual(counted.allocations, 100)
        XCTAssertGreaterThanOrEqual(counted.allocatedBytes, 1_000_000)
    }

    func testNothingIsCountedAfterACall() {
        _ = AllocationCount.during { 1 }
        blackHole([UInt8](repeating: 7, count: 10_000))
        let (_, count) = AllocationCount.during { 2 }
        XCTAssertEqual(count?.allocatedBytes, 0)
    }
}
