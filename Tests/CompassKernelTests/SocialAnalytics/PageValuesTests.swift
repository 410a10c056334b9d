import XCTest

@testable import CompassKernel

final class PageValuesTests: XCTestCase {
    func testTheKindOfARangeIsTheNumberOfDaysThatItCovers() {
        XCTAssertEqual(
            [-1, Int.min, 0, 30, 3_652_425, 3_652_426, .max].map { AnalyticsRange.last(days: $0).kind },
            ["0", "0", "0", "30", "3652425", "3652425", "3652425"])
        XCTAssertEqual(AnalyticsRange.all.kind, "all")
    }

    func testSchoolsAreComparedByBytes() {
        let composed = NamedPostCount(id: "1", name: "\u{e9}", postCount: 1)
        let decomposed = NamedPostCount(id: "1", name: "e\u{301}", postCount: 1)
        XCTAssertNotEqual(composed, decomposed)
        XCTAssertEqual(Set([composed, decomposed, composed]).count, 2)
        XCTAssertNotEqual(
            NamedPostCount(id: "\u{e9}", name: "", postCount: 1),
            NamedPostCount(id: "e\u{301}", name: "", postCount: 1))
        XCTAssertNotEqual(composed, NamedPostCount(id: "1", name: "\u{e9}", postCount: 2))
    }

    func testRecruitingPostsAreComparedByBytes() {
        func post(_ texts: [String?]) -> RecruitingPost {
            RecruitingPost(
                id: texts[0] ?? "", platform: .twitter, authorHandle: texts[1], authorName: texts[2],
                postDate: ZonedTimestamp(Timestamp(micros: 0), offsetSeconds: 0), postContent: texts[3],
                schoolID: texts[4])
        }
        for index in 0..<5 {
            var composed = [String?](repeating: "a", count: 5)
            var decomposed = composed
            composed[index] = "\u{e9}"
            decomposed[index] = "e\u{301}"
            XCTAssertNotEqual(post(composed), post(decomposed), "text \(index)")
            XCTAssertEqual(Set([post(composed), post(decomposed), post(composed)]).count, 2)
        }
        XCTAssertNotEqual(post(["a", nil, "b", "c", "d"]), post(["a", "", "b", "c", "d"]))
        XCTAssertNotEqual(post(["a", "b", nil, nil, nil]), post(["a", nil, "b", nil, nil]))
    }
}
