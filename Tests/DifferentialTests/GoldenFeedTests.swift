import CompassBaseline
import CompassKernel
import Foundation
import XCTest

/// The golden pages of Social Media Monitoring, as ``GoldenFile`` describes.
final class GoldenFeedTests: XCTestCase {
    func testKernelAndBaselineGiveTheGoldenAnswers() throws {
        let (posts, schools) = (try GoldenFile.table("social_media_posts"), try GoldenFile.table("schools"))
        let feed = BaselineFeed(
            posts: try BaselineLoader.posts(posts).posts, schools: try BaselineLoader.schools(schools).schools
        )
        let directory = try BaselineLoader.schools(schools).schools
        let social = try PostTable.load(json: posts).table.bound(
            to: SchoolDirectory.load(json: schools).table,
            coaches: CoachTable.load(json: GoldenFile.table("coaches")).table)
        let coaches = try GoldenFile.coachNames()
        for golden in GoldenFeed.cases {
            let answer = golden.answer(feed, directory, coaches)
            try GoldenFile.expectAgreement(golden.name, arguments: golden.arguments(feed), answer: answer) {
                try golden.json(of: social, feed)
            }
        }
    }
}

/// One golden file: its page query on the command line and in both libraries.
private struct GoldenFeed {
    var name: String
    var zone = "UTC"
    var pageSize: Int?
    /// The number of posts on the previous page; this page begins after its last one.
    var behind: Int?
    /// The days of the linked chart; nil without linked counts.
    var linkedDays: Int?
    var filter = GoldenFilter()

    private static let now = "2026-03-01T12:00:00Z"
    private static let school = "caa9570b-237c-489b-bbbc-3c54cd40c20a"

    static let cases: [GoldenFeed] = [
        GoldenFeed(name: "feed-first-page", pageSize: 5),
        GoldenFeed(name: "feed-second-page", zone: "America/New_York", pageSize: 3, behind: 3),
        GoldenFeed(name: "feed-flagged", filter: GoldenFilter(type: "flagged")),
        GoldenFeed(
            name: "feed-school-in-winter", zone: "Asia/Kolkata", pageSize: 4,
            filter: GoldenFilter(
                platform: "twitter", schools: [school], sentiments: ["neutral", "positive"],
                from: "2025-12-01", to: "2026-02-25")),
        GoldenFeed(name: "feed-search", pageSize: 4, filter: GoldenFilter(search: "AMP")),
        GoldenFeed(
            name: "feed-search-ignoring-accents", pageSize: 4,
            filter: GoldenFilter(search: "zoe br", ignoresAccents: true)),
        GoldenFeed(
            name: "feed-search-all-words", pageSize: 4,
            filter: GoldenFilter(search: "#will coach offer", allWords: true)),
        GoldenFeed(name: "feed-no-matches", filter: GoldenFilter(search: "no post says this")),
        GoldenFeed(
            name: "feed-coach-and-search", pageSize: 4, linkedDays: 7,
            filter: GoldenFilter(coaches: ["cb2553e6-4b17-4713-ab4a-7a46493cb27d"], search: "a")),
        GoldenFeed(name: "feed-linked", pageSize: 1, linkedDays: 7),
        GoldenFeed(
            name: "feed-linked-under-filters", zone: "Europe/London", pageSize: 2, linkedDays: 40,
            filter: GoldenFilter(
                platform: "twitter", schools: [school, "9c64550d-4cb0-45ad-951d-dcf85ede0481"],
                sentiments: ["positive", "neutral"],
                to: "2026-02-20", search: "the")),
    ]

    /// The arguments of `compass feed Datasets/tiny`.
    func arguments(_ feed: BaselineFeed) -> [String] {
        var arguments = ["--now", Self.now, "--zone", zone]
        if let pageSize { arguments += ["--page-size", String(pageSize)] }
        if let cursor = cursor(feed) { arguments += ["--after", Self.text(of: cursor)] }
        if let linkedDays { arguments += ["--linked", "--days", String(linkedDays)] }
        return arguments + filter.arguments
    }

    private var timeZone: TimeZone { TimeZone(identifier: zone)! }
    private var nowMicros: Int64 { try! BaselineTimestamp.micros(of: BaselineText(Self.now)) }

    private func cursor(_ feed: BaselineFeed) -> BaselineFeedCursor? {
        behind.flatMap { count in
            feed.page(filter: filter.baseline, now: nowMicros, zone: timeZone, pageSize: count).nextCursor
        }
    }

    /// The kernel's page.
    func json(of social: SocialPosts, _ feed: BaselineFeed) throws -> [UInt8] {
        let now = try Timestamp(parsing: Self.now)
        let offsets = try ZoneOffsets(identifier: zone)
        let cursor = try cursor(feed).map { try FeedCursor(Self.text(of: $0)) }
        if let linkedDays {
            return social.linkedFeedPage(
                where: try filter.kernel, asOf: now, in: offsets, pageSize: pageSize ?? 50, after: cursor,
                days: .last(linkedDays)
            ).json()
        }
        return social.feedPage(
            where: try filter.kernel, asOf: now, in: offsets, pageSize: pageSize ?? 50, after: cursor
        ).json()
    }

