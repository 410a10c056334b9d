import CompassProgram
import TestRandom
import XCTest

@testable import CompassBrowse

/// Keys, clicks and pasted texts, read from bytes in any chunks.
final class KeyReaderTests: XCTestCase {
    /// Sequences and what they are, each complete in itself.
    private static let cases: [(bytes: String, events: [TerminalEvent])] = [
        ("a", [.key(.character("a"))]), (" ", [.key(.character(" "))]), ("~", [.key(.character("~"))]),
        ("é", [.key(.character("é"))]), ("漢", [.key(.character("漢"))]), ("🔥", [.key(.character("🔥"))]),
        ("\u{301}", [.key(.character("\u{301}"))]),
        ("\r", [.key(.enter)]), ("\n", [.key(.enter)]), ("\t", [.key(.tab)]),
        ("\u{7f}", [.key(.backspace)]), ("\u{8}", [.key(.backspace)]),
        ("\u{3}", [.key(.control("c"))]), ("\u{1a}", [.key(.control("z"))]), ("\u{0}", [.key(.control(" "))]),
        ("\u{1c}", [.key(.control("\\"))]),
        ("\u{1b}[A", [.key(.up)]), ("\u{1b}[B", [.key(.down)]), ("\u{1b}[C", [.key(.right)]),
        ("\u{1b}[D", [.key(.left)]), ("\u{1b}OA", [.key(.up)]), ("\u{1b}OF", [.key(.end)]),
        ("\u{1b}[H", [.key(.home)]), ("\u{1b}[F", [.key(.end)]), ("\u{1b}[1~", [.key(.home)]),
        ("\u{1b}[7~", [.key(.home)]), ("\u{1b}[4~", [.key(.end)]), ("\u{1b}[8~", [.key(.end)]),
        ("\u{1b}[5~", [.key(.pageUp)]), ("\u{1b}[6~", [.key(.pageDown)]), ("\u{1b}[3~", [.key(.delete)]),
        ("\u{1b}[2~", [.key(.other)]), ("\u{1b}[Z", [.key(.backTab)]), ("\u{1b}[1;5A", [.key(.up)]),
        ("\u{1b}[3;2~", [.key(.delete)]), ("\u{1b}[15~", [.key(.other)]), ("\u{1b}OP", [.key(.other)]),
        ("\u{1b}[[A", [.key(.other)]), ("\u{1b}[?1;2c", [.key(.other)]), ("\u{1b}OM", [.key(.enter)]),
        ("\u{1b}q", [.key(.alt("q"))]),
        ("\u{1b}[<0;10;5M", [.mouse(MouseEvent(kind: .press, row: 4, column: 9))]),
        ("\u{1b}[<0;10;5m", [.mouse(MouseEvent(kind: .release, row: 4, column: 9))]),
        ("\u{1b}[<64;1;1M", [.mouse(MouseEvent(kind: .wheelUp, row: 0, column: 0))]),
        ("\u{1b}[<65;300;200M", [.mouse(MouseEvent(kind: .wheelDown, row: 199, column: 299))]),
        ("\u{1b}[<69;3;2M", [.mouse(MouseEvent(kind: .wheelDown, row: 1, column: 2))]),
        ("\u{1b}[<2;3;2M", [.mouse(MouseEvent(kind: .other, row: 1, column: 2))]),
        ("\u{1b}[<0;0;0M", [.key(.other)]), ("\u{1b}[<0;1M", [.key(.other)]),
        ("\u{1b}[M !!", [.mouse(MouseEvent(kind: .press, row: 0, column: 0))]),
        ("\u{1b}[M#*%", [.mouse(MouseEvent(kind: .release, row: 4, column: 9))]),
        ("\u{1b}[M`!!", [.mouse(MouseEvent(kind: .wheelUp, row: 0, column: 0))]),
        ("\u{1b}[200~\u{1b}[201~", [.pasted("")]),
        ("\u{1b}[200~q\n\u{1b}[A é\u{1b}[201~", [.pasted("q\n\u{1b}[A é")]),
    ]

