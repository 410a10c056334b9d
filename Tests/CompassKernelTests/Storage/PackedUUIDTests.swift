import XCTest

@testable import CompassKernel

final class PackedUUIDTests: XCTestCase {
    private let sample = Array("00112233-4455-6677-8899-aabbccddeeff".utf8)

    private func packed(_ bytes: [UInt8]) -> PackedUUID? {
        bytes.withUnsafeBufferPointer { buffer in
            precondition(buffer.count == 36)
            return buffer.baseAddress.flatMap { PackedUUID(canonical: $0) }
        }
    }

    /// Reads the canonical form digit by digit.
    private func plainlyParsed(_ bytes: [UInt8]) -> [UInt8]? {
        var digits: [UInt8] = []
        for (place, byte) in bytes.enumerated() {
            if [8, 13, 18, 23].contains(place) {
                if byte != UInt8(ascii: "-") { return nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return digits
    }

    private func digits(_ uuid: PackedUUID) -> [UInt8] {
        [uuid.high, uuid.low].flatMap { word in
            (0..<16).map { UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * $0)) & 15 }
        }
    }

    func testEveryByteAtEveryPlaceAgreesWithAPlainParser() {
        for place in 0..<36 {
            for byte in UInt8.min...UInt8.max {
                var bytes = sample
                bytes[place] = byte
                let expected = plainlyParsed(bytes)
                let uuid = packed(bytes)
                if uuid.map(digits) != expected { XCTFail("byte \(byte) at \(place)") }
                if let uuid, Array(uuid.description.utf8) != bytes { XCTFail("text of \(byte) at \(place)") }
            }
        }
    }

    func testUpperCaseAndMisplacedHyphensAreNotCanonical() {
        for text in [
            "00112233-4455-6677-8899-AABBCCDDEEFF", "001122334-455-6677-8899-aabbccddeeff",
            "00112233-4455-6677-88990aabbccddeeff", "{0112233-4455-6677-8899-aabbccddeef}",
            "urn:uuid:-4455-6677-8899-aabbccddeef", "00112233-4455-6677-8899-aabbccddeéf".prefixOf36Bytes,
        ] {
            XCTAssertNil(packed(Array(text.utf8)), text)
        }
    }

    func testOrderIsThatOfTheTextsAndDescriptionsReadBack() {
        var random = SeededRandom()
        var uuids: [PackedUUID] = [
            PackedUUID(high: 0, low: 0), PackedUUID(high: 0, low: 1), PackedUUID(high: 1, low: 0),
            PackedUUID(high: .max, low: .max), PackedUUID(high: .max, low: 0),
            PackedUUID(high: 1 << 63, low: 1 << 63), PackedUUID(high: 0x0100, low: 0x0001),
        ]
        for _ in 0..<100 {
            // Few distinct high words, so that the low words also decide.
            uuids.append(PackedUUID(high: UInt64(random.below(4)) << 62, low: random.next()))
        }
        for a in uuids {
            XCTAssertEqual(packed(Array(a.description.utf8)), a, random.label)
            for b in uuids {
                let textOrder = a.description.utf8.lexicographicallyPrecedes(b.description.utf8)
                XCTAssertEqual(a < b, textOrder, "\(a) < \(b)")
                XCTAssertEqual(a == b, a.description == b.description)
            }
        }
    }

    func testMemoryHoldsTheBytesInTextOrder() {
        let uuid = packed(sample)
        withUnsafeBytes(of: uuid) { bytes in
            XCTAssertEqual(Array(bytes.prefix(16)), (0..<16).map { UInt8($0 * 0x11) })
        }
    }
}

extension String {
    fileprivate var prefixOf36Bytes: String { String(decoding: utf8.prefix(36), as: UTF8.self) }
}
