import XCTest

@testable import BenchmarkHarness

final class AllocationCountTests: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(AllocationCount.isAvailable, "counted on Linux only")
    }

    /// Counts a second call: the first one of unoptimized code also allocates type metadata of the language's
    /// runtime.
    private func countWhenWarm<Result>(_ body: () -> Result) throws -> (Result, AllocationCount) {
        _ = body()
        let (result, count) = AllocationCount.during(body)
        return (result, try XCTUnwrap(count))
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

    func testTextsOfFifteenBytesNeedNoBlockAndLongerOnesOne() throws {
        let letters = Array("abcdefghijklmnop".utf8)
        let (short, none) = try countWhenWarm { String(decoding: letters[..<15], as: UTF8.self) }
        let (long, one) = try countWhenWarm { String(decoding: letters, as: UTF8.self) }
        XCTAssertEqual(short.utf8.count, 15)
        XCTAssertEqual(none.allocations, 0)
        XCTAssertEqual(long.utf8.count, 16)
        XCTAssertEqual(one.allocations, 1)
    }

    func testFreedBlocksStayInThePeakOnly() throws {
        func allocateAndFree(_ byteCount: Int) {
            let block = malloc(byteCount)
            // An optimizer removes a block that is only freed.
            blackHole(block)
            free(block)
        }
        let (_, count) = try countWhenWarm {
            allocateAndFree(1 << 20)
            allocateAndFree(1 << 16)
        }
        XCTAssertEqual(count.allocations, 2)
        XCTAssertEqual(count.liveBytes, 0)
        XCTAssertTrue(((1 << 20)...(1 << 20) + 8_192).contains(count.peakLiveBytes), "\(count.peakLiveBytes)")
    }

    func testEveryFunctionOfTheAllocatorIsCounted() throws {
        var aligned: UnsafeMutableRawPointer?
        let cases: [(name: String, allocations: Int, make: () -> UnsafeMutableRawPointer?)] = [
            ("malloc", 1, { malloc(1_000) }),
            ("calloc", 1, { calloc(10, 100) }),
            ("realloc", 2, { realloc(malloc(100), 1_000) }),
            ("aligned_alloc", 1, { aligned_alloc(64, 1_024) }),
            ("posix_memalign", 1, { posix_memalign(&aligned, 256, 1_000) == 0 ? aligned : nil }),
        ]
        for (name, allocations, make) in cases {
            free(make())
            let (block, counted) = AllocationCount.during(make)
            let count = try XCTUnwrap(counted)
            XCTAssertEqual(count.allocations, allocations, name)
            XCTAssertTrue((1_000...1_100).contains(count.liveBytes), "\(name): \(count.liveBytes)")
            let (_, freed) = AllocationCount.during { free(block) }
            XCTAssertEqual(freed?.liveBytes, -count.liveBytes, name)
        }
    }

    func testOtherThreadsAreCountedOnlyWhenAskedFor() throws {
        let byteCount = 1 << 20
        func allocateInAnotherThread() {
            let done = DispatchSemaphore(value: 0)
            Thread {
                blackHole([UInt8](repeating: 7, count: byteCount)); done.signal()
            }.start()
            done.wait()
        }
        let (_, one) = AllocationCount.during(in: .calling, allocateInAnotherThread)
        let (_, all) = AllocationCount.during(in: .all, allocateInAnotherThread)
        XCTAssertLessThan(try XCTUnwrap(one).allocatedBytes, byteCount)
        XCTAssertGreaterThanOrEqual(try XCTUnwrap(all).allocatedBytes, byteCount)
    }

    func testABlockThatGrowsCountsOnceMoreWhereverItGrows() throws {
        // 1,000 and 1,020 bytes share a size class of the allocator, 1,024 bytes.
        let (block, counted) = AllocationCount.during { realloc(malloc(1_000), 1_020) }
        let count = try XCTUnwrap(counted)
        XCTAssertEqual(count.allocations, 2)
        XCTAssertEqual(count.liveBytes, 1_024)
        free(block)
    }

    func testTheCountOfOneThreadAndOfAllAgreeWhereOnlyOneAllocates() throws {
        func allocate() -> [[Int]] { (1...20).map { [Int](repeating: $0, count: $0 * 10) } }
        blackHole(allocate())
        let (_, one) = AllocationCount.during(in: .calling, allocate)
        let (_, all) = AllocationCount.during(in: .all, allocate)
        XCTAssertEqual(try XCTUnwrap(one).allocations, try XCTUnwrap(all).allocations)
        XCTAssertEqual(one?.allocatedBytes, all?.allocatedBytes)
        XCTAssertEqual(one?.liveBytes, all?.liveBytes)
    }

    func testNothingIsCountedAfterACall() {
        _ = AllocationCount.during { 1 }
        blackHole([UInt8](repeating: 7, count: 10_000))
        let (_, count) = AllocationCount.during { 2 }
        XCTAssertEqual(count?.allocatedBytes, 0)
    }
}
