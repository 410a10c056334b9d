import CompassBaseline
import CompassKernel
import Foundation
import XCTest

/// The golden pages of Social Analytics, as ``GoldenFile`` describes.
final class GoldenPageTests: XCTestCase {
    func testKernelAndBaselineGiveTheGoldenAnswers() throws {
        let (posts, schools) = (try GoldenFile.table("social_media_posts"), try GoldenFile.table("schools"))
        let baselinePosts = try BaselineLoader.posts(posts).posts
        let baselineSchools = try BaselineLoader.schools(schools).schools
        let social = try PostTable.load(json: posts).table.bound(
            to: SchoolDirectory.load(json: schools).table,
            coaches: CoachTable.load(json: GoldenFile.table("coaches")).table)
        for golden in Golden.cases {
            let answer = golden.answer(
                posts: baselinePosts, schools: baselineSchools, coaches: try GoldenFile.coachNames())
            try GoldenFile.expectAgreement(golden.name, arguments: golden.arguments, answer: answer) {
                try golden.page(of: social).json()
            }
        }
    }
}

/// One golden file: its page query on the command line and in both libraries.
private struct Golden {
    var name: String
    var now = "2026-03-01T12:00:00Z"
    var zone = "UTC"
    var days: Int? = 30
    var top: Int?
    var recent: Int?
    var chartDays: Int?
    var everyDay = false
    var compare = false
    var filter = GoldenFilter()

    static let cases: [Golden] = [
        Golden(name: "social-7-days", zone: "America/New_York", days: 7, compare: true),
        Golden(name: "social-30-days"),
        Golden(name: "social-90-days-in-adelaide", zone: "Australia/Adelaide", days: 90, compare: true),
        Golden(name: "social-all-time", zone: "Asia/Kolkata", days: nil, top: 50, recent: 3),
        Golden(name: "social-every-day", zone: "Europe/London", days: nil, everyDay: true),
        Golden(
            name: "social-twitter-negative", zone: "America/New_York", days: nil,
            filter: GoldenFilter(platform: "twitter", sentiments: ["negative", "neutral"])),
        Golden(
            name: "social-recruiting-in-winter", zone: "America/New_York", days: nil, chartDays: 10,
            filter: GoldenFilter(type: "recruiting", from: "2025-12-01", to: "2026-02-28")),
        Golden(
            name: "social-days-of-the-filter", zone: "America/New_York", days: nil,
            filter: GoldenFilter(from: "2026-01-10", to: "2026-01-20")),
        Golden(name: "social-more-days-than-the-range", days: 7, chartDays: 30),
        Golden(
            name: "social-one-school", days: nil,
            filter: GoldenFilter(
                schools: ["caa9570b-237c-489b-bbbc-3c54cd40c20a"], sentiments: ["positive", "very_positive"])),
        Golden(
            name: "social-two-coaches", zone: "America/New_York", days: nil, top: 20,
            filter: GoldenFilter(coaches: [
                "cb2553e6-4b17-4713-ab4a-7a46493cb27d", "a61b2c5a-c87a-486d-a693-f80f9784ed52",
            ])),
        Golden(
            name: "social-no-matches", days: nil,
            filter: GoldenFilter(schools: ["9c64550d-4cb0-45ad-951d-dcf85ede0481"], type: "flagged")),
        Golden(
            name: "social-search", zone: "America/New_York", days: 30, compare: true,
            filter: GoldenFilter(search: "Camp")),
        Golden(
            name: "social-search-ignoring-accents", days: nil, everyDay: true,
            filter: GoldenFilter(platform: "instagram", search: " zoe\t", ignoresAccents: true)),
        Golden(name: "social-before-all-posts", now: "2001-01-01T00:00:00Z", days: 7, compare: true),
    ]

