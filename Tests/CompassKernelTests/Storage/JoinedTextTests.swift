import XCTest

@testable import CompassKernel

final class JoinedTextTests: XCTestCase {
    private func assertJoined(_ first: [UInt8], _ second: [UInt8]) {
        let joined = first.withUnsafeBufferPointer { first in
            second.withUnsafeBufferPointer { JoinedText.string(first, $0) }
        }
        let expected = String(decoding: first + second, as: UTF8.self)
        XCTAssertEqual(Array(joined.utf8), Array(expected.utf8), "\(first) and \(second)")
    }

    func testEverySizeAroundThoseThatAreStoredDifferently() {
        for size in [0, 1, 14, 15, 16, 17, 31, 32, 33, 1_023, 1_024, 1_025, 5_000] {
            for unit in ["a", "é", "€", "😀"] {
                let bytes = Array(String(repeating: unit, count: size).utf8.prefix(size))
                // A part may end within a character, and so may the whole.
                for cut in Set([0, 1, 2, 3, size / 2, size - 1, size]) where (0...size).contains(cut) {
                    assertJoined(Array(bytes[..<cut]), Array(bytes[cut...]))
                }
            }
        }
    }

    func testBytesThatAreNoUTF8() {
        let pieces: [[UInt8]] = [
            [0x80], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x9f], [0xf5, 0x80], Array("text".utf8),
        ]
        for first in pieces {
            for second in pieces {
                assertJoined(first, second)
                assertJoined(Array(repeating: 0x61, count: 20) + first, second)
                assertJoined(first, second + Array(repeating: 0x61, count: 20))
            }
        }
    }
}
