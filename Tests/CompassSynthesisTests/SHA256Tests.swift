import CompassSynthesis
import XCTest

/// SHA-256 checked against the vectors that NIST publishes for FIPS 180-4.
final class SHA256Tests: XCTestCase {
    private func hash(_ text: String) -> String {
        var hash = SHA256()
        hash.update(text.utf8)
        return hash.finalize()
    }

    func testEmptyText() {
        XCTAssertEqual(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    func testOneBlock() {
        XCTAssertEqual(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    func testTwoBlocks() {
        XCTAssertEqual(
            hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        XCTAssertEqual(
            hash(
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1")
    }

    func testAMillionLettersInPieces() {
        var hash = SHA256()
        var rest = 1_000_000
        var pieceLength = 1
        while rest > 0 {
            let length = min(pieceLength, rest)
            hash.update([UInt8](repeating: 0x61, count: length))
            rest -= length
            pieceLength = pieceLength * 3 % 4999
        }
        XCTAssertEqual(
            hash.finalize(), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    func testEveryWayToSplitTwoBlocksGivesTheSameHash() {
        let bytes = (0..<130).map { index in UInt8(index) }
        var whole = SHA256()
        whole.update(bytes)
        for split in 0...bytes.count {
            var parts = SHA256()
            parts.update(bytes[..<split])
            parts.update(bytes[split...])
            XCTAssertEqual(parts.finalize(), whole.finalize(), "split at \(split)")
        }
    }

    func testAskingForTheHashDoesNotEndIt() {
        var hash = SHA256()
        hash.update("a".utf8)
        _ = hash.finalize()
        hash.update("bc".utf8)
        XCTAssertEqual(
            hash.finalize(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
