import CompassProgram
import TestRandom
import XCTest

@testable import CompassBrowse

/// Cells, wide characters in them, and the bytes that turn one screen into another.
final class ScreenBufferTests: XCTestCase {
    func testWideCharactersTakeTheirCells() {
        var screen = ScreenBuffer(rows: 1, columns: 6)
        XCTAssertEqual(screen.put("a漢b", row: 0, column: 0), 4)
        XCTAssertEqual((0..<6).map { screen[0, $0].columns }, [1, 2, 0, 1, 1, 1])
        XCTAssertEqual(screen.lines, ["a漢b"])
    }

    func testAWideCharacterIsNotCutInHalf() {
        var screen = ScreenBuffer(rows: 1, columns: 4)
        XCTAssertEqual(screen.put("abc漢", row: 0, column: 0), 4)
        XCTAssertEqual(screen.lines, ["abc"])
        screen.put("漢漢", row: 0, column: 0)
        XCTAssertEqual(screen.lines, ["漢漢"])
        // Either half of one is overwritten.
        screen.put("x", row: 0, column: 1)
        XCTAssertEqual(screen.lines, [" x漢"])
        screen.put("漢", row: 0, column: 1)
        XCTAssertEqual(screen.lines, [" 漢"])
        screen.put("ab", row: 0, column: 2)
        XCTAssertEqual(screen.lines, ["  ab"])
    }

    func testControlCharactersAreReplacedAndLoneAccentsLeftOut() {
        var screen = ScreenBuffer(rows: 1, columns: 20)
        screen.put("\u{301}a\u{1b}[2Jb\u{9b}\u{202e}c\r\n", row: 0, column: 0)
        for cell in screen.cells {
            for scalar in cell.character.unicodeScalars { XCTAssertGreaterThanOrEqual(scalar.value, 0x20) }
        }
        XCTAssertEqual(screen.lines, ["a\u{fffd}[2Jb\u{fffd}\u{fffd}c\u{fffd}"])
    }

    func testNothingIsWrittenOutside() {
        var screen = ScreenBuffer(rows: 2, columns: 3)
        screen.put("abc", row: -1, column: 0)
        screen.put("abc", row: 2, column: 0)
        screen.put("abcdef", row: 0, column: -2)
        XCTAssertEqual(screen.lines, ["cde", ""])
        screen.put("漢x", row: 1, column: -1)
        screen.cursor = (5, 5)
        XCTAssertNil(screen.cursor)
        var empty = ScreenBuffer(rows: 0, columns: 0)
        empty.put("a", row: 0, column: 0)
        XCTAssertEqual(empty.lines, [])
    }

    func testOnlyWhatDiffersIsWritten() {
        var old = ScreenBuffer(rows: 2, columns: 10)
        old.put("0123456789", row: 0, column: 0)
        var new = old
        new.put("x", row: 0, column: 4)
        XCTAssertEqual(
            new.update(from: old, hasColors: true),
            "\u{1b}[?2026h\u{1b}[?25l\u{1b}[1;5H\u{1b}[0mx\u{1b}[?2026l")
        XCTAssertEqual(new.update(from: new, hasColors: true), "")
    }

    func testStylesWithoutColorsKeepTheRest() {
        let style = CellStyle(color: .red, isBold: true, isReversed: true)
        XCTAssertEqual(style.sequence(hasColors: true), "\u{1b}[0;1;7;31m")
        XCTAssertEqual(style.sequence(hasColors: false), "\u{1b}[0;1;7m")
    }

    func testLinesOfTextPagesAreReadWithTheirStyles() {
        let style = TerminalStyle(hasColors: true, isUnicode: true)
        // The accent at the start would join the end of the mark.
        let line = "a" + style.colored("\u{301}b", .cyan) + style.bold("c")
        XCTAssertEqual(
            StyledLine(drawn: line).runs,
            [
                .init(text: "a", style: .plain), .init(text: "\u{301}b", style: .color(.cyan)),
                .init(text: "c", style: .bold),
            ])
    }

    func testAnyScreenAfterAnyOtherOneIsThatOfTheTerminal() {
        let seed = UInt64(OperatingSystem.environment("COMPASS_TEST_SEED") ?? "") ?? 24
        var random = SplitMix64(seed: seed)
        let texts = ["a", "漢", "é", "e\u{301}", "🔥", "👨‍👩‍👧", "☎️", " ", "─", "█", "🇺🇸", "ab", "한"]
        for round in 0..<300 {
            let rows = Int.random(in: 1...4, using: &random)
            let columns = Int.random(in: 1...12, using: &random)
            var terminal = EmulatedTerminal(rows: rows, columns: columns)
            var shown: ScreenBuffer?
            for _ in 0..<6 {
                var screen = ScreenBuffer(rows: rows, columns: columns)
                for _ in 0..<8 {
                    screen.put(
                        random.element(texts), row: .random(in: 0..<rows, using: &random),
                        column: .random(in: 0..<columns, using: &random))
                }
                terminal.write(screen.update(from: shown, hasColors: true))
                XCTAssertEqual(terminal.lines, screen.lines, "round \(round), seed \(seed)")
                shown = screen
            }
        }
    }

    func testATerminalWithOtherWidthsShowsTheRestInItsPlace() {
        // It joins a family into two columns, and draws a telephone in one.
        var terminal = EmulatedTerminal(rows: 1, columns: 20)
        terminal.columns = { $0.isASCII ? 1 : $0 == "☎️" ? 1 : 2 }
        var old = ScreenBuffer(rows: 1, columns: 20)
        old.put("xxxxxxxxxxxxxxxxxxxx", row: 0, column: 0)
        terminal.write(old.update(from: nil, hasColors: true))
        var new = ScreenBuffer(rows: 1, columns: 20)
        let end = new.put("👨‍👩‍👧☎️|", row: 0, column: 0)
        terminal.write(new.update(from: old, hasColors: true))
        XCTAssertEqual(terminal.rows[0][end - 1], "|")
        XCTAssertFalse(terminal.lines[0].contains("x"))
    }
}
