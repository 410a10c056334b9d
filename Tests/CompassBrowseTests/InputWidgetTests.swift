import CompassProgram
import XCTest

@testable import CompassBrowse

/// The line that is edited, and the menu.
final class InputWidgetTests: XCTestCase {
    private func edited(_ text: String, _ keys: TerminalKey...) -> (String, Int) {
        var field = TextField(text)
        for key in keys { _ = field.handle(key) }
        return (field.text, field.position)
    }

    func testEditing() {
        XCTAssertTrue(edited("ab", .character("c")) == ("abc", 3))
        XCTAssertTrue(edited("ab", .left, .character("c")) == ("acb", 2))
        XCTAssertTrue(edited("ab", .home, .delete) == ("b", 0))
        XCTAssertTrue(edited("ab", .backspace, .backspace, .backspace) == ("", 0))
        XCTAssertTrue(edited("one two  ", .control("w")) == ("one ", 4))
        XCTAssertTrue(edited("one two", .left, .control("u")) == ("o", 0))
        XCTAssertTrue(edited("one two", .home, .right, .control("k")) == ("o", 1))
        XCTAssertTrue(edited("e", .character("\u{301}")) == ("e\u{301}", 1))
        XCTAssertTrue(edited("👨‍👩‍👧x", .left, .backspace) == ("x", 0))
        var field = TextField("x")
        XCTAssertFalse(field.handle(.pageDown))
    }

    func testTheCursorIsAlwaysVisible() {
        let style = TerminalStyle(hasColors: false, isUnicode: true)
        for text in ["", "abc", "漢字漢字漢字", "a漢b字c漢", String(repeating: "x", count: 50)] {
            for columns in 2...9 {
                var field = TextField(text)
                _ = field.handle(.home)
                for _ in 0...text.count {
                    let (shown, cursor) = field.visible(in: columns, style)
                    XCTAssertLessThanOrEqual(DisplayText.width(shown), columns)
                    XCTAssertLessThan(cursor, columns)
                    _ = field.handle(.right)
                }
            }
        }
    }

    func testLongTextsAreRefused() {
        var field = TextField()
        field.insert(String(repeating: "x", count: TextField.maximumByteCount))
        XCTAssertTrue(field.handle(.character("y")))
        XCTAssertEqual(field.text.utf8.count, TextField.maximumByteCount)
    }

    func testAMenuIsNarrowedByLetters() {
        var menu = Menu(
            title: "School", ["All", "Rice", "Baylor", "Price"].map { Menu.Entry(label: $0) }, current: 2)
        XCTAssertEqual(menu.selected, 2)
        for letter in "ice" { _ = menu.handle(.character(letter), height: 5) }
        XCTAssertEqual(menu.matches, [1, 3])
        XCTAssertEqual(menu.selected, 1)
        XCTAssertEqual(menu.handle(.down, height: 5), .none)
        XCTAssertEqual(menu.handle(.down, height: 5), .none)
        XCTAssertEqual(menu.handle(.enter, height: 5), .chosen(3))
        _ = menu.handle(.character("z"), height: 5)
        XCTAssertEqual(menu.matches, [])
        XCTAssertEqual(menu.handle(.enter, height: 5), .none)
        XCTAssertEqual(menu.handle(.escape, height: 5), .cancelled)
    }
}
