import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Posts of every kind under every combination of filters.
final class SmallFeedTests: XCTestCase {
    private static let now: Int64 = 1_770_724_800_000_000
    private static let microsPerDay: Int64 = 86_400_000_000

    /// Posts of each platform, marks, sentiment and school; ids are in reverse order
    /// of the times, and many times are equal.
    private static let posts: [BaselinePost] = {
        var posts: [BaselinePost] = []
        for platform in BaselinePlatform.allCases {
            for marks in 0..<4 {
                for sentiment in BaselineSentiment.allCases.map(Optional.some) + [nil] {
                    let school: BaselineText? = ["s", "t", nil][posts.count % 3]
                    posts.append(
                        BaselinePost(
                            id: BaselineText("p\(99 - posts.count)"), platform: platform,
                            postDate: now - Int64(posts.count / 4) * microsPerDay / 2, schoolID: school,
                            isRecruitingRelated: marks & 1 != 0, flaggedForReview: marks & 2 != 0,
                            sentiment: sentiment))
                }
            }
        }
        return posts
    }()

    private static let schools = [BaselineSchool(id: "s", name: "State")]

    private typealias Condition = @Sendable (inout FilterPair) -> Void

    private static let conditions: [[Condition]] = [
        [
            { _ in }, { $0.restrict(to: [BaselinePlatform.twitter]) },
            { $0.restrict(to: [BaselinePlatform.instagram]) },
        ],
        [
            { _ in }, { $0.restrict(to: [BaselineText("s")]) },
            { $0.restrict(to: [BaselineText("s"), "t", "other"]) },
            { $0.restrict(to: [BaselineText("other")]) },
        ],
        [{ _ in }, { $0.restrict(recruiting: true) }, { $0.restrict(recruiting: false) }],
        [{ _ in }, { $0.restrict(flagged: true) }, { $0.restrict(flagged: false) }],
        [{ _ in }]
            + (0..<16).map { bits in
                { filter in
                    let chosen = BaselineSentiment.allCases.enumerated().filter { bits >> $0.offset & 1 != 0 }
                    filter.restrict(to: Set(chosen.map(\.element)))
                }
            },
        [{ _ in }, { $0.restrict(from: 20_490, to: 20_492) }],
    ]

    private static func forEachFilter(
        _ filter: FilterPair = FilterPair(), from dimension: Int = 0, _ body: (FilterPair) throws -> Void
    ) rethrows {
        if dimension == conditions.count { return try body(filter) }
        for condition in conditions[dimension] {
            var restricted = filter
            condition(&restricted)
            try forEachFilter(restricted, from: dimension + 1, body)
        }
    }

    func testEveryCombinationOfFilters() throws {
        let table = try FeedTable(posts: Self.posts, schools: Self.schools, now: Self.now, zone: .utc)
        var filterCount = 0
        Self.forEachFilter { filter in
            filterCount += 1
            let page = table.expectAgreement(filter, pageSize: 3, "first page")
            if let cursor = page.nextCursor {
                table.expectAgreement(filter, pageSize: 3, after: cursor, "second page")
            }
        }
        XCTAssertEqual(filterCount, 3 * 4 * 3 * 3 * 17 * 2)
    }

    /// Pages after every post, after posts that no longer exist, and before and after all posts.
    func testEveryPlaceInTheList() throws {
        var shown = FilterPair()
        shown.restrict(to: [BaselineText("s"), "t"])
        for removed in [nil] + Self.posts.indices.map(Optional.some) {
            var posts = Self.posts
            if let removed { posts.remove(at: removed) }
            let table = try FeedTable(posts: posts, schools: Self.schools, now: Self.now, zone: .utc)
            let places = removed.map { [Self.posts[$0]] } ?? Self.posts
            for place in places {
                for id in [place.id, "", "p", "q", BaselineText("\(place.id)!")] {
                    for micros in [place.postDate, place.postDate + 1, place.postDate - 1] {
                        let cursor = FeedCursor(timestamp: Timestamp(micros: micros), id: id.string)
                        for filter in [FilterPair(), shown] {
                            table.expectAgreement(filter, pageSize: 3, after: cursor, "\(cursor)")
                        }
                    }
                }
            }
        }
    }

    func testPlacesAtTheEndsOfTime() throws {
        let table = try FeedTable(posts: Self.posts, schools: Self.schools, now: Self.now, zone: .utc)
        let empty = try FeedTable(posts: [], schools: [], now: Self.now, zone: .utc)
        for micros in [Int64.min, .min + 1, -1, 0, .max - 1, .max] {
            for id in ["", "p50", "z"] {
                let cursor = FeedCursor(timestamp: Timestamp(micros: micros), id: id)
                table.expectAgreement(FilterPair(), pageSize: 2, after: cursor, "\(micros)")
                empty.expectAgreement(FilterPair(), pageSize: 2, after: cursor, "\(micros), empty")
            }
        }
    }
}
