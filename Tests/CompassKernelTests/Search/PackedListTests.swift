import CCompassScan
import XCTest

final class PackedListTests: XCTestCase {
    /// Random bytes and tables, in memory that ends where the function may read.
    func testPlacesAreThoseOfAPlainLoop() throws {
        try XCTSkipUnless(compasskernel_packed_is_supported(), "this processor has no AVX2")
        // Of tables for any bytes, and for those up to 0x7f.
        var listedCounts = [0, 0]
        for count in 0...200 {
            for round in 0..<SeededRandom.rounds(4) {
                var random = SeededRandom(round: count * 1_000 + round)
                let text = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 34)
                defer { text.deallocate() }
                for index in 0..<count + 34 { text[index] = UInt8(random.below(256)) }
                var tables = compasskernel_packed_patterns()
                withUnsafeMutableBytes(of: &tables) { bytes in
                    // Most bits are set, since a place has to match in six of them.
                    for index in bytes.indices {
                        bytes[index] = UInt8(random.below(256)) | UInt8(random.below(256))
                    }
                }
                if count % 2 == 1 { tables.clearUpperHalves() }
                let expected = withUnsafeBytes(of: tables.low) { low in
                    withUnsafeBytes(of: tables.high) { high in
                        (0..<count).map { place in
                            (0..<3).reduce(UInt8.max) { patterns, index in
                                let byte = text[place + index]
                                return patterns & low[index * 16 + Int(byte & 15)]
                                    & high[index * 16 + Int(byte >> 4)]
                            }
                        }
                    }
                }
                var places = [UInt16](repeating: 0, count: max(count, 1))
                var patterns = [UInt8](repeating: 0, count: max(count, 1))
                let listed = compasskernel_packed_list(text, count, &tables, &places, &patterns)
                let wanted = expected.indices.filter { expected[$0] != 0 }
                XCTAssertEqual(places.prefix(listed).map { Int($0) }, wanted, random.label)
                XCTAssertEqual(
                    Array(patterns.prefix(listed)), wanted.map { expected[$0] }, random.label)
                listedCounts[count % 2] += listed
            }
        }
        XCTAssertGreaterThan(listedCounts.min()!, 500)
    }
}

extension compasskernel_packed_patterns {
    /// Leaves no pattern with a byte above 0x7f.
    fileprivate mutating func clearUpperHalves() {
        withUnsafeMutableBytes(of: &high) { high in
            for index in high.indices where index % 16 >= 8 { high[index] = 0 }
        }
    }
}
