import XCTest

@testable import CompassKernel

final class FeedPostTests: XCTestCase {
    private static let post = FeedPost(
        id: "1", coachID: "c", coachName: "n", schoolID: "s", schoolName: "d", platform: .twitter,
        postURL: "https://twitter.com/1", postContent: "caf\u{e9}",
        postDate: ZonedTimestamp(Timestamp(micros: 1), offsetSeconds: 3_600), relativeDate: "2h ago",
        authorHandle: "@a", authorName: "A", sentiment: .positive, notes: "note",
        highlights: FeedHighlights(
            postContent: TextHighlights(merging: [0..<1]), authorHandle: TextHighlights(merging: []),
            authorName: TextHighlights(merging: [])))

    /// One difference each.
    private static let changes: [(String, @Sendable (inout FeedPost) -> Void)] = [
        ("nothing", { _ in }), ("id", { $0.id = "2" }), ("coachID", { $0.coachID = nil }),
        ("coachName", { $0.coachName = "m" }), ("schoolID", { $0.schoolID = "" }),
        ("schoolName", { $0.schoolName = nil }), ("platform", { $0.platform = .instagram }),
        ("postURL", { $0.postURL = nil }), ("postContent", { $0.postContent = "coffee" }),
        ("another spelling", { $0.postContent = "cafe\u{301}" }),
        ("postDate", { $0.postDate.timestamp.micros = 2 }), ("offset", { $0.postDate.offsetSeconds = 0 }),
        ("relativeDate", { $0.relativeDate = "3h ago" }), ("authorHandle", { $0.authorHandle = nil }),
        ("authorName", { $0.authorName = "" }), ("recruiting", { $0.isRecruitingRelated = true }),
        ("flag", { $0.flaggedForReview = true }), ("sentiment", { $0.sentiment = nil }),
        ("notes", { $0.notes = nil }), ("highlights", { $0.highlights = nil }),
        ("ranges", { $0.highlights?.authorName = TextHighlights(merging: [0..<1]) }),
        // RFC 3339 has no such offsets: both are written in UTC.
        ("an offset with seconds", { $0.postDate.offsetSeconds = 75 }),
        ("another offset with seconds", { $0.postDate.offsetSeconds = 76 }),
    ]

    func testPostsAreEqualIfTheirJSONIs() {
        for (leftName, changeLeft) in Self.changes {
            for (rightName, changeRight) in Self.changes {
                var (left, right) = (Self.post, Self.post)
                changeLeft(&left)
                changeRight(&right)
                let areEqual = left.json() == right.json()
                XCTAssertEqual(left == right, areEqual, "\(leftName), \(rightName)")
                if areEqual { XCTAssertEqual(left.hashValue, right.hashValue, "\(leftName), \(rightName)") }
            }
        }
    }

    func testCountsOfNamesAreEqualIfTheirJSONIs() {
        let counts = [
            ("a", "caf\u{e9}", 1), ("b", "caf\u{e9}", 1), ("a", "cafe\u{301}", 1), ("a", "caf\u{e9}", 2),
        ]
        .map { NamedPostCount(id: $0.0, name: $0.1, postCount: $0.2) }
        for left in counts {
            for right in counts { XCTAssertEqual(left == right, left.json() == right.json()) }
        }
        XCTAssertEqual(Set(counts + counts).count, 4)
    }
}
