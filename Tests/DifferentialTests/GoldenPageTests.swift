import CompassBaseline
import CompassKernel
import Foundation
import XCTest

/// The golden answers of `Datasets/tiny`: computed by the baseline, committed, and held against the kernel.
///
/// `COMPASS_RENEW_GOLDEN=1` writes the files anew from the baseline; the difference is then reviewed like any
/// other change of the contract.
final class GoldenPageTests: XCTestCase {
    func testKernelAndBaselineGiveTheGoldenAnswers() throws {
        let posts = [UInt8](try Data(contentsOf: Golden.tiny.appending(path: "social_media_posts.json")))
        let schools = [UInt8](try Data(contentsOf: Golden.tiny.appending(path: "schools.json")))
        let baselinePosts = try BaselineLoader.posts(posts).posts
        let baselineSchools = try BaselineLoader.schools(schools).schools
        let social = try PostTable.load(json: posts).table.bound(
            to: SchoolDirectory.load(json: schools).table)
        for golden in Golden.cases {
            let answer = golden.answer(posts: baselinePosts, schools: baselineSchools)
            let file = Golden.folder.appending(path: golden.name + ".json")
            if ProcessInfo.processInfo.environment["COMPASS_RENEW_GOLDEN"] == "1" {
                try golden.write(answer, to: file)
            }
            let written = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? NSDictionary
            XCTAssertEqual(written?["arguments"] as? [String], golden.arguments, golden.name)
            let expected = try XCTUnwrap(written?["answer"] as? NSDictionary, golden.name)
            // Both sides pass through one JSON reader, whose doubles may differ in the last bit.
            let reread = try JSONSerialization.jsonObject(
                with: JSONSerialization.data(withJSONObject: answer))
            XCTAssertEqual(reread as? NSDictionary, expected, "the baseline's \(golden.name)")
            let page = try golden.page(of: social)
            let json = try JSONSerialization.jsonObject(with: Data(page.json())) as? NSDictionary
            for key in expected.allKeys {
                let name = "\(key)"
                XCTAssertEqual(
                    json?[name] as? NSObject, expected[name] as? NSObject,
                    "the kernel's \(golden.name), \(name)")
            }
        }
    }
}

/// One golden file: how the page is asked for, on the command line and in both libraries.
private struct Golden {
    static let tiny = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Datasets/tiny").standardizedFileURL
    static let folder = tiny.appending(path: "golden")

    var name: String
    var now = "2026-03-01T12:00:00Z"
    var zone = "UTC"
    var days: Int? = 30
    var top: Int?
    var recent: Int?
    var chartDays: Int?
    var everyDay = false
    var compare = false
    var platform: String?
    var schools: [String] = []
    var sentiments: [String] = []
    var type: String?
    var from: String?
    var to: String?

    static let cases: [Golden] = [
        Golden(name: "social-7-days", zone: "America/New_York", days: 7, compare: true),
        Golden(name: "social-30-days"),
        Golden(name: "social-90-days-in-adelaide", zone: "Australia/Adelaide", days: 90, compare: true),
        Golden(name: "social-all-time", zone: "Asia/Kolkata", days: nil, top: 50, recent: 3),
        Golden(name: "social-every-day", zone: "Europe/London", days: nil, everyDay: true),
        Golden(
            name: "social-twitter-negative", zone: "America/New_York", days: nil, platform: "twitter",
            sentiments: ["negative", "neutral"]),
        Golden(
            name: "social-recruiting-in-winter", zone: "America/New_York", days: nil, chartDays: 10,
            type: "recruiting", from: "2025-12-01", to: "2026-02-28"),
        Golden(
            name: "social-one-school", days: nil, schools: ["caa9570b-237c-489b-bbbc-3c54cd40c20a"],
            sentiments: ["positive", "very_positive"]),
        Golden(name: "social-unknown-school", days: nil, schools: ["no-such-school"], type: "flagged"),
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
        if let platform { arguments += ["--platform", platform] }
        arguments += schools.flatMap { ["--school", $0] }
        arguments += sentiments.flatMap { ["--sentiment", $0] }
        if let type { arguments += ["--type", type] }
        if let from { arguments += ["--from", from] }
        if let to { arguments += ["--to", to] }
        return arguments
    }

