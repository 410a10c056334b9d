import XCTest

@testable import CompassKernel

final class LayeredDictionaryTests: XCTestCase {
    func testRandomChangesAndCopiesEqualAPlainDictionary() {
        for round in 0..<SeededRandom.rounds(12) {
            var random = SeededRandom(round: round)
            var layered = LayeredDictionary<Int, Int>()
            var wanted: [Int: Int] = [:]
            let keyCount = [3, 100, 5000][round % 3]
            var copies: [(LayeredDictionary<Int, Int>, [Int: Int])] = []
            for step in 0..<3000 {
                let key = random.below(keyCount)
                if random.below(4) == 0 {
                    layered.removeValue(forKey: key)
                    wanted[key] = nil
                } else {
                    layered.updateValue(step, forKey: key)
                    wanted[key] = step
                }
                XCTAssertEqual(layered.count, wanted.count, random.label)
                if random.below(500) == 0 { copies.append((layered, wanted)) }
                if random.below(900) == 0 {
                    layered.keep { key, value in key % 3 != 0 && value > step / 2 }
                    wanted = wanted.filter { $0.key % 3 != 0 && $0.value > step / 2 }
                }
                let other = random.below(keyCount)
                XCTAssertEqual(layered[other], wanted[other], random.label)
            }
            copies.append((layered, wanted))
            for (copy, wanted) in copies {
                XCTAssertEqual(copy.values, wanted, random.label)
                XCTAssertEqual(copy.isEmpty, wanted.isEmpty, random.label)
                for key in 0..<keyCount { XCTAssertEqual(copy[key], wanted[key], random.label) }
            }
        }
    }
}
