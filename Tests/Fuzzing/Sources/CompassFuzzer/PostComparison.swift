import CompassBaseline
import CompassTestSupport
import Foundation

@testable import CompassKernel

/// Compares a table of posts, and its pages, with those of the baseline.
struct PostComparison {
    let kernel: PostTable
    let baseline: BaselinePosts

    /// 2026-03-01T12:00:00Z.
    private static let now = Timestamp(micros: 1_772_366_400_000_000)
    private static let newYork = {
        do {
            return try ZoneOffsets(identifier: "America/New_York")
        } catch {
            fatalError("\(error): fuzzing needs the system's time zone files")
        }
    }()
    private static let platformNewYork = TimeZone(identifier: "America/New_York")!
    private static let platformUTC = TimeZone(secondsFromGMT: 0)!
    /// 1970 and 2100: in between both readers take a zone from its transitions.
    private static let wellKnownMicros: Range<Int64> = 0..<4_102_444_800_000_000

    /// Compares rows, then pages under several filters.
    func run() {
        compareRows()
        let social = kernel.bound(to: .empty)
        let schools = BaselineSchools([])
        for (filter, expectedFilter) in filters {
            for (range, expectedRange) in [
                (AnalyticsRange.all, BaselineRange.all), (.last(days: 30), .days(30)),
            ] {
                let page = social.analyticsPage(
                    range, where: filter, asOf: Self.now, in: Self.newYork, topSchools: 3, recentPosts: 3,
                    comparison: true)
                let expected = BaselineAnalytics.page(
                    posts: baseline, schools: schools, range: expectedRange, filter: expectedFilter,
                    now: Self.now.micros, zone: Self.platformNewYork, topSchools: 3, recentPosts: 3,
                    comparison: true)
                requireEqual(Figures(page), Figures(expected), "page of \(range) where \(filter)")
            }
        }
        compareHeatMaps(social)
    }

    /// Compares the posts, in their order.
    func compareRows() {
        let places = kernel.places
        requireEqual(kernel.count, places.count, "posts")
        requireEqual(places.count, baseline.rows.count, "posts")
        for (row, (place, expected)) in zip(places, baseline.rows).enumerated() {
            compareRow(row, place, expected)
        }
    }

    private func compareRow(_ row: Int, _ place: PostPlace, _ expected: BaselinePost) {
        func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
        requireEqual(bytes(kernel.id(place)), expected.id.utf8, "id of \(row)")
        let post = kernel.post(at: place)
        requireEqual(
            [post.schoolID, post.coachID].map(bytes),
            [expected.schoolID?.utf8, expected.coachID?.utf8], "school and coach of \(row)")
        let texts = [post.postURL, post.postContent, post.authorHandle, post.authorName, post.notes]
        requireEqual(
            texts.map(bytes),
            [
                expected.postURL?.utf8, expected.postContent?.utf8, expected.authorHandle?.utf8,
                expected.authorName?.utf8, expected.notes?.utf8,
            ], "texts of \(row)")
        requireEqual(
            [post.postDate.micros, post.createdAt?.micros, post.updatedAt?.micros],
            [expected.postDate, expected.createdAt, expected.updatedAt], "instants of \(row)")
        requireEqual(
            [post.isRecruitingRelated, post.flaggedForReview, post.platform == .instagram]
                + Sentiment.allCases.map { $0 == post.sentiment },
            [expected.isRecruitingRelated, expected.flaggedForReview, expected.platform == .instagram]
                + BaselineSentiment.allCases.map { $0 == expected.sentiment }, "bits of \(row)")
    }

    private var filters: [(PostFilter, BaselineFilter)] {
        let school = baseline.rows.lazy.compactMap(\.schoolID).first ?? "none"
        let coach = baseline.rows.lazy.compactMap(\.coachID).first ?? "none"
        let days = (
            CivilDate(year: 2025, month: 11, day: 2), CivilDate(year: 2026, month: 2, day: 14)
        )
        return [
            (.all, .init()),
            (.platform(.twitter) && .flagged(false), .init(platforms: [.twitter], flagged: false)),
            (
                .sentiment([.negative, .veryPositive]) && .recruiting,
                .init(sentiments: [.negative, .veryPositive], recruiting: true)
            ),
            (.school(school.string), .init(schoolIDs: [school])),
            (.coach(coach.string) && .flagged(false), .init(coachIDs: [coach], flagged: false)),
            (
                .dates(from: days.0, to: days.1) && .platform(.instagram),
                .init(platforms: [.instagram], from: BaselineDay("2025-11-02"), to: BaselineDay("2026-02-14"))
            ),
        ]
    }

    private func compareHeatMaps(_ social: SocialPosts) {
        let map = social.heatMap(.all, asOf: Self.now, in: .utc)
        requireEqual(
            map.counts,
            BaselineAnalytics.heatMap(
                posts: baseline, range: .all, now: Self.now.micros, zone: Self.platformUTC
            ).counts, "heat map in UTC")
        guard baseline.rows.allSatisfy({ Self.wellKnownMicros.contains($0.postDate) }) else { return }
        requireEqual(
            social.heatMap(.all, asOf: Self.now, in: Self.newYork).counts,
            BaselineAnalytics.heatMap(
                posts: baseline, range: .all, now: Self.now.micros, zone: Self.platformNewYork
            ).counts, "heat map in New York")
    }
}
