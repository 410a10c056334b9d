import XCTest

@testable import CompassKernel

final class ColumnBufferTests: XCTestCase {
    func testEveryLengthReadsBack() {
        // Up to 256 elements are in one block of memory with their owner.
        for count in Array(0...40) + [255, 256, 257, 1000] {
            let elements = (0..<count).map { Int32($0 * 7) }
            let column = ColumnBuffer(elements)
            XCTAssertEqual(column.count, count)
            XCTAssertEqual(column.byteCount, 4 * count)
            XCTAssertEqual(column.elements, elements)
            for index in 0..<count where column[index] != elements[index] { XCTFail("\(index) of \(count)") }
        }
        XCTAssertEqual(ColumnBuffer<Int64>().elements, [])
    }

    func testSmallColumnsAreAlignedForVectors() {
        let columns = (0..<40).map { ColumnBuffer<SIMD4<UInt32>>(zeros: $0) }
        for column in columns {
            XCTAssertEqual(column.withBuffer { Int(bitPattern: $0.baseAddress) % 16 }, 0, "\(column.count)")
        }
    }

    func testGatheringAnyRows() {
        let column = ColumnBuffer([10, 20, 30] as [Int64])
        for rows in [[], [2], [2, 1, 0], [0, 0, 2, 2]] as [[UInt32]] {
            let gathered = rows.withUnsafeBufferPointer { column.gathered($0) }
            XCTAssertEqual(gathered.elements, rows.map { 10 * Int64($0 + 1) })
        }
    }

    func testACopyKeepsTheElementsAlive() {
        for count in [1, 128, 129, 10_000] {
            let elements = (0..<count).map { UInt64($0) }
            var original: ColumnBuffer<UInt64>? = ColumnBuffer(elements)
            let copy = original
            original = nil
            // If the memory had been freed, it would be reused here.
            let others = (0..<20).map { ColumnBuffer([UInt64](repeating: UInt64($0), count: count)) }
            XCTAssertEqual(copy?.elements, elements)
            XCTAssertEqual(others.map { $0[count - 1] }, (0..<20).map { UInt64($0) })
        }
    }

    func testUpdatesOfZerosLeaveCopiesAsTheyWere() {
        for count in [0, 1, 7, 127, 128, 129, 300, 5_000] {
            let zeros = [UInt64](repeating: 0, count: count)
            let column = ColumnBuffer<UInt64>(zeros: count)
            XCTAssertEqual(column.elements, zeros)
            var changed = column
            for number in 1...2 as ClosedRange<UInt64> {
                changed.update { $0.update(repeating: number, count: count) }
                XCTAssertEqual(changed.elements, [UInt64](repeating: number, count: count))
            }
            XCTAssertEqual(column.elements, zeros)
        }
    }

    func testLargeColumnsAreAdvisedToUseHugePages() {
        let count = ColumnMemory.hugePageThreshold / 8 + 1
        let column = ColumnBuffer<Int64>(count: count) { target in
            for index in 0..<count { target[index] = Int64(index) }
        }
        XCTAssertEqual(column[0], 0)
        XCTAssertEqual(column[count - 1], Int64(count - 1))
    }
}

final class GrowableColumnTests: XCTestCase {
    func testGrowthKeepsElementsFromEveryCapacity() {
        for capacity in 0...40 {
            var column = GrowableColumn<UInt32>(capacity: capacity)
            XCTAssertGreaterThanOrEqual(column.capacity, capacity)
            for value in 0..<200 { column.append(UInt32(value)) }
            XCTAssertEqual(column.count, 200)
            for index in 0..<200 where column[index] != UInt32(index) { XCTFail("\(index) from \(capacity)") }
            column[7] = 99
            let finished = column.finish()
            XCTAssertEqual(Array(finished.elements[5...8]), [5, 6, 99, 8])
        }
    }

    func testFinishingKeepsExactlyTheElements() {
        for count in [0, 1, 15, 16, 17, 24, 25, 1000] {
            let finished = GrowableColumn((0..<count).map { UInt8(truncatingIfNeeded: $0) }).finish()
            XCTAssertEqual(finished.elements, (0..<count).map { UInt8(truncatingIfNeeded: $0) })
            XCTAssertEqual(finished.byteCount, count)
        }
    }

