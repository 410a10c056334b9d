import XCTest

@testable import CompassKernel

final class HighestBitsTests: XCTestCase {
    private func check(_ bytes: [UInt8], file: StaticString = #filePath, line: UInt = #line) {
        let vector = SIMD16(bytes)
        let expected = bytes.indices.reduce(UInt64(0)) { $0 | UInt64(bytes[$1] >> 7) << UInt64($1) }
        XCTAssertEqual(vector.highestBits, expected, "\(bytes)", file: file, line: line)
        XCTAssertEqual(vector.gatheredHighestBits, expected, "\(bytes)", file: file, line: line)
        XCTAssertEqual(vector.hasHighestBit, expected != 0, "\(bytes)", file: file, line: line)
        XCTAssertEqual(vector.gatheredHasHighestBit, expected != 0, "\(bytes)", file: file, line: line)
        let first = bytes.firstIndex { $0 >= 0x80 } ?? 16
        XCTAssertEqual(vector.highestBitIndex, first, "\(bytes)", file: file, line: line)
        XCTAssertEqual(vector.gatheredHighestBitIndex, first, "\(bytes)", file: file, line: line)
    }

    /// Every set of the sixteen bits, between other bits that do not matter.
    func testAllMasks() {
        var random = SeededRandom()
        for mask in 0..<1 << 16 {
            check((0..<16).map { UInt8(mask >> $0 & 1) << 7 | UInt8(random.below(128)) })
        }
    }

    func testResultsOfComparisons() {
        for index in 0..<16 {
            var bytes = SIMD16<UInt8>(repeating: 0x41)
            bytes[index] = 0x2c
            let found = bytes .== SIMD16<UInt8>(repeating: 0x2c)
            XCTAssertEqual(unsafeBitCast(found, to: SIMD16<UInt8>.self).highestBits, 1 << UInt64(index))
        }
    }
}
