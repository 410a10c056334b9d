import XCTest

@testable import CompassKernel

/// Foldings of bytes that are no UTF-8, which only files from elsewhere contain.
final class MalformedScalarsTests: XCTestCase {
    /// Also lead bytes whose value would exceed U+10FFFF: the folded text is valid, with U+FFFD.
    func testEveryPairAndTripleOfBytes() {
        let tails: [[UInt8]] = [[], [0x80], [0xbf, 0xbf], [0xbf, 0xbf, 0xbf], [0x41], [0x80, 0x41]]
        for first in 0x80...UInt8.max {
            for second in UInt8.min...UInt8.max {
                for tail in tails {
                    let bytes = [first, second] + tail
                    for ignoresAccents in [false, true] {
                        let folded = TextFolding.folded(bytes, ignoringAccents: ignoresAccents)
                        guard let text = String(validating: folded, as: UTF8.self) else {
                            return XCTFail("\(bytes) becomes \(folded)")
                        }
                        let isValid = String(validating: bytes, as: UTF8.self) != nil
                        if isValid == text.unicodeScalars.contains("\u{fffd}") {
                            return XCTFail("\(bytes) becomes \(text)")
                        }
                    }
                }
            }
        }
    }

    func testEntriesOfValuesAboveAllScalars() {
        for table in [FoldTable.lowercase, .withoutAccents] {
            // Values above all scalars are outside of the table, whose last block is theirs.
            for value in [UTF8Scalars.malformed, 0x11_0000, 0x1f_ffff, 0x3f_ffff, UInt32.max] {
                let place = value % UInt32(FoldTable.blockScalarCount)
                XCTAssertEqual("\(table[value])", "\(table[UTF8Scalars.malformed + place])", "\(value)")
            }
        }
    }
}
