import CCompassScan
import XCTest

@testable import CompassKernel

/// Both forms of the loops in C; without AVX-512 the plain one is in use, and compared with itself.
final class IntervalGatheringTests: XCTestCase {
    private static let untouched = UInt32.max

    /// Random ends with many ties, ranges that begin and end within blocks, and too little room.
    func testMatchesAreThoseOfAPlainLoop() {
        var (refusedCount, foundCount) = (0, 0)
        for count in 0...200 {
            for round in 0..<SeededRandom.rounds(4) {
                var random = SeededRandom(round: count * 1_000 + round)
                let span = [3, 40, 1_000][random.below(3)]
                let ends = (0..<count).map { _ in Int64(random.below(span)) }
                let latest = stride(from: 0, to: count, by: IntervalEndBlocks.fanOut).map {
                    ends[$0..<min($0 + IntervalEndBlocks.fanOut, count)].max()!
                }
                let entries = (0..<count).map { UInt32($0 * 7 + 1) }
                let first = random.below(count + 1)
                let range = first..<first + random.below(count - first + 1)
                // Of a span of 3, every fourth instant is after all ends.
                let instants = [Int64.min, Int64(random.below(span + 1)), Int64.max]
                for instant in instants {
                    let expected = range.filter { ends[$0] >= instant }.map { entries[$0] }
                    for room in [Int.max, 32 + random.below(300), random.below(32)] {
                        let found = gathered(entries, range, ends, latest, instant, room)
                        XCTAssertEqual(found[0], found[1], random.label)
                        if let matches = found[0] {
                            XCTAssertEqual(matches, expected, random.label)
                            XCTAssertLessThan(matches.count, room, random.label)
                            foundCount += matches.count
                        } else {
                            // Refused are rooms for less than the matches, two blocks, or 12 of each matching block.
                            XCTAssertLessThan(room, range.count + 33, random.label)
                            refusedCount += 1
                        }
                    }
                    XCTAssertEqual(simplyGathered(entries, range, ends, instant), [expected, expected])
                }
            }
        }
        XCTAssertGreaterThan(refusedCount, 0)
        XCTAssertGreaterThan(foundCount, 1_000)
    }

    /// Eight blocks are found at once, of up to 64.
    func testBlocksAroundSixtyFour() {
        for blockCount in [1, 7, 8, 9, 63, 64, 65, 128, 129] {
            let count = blockCount * IntervalEndBlocks.fanOut
            for lasting in Set([0, 1, 7, 8, 62, 63, 64, 65, blockCount - 1]) where lasting < blockCount {
                var (ends, latest) = (
                    [Int64](repeating: 1, count: count), [Int64](repeating: 1, count: blockCount)
                )
                let interval = lasting * IntervalEndBlocks.fanOut + lasting % IntervalEndBlocks.fanOut
                (ends[interval], latest[lasting]) = (5, 5)
                let entries = (0..<count).map { UInt32($0) }
                let found = gathered(entries, 0..<count, ends, latest, 5, .max)
                XCTAssertEqual(found, [[UInt32(interval)], [UInt32(interval)]])
            }
        }
    }

