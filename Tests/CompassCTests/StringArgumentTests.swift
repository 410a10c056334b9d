import CCompass
import XCTest

@testable import CompassC

final class StringArgumentTests: XCTestCase {
    /// Returns the text read from these bytes, or the status of its rejection.
    private func read(_ bytes: [UInt8]) -> Result<String?, CallFailure> {
        bytes.withUnsafeBytes { bytes in
            // An empty array may have no address; an existing text has one.
            let data = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
            let string = compass_string(
                data: data?.assumingMemoryBound(to: CChar.self), count: bytes.count)
            return Result { () throws(CallFailure) in try string.text("text") }
        }
    }

    func testEveryPairOfBytesIsReadAsSwiftReadsIt() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let bytes = [first, second]
                let expected = String(decoding: bytes, as: UTF8.self)
                let isValid = Array(expected.utf8) == bytes
                switch read(bytes) {
                case .success(let text): XCTAssertTrue(isValid && text == expected, "\(bytes)")
                case .failure(let failure):
                    XCTAssertFalse(isValid, "\(bytes)")
                    XCTAssertEqual(Int(failure.status), COMPASS_INVALID_UTF8)
                }
            }
        }
    }

    func testTheMessageSaysWhereATextIsDamaged() throws {
        let damaged: [(bytes: [UInt8], offset: Int)] = [
            ([0x61, 0xff, 0x62], 1), ([0x61, 0x62, 0xe2, 0x82], 4), ([0xef, 0xbf, 0x61], 2),
        ]
        for (bytes, offset) in damaged {
            guard case .failure(let failure) = read(bytes) else {
                XCTFail("\(bytes) is read")
                continue
            }
            XCTAssertTrue(failure.message.contains("from byte \(offset) on"), failure.message)
        }
    }

    func testTheReplacementCharacterItselfIsText() throws {
        XCTAssertEqual(try read(Array("a\u{fffd}".utf8)).get(), "a\u{fffd}")
        XCTAssertEqual(try read([]).get(), "")
    }

    func testATextThatIsLeftOutIsNoText() throws {
        XCTAssertNil(try compass_string(data: nil, count: 0).text("text"))
        XCTAssertThrowsError(try compass_string(data: nil, count: 0).requiredText("text"))
        XCTAssertThrowsError(try compass_string(data: nil, count: 1).text("text"))
    }
}
