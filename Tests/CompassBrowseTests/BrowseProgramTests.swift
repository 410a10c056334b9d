import CompassKernel
import CompassPages
import Foundation
import XCTest

@testable import CompassBrowse

/// What keys, clicks and the wheel do.
final class BrowseProgramTests: BrowseTestCase {
    private func feed(rows: Int = 24, columns: Int = 80) async throws -> BrowseStage {
        let stage = try BrowseStage(rows: rows, columns: columns)
        stage.press(.character("2"))
        await stage.loaded()
        return stage
    }

    func testKeysShowThePages() throws {
        let stage = try BrowseStage()
        for (key, index) in [
            (TerminalKey.tab, 1), (.tab, 2), (.backTab, 1), (.character("5"), 4), (.tab, 0), (.backTab, 4),
        ] {
            stage.press(key)
            XCTAssertEqual(stage.program.pageIndex, index)
        }
    }

    func testClicksOnTabsShowThePages() throws {
        for (rows, columns) in Self.sizes {
            let stage = try BrowseStage(rows: rows, columns: columns)
            for index in stride(from: 4, through: 0, by: -1) {
                for column in stage.program.tabColumns[index] {
                    _ = stage.program.handle(.mouse(MouseEvent(kind: .press, row: 0, column: column)))
                    XCTAssertEqual(stage.program.pageIndex, index)
                }
            }
        }
    }

    func testTheWheelScrolls() async throws {
        let stage = try await feed()
        let before = stage.draw()
        let place = (row: 12, column: 5)
        _ = stage.program.handle(.mouse(MouseEvent(kind: .wheelDown, row: place.row, column: place.column)))
        let after = stage.draw()
        let body = stage.program.frame.body
        XCTAssertEqual(
            before[body].dropFirst(3).map { $0.replacing("▌", with: " ") },
            after[body].dropLast(3).map { $0.replacing("▌", with: " ") })
        _ = stage.program.handle(.mouse(MouseEvent(kind: .wheelUp, row: place.row, column: place.column)))
        XCTAssertEqual(stage.draw(), before)
    }

    func testKeysNeverReferToAPostThatIsNotVisible() async throws {
        let stage = try await feed()
        let first = try XCTUnwrap(stage.program.page.scroller.selectedID)
        for _ in 0..<20 {
            _ = stage.program.handle(.mouse(MouseEvent(kind: .wheelDown, row: 12, column: 5)))
            stage.draw()
        }
        XCTAssertFalse(stage.draw().contains { $0.hasPrefix("▌") })
        stage.press(.character("d"))
        await stage.shows("Delete this post from your feed? (y/n)")
        let top = try XCTUnwrap(stage.draw().first { $0.hasPrefix("▌") })
        XCTAssertTrue(top.hasPrefix("▌Twitter") || top.hasPrefix("▌Instagram"), top)
        XCTAssertNotEqual(stage.program.page.scroller.selectedID, first)
        stage.press(.character("y"))
        await stage.shows("Post deleted")
        stage.press(.home)
        XCTAssertEqual(stage.program.page.scroller.selectedID, first)
    }

    func testClearingFiltersShowsAndSelectsTheFirstPost() async throws {
        let stage = try await feed()
        let first = try XCTUnwrap(stage.program.page.scroller.selectedID)
        stage.press(.character("e"), .end, .enter)
        await stage.shows("e Sentiment: 👎 Negative")
        stage.press(.end, .character("x"))
        await stage.shows("e Sentiment: All")
        XCTAssertEqual(stage.program.page.scroller.selectedID, first)
        XCTAssertTrue(stage.program.page.scroller.isAtTop)
        XCTAssertTrue(stage.draw().contains { $0.hasPrefix("▌") })
    }

    func testAClickSelectsAndASecondOneOpens() async throws {
        let stage = try BrowseStage(rows: 40)
        await stage.loaded()
        stage.press(.end)
        let lines = stage.draw()
        let row = try XCTUnwrap(lines.firstIndex { $0.contains("View All") })
        let click = TerminalEvent.mouse(MouseEvent(kind: .press, row: row - 2, column: 10))
        _ = stage.program.handle(click)
        XCTAssertEqual(stage.program.pageIndex, 0)
        stage.press(.end, .enter)
        XCTAssertEqual(stage.program.pageIndex, 1)
        await stage.loaded()
        await stage.shows("Recruiting Only")
    }

