import CompassPages
import XCTest

@testable import CompassBrowse

/// Each page at three sizes equals its committed picture.
final class PageScreenTests: BrowseTestCase {
    func testPages() async throws {
        for (rows, columns) in Self.sizes {
            let stage = try BrowseStage(rows: rows, columns: columns)
            for (key, name) in zip("12345", ["analytics", "feed", "timeline", "activity", "reports"]) {
                stage.press(.character(key))
                await stage.loaded()
                try expectPicture(stage, name)
            }
            stage.press(.enter)
            await stage.shows("Report Summary")
            try expectPicture(stage, "report")
        }
    }

    func testTheEndsOfPages() async throws {
        let stage = try BrowseStage()
        await stage.loaded()
        for (key, name) in zip("1234", ["analytics", "feed", "timeline", "activity"]) {
            stage.press(.character(key))
            await stage.loaded()
            stage.press(.end)
            try expectPicture(stage, "\(name)-end")
        }
    }

    func testCountsOfTheFeed() async throws {
        for (rows, columns) in Self.sizes {
            let stage = try BrowseStage(rows: rows, columns: columns)
            stage.press(.character("2"))
            await stage.loaded()
            stage.press(.character("c"))
            await stage.shows("Platforms")
            try expectPicture(stage, "feed-counts")
        }
    }

    func testMenusHaveTheCountsOfTheirChoices() async throws {
        let stage = try BrowseStage()
        stage.press(.character("2"))
        await stage.loaded()
        stage.press(.character("h"))
        await waitUntilCounted(stage)
        try expectPicture(stage, "feed-schools")
        stage.press(.escape, .character("e"))
        await waitUntilCounted(stage)
        try expectPicture(stage, "feed-sentiments")
    }

    private func waitUntilCounted(_ stage: BrowseStage) async {
        await stage.shows("All")
        while stage.program.page.menu?.menu.entries.first?.remark.isEmpty == true {
            await Task.yield()
            stage.draw()
        }
    }

    func testHelpAndQuestion() async throws {
        for (rows, columns) in Self.sizes {
            let stage = try BrowseStage(rows: rows, columns: columns)
            stage.press(.character("2"))
            await stage.loaded()
            stage.press(.character("?"))
            try expectPicture(stage, "feed-help")
            stage.press(.escape, .character("d"))
            try expectPicture(stage, "feed-delete")
        }
    }

    func testOnlyASCIIWhereTheTerminalHasNothingElse() async throws {
        let stage = try BrowseStage(isUnicode: false)
        stage.press(.character("2"))
        await stage.loaded()
        try expectPicture(stage, "feed-ascii")
    }

    func testATerminalThatIsTooSmallSaysWhatIsRequired() async throws {
        let stage = try BrowseStage(rows: 11, columns: 59)
        await stage.shows("60 columns")
        try expectPicture(stage, "small")
        XCTAssertEqual(stage.program.handle(.key(.character("q"))), .quit)
        for (rows, columns) in [(0, 0), (1, 1), (2, 200), (200, 2), (12, 60)] {
            stage.program.size = (rows, columns)
            stage.draw()
        }
    }
}
