import Foundation
import TestRandom
import XCTest

@testable import CompassBaseline

/// The specified feed, the careful feed and the filter itself agree on data that all can read.
final class FeedAgreementTests: XCTestCase {
    private let pieces = [
        "a", "A", "e", "é", "e\u{301}", "É", "İ", "i", "ı", "ß", "Σ", "ς", " ", "  ", "\u{A0}", "👍", "👍🏽",
        "\u{301}",
        "\u{200B}", "각", "가", "\u{1D165}", "\u{302E}", "camp", "Camp",
    ]

    private func text(_ count: ClosedRange<Int>, using random: inout SplitMix64) -> String {
        (0..<Int.random(in: count, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    private func posts(_ count: Int, using random: inout SplitMix64) -> BaselinePosts {
        func maybe(_ text: String) -> BaselineText? {
            Int.random(in: 0..<4, using: &random) == 0 ? nil : BaselineText(text)
        }
        return BaselinePosts(
            (0..<count).map { index in
                BaselinePost(
                    id: BaselineText("\(UInt64.random(in: 0...9, using: &random))-\(index)"),
                    platform: Bool.random(using: &random) ? .twitter : .instagram,
                    postDate: 1_770_000_000_000_000 - Int64.random(in: 0...40, using: &random)
                        * 21_600_000_000,
                    schoolID: ["s1", "s2", "s3", nil].randomElement(using: &random) ?? nil,
                    postContent: maybe(text(0...8, using: &random)),
                    authorHandle: maybe(text(0...3, using: &random)),
                    authorName: maybe(text(0...3, using: &random)),
                    isRecruitingRelated: Bool.random(using: &random),
                    flaggedForReview: Bool.random(using: &random),
                    sentiment: Bool.random(using: &random)
                        ? nil : BaselineSentiment.allCases.randomElement(using: &random))
            })
    }

    private func filter(using random: inout SplitMix64) -> BaselineFilter {
        func sometimes<Value>(_ value: Value) -> Value? {
            Int.random(in: 0..<4, using: &random) == 0 ? value : nil
        }
        var filter = BaselineFilter()
        filter.platforms = sometimes([.twitter])
        filter.schoolIDs = sometimes(["s1", "s3"])
        filter.sentiments = sometimes([.positive, .negative])
        filter.flagged = sometimes(Bool.random(using: &random))
        filter.recruiting = sometimes(Bool.random(using: &random))
        filter.from = sometimes(BaselineDay(daysSinceEpoch: 20_480))
        filter.to = sometimes(BaselineDay(daysSinceEpoch: 20_484))
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            filter.searches.append(
                BaselineSearch(
                    BaselineText(text(0...3, using: &random)), ignoresAccents: Bool.random(using: &random),
                    findsAllWords: Bool.random(using: &random)))
        }
        return filter
    }

    func testGradesAndFilterAgree() throws {
        let environment = ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"]
        let seed = environment.flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let zone = try XCTUnwrap(TimeZone(identifier: "America/New_York"))
        let schoolsJSON = "[{\"id\":\"s1\",\"name\":\"Beta\"},{\"id\":\"s2\",\"name\":\"alpha\"}]"
        let schools = try BaselineLoader.schools(Array(schoolsJSON.utf8)).schools
        let specifiedSchools = try SpecifiedLoader.decodeSchools(Data(schoolsJSON.utf8))
        let now: Int64 = 1_770_000_100_000_000

        for round in 0..<150 {
            let posts = posts(Int.random(in: 0...40, using: &random), using: &random)
            let json = String(decoding: posts.tableJSON, as: UTF8.self)
                .replacingOccurrences(of: ".000000+00:00", with: "+00:00")
            let specified = SpecifiedLoader.inOrderOfQuery(try SpecifiedLoader.decodePosts(Data(json.utf8)))
            let filter = filter(using: &random)
            let failure = "COMPASS_TEST_SEED=\(seed), round \(round)"

            let expected = posts.rows.filter(filter.predicate(in: ZoneClock(zone: zone))).map(\.id)
            let feed = BaselineFeed(posts: posts, schools: schools)
            var seen: [BaselineText] = []
            var cursor: BaselineFeedCursor?
            repeat {
                let pageSize = Int.random(in: 1...12, using: &random)
                let careful = feed.page(
                    filter: filter, now: now, zone: zone, pageSize: pageSize, after: cursor)
                let page = SpecifiedFeed.page(
                    posts: specified, schools: specifiedSchools, filter: filter, now: now, zone: zone,
                    pageSize: pageSize, after: cursor)
                XCTAssertEqual(page, careful, failure)
                XCTAssertEqual(careful.matchCount, expected.count, failure)
                seen += careful.posts.map(\.id)
                cursor = careful.nextCursor
            } while cursor != nil && seen.count <= expected.count
            XCTAssertEqual(seen, expected, failure)

            let elsewhere = BaselineFeedCursor(
                postDate: now - Int64.random(in: 0...40, using: &random) * 21_600_000_000, id: "5")
            XCTAssertEqual(
                SpecifiedFeed.page(
                    posts: specified, schools: specifiedSchools, filter: filter, now: now, zone: zone,
                    after: elsewhere),
                feed.page(filter: filter, now: now, zone: zone, after: elsewhere), failure)
        }
    }
}
