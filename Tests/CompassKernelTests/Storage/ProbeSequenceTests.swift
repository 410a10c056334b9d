import XCTest

@testable import CompassKernel

final class ProbeSequenceTests: XCTestCase {
    func testEverySlotOfASmallTableIsProbedOnceFromTheHashOn() {
        for slotCount in [1, 2, 4, 8, 16] {
            for hash in 0..<UInt64(3 * slotCount) {
                var probe = ProbeSequence(hash | 0xff00_0000_0000_0000, slotCount: slotCount)
                for step in 0..<2 * slotCount {
                    XCTAssertEqual(probe.slot, (Int(hash) + step) % slotCount, "\(hash) of \(slotCount)")
                    probe.advance()
                }
            }
        }
    }
}

final class CodeSlotsTests: XCTestCase {
    /// Returns the codes that are probed for a hash, up to the first free slot.
    private func probed(_ slots: CodeSlots, _ hash: UInt64) -> (codes: [Int], free: Int) {
        var codes: [Int] = []
        var probe = slots.probe(hash)
        while let code = slots[probe.slot] {
            codes.append(code)
            probe.advance()
        }
        return (codes, probe.slot)
    }

    func testEachCodeIsProbedForItsHashHoweverManyCollide() {
        for round in 0..<SeededRandom.rounds(6) {
            var random = SeededRandom(round: round)
            let spread = [1, 3, 100, 1 << 40][round % 4]
            let hashes = (0..<random.below(600)).map { _ in UInt64(random.below(spread)) }
            var slots = CodeSlots()
            for (code, hash) in hashes.enumerated() {
                slots.insert(code, at: probed(slots, hash).free) { hashes[$0] }
            }
            let rebuilt = CodeSlots(codeCount: hashes.count) { hashes[$0] }
            for (code, hash) in hashes.enumerated() {
                XCTAssertTrue(probed(slots, hash).codes.contains(code), random.label)
                XCTAssertTrue(probed(rebuilt, hash).codes.contains(code), random.label)
            }
        }
    }

    func testPairsAreNumberedInOrderOfFirstAppearance() {
        for round in 0..<SeededRandom.rounds(4) {
            var random = SeededRandom(round: round)
            var pairs = PairCodes()
            var wanted: [[UInt32]: UInt32] = [:]
            var sought: [UInt64] = []
            for _ in 0..<3000 {
                let pair = [UInt32(random.below(60)), UInt32.max - UInt32(random.below(60))]
                let code = wanted[pair] ?? UInt32(wanted.count)
                wanted[pair] = code
                sought.append(UInt64(pair[0]) << 32 | UInt64(pair[1]))
                if pairs.code(pair[0], pair[1]) != code { return XCTFail("\(pair), \(random.label)") }
            }
            // The same in batches, in which pairs are repeated.
            var batched = PairCodes()
            var rest = sought[...]
            while !rest.isEmpty {
                let batch = Array(rest.prefix(1 + random.below(CodeSlots.batchLimit)))
                rest = rest.dropFirst(batch.count)
                var codes: [UInt32] = []
                batch.withUnsafeBufferPointer { batched.forEachCode(of: $0) { codes.append($1) } }
                XCTAssertEqual(
                    codes, batch.map { pairs.code(UInt32($0 >> 32), UInt32(truncatingIfNeeded: $0)) },
                    random.label)
            }
            XCTAssertEqual(batched.pairs, pairs.pairs, random.label)
            for (pair, code) in wanted {
                XCTAssertEqual(pairs.pairs[Int(code)], UInt64(pair[0]) << 32 | UInt64(pair[1]), random.label)
            }
        }
    }
}
