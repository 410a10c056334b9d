import XCTest

@testable import CompassKernel

final class XXH3Tests: XCTestCase {
    /// The hashes of the first bytes of the sequence with which the reference implementation checks itself,
    /// computed by that implementation: the ends of each range of lengths, of stripes and of blocks.
    private static let expected: [(count: Int, hash: UInt64)] = [
        (0, 0x2d06_8005_38d3_94c2), (1, 0xc44b_dff4_074e_ecdb), (2, 0x7a99_7804_4cb8_a8bb),
        (3, 0x5424_7382_a8d6_b94d), (4, 0xe5dc_74bc_5184_8a51), (5, 0xe424_3f00_7203_06bb),
        (8, 0x24cc_c9ac_aa9f_65e4), (9, 0x14d5_001c_15dd_3f2b), (12, 0xa713_daf0_dfbb_77e7),
        (16, 0x981b_17d3_6c74_98c9), (17, 0x796f_5acd_3a60_f862), (32, 0x9fea_ddbd_bf57_eed3),
        (33, 0xabfb_2d08_1b40_0a10), (64, 0x9cb4_8487_720e_c49d), (65, 0xfd81_aac4_bebc_3883),
        (96, 0x935a_769a_7f94_776f), (97, 0xca4c_a268_fd3c_3a6c), (128, 0xfcff_2412_6754_d861),
        (129, 0x98f1_b0a6_79a2_ca29), (195, 0xcd94_217e_e362_ec3a), (240, 0x81c3_c2b6_7f56_8ccf),
        (241, 0xc5a6_39ec_d203_0e5e), (256, 0x55de_574a_d89d_0ac5), (403, 0xcdeb_804d_65c6_dea4),
        (512, 0x617e_4959_9013_cb6b), (1023, 0x87a8_f7b2_f2e2_2496), (1024, 0xdd85_c9b5_c110_9c5c),
        (1025, 0xd870_c0fa_1321_1c6a), (1088, 0xcc14_50ea_6b52_a8f4), (2048, 0xdd59_e2c3_a5f0_38e0),
        (2099, 0xc6b9_d9b3_fc9a_c765), (2240, 0x6e73_a905_39cf_2948), (4096, 0xe912_0642_9d1f_48f9),
        (4159, 0x4414_d090_b4a6_043f),
    ]

    private static let bytes: [UInt8] = {
        var state: UInt64 = 2_654_435_761
        return (0..<4200).map { _ in
            defer { state = state &* 11_400_714_785_074_694_797 }
            return UInt8(state >> 56)
        }
    }()

    func testHashesAreThoseOfTheReferenceImplementation() {
        for (count, hash) in Self.expected {
            XCTAssertEqual(Self.bytes[..<count].withUnsafeBytes { XXH3.hash($0) }, hash, "\(count) bytes")
        }
    }

    func testAnyAlignment() {
        for (count, hash) in Self.expected {
            for shift in 1...9 {
                let moved = [UInt8](repeating: 0xaa, count: shift) + Self.bytes[..<count]
                XCTAssertEqual(moved[shift...].withUnsafeBytes { XXH3.hash($0) }, hash, "\(count) bytes")
            }
        }
    }
}
