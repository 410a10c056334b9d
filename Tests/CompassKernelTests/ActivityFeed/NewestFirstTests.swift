import Foundation
import XCTest

@testable import CompassKernel

final class NewestFirstTests: XCTestCase {
    private func expectPlainOrder(_ times: [Int64], _ label: String) {
        let ids = times.indices.map { String(($0 &* 7_919) % 10_007) + "-\($0)" }
        let rows = zip(ids, times).map { Document(id: $0, type: "resume", time: Timestamp(micros: $1)) }
        let sorted = NewestFirst(times: ColumnBuffer(times), ids: DocumentTable(rows).ids)
        let expected = times.indices.sorted { first, second in
            times[first] == times[second]
                ? ids[first].utf8.lexicographicallyPrecedes(ids[second].utf8) : times[first] > times[second]
        }
        XCTAssertEqual(sorted.rows?.elements.map { Int($0) } ?? Array(times.indices), expected, label)
        XCTAssertEqual(sorted.times.elements, expected.map { times[$0] }, label)
        let isInOrder = expected.elementsEqual(times.indices)
        XCTAssertEqual(sorted.rows == nil, isInOrder, label)
    }

    func testFewRowsInEveryOrder() {
        for count in 0...4 {
            for number in 0..<Int(pow(3.0, Double(count))) {
                var rest = number
                let times = (0..<count).map { _ in
                    defer { rest /= 3 }
                    return Int64(rest % 3)
                }
                expectPlainOrder(times, "\(times)")
            }
        }
    }

    func testManyRowsOfEverySpread() {
        for round in 0..<SeededRandom.rounds(24) {
            var random = SeededRandom(round: round)
            let bits = [0, 1, 8, 21, 22, 23, 40, 63][round % 8]
            let count = [1_500, 3_000][round / 8 % 2]
            var times = (0..<count).map { _ in
                Int64(truncatingIfNeeded: random.next() & (1 << UInt64(bits) - 1)) - 1_000
            }
            // With one outlier, all other times share their leading digits.
            if random.chance(1, of: 3) { times[random.below(count)] = random.chance(1, of: 2) ? .min : .max }
            if random.chance(1, of: 4) { times.sort() }
            if random.chance(1, of: 4) { times.sort(by: >) }
            expectPlainOrder(times, random.label)
        }
    }
}
