import Foundation
import TestRandom
import XCTest

@testable import CompassBaseline

/// The specified and the careful page agree on data that both can read.
final class SpecifiedAgreementTests: XCTestCase {
    private struct Case {
        let posts: String
        let schools: String
        let now: Int64
    }

    private let zones = [
        "UTC", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kolkata",
        "America/St_Johns",
    ]

    /// Posts around a transition of some zone, with texts of several offsets.
    private func randomCase(count: Int, using random: inout SplitMix64) throws -> Case {
        let transitions = [
            "2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z", "2018-11-04T03:00:00Z", "2018-02-18T02:00:00Z",
            "2011-12-30T10:00:00Z", "2026-04-04T15:00:00Z", "2006-10-29T02:31:00Z", "2026-01-15T00:00:00Z",
        ]
        let center = try BaselineTimestamp.micros(
            of: BaselineText(transitions.randomElement(using: &random) ?? ""))
        let now = center / 1_000_000 + Int64.random(in: -200_000...8_000_000, using: &random)
        let offsets = [("Z", 0), ("+00:00", 0), ("-05:00", -18_000), ("+05:30", 19_800), ("+14:00", 50_400)]
        let sentiments = [
            "\"very_positive\"", "\"positive\"", "\"neutral\"", "\"negative\"", "null", "\"odd\"",
        ]
        let rows = (0..<count).map { index in
            let second =
                Bool.random(using: &random)
                ? now - Int64.random(in: -100_000...9_000_000, using: &random)
                : center / 1_000_000 + Int64.random(in: -100...100, using: &random) * 1800
            let (suffix, offset) = offsets[Int.random(in: 0..<offsets.count, using: &random)]
            let local = second + Int64(offset)
            let day = BaselineDay(daysSinceEpoch: Int(floorDivided(local, by: 86_400)))
            let rest = Int(local) - day.daysSinceEpoch * 86_400
            let time = [rest / 3600, rest / 60 % 60, rest % 60].map { ($0 < 10 ? "0" : "") + String($0) }
            let school =
                ["\"s1\"", "\"s2\"", "\"s3\"", "\"s4\"", "\"\u{E9}\"", "\"e\u{301}\"", "null", "\"\""]
                .randomElement(using: &random) ?? "null"
            let recruiting = ["true", "false", "null"].randomElement(using: &random) ?? "null"
            return """
                {"id":"\(UInt64.random(in: 0...9, using: &random))-\(index)","school_id":\(school),
                "platform":"\(Bool.random(using: &random) ? "twitter" : "instagram")",
                "post_date":"\(day.text)T\(time.joined(separator: ":"))\(suffix)",
                "is_recruiting_related":\(recruiting),
                "sentiment":\(sentiments.randomElement(using: &random) ?? "null"),"post_content":"Text \(index)"}
                """
        }
        let schools = """
            [{"id":"s1","name":"beta"},{"id":"s2","name":""},{"id":"s3","name":"Unknown School"},
             {"id":"\u{E9}","name":"beta"}]
            """
        return Case(posts: "[\(rows.joined(separator: ","))]", schools: schools, now: now * 1_000_000)
    }

    func testBothGradesAgreeOnWholeSeconds() throws {
        let environment = ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"]
        let seed = environment.flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        for round in 0..<60 {
            let data = try randomCase(count: Int.random(in: 0...30, using: &random), using: &random)
            let careful = try BaselineLoader.posts(Array(data.posts.utf8)).posts
            let schools = try BaselineLoader.schools(Array(data.schools.utf8)).schools
            let specified = SpecifiedLoader.inOrderOfQuery(
                try SpecifiedLoader.decodePosts(Data(data.posts.utf8)))
            let specifiedSchools = try SpecifiedLoader.decodeSchools(Data(data.schools.utf8))

            let zone = try XCTUnwrap(TimeZone(identifier: zones[round % zones.count]))
            let ranges: [BaselineRange] = [.days(7), .days(30), .days(90), .all]
            let activities: [BaselineActivity] = [.sameAsRange, .days(3), .days(50), .every]
            let range = ranges[round % ranges.count]
            let activity = activities.randomElement(using: &random) ?? .every
            let limit = Int.random(in: 0...6, using: &random)
            let expected = BaselineAnalytics.page(
                posts: careful, schools: schools, range: range, now: data.now, zone: zone, topSchools: limit,
                recentPosts: limit, activity: activity)
            let page = SpecifiedAnalytics.page(
                posts: specified, schools: specifiedSchools, range: range, now: data.now, zone: zone,
                topSchools: limit, recentPosts: limit, activity: activity)
            XCTAssertEqual(
                page, expected,
                "COMPASS_TEST_SEED=\(seed), round \(round), \(zone.identifier), now \(data.now)")
        }
    }
}