    /// The arguments of `compass social Datasets/tiny`.
    var arguments: [String] {
        var arguments = ["--now", now, "--zone", zone, "--range", days.map(String.init) ?? "all"]
        if let top { arguments += ["--top", String(top)] }
        if let recent { arguments += ["--recent", String(recent)] }
        if let chartDays { arguments += ["--days", String(chartDays)] }
        if everyDay { arguments += ["--days", "all"] }
        if compare { arguments.append("--compare") }
        return arguments + filter.arguments
    }

    /// The page as the kernel computes it.
    func page(of social: SocialPosts) throws -> SocialAnalyticsPage {
        social.analyticsPage(
            days.map { .last(days: $0) } ?? .all, where: try filter.kernel, asOf: try Timestamp(parsing: now),
            in: try ZoneOffsets(identifier: zone), topSchools: top ?? 5, topCoaches: top ?? 5,
            recentPosts: recent ?? 5, days: everyDay ? .every : chartDays.map { .last($0) } ?? .sameAsRange,
            comparison: compare)
    }

    /// The page as the baseline computes it, with the keys of the JSON contract.
    func answer(
        posts: BaselinePosts, schools: BaselineSchools, coaches: [BaselineText: BaselineText]
    ) -> [String: Any] {
        let timeZone = TimeZone(identifier: zone)!
        let page = BaselineAnalytics.page(
            posts: posts, schools: schools, coaches: coaches, range: days.map { .days($0) } ?? .all,
            filter: filter.baseline,
            now: try! BaselineTimestamp.micros(of: BaselineText(now)), zone: timeZone,
            topSchools: top ?? 5, topCoaches: top ?? 5, recentPosts: recent ?? 5,
            activity: everyDay ? .every : chartDays.map { .days($0) } ?? .sameAsRange, comparison: compare)
        return [
            "schemaVersion": 1,
            "range": [
                "kind": page.range.kind,
                "from": GoldenFile.orNull(page.range.from.map { GoldenFile.instant($0, timeZone) }),
                "days": GoldenFile.orNull(page.range.days),
            ],
            "summary": summary(page.summary),
            "sentiment": page.sentiment.map {
                [
                    "type": $0.type.rawValue, "label": $0.label, "count": $0.count,
                    "percentage": $0.percentage,
                ] as [String: Any]
            },
            "platforms": ["twitter": page.platforms.twitter, "instagram": page.platforms.instagram],
            "activityByDay": page.activityByDay.map {
                ["date": $0.date, "label": $0.label, "count": $0.count, "height": $0.height]
                    as [String: Any]
            },
            "topSchools": page.topSchools.map {
                ["id": $0.id.string, "name": $0.name.string, "postCount": $0.postCount] as [String: Any]
            },
            "topCoaches": page.topCoaches.map {
                ["id": $0.id.string, "name": $0.name.string, "postCount": $0.postCount] as [String: Any]
            },
            "recentRecruitingPosts": page.recentRecruitingPosts.map {
                [
                    "id": $0.id.string, "platform": $0.platform.rawValue,
                    "authorHandle": GoldenFile.orNull($0.authorHandle?.string),
                    "authorName": GoldenFile.orNull($0.authorName?.string),
                    "postDate": GoldenFile.instant($0.postDate, timeZone),
                    "postContent": GoldenFile.orNull($0.postContent?.string),
                    "schoolId": GoldenFile.orNull($0.schoolID?.string),
                ] as [String: Any]
            },
            "previous": GoldenFile.orNull(page.previous.map(summary)),
        ]
    }

    private func summary(_ summary: BaselineSocialPage.Summary) -> [String: Any] {
        [
            "totalPosts": summary.totalPosts, "recruitingPosts": summary.recruitingPosts,
            "recruitingPercentage": summary.recruitingPercentage, "positivePosts": summary.positivePosts,
            "positivePercentage": summary.positivePercentage, "analyzedPosts": summary.analyzedPosts,
            "activeSchools": summary.activeSchools,
        ]
    }
}
