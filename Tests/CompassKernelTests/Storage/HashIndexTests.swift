import XCTest

@testable import CompassKernel

final class HashIndexTests: XCTestCase {
    /// Returns every number stored under a hash, as the index finds them one by one.
    private func found(_ index: HashIndex, _ hash: UInt64) -> Set<Int> {
        var numbers = Set<Int>()
        while let number = index.first(hash, where: { !numbers.contains($0) }) { numbers.insert(number) }
        return numbers
    }

    /// Hashes that collide in the slot, in the upper half, and in all bits but the lowest.
    private let hashes: [UInt64] = [0, 1, 1 << 32, 2 << 32, 16 << 32, 17 << 32, .max, ~0xffff_ffff]

    func testEverySequenceOfThreeInsertionsAgainstADictionary() {
        for choice in 0..<hashes.count * hashes.count * hashes.count {
            var index = HashIndex()
            var wanted: [UInt64: Set<Int>] = [:]
            var rest = choice
            for number in [0, 7, Int(UInt32.max) - 1] {
                let hash = hashes[rest % hashes.count]
                rest /= hashes.count
                index.insert(number, hash: hash)
                wanted[hash >> 32, default: []].insert(number)
            }
            XCTAssertEqual(index.count, 3)
            for hash in hashes {
                XCTAssertEqual(found(index, hash), wanted[hash >> 32] ?? [], "\(hash) of \(choice)")
            }
        }
    }

    func testManyInsertionsAgainstADictionary() {
        for round in 0..<SeededRandom.rounds(4) {
            var random = SeededRandom(round: round)
            var index = HashIndex()
            var wanted: [UInt64: Set<Int>] = [:]
            let spread = [3, 1000, 1 << 30][round % 3]
            for number in 0..<random.below(3000) {
                let hash = UInt64(random.below(spread)) << 32 | UInt64(random.below(1000))
                if random.chance(1, of: 50) { index.reserve(additional: random.below(200)) }
                index.insert(number, hash: hash)
                wanted[hash >> 32, default: []].insert(number)
            }
            let copy = index
            index.insert(3000, hash: 5 << 32)
            for (key, numbers) in wanted.sorted(by: { $0.key < $1.key }).prefix(500) {
                if found(copy, key << 32) != numbers { XCTFail("\(key), \(random.label)") }
            }
            XCTAssertFalse(found(copy, 5 << 32).contains(3000), random.label)
            XCTAssertEqual(copy.count + 1, index.count)
        }
    }

    func testAtMostHalfOfThePlacesAreTaken() {
        var index = HashIndex()
        for number in 0..<1000 {
            index.insert(number, hash: UInt64(number) &* 0x9e37_79b9_7f4a_7c15)
            XCTAssertLessThanOrEqual(index.count * 2 * 8, index.byteCount)
        }
    }

    func testNothingIsFoundThatIsNotWanted() {
        var index = HashIndex()
        index.insert(4, hash: 9 << 32)
        XCTAssertNil(index.first(9 << 32) { $0 != 4 })
        XCTAssertNil(index.first(8 << 32) { _ in true })
        XCTAssertNil(HashIndex().first(0) { _ in true })
    }
}