    /// The baseline's page, with the keys of the JSON contract.
    func answer(
        _ feed: BaselineFeed, _ directory: BaselineSchools, _ coaches: [BaselineText: BaselineText]
    ) -> [String: Any] {
        let page = feed.page(
            filter: filter.baseline, now: nowMicros, zone: timeZone, pageSize: pageSize ?? 50,
            after: cursor(feed))
        var answer: [String: Any] = [
            "schemaVersion": 1,
            "statistics": [
                "totalPosts": page.statistics.totalPosts, "twitterPosts": page.statistics.twitterPosts,
                "instagramPosts": page.statistics.instagramPosts,
                "flaggedPosts": page.statistics.flaggedPosts,
                "flaggedBadge": page.statistics.flaggedBadge,
            ] as [String: Any],
            "matchCount": page.matchCount,
            "nextCursor": GoldenFile.orNull(page.nextCursor.map(Self.text)),
            "state": "\(page.state)",
            "posts": page.posts.map { post($0, coaches) },
        ]
        if let linkedDays { answer["linked"] = linked(feed.posts, directory, coaches, days: linkedDays) }
        return answer
    }

    private func post(
        _ post: BaselineFeedPost, _ coaches: [BaselineText: BaselineText]
    ) -> [String: Any] {
        func text(_ text: BaselineText?) -> Any { GoldenFile.orNull(text?.string) }
        return [
            "id": post.id.string, "coachId": text(post.coachID), "schoolId": text(post.schoolID),
            "schoolName": text(post.schoolName), "platform": post.platform.rawValue,
            "postUrl": text(post.postURL), "postContent": text(post.postContent),
            "postDate": GoldenFile.instant(post.postDate, timeZone), "relativeDate": post.relativeDate,
            "authorHandle": text(post.authorHandle), "authorName": text(post.authorName),
            "isRecruitingRelated": post.isRecruitingRelated, "flaggedForReview": post.flaggedForReview,
            "sentiment": GoldenFile.orNull(post.sentiment?.rawValue), "notes": text(post.notes),
            "highlights": highlights(post),
            // The posts of the dataset have addresses of websites, or none.
            "link": text(post.postURL), "coachName": text(post.coachID.flatMap { coaches[$0] }),
        ]
    }

    /// Pairs of UTF-8 offsets for each field that is searched; null without a search.
    private func highlights(_ post: BaselineFeedPost) -> Any {
        let searches = filter.baseline.searches
        if searches.isEmpty { return NSNull() }
        func ranges(_ text: BaselineText?) -> [[Int]] {
            BaselineSearch.highlights(of: searches, in: text ?? "").map { [$0.lowerBound, $0.upperBound] }
        }
        return [
            "postContent": ranges(post.postContent), "authorHandle": ranges(post.authorHandle),
            "authorName": ranges(post.authorName),
        ]
    }

    private func linked(
        _ posts: BaselinePosts, _ directory: BaselineSchools, _ coachNames: [BaselineText: BaselineText],
        days: Int
    ) -> [String: Any] {
        let counts = BaselineLinkedCounts(
            posts: posts, filter: filter.baseline, now: nowMicros, zone: timeZone, activity: .days(days))
        let analyzed = counts.sentiments.values.reduce(0, +)
        let schools = inNameOrder(
            Set(posts.rows.compactMap(\.schoolID)).map { id in
                (id: id.string, name: directory.name(of: id).string, count: counts.schools[id] ?? 0)
            })
        let coaches = inNameOrder(
            Set(posts.rows.compactMap(\.coachID)).map { id in
                (id.string, coachNames[id]?.string ?? "Unknown Coach", counts.coaches[id] ?? 0)
            })
        return [
            "schemaVersion": 1, "matchCount": counts.matchCount,
            "platforms": ["twitter": counts.platforms.twitter, "instagram": counts.platforms.instagram],
            "sentiments": BaselineSentiment.allCases.map { sentiment in
                let count = counts.sentiments[sentiment] ?? 0
                return [
                    "type": sentiment.rawValue, "label": sentiment.label, "count": count,
                    "percentage": analyzed == 0 ? 0 : 100 * Double(count) / Double(analyzed),
                ] as [String: Any]
            },
            "withoutSentiment": counts.withoutSentiment,
            "schools": schools, "withoutSchool": counts.withoutSchool,
            "coaches": coaches, "withoutCoach": counts.withoutCoach,
            "flagged": ["yes": counts.flagged, "no": counts.notFlagged],
            "recruiting": ["yes": counts.recruiting, "no": counts.notRecruiting],
            "activityByDay": counts.days.map {
                ["date": $0.date, "label": $0.label, "count": $0.count, "height": $0.height] as [String: Any]
            },
        ]
    }

    private func inNameOrder(_ rows: [(id: String, name: String, count: Int)]) -> [[String: Any]] {
        rows.sorted { left, right in
            let (a, b) = (left.name.lowercased().unicodeScalars, right.name.lowercased().unicodeScalars)
            return a.elementsEqual(b)
                ? left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
                : a.lexicographicallyPrecedes(b)
        }.map { ["id": $0.id, "name": $0.name, "postCount": $0.count] }
    }

    /// The text of a cursor, as its documentation describes it: `f`, then time, id and CRC-32 in base64.
    private static func text(of cursor: BaselineFeedCursor) -> String {
        func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        }
        let content = bytes(UInt64(bitPattern: cursor.postDate), 8) + Array(cursor.id.string.utf8)
        var checksum: UInt32 = ~0
        for byte in Array("f".utf8) + content {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 0 ? 0 : 0xedb8_8320) }
        }
        let digits = Data(content + bytes(UInt64(~checksum), 4)).base64EncodedString()
        return "f"
            + digits.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
