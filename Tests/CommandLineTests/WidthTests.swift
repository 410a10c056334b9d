import CompassKernel
import CompassProgram
import Foundation
import XCTest

@testable import compass

/// No line of any page is wider than the terminal, whatever the rows contain.
final class WidthTests: CommandLineTestCase {
    /// Narrower widths, every kind of layout, and the boundaries between them.
    private static let widths = [1, 59, 78, 79, 81, 119, 121] + Array(stride(from: 40, through: 200, by: 10))

    private static let fewWidths = [40, 80, 200]

    /// Styles of all widths, and for a few widths those that draw less.
    private func styles(isEveryWidth: Bool) -> [TerminalStyle] {
        let widths = isEveryWidth ? Self.widths : Self.fewWidths
        return widths.map { TerminalStyle(hasColors: true, isUnicode: true, width: $0) }
            + Self.fewWidths.map { TerminalStyle(hasColors: false, isUnicode: false, width: $0) }
    }

    private func expectNoWiderLine(_ text: String, _ name: String, _ style: TerminalStyle) {
        for line in text.split(separator: "\n") {
            // A cursor must be copied in full.
            if line.hasPrefix("  --after ") { continue }
            let columns = DisplayText.drawnWidth(String(line))
            if columns > style.width {
                XCTFail("\(name), \(style.width) columns, unicode \(style.isUnicode): \(columns): \(line)")
            }
        }
    }

    func testNoLineOfAPageIsWiderThanTheTerminal() throws {
        let tables = try HostileTables(in: try folder())
        for hasHugeNumbers in [false, true] {
            for (name, render) in try tables.pages(hasHugeNumbers: hasHugeNumbers) {
                for style in styles(isEveryWidth: hasHugeNumbers) {
                    let text = render(style)
                    XCTAssertGreaterThan(text.split(separator: "\n").count, 10, name)
                    expectNoWiderLine(text, name, style)
                }
            }
        }
    }

    func testNoLineOfAnInspectionIsWiderThanTheTerminal() throws {
        let tables = try HostileTables(in: try folder())
        for hasHugeNumbers in [false, true] {
            let inspections = try tables.inspections(hasHugeNumbers: hasHugeNumbers)
            for style in styles(isEveryWidth: hasHugeNumbers) {
                for isVerbose in [false, true] {
                    expectNoWiderLine(
                        InspectionResult(inspections: inspections)
                            .text(style, isVerbose: isVerbose, limit: 50), "inspect", style)
                }
            }
        }
    }

    func testDrawnWidthsDoNotCountMarks() {
        let style = TerminalStyle(hasColors: true, isUnicode: true)
        for text in ["", "m", "a", "漢", "[31m"] {
            XCTAssertEqual(DisplayText.drawnWidth(text), DisplayText.width(text), text)
            let drawn = "x" + style.bold(text) + style.colored(text, .red) + "m"
            XCTAssertEqual(DisplayText.drawnWidth(drawn), 2 + 2 * DisplayText.width(text), text)
        }
    }

    func testPartsStandOnAsManyLinesAsTheyNeed() {
        let page = TextPage(style: TerminalStyle(hasColors: true, isUnicode: true, width: 40))
        let parts = ["one", String(repeating: "2", count: 30), String(repeating: "3", count: 9), "four"]
        XCTAssertEqual(
            page.joined(parts, by: " · "), ["one · " + parts[1], parts[2] + " · four"])
        XCTAssertEqual(
            page.joined(parts, by: "  ", indent: 4), ["    one  " + parts[1], "    " + parts[2] + "  four"])
        XCTAssertEqual(page.joined([], by: ", "), [])
    }

    func testBarsShrinkBeforeNumbersDo() {
        func columns(_ width: Int) -> BarLayout.Columns {
            BarLayout.schools.columns(width: width, longestName: 20, longestCount: 3, hasShare: false)
        }
        // Two spaces, and 36, 26 and 12 columns: the page's original layout.
        XCTAssertEqual([columns(80).name, columns(80).bar, columns(80).count], [36, 26, 12])
        XCTAssertEqual([columns(40).name, columns(40).bar, columns(40).count], [20, 12, 5])
        XCTAssertEqual([columns(120).name, columns(120).bar, columns(120).count], [36, 66, 12])
    }
}
