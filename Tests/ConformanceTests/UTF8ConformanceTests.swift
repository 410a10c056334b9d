import CompassKernel
import XCTest

/// Short byte sequences inside text, each accepted or rejected as in table 3-7 of the Unicode standard.
final class UTF8ConformanceTests: XCTestCase {
    /// The rows of table 3-7: for each form of a character the range of each of its bytes.
    private static let wellFormed: [[ClosedRange<UInt8>]] = [
        [0x00...0x7F],
        [0xC2...0xDF, 0x80...0xBF],
        [0xE0...0xE0, 0xA0...0xBF, 0x80...0xBF],
        [0xE1...0xEC, 0x80...0xBF, 0x80...0xBF],
        [0xED...0xED, 0x80...0x9F, 0x80...0xBF],
        [0xEE...0xEF, 0x80...0xBF, 0x80...0xBF],
        [0xF0...0xF0, 0x90...0xBF, 0x80...0xBF, 0x80...0xBF],
        [0xF1...0xF3, 0x80...0xBF, 0x80...0xBF, 0x80...0xBF],
        [0xF4...0xF4, 0x80...0x8F, 0x80...0xBF, 0x80...0xBF],
    ]

    /// The bytes on both sides of every boundary in the table, and one ASCII letter.
    private static let boundaries: [UInt8] = [
        0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]

    private static func isWellFormed(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.isEmpty { return true }
        return wellFormed.contains { form in
            bytes.count >= form.count && zip(form, bytes).allSatisfy { $0.contains($1) }
                && isWellFormed(bytes.dropFirst(form.count))
        }
    }

    /// Reads `sequence` in the middle of a text after `padding` other bytes.
    private func expectAsInTable(
        _ sequence: [UInt8], padding: Int = 0, key: String = "post_content", line: UInt = #line
    ) {
        let start = #"[{"id":"a","platform":"twitter","post_date":"2026-01-01T00:00Z",""# + key + #"":""#
        let before = Array(start.utf8) + Array(repeating: UInt8(ascii: "x"), count: padding)
        let document = before + sequence + Array(#"yz"}]"#.utf8)
        let name = "\(sequence.map { String($0, radix: 16) }) behind \(padding) bytes of \(key)"
        switch LoadOutcome(loading: document) {
        case .loaded(let report, let count):
            XCTAssertTrue(Self.isWellFormed(sequence[...]), "\(name) was read", line: line)
            XCTAssertEqual([report.rows, count, report.warnings], [1, 1, 0], name, line: line)
        case .malformed(let error):
            XCTAssertFalse(Self.isWellFormed(sequence[...]), "\(name): \(error.reason)", line: line)
            // The byte after the sequence is the last one that can show that it is truncated.
            let place = before.count...before.count + sequence.count
            XCTAssertTrue(place.contains(error.byteOffset), "\(name): byte \(error.byteOffset)", line: line)
        case .otherError(let description):
            XCTFail("\(name): \(description)", line: line)
        }
    }

    func testEverySequenceOfOneOrTwoBytes() {
        // Quotes, backslashes and control characters end a text or change its meaning.
        let bytes = (UInt8(0x20)...0xFF).filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        for first in bytes {
            expectAsInTable([first])
            for second in bytes where first >= 0x80 || second >= 0x80 {
                expectAsInTable([first, second])
            }
        }
    }

    func testSequencesOfThreeBytesAtTheTablesBoundaries() {
        for first in Self.boundaries where first >= 0x80 {
            for second in Self.boundaries {
                for third in Self.boundaries {
                    expectAsInTable([first, second, third])
                }
            }
        }
    }

    func testSequencesOfFourBytesAtTheTablesBoundaries() {
        let continuations: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        for first in Self.boundaries where first >= 0xE0 {
            for second in continuations {
                for third in continuations {
                    for fourth in continuations {
                        expectAsInTable([first, second, third, fourth])
                    }
                }
            }
        }
    }

    /// Readers that load 16, 32 or 64 bytes at once encounter each sequence at each position of a block.
    func testSequencesAtEveryAlignment() {
        let sequences: [[UInt8]] = [
            [0x80], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xE0, 0x9F, 0xBF],
            [0xF0, 0x9F, 0x98], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xFF],
            [0xC3, 0xA9], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80],
        ]
        for padding in 0...140 {
            for sequence in sequences {
                expectAsInTable(sequence, padding: padding)
                expectAsInTable(sequence, padding: padding, key: "of_no_column")
            }
        }
    }
}
