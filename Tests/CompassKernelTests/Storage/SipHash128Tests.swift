import XCTest

@testable import CompassKernel

final class SipHash128Tests: XCTestCase {
    /// Values of libsodium's `crypto_shorthash_siphashx24` for the bytes 0, 1, 2 … with the key 0, 1 … 15.
    func testHashesOfLibsodium() {
        let key = RowHashKey(first: 0x0706_0504_0302_0100, second: 0x0f0e_0d0c_0b0a_0908)
        let cases = [
            (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
            (7, "a1f1ebbed8dbc153c0b84aa61ff08239"), (8, "3b62a9ba6258f5610f83e264f31497b4"),
            (15, "5493e99933b0a8117e08ec0f97cfc3d9"), (16, "6ee2a4ca67b054bbfd3315bf85230577"),
            (36, "3dc47d1f29c448461e9e76ed904f6711"), (63, "5150d1772f50834a503e069a973fbd7c"),
        ]
        for (count, wanted) in cases {
            let hash = Array(UInt8(0)..<UInt8(count)).withUnsafeBufferPointer {
                SipHash128.hash($0, key: key)
            }
            let hex = [hash.first, hash.second].map { word in
                let digits = String(word.byteSwapped, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }
            XCTAssertEqual(hex.joined(), wanted, "\(count) bytes")
        }
    }
}