    func testSearchAsOneTypes() async throws {
        let stage = try await feed()
        stage.press(.character("/"))
        stage.type("camp")
        await stage.shows("Search: camp")
        let all = stage.program.page.figure
        await waitForSleepers(stage)
        stage.clock.advance(by: .milliseconds(150))
        while stage.program.page.figure == all { await Task.yield() }
        let found = stage.program.page.figure
        stage.press(.enter)
        XCTAssertNil(stage.program.page.prompt)
        stage.press(.character("/"), .escape)
        while stage.program.page.figure == found { await Task.yield() }
        XCTAssertEqual(stage.program.page.figure, all)
    }

    private func waitForSleepers(_ stage: BrowseStage) async {
        while stage.clock.sleeperCount < 2 { await Task.yield() }
    }

    func testFlagsNotesAndDeletionsStayInMemory() async throws {
        let stage = try await feed()
        let post = try XCTUnwrap(stage.program.page.scroller.selectedID)
        let before = stage.draw()
        stage.press(.character("f"))
        await stage.shows(" · Flagged")
        stage.press(.character("n"))
        stage.type("call q1")
        stage.press(.enter)
        await stage.shows("Notes: call q1")
        // Leaving sends what is not sent, and coming back shows what was kept.
        stage.press(.character("1"), .character("2"))
        await stage.loaded()
        await stage.shows("Notes: call q1")

        stage.press(.character("d"))
        await stage.shows("Delete this post from your feed? (y/n)")
        stage.press(.character("x"))
        await stage.shows("Delete this post from your feed? (y/n)")
        stage.press(.character("n"))
        await stage.hides("Delete this post")
        stage.press(.character("d"), .character("y"))
        await stage.shows("Post deleted (u: Undo)")
        await stage.hides("Notes: call q1")
        XCTAssertNotEqual(stage.program.page.scroller.selectedID, post)
        stage.press(.character("u"))
        await stage.shows("Notes: call q1")
        stage.draw()
        XCTAssertEqual(stage.program.page.scroller.selectedID, post)
        XCTAssertNotEqual(stage.draw(), before)
    }

    func testAnEscapedNoteIsNotKept() async throws {
        let stage = try await feed()
        stage.press(.character("n"))
        stage.type("nothing")
        stage.press(.escape)
        await stage.hides("nothing")
        XCTAssertNil(stage.program.page.prompt)
    }

    func testPastedTextIsOneLineOfThePromptAndNothingElsewhere() async throws {
        let stage = try await feed()
        _ = stage.program.handle(.pasted("q\n5"))
        XCTAssertEqual(stage.program.pageIndex, 1)
        stage.press(.character("n"))
        _ = stage.program.handle(.pasted("a\nb\u{1b}[31m"))
        await stage.shows("Notes: a b")
        XCTAssertEqual(stage.program.page.prompt?.field.text, "a b\u{1b}[31m")
    }

    func testAFilterIsChosenFromAMenu() async throws {
        let stage = try await feed()
        stage.press(.character("p"), .down, .enter)
        await stage.shows("Platform: Twitter/X")
        stage.press(.character("x"))
        await stage.shows("Platform: All")
        stage.press(.character("t"))
        stage.type("flag")
        stage.press(.enter)
        await stage.shows("Type: Flagged Only")
    }

    func testTimelineRangeTypesAndStatusChanges() async throws {
        let stage = try BrowseStage(rows: 40, columns: 120)
        stage.press(.character("3"))
        await stage.loaded()
        stage.press(.right)
        await stage.shows("View Range: 12 Months")
        stage.press(.character("e"), .character("i"), .character("o"))
        await stage.shows("Events: off")
        stage.press(.end, .enter)
        await stage.shows("School: ")
        try expectPicture(stage, "timeline-status")
        stage.press(.escape)
        await stage.hides("┌─")
    }

