import CompassKernel
import CompassPages
import Foundation
import XCTest

/// The code of the article on the texts of the pages.
final class TranslationTests: XCTestCase {
    func testAPartialTranslationIsRead() throws {
        var (retryLabel, pageLabel, countLabel, loadText) = ("", "", "", "")

        let json = """
            {
              "common": {
                "tryAgain": "Erneut versuchen",
                "page": "Seite {page} von {pageCount}",
                "postCount": {"one": "{count} Beitrag", "other": "{count} Beiträge"}
              }
            }
            """
        let texts = try JSONDecoder().decode(PageTexts.self, from: Data(json.utf8))
        retryLabel = texts.common.tryAgain
        pageLabel = texts.common.page.text(["page": "3", "pageCount": "9"])
        countLabel = texts.common.postCount.text(count: 1)
        loadText = texts.reports.loadFailed

        XCTAssertEqual(retryLabel, "Erneut versuchen")
        XCTAssertEqual(pageLabel, "Seite 3 von 9")
        XCTAssertEqual(countLabel, "1 Beitrag")
        XCTAssertEqual(loadText, "Unable to load report data. Check your connection.")
        XCTAssertEqual(texts.socialFeed, PageTexts.english.socialFeed)
    }

    func testLabelsOfTheKernelsValuesAreTexts() {
        let texts = PageTexts.english

        let chosenRange = texts.timeline.label(of: .sixMonths)
        let syncNotice = texts.socialFeed.synced(newCount: 3)

        XCTAssertEqual(chosenRange, TimelineRange.sixMonths.label)
        XCTAssertEqual(syncNotice, MergeResult.message(newCount: 3))
    }
}