    /// Hundreds of blocks, an interval of every second, third, … of which matches, and rooms around the matches.
    func testRoomForMatchesOfManyBlocks() {
        let (count, blockSize) = (200 * IntervalEndBlocks.fanOut, IntervalEndBlocks.fanOut)
        let entries = (0..<count).map { UInt32($0) }
        for step in [2, 3, 7, 9, 40] {
            let matches = stride(from: 0, to: count, by: step * blockSize).map {
                $0 + ($0 / blockSize) % blockSize
            }
            var ends = [Int64](repeating: 1, count: count)
            for match in matches { ends[match] = 5 }
            let latest = stride(from: 0, to: count, by: blockSize).map { ends[$0..<$0 + blockSize].max()! }
            for range in [0..<count, 5..<count - 3, 1_600..<count, blockSize..<66 * blockSize + 1] {
                let expected = matches.filter(range.contains).map { UInt32($0) }
                // Of 64 blocks, as many match as are refused for 12 entries each if the room is less.
                let blocksAtOnce = (64 + step - 1) / step
                for room in [12 * blocksAtOnce - 1, expected.count + 16, expected.count + 17, 256, .max] {
                    let found = gathered(entries, range, ends, latest, 5, room)
                    XCTAssertEqual(found[0], found[1], "\(step), \(range), \(room)")
                    if let matches = found[0] { XCTAssertEqual(matches, expected) }
                    if room >= max(expected.count + 17, 12 * blocksAtOnce, 32) {
                        XCTAssertNotNil(found[0], "\(step), \(range), \(room)")
                    }
                }
            }
        }
        // 22 blocks of one match are refused for 264 entries, though all have room.
        let ends = (0..<count).map { $0 % blockSize == 3 ? Int64(5) : 1 }
        let latest = [Int64](repeating: 5, count: count / blockSize)
        XCTAssertEqual(
            gathered(entries, 0..<21 * blockSize, ends, latest, 5, 256).map { $0?.count }, [21, 21])
        XCTAssertEqual(gathered(entries, 0..<22 * blockSize, ends, latest, 5, 256), [nil, nil])
    }

    /// Returns what the function in use and the other form find; nil for those that refuse.
    private func gathered(
        _ entries: [UInt32], _ range: Range<Int>, _ ends: [Int64], _ latest: [Int64], _ instant: Int64,
        _ room: Int
    ) -> [[UInt32]?] {
        withIntervals(entries, ends, range.count, room: room) { intervals, target in
            [
                compasskernel_intervals_lasting_in_blocks(
                    intervals, range.lowerBound, range.upperBound, latest, instant, target[0], room),
                compasskernel_intervals_lasting_in_each_block(
                    intervals, range.lowerBound, range.upperBound, latest, instant, target[1], room),
            ]
        }
    }

    private func simplyGathered(_ entries: [UInt32], _ range: Range<Int>, _ ends: [Int64], _ instant: Int64)
        -> [[UInt32]?]
    {
        withIntervals(entries, ends, range.count, room: .max) { intervals, target in
            [
                compasskernel_intervals_lasting(
                    intervals, range.lowerBound, range.upperBound, instant, target[0]),
                compasskernel_intervals_lasting_each(
                    intervals, range.lowerBound, range.upperBound, instant, target[1]),
            ]
        }
    }

    /// Passes memory for the matches of both forms; returns the entries of each, and checks that at most one more was
    /// written, and none beyond the room.
    private func withIntervals(
        _ entries: [UInt32], _ ends: [Int64], _ maximum: Int, room: Int,
        _ body: (UnsafePointer<compasskernel_intervals>, [UnsafeMutablePointer<UInt32>]) -> [Int]
    ) -> [[UInt32]?] {
        let capacity = maximum + 20
        let targets = (0..<2).map { _ in UnsafeMutablePointer<UInt32>.allocate(capacity: capacity) }
        defer { for target in targets { target.deallocate() } }
        for target in targets { target.initialize(repeating: Self.untouched, count: capacity) }
        let counts = entries.withUnsafeBufferPointer { entries in
            ends.withUnsafeBufferPointer { ends in
                withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { empty in
                    let nothing = empty.baseAddress!
                    var intervals = compasskernel_intervals(
                        entries: entries.baseAddress
                            ?? UnsafePointer(nothing.assumingMemoryBound(to: UInt32.self)),
                        ends: ends.baseAddress ?? UnsafePointer(nothing.assumingMemoryBound(to: Int64.self)))
                    return body(&intervals, targets)
                }
            }
        }
        return zip(targets, counts).map { target, count in
            let written = UnsafeBufferPointer(start: target, count: capacity)
            XCTAssertTrue(written.dropFirst(min(room, capacity)).allSatisfy { $0 == Self.untouched })
            guard count >= 0 else { return nil }
            XCTAssertTrue(written.dropFirst(count + 1).allSatisfy { $0 == Self.untouched })
            return Array(written.prefix(count))
        }
    }
}
