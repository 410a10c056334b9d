import CCompassScan
import XCTest

@testable import CompassKernel

final class StringMarksTests: XCTestCase {
    /// The bytes at the borders of the classes of table 3-7 of the Unicode standard.
    private static let bytes: [UInt8] = [
        0x61, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
        0xef,
        0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
    ]

    /// The numbers of bytes that this processor can read at once.
    private var widths: [Int] { [32, 64].filter { $0 <= compasskernel_string_marks_width() } }

    override func setUpWithError() throws {
        try XCTSkipIf(widths.isEmpty, "this processor has no AVX2")
    }

    /// Returns the number of marked bytes, and which of them are marked.
    private func mark(_ text: [UInt8], width: Int) -> (count: Int, marks: [Bool]) {
        let size = StringMarks.memoryByteCount(text.count)
        return withUnsafeTemporaryAllocation(byteCount: size + 64, alignment: 8) { memory in
            memory.initializeMemory(as: UInt8.self, repeating: 0xee)
            // Nothing is written after the memory.
            defer { XCTAssertEqual(memory[size...].firstIndex { $0 != 0xee }, nil) }
            return text.withUnsafeBufferPointer { text in
                var marks = StringMarks(
                    in: memory.baseAddress, byteCount: text.count, before: text.baseAddress! + text.count)
                return marks.withPart { part -> (Int, [Bool]) in
                    part.pointee.start = text.baseAddress
                    part.pointee.count = text.count
                    compasskernel_mark_strings(part, width)
                    return (part.pointee.count, self.marks(part.pointee))
                }
            }
        }
    }