    /// The page as the kernel computes it.
    func page(of social: SocialPosts) throws -> SocialAnalyticsPage {
        var filter = PostFilter.any
        if let platform { filter = try filter && .platform(XCTUnwrap(Platform(rawValue: platform))) }
        if !schools.isEmpty { filter = filter && .schools(schools) }
        if !sentiments.isEmpty {
            filter = filter && .sentiment(Set(sentiments.compactMap(Sentiment.init(rawValue:))))
        }
        if type == "recruiting" { filter = filter && .recruiting }
        if type == "flagged" { filter = filter && .flagged }
        filter =
            try filter
            && .dates(
                from: from.map { try CivilDate(parsing: $0) }, to: to.map { try CivilDate(parsing: $0) })
        return social.analytics(
            days.map { .last(days: $0) } ?? .all, where: filter, asOf: try Timestamp(parsing: now),
            in: try ZoneOffsets(identifier: zone), topSchools: top ?? 5, recentPosts: recent ?? 5,
            activity: everyDay ? .every : chartDays.map { .last($0) } ?? .sameAsRange, comparison: compare)
    }

    /// The page as the baseline computes it, with the keys of the JSON contract.
    func answer(posts: BaselinePosts, schools: BaselineSchools) -> [String: Any] {
        let timeZone = TimeZone(identifier: zone)!
        let page = BaselineAnalytics.page(
            posts: posts, schools: schools, range: days.map { .days($0) } ?? .all,
            filter: BaselineFilter(
                platforms: platform.map { [BaselinePlatform(rawValue: $0)!] },
                schoolIDs: self.schools.isEmpty ? nil : Set(self.schools.map { BaselineText($0) }),
                sentiments: sentiments.isEmpty
                    ? nil : Set(sentiments.map { BaselineSentiment(rawValue: $0)! }),
                recruiting: type == "recruiting" ? true : nil, flagged: type == "flagged" ? true : nil,
                from: from.flatMap { BaselineDay($0) }, to: to.flatMap { BaselineDay($0) }),
            now: try! BaselineTimestamp.micros(of: BaselineText(now)), zone: timeZone,
            topSchools: top ?? 5, recentPosts: recent ?? 5,
            activity: everyDay ? .every : chartDays.map { .days($0) } ?? .sameAsRange, comparison: compare)
        return [
            "schemaVersion": 1,
            "range": [
                "kind": page.range.kind, "from": orNull(page.range.from.map { instant($0, timeZone) }),
                "days": orNull(page.range.days),
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
            "recentRecruitingPosts": page.recentRecruitingPosts.map {
                [
                    "id": $0.id.string, "platform": $0.platform.rawValue,
                    "authorHandle": orNull($0.authorHandle?.string),
                    "authorName": orNull($0.authorName?.string),
                    "postDate": instant($0.postDate, timeZone),
                    "postContent": orNull($0.postContent?.string), "schoolId": orNull($0.schoolId?.string),
                ] as [String: Any]
            },
            "previous": orNull(page.previous.map(summary)),
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

    private func orNull(_ value: Any?) -> Any { value ?? NSNull() }

    /// RFC 3339 with the zone's offset, by Foundation's calendar.
    private func instant(_ micros: Int64, _ zone: TimeZone) -> String {
        let seconds = Int64((Double(micros) / 1_000_000).rounded(.down))
        let fraction = micros - seconds * 1_000_000
        let date = Date(timeIntervalSince1970: Double(seconds))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let digits = String(format: "%06d", Int(fraction))
        let trimmed = digits.replacing(#/0+$/#, with: "")
        let offset = zone.secondsFromGMT(for: date)
        return String(
            format: "%04d-%02d-%02dT%02d:%02d:%02d", parts.year!, parts.month!, parts.day!, parts.hour!,
            parts.minute!, parts.second!) + (trimmed.isEmpty ? "" : "." + trimmed)
            + String(
                format: "%@%02d:%02d", offset < 0 ? "-" : "+", abs(offset) / 3600, abs(offset) / 60 % 60)
    }

    func write(_ answer: [String: Any], to file: URL) throws {
        try FileManager.default.createDirectory(at: Golden.folder, withIntermediateDirectories: true)
        let golden: [String: Any] = ["arguments": arguments, "answer": answer]
        var data = try JSONSerialization.data(
            withJSONObject: golden, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        data.append(0x0a)
        try data.write(to: file)
    }
}
