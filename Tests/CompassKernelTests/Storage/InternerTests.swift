import XCTest

@testable import CompassKernel

final class InternerTests: XCTestCase {
    /// Interns all strings and compares the codes with a dictionary of their bytes.
    private func expectCodesOfADictionary(_ texts: [String], _ label: String) {
        var interner = Interner()
        var expected: [[UInt8]: UInt32] = [:]
        for text in texts {
            let bytes = Array(text.utf8)
            let code = expected[bytes] ?? UInt32(expected.count)
            expected[bytes] = code
            if interner.intern(text) != code { return XCTFail("code of \"\(text)\" of \(label)") }
        }
        XCTAssertEqual(interner.count, expected.count, label)
        for (bytes, code) in expected {
            let same = interner.withBytes(of: Int(code)) { Array($0) == bytes }
            if !same { return XCTFail("bytes of code \(code) of \(label)") }
        }
        let dictionary = interner.finish()
        XCTAssertEqual(dictionary.count, expected.count, label)
        for (bytes, code) in expected where dictionary.withUTF8(Int(code), Array.init) != bytes {
            return XCTFail("finished bytes of code \(code) of \(label)")
        }
    }

    func testCodesAreGivenInOrderOfFirstAppearance() {
        expectCodesOfADictionary(["b", "a", "b", "", "a", "c", ""], "few")
        expectCodesOfADictionary([], "none")
        expectCodesOfADictionary([""], "the empty string alone")
    }

    func testEveryStringOfUpToThreeLetters() {
        var texts = [""]
        for first in ["a", "b", "\u{0}", "é"] {
            texts.append(first)
            for second in ["a", "b", "\u{0}", "é"] {
                texts.append(first + second)
                for third in ["a", "b", "\u{0}", "é"] { texts.append(first + second + third) }
            }
        }
        expectCodesOfADictionary(texts + texts.reversed(), "letters")
    }

    func testCanonicallyEquivalentStringsStayApart() {
        let texts = ["\u{e9}", "e\u{301}", "\u{c5}", "\u{212b}", "A\u{30a}"]
        XCTAssertEqual(texts[0], texts[1], "Swift's strings are equal")
        var interner = Interner()
        XCTAssertEqual(texts.map { interner.intern($0) }, [0, 1, 2, 3, 4])
    }

    func testLongCommonPrefixesAndSuffixes() {
        var texts: [String] = []
        for length in [7, 8, 15, 16, 17, 31, 32, 33, 100] {
            let common = String(repeating: "x", count: length)
            for number in 0..<20 { texts += [common + "\(number)", "\(number)" + common, common] }
        }
        expectCodesOfADictionary(texts, "common parts")
    }

    func testHundredThousandStrings() {
        expectCodesOfADictionary(
            (0..<100_000).map { "school-\($0)" } + ["school-0", "school-99999"], "100,000")
    }

    func testRandomStringsOfFewLetters() {
        for round in 0..<SeededRandom.rounds(5) {
            var random = SeededRandom(round: round)
            let texts = (0..<2000).map { _ in
                String((0..<random.below(8)).map { _ in random.chance(1, of: 2) ? "a" : "b" })
            }
            expectCodesOfADictionary(texts, random.label)
        }
    }

    /// Strings of every length up to four times the 16 bytes that are compared at once, with a difference anywhere.
    func testStringsThatDifferInOneByteAreDifferent() {
        for count in 1...64 {
            let text = [UInt8](repeating: 0x61, count: count)
            XCTAssertTrue(ByteComparison.areEqualInline(text, text, count: count))
            for place in 0..<count {
                var other = text
                other[place] ^= 0x80
                XCTAssertFalse(
                    ByteComparison.areEqualInline(text, other, count: count), "\(place) of \(count)")
            }
        }
    }
}

final class ByteHashTests: XCTestCase {
    /// A word equal to a constant of the hash once made one factor zero, so that all such ids collided.
    func testNoPreparedUUIDsCollide() {
        for high: UInt64 in [0xd1b5_4a32_d192_ed03, 0x9e37_79b9_7f4a_7c15, 0, .max] {
            let hashes = Set((0..<1_000).map { ByteHash.hash(high, $0, seed: ByteHash.seed) })
            XCTAssertEqual(hashes.count, 1_000)
        }
    }

    private func hash(_ bytes: [UInt8], seed: UInt64 = ByteHash.seed) -> UInt64 {
        bytes.withUnsafeBufferPointer { ByteHash.hash($0.baseAddress!, count: bytes.count, seed: seed) }
    }

    func testEveryByteOfEveryLengthCounts() {
        var seen: [UInt64: (length: Int, place: Int)] = [:]
        for length in 1...64 {
            let zero = [UInt8](repeating: 0, count: length)
            XCTAssertNil(seen.updateValue((length, -1), forKey: hash(zero)), "\(length) zeros")
            for place in 0..<length {
                var bytes = zero
                bytes[place] = 1
                if let other = seen.updateValue((length, place), forKey: hash(bytes)) {
                    XCTFail("byte \(place) of \(length) as byte \(other.place) of \(other.length)")
                }
            }
        }
    }

    func testEveryValueOfEveryByteCounts() {
        for length in [1, 2, 3, 4, 7, 8, 15, 16, 17, 33] {
            for place in 0..<length {
                var bytes = [UInt8](repeating: 0x61, count: length)
                var seen = Set<UInt64>()
                for value in UInt8.min...UInt8.max {
                    bytes[place] = value
                    seen.insert(hash(bytes))
                }
                XCTAssertEqual(seen.count, 256, "byte \(place) of \(length)")
            }
        }
    }

    func testBytesAroundTheTextDoNotCount() {
        for length in 1...40 {
            let inner = (0..<length).map { UInt8($0 + 1) }
            var framed = [UInt8](repeating: 0xaa, count: 16) + inner + [UInt8](repeating: 0xbb, count: 16)
            let first = framed.withUnsafeBufferPointer {
                ByteHash.hash($0.baseAddress! + 16, count: length, seed: 7)
            }
            for index in framed.indices where index < 16 || index >= 16 + length { framed[index] = 0 }
            let second = framed.withUnsafeBufferPointer {
                ByteHash.hash($0.baseAddress! + 16, count: length, seed: 7)
            }
            XCTAssertEqual(first, second, "\(length) bytes")
            XCTAssertEqual(first, hash(inner, seed: 7), "\(length) bytes")
        }
    }

    func testSeedCounts() {
        for length in [1, 8, 16, 40] {
            let bytes = [UInt8](repeating: 0x20, count: length)
            XCTAssertNotEqual(hash(bytes, seed: 1), hash(bytes, seed: 3))
        }
        XCTAssertNotEqual(ByteHash.hash(1, 2, seed: 1), ByteHash.hash(2, 1, seed: 1))
    }
}
