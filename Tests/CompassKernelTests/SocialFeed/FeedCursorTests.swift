import XCTest

@testable import CompassKernel

final class FeedCursorTests: XCTestCase {
    private func cursor(_ micros: Int64, _ id: String) -> FeedCursor {
        FeedCursor(timestamp: Timestamp(micros: micros), id: id)
    }

    private func error(_ text: String) -> FeedCursorError? {
        do {
            _ = try FeedCursor(text)
            return nil
        } catch {
            return error
        }
    }

    private let samples: [(Int64, String)] = [
        (1, "p"), (0, ""), (-1, "é"), (.min, "e\u{301}"), (.max, "\u{0}"),
        (1_770_733_800_250_000, "00112233-4455-6677-8899-aabbccddeeff"),
        (7, String(repeating: "漢字🙌🏽", count: 40)),
    ]

    /// The text was computed with the zlib and base64 of another language.
    func testTheTextOfAPlace() throws {
        XCTAssertEqual(cursor(1, "p").description, "fAAAAAAAAAAFwdm1cPA")
        XCTAssertEqual(CRC32.checksum(of: Array("123456789".utf8)), 0xcbf4_3926)
    }

    func testEveryPlaceReadsBack() throws {
        for (micros, id) in samples where !id.isEmpty {
            let text = cursor(micros, id).description
            XCTAssertEqual(try FeedCursor(text), cursor(micros, id))
            XCTAssertTrue(text.first.map { $0.isLetter && $0.isASCII } ?? false, text)
            XCTAssertTrue(
                text.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
                    default: false
                    }
                }, text)
        }
    }

    /// Every post has an id, so no page ends at a position without one.
    func testAPlaceWithoutAnIDIsDamaged() {
        XCTAssertEqual(error(cursor(0, "").description), .damaged)
    }

    func testEveryWrongCharacterIsRefused() {
        let replacements = (UInt8(0)..<128).map { Character(Unicode.Scalar($0)) } + ["é", "🙌"]
        for (micros, id) in samples.prefix(6) {
            let text = Array(cursor(micros, id).description)
            for place in text.indices {
                for replacement in replacements where replacement != text[place] {
                    var changed = text
                    changed[place] = replacement
                    if error(String(changed)) != .damaged {
                        XCTFail("\(String(text)) with \(replacement.debugDescription) at \(place)")
                    }
                }
            }
        }
    }

    func testEveryMissingDoubledOrSwappedCharacterIsRefused() {
        for (micros, id) in samples where !id.isEmpty {
            let text = Array(cursor(micros, id).description)
            for place in text.indices {
                var shorter = text
                shorter.remove(at: place)
                // Removing either of two equal neighbors gives the same text, but it is still too short.
                XCTAssertEqual(error(String(shorter)), .damaged, String(shorter))
                var longer = text
                longer.insert(text[place], at: place)
                XCTAssertEqual(error(String(longer)), .damaged, String(longer))
                if place > 0, text[place] != text[place - 1] {
                    var swapped = text
                    swapped.swapAt(place, place - 1)
                    XCTAssertEqual(error(String(swapped)), .damaged, String(swapped))
                }
                if place > 0 { XCTAssertEqual(error(String(text[..<place])), .damaged) }
            }
            for text in [" " + String(text), String(text) + " ", String(text) + "=", String(text) + "A"] {
                XCTAssertEqual(error(text), .damaged)
            }
        }
    }

    func testSomeOtherTextIsDamaged() {
        XCTAssertEqual(error(""), .empty)
        for text in ["f", "0", "fA", "next", "-1", "2026-03-01T12:00:00Z", "漢字", "\u{0}"] {
            XCTAssertEqual(error(text), .damaged, text)
        }
    }

    func testACursorOfAnotherKindOfListIsToldApartFromADamagedOne() {
        for kind in UInt8(ascii: "a")...UInt8(ascii: "z") where kind != CursorText.feed {
            let text = CursorText.text(kind: kind, Timestamp(micros: 5), id: "p")
            XCTAssertEqual(error(text), .otherList)
            XCTAssertEqual(error("f" + text.dropFirst()), .damaged)
        }
    }

    func testIDsThatAreNoTextAreDamaged() {
        let bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0xff]
        let sum = CRC32.checksum(of: [CursorText.feed] + bytes)
        let ending = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
        let text = "f" + String(decoding: Base64URL.encoded(bytes + ending), as: UTF8.self)
        XCTAssertEqual(error(text), .damaged)
    }

    func testCursorsAreEqualByTheBytesOfTheirIDs() {
        XCTAssertNotEqual(cursor(1, "é"), cursor(1, "e\u{301}"))
        XCTAssertNotEqual(cursor(1, "p"), cursor(2, "p"))
        XCTAssertEqual(Set([cursor(1, "p"), cursor(1, "p"), cursor(1, "é"), cursor(1, "e\u{301}")]).count, 3)
    }

    func testErrorsSayWhatToDo() {
        for error in [FeedCursorError.empty, .damaged, .otherList] {
            XCTAssertTrue("\(error)".contains("to begin with the newest post"), "\(error)")
        }
    }

    func testBase64OfEveryLengthReadsBackAndHasOneText() {
        var random = SeededRandom()
        for count in 0..<70 {
            let bytes = (0..<count).map { _ in UInt8(random.below(256)) }
            let digits = Base64URL.encoded(bytes)
            XCTAssertEqual(Base64URL.decoded(digits), bytes, random.label)
            if let last = digits.last {
                let others = (UInt8(0)...255).filter { $0 != last }.compactMap {
                    Base64URL.decoded(digits.dropLast() + [$0])
                }
                XCTAssertFalse(others.contains(bytes), random.label)
            }
        }
    }
}
