import XCTest

@testable import CompassKernel

final class RadixSortTests: XCTestCase {
    /// Returns the rows of `keys` in the order of the given bits.
    private func sorted(_ keys: [UInt64], byBits bits: Range<Int>) -> [UInt32] {
        var entries = keys.enumerated().map { KeyedRow(key: $1, row: UInt32($0)) }
        var scratch = entries
        return entries.withUnsafeMutableBufferPointer { entries in
            scratch.withUnsafeMutableBufferPointer { scratch in
                guard let first = entries.baseAddress, let second = scratch.baseAddress else { return [] }
                let sorted = RadixSort.sort(first, second, count: keys.count, byBits: bits)
                return (0..<keys.count).map { sorted[$0].row }
            }
        }
    }

    /// Returns the same by the standard library, for bits that are whole digits or include the highest one.
    private func expected(_ keys: [UInt64], byBits bits: Range<Int>) -> [UInt32] {
        let mask: UInt64 = bits.count == 64 ? ~0 : 1 << UInt64(bits.count) - 1
        let digits = keys.map { $0 >> UInt64(bits.lowerBound) & mask }
        return keys.indices.sorted { (digits[$0], $0) < (digits[$1], $1) }.map { UInt32($0) }
    }

    func testEverySequenceOfUpToFiveKeysWithEqualOnesInOrder() {
        let values: [UInt64] = [0, 1, 1 << 11, 1 << 40, .max]
        for count in 0...5 {
            for choice in 0..<Int(pow(5, Double(count))) {
                var (keys, rest) = ([UInt64](), choice)
                for _ in 0..<count {
                    keys.append(values[rest % 5])
                    rest /= 5
                }
                XCTAssertEqual(sorted(keys, byBits: 0..<64), expected(keys, byBits: 0..<64), "\(keys)")
            }
        }
    }

    func testManyKeysByAllOrSomeBits() {
        for round in 0..<SeededRandom.rounds(8) {
            var random = SeededRandom(round: round)
            let keyBits = [0, 1, 11, 12, 22, 40, 63, 64][round % 8]
            let mask: UInt64 = keyBits == 64 ? ~0 : 1 << UInt64(keyBits) - 1
            let keys = (0..<random.below(3000)).map { _ in random.next() & mask }
            for bits in [0..<keyBits, 0..<64, 0..<11, 11..<33, 42..<64, 30..<30] {
                XCTAssertEqual(
                    sorted(keys, byBits: bits), expected(keys, byBits: bits), "\(bits), \(random.label)")
            }
        }
    }

    func testNumbersAroundTheCountFromWhichDigitsAreUsed() {
        for round in 0..<SeededRandom.rounds(4) {
            var random = SeededRandom(round: round)
            for count in [0, 1, 2, 191, 192, 193, 194, 1000] {
                for bound in [1, 2048, 2049, 1 << 22, 1 << 32] {
                    var numbers = (0..<count).map { _ in UInt32(random.below(bound)) }
                    let wanted = numbers.sorted()
                    RadixSort.sort(&numbers)
                    XCTAssertEqual(numbers, wanted, "\(count) below \(bound), \(random.label)")
                }
            }
        }
    }
}

final class RangeSearchingTests: XCTestCase {
    func testRunsOfEveryShortSequenceOfThreeValues() {
        for count in 0...6 {
            for choice in 0..<Int(pow(3, Double(count))) {
                var (values, rest) = ([Int](), choice)
                for _ in 0..<count {
                    values.append(rest % 3)
                    rest /= 3
                }
                var runs: [Range<Int>] = []
                (0..<count).forEachRun {
                    values[$0] == values[$1]
                } body: {
                    runs.append($0)
                }
                var wanted: [Range<Int>] = []
                for (index, value) in values.enumerated() {
                    if let last = wanted.last, values[last.lowerBound] == value, last.upperBound == index {
                        wanted[wanted.count - 1] = last.lowerBound..<index + 1
                    } else {
                        wanted.append(index..<index + 1)
                    }
                }
                XCTAssertEqual(runs, wanted.filter { $0.count > 1 }, "\(values)")
            }
        }
    }

    func testPartitioningIndexOfEveryShortRange() {
        for lower in -2...2 {
            for upper in lower...lower + 9 {
                for first in lower...upper {
                    XCTAssertEqual((lower..<upper).partitioningIndex { $0 >= first }, first)
                }
            }
        }
    }
}
