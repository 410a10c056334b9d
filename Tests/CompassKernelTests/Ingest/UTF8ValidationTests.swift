import XCTest

@testable import CompassKernel

final class UTF8ValidationTests: XCTestCase {
    /// Returns whether the bytes are well-formed, by decoding scalar by scalar with plain arithmetic.
    private func isWellFormed(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let lead = rest.popFirst() {
            if lead < 0x80 { continue }
            let length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
            guard lead >= 0xc0, lead < 0xf8, rest.count >= length - 1 else { return false }
            var scalar = UInt32(lead) & (0x7f >> UInt32(length))
            for _ in 1..<length {
                let next = rest.removeFirst()
                guard next & 0xc0 == 0x80 else { return false }
                scalar = scalar << 6 | UInt32(next & 0x3f)
            }
            let smallest: UInt32 = [0, 0, 0x80, 0x800, 0x10000][length]
            guard scalar >= smallest, Unicode.Scalar(scalar) != nil else { return false }
        }
        return true
    }

    /// Returns the offset at which `UTF8Validation` finds the first ill-formed byte.
    private func firstIllFormed(_ bytes: [UInt8], from offset: Int = 0) -> Int? {
        bytes.withUnsafeBufferPointer { buffer in
            let start = buffer.baseAddress! + offset
            return UTF8Validation.firstIllFormed(from: start, to: buffer.baseAddress! + buffer.count)
                .map { $0 - start }
        }
    }

    private func expectAgreement(_ bytes: [UInt8]) {
        if (firstIllFormed(bytes) == nil) != isWellFormed(bytes[...]) { XCTFail("\(bytes)") }
    }

    func testEverySequenceOfOneAndTwoBytes() {
        for first in UInt8.min...UInt8.max {
            expectAgreement([first])
            for second in UInt8.min...UInt8.max { expectAgreement([first, second]) }
        }
    }

    func testEverySequenceOfThreeBytesByClassOfTheLast() {
        // Table 3-7 of the standard treats all bytes of each of these classes alike.
        let lasts: [UInt8] = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff]
        for first in UInt8(0x7f)...UInt8.max {
            for second in UInt8.min...UInt8.max {
                for last in lasts { expectAgreement([first, second, last]) }
            }
        }
    }

    func testEveryScalarIsAccepted() {
        for value in stride(from: UInt32(0), through: 0x10ffff, by: 7) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if firstIllFormed(Array(String(scalar).utf8)) != nil { XCTFail("U+\(String(value, radix: 16))") }
        }
    }

    func testRandomSequencesAtEveryAlignment() {
        // The bytes on both sides of every range boundary of the table.
        let edges: [UInt8] = [
            0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed,
            0xee,
            0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
        ]
        for round in 0..<SeededRandom.rounds(4) {
            var random = SeededRandom(round: round)
            for number in 0..<8_000 {
                let four = (0..<4).map { _ in edges[random.below(edges.count)] }
                let alignment = number % 17
                let bytes = [UInt8](repeating: 0x61, count: alignment) + four + [0x62]
                let found = firstIllFormed(bytes)
                if (found == nil) != isWellFormed(bytes[...]) { XCTFail("\(four), \(random.label)") }
                guard let found else { continue }
                // The bytes before it are well-formed, or end with the start of one character.
                let start = (max(0, found - 3)...found).reversed().first { isWellFormed(bytes[..<$0]) }
                if start == nil { XCTFail("\(four) at \(found), \(random.label)") }
                if found < bytes.count, firstIllFormed(Array(bytes[...found])) != found {
                    XCTFail("\(four) at \(found), \(random.label)")
                }
            }
        }
    }

    func testTextThatStopsInsideACharacterIsIllFormedAtItsEnd() {
        for character in ["é", "€", "🏈"] {
            let bytes = Array("abcdefgh\(character)".utf8)
            for count in 9..<bytes.count { XCTAssertEqual(firstIllFormed(Array(bytes[..<count])), count) }
        }
    }
}