    func testMovingToClaimedRoomEmptiesTheOtherColumn() {
        for first in 0...20 {
            for second in [0, 1, 15, 16, 17, 40] {
                var column = GrowableColumn((0..<first).map { Int64($0) })
                var later = GrowableColumn((first..<first + second).map { Int64($0) })
                let hadRoom = column.join(&later, .checkRoom)
                XCTAssertEqual(hadRoom, second <= column.capacity - column.count)
                XCTAssertTrue(column.join(&later, .makeRoom))
                XCTAssertTrue(column.join(&later, .reserveRoom))
                XCTAssertEqual(column.count, first + second)
                later.perform(.moveToReservedRoom)
                XCTAssertEqual(later.count, 0)
                later.append(-1)
                let (all, afterwards) = (column.finish(), later.finish())
                XCTAssertEqual(afterwards.elements, [-1])
                XCTAssertEqual(all.elements, (0..<first + second).map { Int64($0) })
            }
        }
    }

    func testReservingAndAppendingUpToALimit() {
        var column = GrowableColumn<UInt8>()
        column.reserve(total: 100)
        XCTAssertEqual(column.capacity, 100)
        column.reserve(total: 10)
        XCTAssertEqual(column.capacity, 100)
        column.reserve(additional: 101)
        XCTAssertGreaterThanOrEqual(column.capacity, 101)
        column.append(upTo: 3) { target in
            target[0] = 1
            target[1] = 2
            return 2
        }
        column.append(upTo: 0) { _ in 0 }
        let more: [UInt8] = [3, 4]
        more.withUnsafeBufferPointer { column.append($0.baseAddress!, count: 2) }
        XCTAssertEqual(column.withBuffer { Array($0) }, [1, 2, 3, 4])
        column.removeAll()
        XCTAssertEqual(column.count, 0)
        column.append(9)
        let finished = column.finish()
        XCTAssertEqual(finished.elements, [9])
    }

    /// Texts of every length up to three blocks, each followed by exactly a block.
    func testBytesAppendedInBlocksAreThoseAppendedAtOnce() {
        let block = GrowableColumn<UInt8>.blockByteCount
        var inBlocks = GrowableColumn<UInt8>()
        var atOnce = GrowableColumn<UInt8>()
        for count in 0...3 * block {
            let text = (0..<count + block).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
            text.withUnsafeBufferPointer { text in
                inBlocks.appendInBlocks(text.baseAddress!, count: count)
                atOnce.append(text.baseAddress!, count: count)
            }
        }
        let (found, expected) = (inBlocks.finish().elements, atOnce.finish().elements)
        XCTAssertEqual(found, expected)
    }
}

final class StackScratchTests: XCTestCase {
    func testCountersAreZeroWhateverStoodThereBefore() {
        for count in [0, 1, 2, 511, 512, 513, 1024, 2047, 2048, 2049, 4095, 4096, 4097, 20_000] {
            for round in 0..<3 {
                func sumOfFilled(_ counters: UnsafeMutablePointer<UInt32>) -> UInt64 {
                    var sum: UInt64 = 0
                    for index in 0..<count {
                        sum += UInt64(counters[index])
                        counters[index] = .max
                    }
                    return sum
                }
                let sum = StackScratch.withCounters(count) { counters -> UInt64 in
                    XCTAssertEqual(Int(bitPattern: counters) % MemoryLayout<UInt64>.alignment, 0)
                    return sumOfFilled(counters)
                }
                XCTAssertEqual(sum, 0, "\(count) counters, round \(round)")
                let innerSum = StackScratch.withInnerCounters(count) { sumOfFilled($0) }
                XCTAssertEqual(innerSum, 0, "\(count) inner counters, round \(round)")
            }
        }
    }

    func testNestedCountersDoNotOverlap() {
        for (outer, inner) in [(1, 1), (512, 513), (2048, 2049), (513, 4096), (4097, 512), (4096, 4097)] {
            StackScratch.withCounters(outer) { first in
                for index in 0..<outer { first[index] = 1 }
                StackScratch.withCounters(inner) { second in
                    for index in 0..<inner { second[index] = 2 }
                }
                XCTAssertTrue((0..<outer).allSatisfy { first[$0] == 1 }, "\(outer) around \(inner)")
            }
        }
    }
}
