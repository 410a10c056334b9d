import CompassBaseline
import XCTest

@testable import CompassWorkloads

final class SearchQueryMakerTests: XCTestCase {
    func testTokensBeginBehindBlanksAndSlashesBeforeMarksAndAroundEmoji() {
        func isCut(_ text: String) -> Bool { TokenBorders.isCut(Array(text.unicodeScalars)) }
        for text in ["a b", "a  b", "t.co/x", "win,", "win!", "a;", "so?", "👍👍", "a🔥", "漢字"] {
            XCTAssertTrue(isCut(text), text)
        }
        for text in ["camp", "a.b", "https:", "//", "/", ",", "!?", "@coach_x", "é", "🔥", "co "] {
            XCTAssertFalse(isCut(text), text)
        }
    }

    func testTheSameSeedMakesTheSameListAndAnotherSeedAnother() throws {
        let posts = try SmallDatasets().inputs.page(.tenThousand).careful().posts
        func queries(seed: UInt64) -> [PublishedQuery] {
            var maker = SearchQueryMaker(million: posts, tenThousand: posts, seed: seed, attempts: 60)
            return maker.make { _ in }
        }
        let made = queries(seed: 1)
        XCTAssertEqual(made, queries(seed: 1))
        XCTAssertNotEqual(made, queries(seed: 2))
        XCTAssertEqual(Set(made.map(\.kind)), Set(PublishedQuery.Kind.allCases))
        for query in made { XCTAssertEqual(query.matches1m == 0, query.kind == .miss, query.text) }
    }
}