    func testEachSequenceInTwoChunksOfAnySizes() {
        for (text, events) in Self.cases {
            let bytes = Array(text.utf8)
            for split in 0...bytes.count {
                var reader = KeyReader()
                let found = reader.read(bytes[..<split]) + reader.read(bytes[split...])
                XCTAssertEqual(found, events, "\(text.debugDescription) at \(split)")
                XCTAssertFalse(reader.isIncomplete, text.debugDescription)
                XCTAssertEqual(reader.flush(), [])
            }
        }
    }

    func testAllSequencesTogetherByteByByte() {
        var reader = KeyReader()
        // All orders of two: one must not change how the next is read.
        for first in Self.cases {
            for second in Self.cases {
                let found = Array((first.bytes + second.bytes).utf8).flatMap { reader.read([$0]) }
                // An accent, typed after a letter, is a key of its own in any case.
                XCTAssertEqual(
                    found, first.events + second.events,
                    "\(first.bytes.debugDescription) and \(second.bytes.debugDescription)")
            }
        }
    }

    func testAnEscapeCharacterAloneIsTheKeyOnceNothingFollows() {
        var reader = KeyReader()
        XCTAssertEqual(reader.read([0x1b]), [])
        XCTAssertTrue(reader.isIncomplete)
        XCTAssertEqual(reader.flush(), [.key(.escape)])
        XCTAssertFalse(reader.isIncomplete)
        XCTAssertEqual(reader.read(Array("q".utf8)), [.key(.character("q"))])
        XCTAssertEqual(reader.read([0x1b, 0x1b]), [.key(.escape)])
        XCTAssertEqual(reader.flush(), [.key(.escape)])
        XCTAssertEqual(reader.read([0x1b, 0x1b, 0x5b, 0x41]), [.key(.escape), .key(.up)])
        XCTAssertEqual(reader.read([0x1b, 0x5b]), [])
        XCTAssertEqual(reader.flush(), [.key(.alt("["))])
    }

    func testBytesThatAreNoTextAreOneKeyWithoutMeaning() {
        for bytes: [UInt8] in [[0xff], [0x80], [0xc0], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xe6, 0xbc]] {
            var reader = KeyReader()
            let found = reader.read(bytes) + reader.flush()
            XCTAssertTrue(found.contains(.key(.other)), "\(bytes)")
            XCTAssertEqual(reader.read(Array("x".utf8)), [.key(.character("x"))], "\(bytes)")
        }
        var reader = KeyReader()
        XCTAssertEqual(reader.read([0xc3, 0x28]), [.key(.other), .key(.character("("))])
    }

    func testAnEndlessSequenceIsDropped() {
        var reader = KeyReader()
        let found = reader.read(Array("\u{1b}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 200))
        XCTAssertEqual(found.first, .key(.other))
        XCTAssertFalse(reader.isIncomplete)
    }

    func testALongPastedTextIsCut() {
        var reader = KeyReader()
        let text = String(repeating: "x", count: KeyReader.maximumPastedByteCount + 1_000)
        let found = reader.read(Array("\u{1b}[200~\(text)\u{1b}[201~q".utf8))
        XCTAssertEqual(found.count, 2)
        guard case .pasted(let pasted)? = found.first else { return XCTFail("\(found.count) events") }
        XCTAssertEqual(pasted.utf8.count, KeyReader.maximumPastedByteCount)
        XCTAssertEqual(found.last, .key(.character("q")))
    }

    func testRandomBytesNeverTrapAndEveryKeyComesThroughAfterwards() {
        let seed = UInt64(OperatingSystem.environment("COMPASS_TEST_SEED") ?? "") ?? 24
        var random = SplitMix64(seed: seed)
        let alphabet: [UInt8] = [
            0x1b, 0x5b, 0x4f, 0x3c, 0x3b, 0x30, 0x39, 0x4d, 0x6d, 0x7e, 0xc3, 0xa9, 0xff, 0x41,
        ]
        for _ in 0..<2_000 {
            var reader = KeyReader()
            let bytes = (0..<20).map { _ in random.element(alphabet) }
            _ = reader.read(bytes)
            _ = reader.flush()
            _ = reader.read(Array("\u{1b}[201~".utf8))
            XCTAssertEqual(reader.read(Array("q".utf8)).last, .key(.character("q")), "\(bytes), seed \(seed)")
        }
    }
}