    func testReportsTakeDates() async throws {
        let stage = try BrowseStage()
        stage.press(.character("5"))
        await stage.loaded()
        stage.press(.character("a"), .control("u"))
        stage.type("2027-01-01")
        stage.press(.enter)
        await stage.shows("End date must be after start date")
        stage.press(.character("a"), .control("u"))
        stage.type("yesterday")
        stage.press(.enter)
        await stage.shows("A date such as 2026-03-01 is accepted.")
        XCTAssertNotNil(stage.program.page.prompt)
        stage.press(.escape, .left)
        await stage.shows("Quick Presets: Last 30 days")
    }

    func testKeysThatEnd() throws {
        let stage = try BrowseStage()
        XCTAssertEqual(stage.program.handle(.key(.character("q"))), .quit)
        XCTAssertEqual(stage.program.handle(.key(.control("c"))), .quit)
        XCTAssertEqual(stage.program.handle(.key(.control("z"))), .suspend)
        XCTAssertEqual(stage.program.handle(.key(.control("l"))), .drawAnew)
        XCTAssertEqual(stage.program.handle(.resumed), .drawAnew)
        XCTAssertEqual(stage.program.handle(.ended), .quit)
    }

    func testPagesTellWhichTablesCouldNotBeLoaded() async throws {
        let stage = try BrowseStage(tables: [.schools: "[]", .interactions: "[]", .documents: "[{"])
        await stage.shows("Unable to load analytics. Check your connection.")
        await stage.shows("social_media_posts: not found: ")
        stage.press(.character("4"))
        await stage.shows("Some activities could not be loaded:")
    }

    func testNoKeyAndNoTextTraps() async throws {
        let texts = [
            "\u{1b}[31mred\u{7} \u{9b}2J \u{202e}evil\r\nnext\u{0}", "שלום hello العربية",
            "e" + String(repeating: "\u{301}", count: 500), String(repeating: "👨‍👩‍👧‍👦", count: 40),
            String(repeating: "漢", count: 500), String(repeating: "x", count: 5_000), "", "\u{200b}",
        ]
        let rows = texts.enumerated().map { index, text -> [String: Any] in
            [
                "id": "p\(index)\u{1b}[5m", "platform": "twitter", "post_date": "2026-02-2\(index)T10:00:00Z",
                "post_content": text, "author_name": text, "author_handle": text, "school_id": text,
                "notes": text, "is_recruiting_related": true,
            ]
        }
        let schools = texts.map { ["id": $0, "name": $0] }
        let changes = texts.enumerated().map { index, text -> [String: Any] in
            [
                "id": index, "school_id": text, "previous_status": text, "new_status": text, "notes": text,
                "changed_at": "2026-02-2\(index)T10:00:00Z",
            ]
        }
        func json(_ rows: Any) throws -> String {
            String(decoding: try JSONSerialization.data(withJSONObject: rows), as: UTF8.self)
        }
        let tables: [TableName: String] = [
            .posts: try json(rows), .schools: try json(schools), .statusChanges: try json(changes),
            .events: "[]", .offers: "[]", .interactions: "[]", .documents: "[]", .coaches: "[]",
            .metrics: "[]",
        ]
        for (rows, columns) in [(12, 60), (24, 120), (5, 5)] {
            let stage = try BrowseStage(rows: rows, columns: columns, tables: tables)
            for page in "12345" {
                stage.press(.character(page))
                await waitUntilIdle(stage)
                for key: TerminalKey in [
                    .down, .pageDown, .enter, .end, .enter, .escape, .up, .pageUp, .home, .left, .right,
                    .character("c"), .character("h"), .down, .enter, .character("x"), .character("n"),
                    .character("é"), .escape, .character("?"), .down, .escape, .other, .alt("x"), .delete,
                    .escape,
                ] { stage.press(key) }
            }
        }
    }

    private func waitUntilIdle(_ stage: BrowseStage) async {
        while [.idle, .waiting].contains(stage.program.page.phase) { await Task.yield() }
        stage.draw()
    }
}