    /// Returns which bytes of a part are marked, after checking that words and places agree.
    private func marks(_ part: compasskernel_marked_part) -> [Bool] {
        if part.count == 0 { return [] }
        let wordCount = (part.count + 63) / 64 + 1
        let marks = (0..<wordCount * 64).map { part.marks[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
        // The bits between the last byte and the end of its word, and those of the next word, are zero.
        XCTAssertFalse(marks[part.count...].contains(true))
        let places = (0..<part.place_count).map { Int(part.places[$0]) }
        XCTAssertEqual(places, marks.indices.filter { marks[$0] })
        XCTAssertEqual(part.places[part.place_count], .max)
        XCTAssertEqual(part.next, 0)
        return Array(marks.prefix(part.count))
    }

    /// Returns the number of bytes that are to be marked; 0 if they are not UTF-8.
    private func markedByteCount(_ text: [UInt8]) -> Int {
        var count = text.count
        // Without the character that the text does not complete.
        for (place, lead) in [(1, 0xc0), (2, 0xe0), (3, 0xf0)] as [(Int, UInt8)]
        where text.count >= place && text[text.count - place] >= lead {
            count -= place
            break
        }
        return text.withUnsafeBufferPointer { text -> Int in
            guard let start = text.baseAddress else { return 0 }
            return UTF8Validation.firstIllFormed(from: start, to: start + count) == nil ? count : 0
        }
    }

    func testEveryByteIsMarkedWhereItShouldBe() {
        for byte in UInt8.min..<0x80 {
            for count in [1, 31, 32, 33, 63, 64, 65, 130] {
                for place in [0, count / 2, count - 1] {
                    var text = [UInt8](repeating: 0x61, count: count)
                    text[place] = byte
                    let isMarked = byte == 0x22 || byte == 0x5c || byte < 0x20
                    let expected = (0..<count).map { isMarked && $0 == place }
                    for width in widths {
                        XCTAssertEqual(
                            mark(text, width: width).marks, expected,
                            "\(byte) at \(place) of \(count), width \(width)")
                    }
                }
            }
        }
    }

    func testAnyNumberOfBytesCanBeMarked() {
        for count in Array(1...200) + [8_191, 8_192] {
            for interval in [1, 2, 7, 31, 33, 60, count + 1] {
                let text = (0..<count).map { UInt8($0 % interval == interval - 1 ? 0x22 : 0x61) }
                for width in widths {
                    XCTAssertEqual(
                        mark(text, width: width).marks, text.map { $0 == 0x22 },
                        "\(count), each \(interval)th, width \(width)")
                }
            }
        }
    }

    func testEverySequenceOfFourBytesIsValidated() {
        // Across the borders of the halves of a block, of blocks, and at the end of a text.
        for (index, (before, after)) in [(0, 0), (29, 3), (30, 40), (61, 64), (62, 1), (63, 0), (100, 28)]
            .enumerated()
        {
            for place in 0..<331_776 where place % 7 == index {
                var rest = place
                let sequence = (0..<4).map { _ in
                    defer { rest /= 24 }
                    return StringMarksTests.bytes[rest % 24]
                }
                let text =
                    [UInt8](repeating: 0x61, count: before) + sequence
                    + [UInt8](repeating: 0x62, count: after)
                for width in widths {
                    let count = mark(text, width: width).count
                    if count != markedByteCount(text) {
                        return XCTFail("\(text) has \(count) marked bytes, width \(width)")
                    }
                }
            }
        }
    }

    func testRandomTextsAreMarkedAndValidated() {
        let rounds = SeededRandom.rounds(3_000)
        var illFormed = 0
        for round in 0..<rounds {
            var random = SeededRandom(round: round)
            let text = random.jsonText(byteCount: random.below(400), isWellFormed: random.below(3) > 0)
            for width in widths {
                let (count, marks) = mark(text, width: width)
                let label = "width \(width), \(random.label)"
                XCTAssertEqual(count, markedByteCount(text), label)
                XCTAssertEqual(marks, text.prefix(count).map { $0 == 0x22 || $0 == 0x5c || $0 < 0x20 }, label)
                illFormed += count == 0 ? 1 : 0
            }
        }
        if rounds >= 500 { XCTAssertGreaterThan(illFormed, rounds * widths.count / 60) }
    }

    /// Strings of all lengths near that of the marked part, after one another, with faults and without.
    func testStringsAreThoseOfAScannerWithoutMarks() {
        let rounds = SeededRandom.rounds(400)
        var faults = 0
        for round in 0..<rounds {
            var random = SeededRandom(round: round)
            var text: [UInt8] = []
            while text.count < 20_000 {
                let byteCount = random.below(4) == 0 ? 8_100 + random.below(200) : random.below(300)
                text.append(0x22)
                text += random.jsonText(byteCount: byteCount, isWellFormed: random.below(40) > 0)
                text.append(0x22)
            }
            text.removeLast(random.below(3))
            text.withUnsafeBufferPointer { text in
                let end = text.baseAddress! + text.count
                let size = StringMarks.memoryByteCount(text.count)
                withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { memory in
                    var marked = JSONScanner(
                        end: end, lineFeedIsSpace: true, marksIn: memory.baseAddress, byteCount: text.count)
                    var unmarked = JSONScanner(end: end, lineFeedIsSpace: true)
                    var position = text.baseAddress!
                    while position < end {
                        let (one, other) = (
                            marked.scanString(position + 1), unmarked.scanString(position + 1)
                        )
                        XCTAssertEqual(one?.start, other?.start, random.label)
                        XCTAssertEqual(one?.end, other?.end, random.label)
                        XCTAssertEqual(one?.hasEscapes, other?.hasEscapes, random.label)
                        XCTAssertEqual(marked.fault?.position, unmarked.fault?.position, random.label)
                        XCTAssertEqual(marked.fault?.reason, unmarked.fault?.reason, random.label)
                        guard let next = one?.end else { break }
                        position = next + 1
                    }
                    faults += marked.fault == nil ? 0 : 1
                }
            }
        }
        if rounds >= 50 { XCTAssertGreaterThan(faults, rounds / 10) }
    }
}

extension SeededRandom {
    /// Returns bytes of a string: words, escapes, characters of all lengths, and, unless it is well-formed, what may
    /// not be in one.
    fileprivate mutating func jsonText(byteCount: Int, isWellFormed: Bool) -> [UInt8] {
        var text: [UInt8] = []
        let characters = ["é", "ß", "ひ", "\u{ffff}", "⚾", "💯", "\u{10ffff}", "\u{80}", "\u{800}"]
        let escapes = [#"\n"#, #"\""#, #"\\"#, #"\u00e9"#, #"\ud83d\ude00"#]
        let faults: [[UInt8]] = [
            [0x0a], [0xc3], [0xed, 0xa0, 0x80], [0xf0, 0x9f], [0xff], Array(#"\x"#.utf8), [0],
        ]
        while text.count < byteCount {
            switch below(12) {
            case 0: text += Array(characters[below(characters.count)].utf8)
            case 1: text += Array(escapes[below(escapes.count)].utf8)
            case 2 where !isWellFormed && below(4) == 0: text += faults[below(faults.count)]
            default: text += [UInt8](repeating: 0x61 + UInt8(below(26)), count: below(30))
            }
        }
        return text
    }
}
