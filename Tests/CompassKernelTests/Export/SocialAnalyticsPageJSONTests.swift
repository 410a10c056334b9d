import Foundation
import XCTest

@testable import CompassKernel

final class SocialAnalyticsPageJSONTests: XCTestCase {
    func testKeysAndOrderOfAnEmptyPage() throws {
        let (posts, _) = try PostTable.load(json: Array("[]".utf8))
        let page = posts.bound(to: .empty).analyticsPage(
            .all, asOf: instant("2026-03-01T12:00:00Z"), in: .utc, days: .last(1))
        let summary =
            #"{"totalPosts":0,"recruitingPosts":0,"recruitingPercentage":0,"positivePosts":0,"#
            + #""positivePercentage":0,"analyzedPosts":0,"activeSchools":0}"#
        let shares = [
            ("very_positive", "Very Positive"), ("positive", "Positive"), ("neutral", "Neutral"),
            ("negative", "Negative"),
        ].map { #"{"type":"\#($0.0)","label":"\#($0.1)","count":0,"percentage":0}"# }.joined(separator: ",")
        let expected =
            #"{"schemaVersion":1,"range":{"kind":"all","from":null,"days":null},"summary":\#(summary),"#
            + #""sentiment":[\#(shares)],"noSentimentData":true,"platforms":{"twitter":0,"instagram":0},"#
            + #""activityByDay":[{"date":"2026-03-01","label":"Mar 1","count":0,"height":0}],"topSchools":[],"#
            + #""topCoaches":[],"recentRecruitingPosts":[],"previous":null,"heatMap":null}"#
        XCTAssertEqual(String(decoding: page.json(), as: UTF8.self), expected)
    }

    func testMissingValuesOfAPostAreNull() throws {
        let row =
            #"[{"id":"p","platform":"twitter","post_date":"2026-02-28T10:00:00Z","is_recruiting_related":true}]"#
        let (posts, _) = try PostTable.load(json: Array(row.utf8))
        let page = posts.bound(to: .empty).analyticsPage(
            .last(days: 7), asOf: instant("2026-03-01T12:00:00Z"), in: .utc, comparison: true)
        let text = String(decoding: page.json(), as: UTF8.self)
        let post =
            #"{"id":"p","platform":"twitter","authorHandle":null,"authorName":null,"#
            + #""postDate":"2026-02-28T10:00:00+00:00","postContent":null,"schoolId":null}"#
        XCTAssertTrue(text.contains(post), text)
        XCTAssertTrue(
            text.contains(#""range":{"kind":"7","from":"2026-02-22T12:00:00+00:00","days":7}"#), text)
        XCTAssertTrue(text.contains(#""previous":{"totalPosts":0,"#), text)
    }

    func testTheWriterAndCodableAgreeOnRandomPages() throws {
        var samples = PageSamples()
        for round in 0..<300 {
            let page = samples.page()
            let encoded = try JSONEncoder().encode(page)
            for layout in [JSONLayout.compact, .indented] {
                let written = Data(page.json(layout: layout))
                XCTAssertEqual(
                    try dictionary(written), try dictionary(encoded), "seed \(samples.seed), round \(round)")
                XCTAssertEqual(
                    try JSONDecoder().decode(SocialAnalyticsPage.self, from: written), page,
                    "seed \(samples.seed), round \(round)")
            }
            XCTAssertEqual(
                try JSONDecoder().decode(SocialAnalyticsPage.self, from: encoded), page,
                "seed \(samples.seed), round \(round)")
        }
    }

    func testTheWriterAndCodableAgreeOnEveryRangeOfRealRows() throws {
        let rows = (0..<200).map { index in
            """
            {"id":"\(index)","platform":"\(index % 3 == 0 ? "twitter" : "instagram")",\
            "post_date":"2026-0\(1 + index % 2)-\(10 + index % 18)T0\(index % 10):00:00.\(index)Z",\
            "school_id":\(index % 7 == 0 ? "null" : "\"s\(index % 7)\""),"post_content":"\\ud83d\\ude4c \\"\(index)\\"",\
            "is_recruiting_related":\(index % 4 == 0),"sentiment":\(index % 5 == 0 ? "null" : "\"neutral\"")}
            """
        }
        let (posts, _) = try PostTable.load(json: Array("[\(rows.joined(separator: ","))]".utf8))
        let social = posts.bound(to: .empty)
        let now = instant("2026-03-01T12:00:00Z")
        let zone = try systemZone("America/New_York")
        for range in [AnalyticsRange.last(days: 7), .last(days: 30), .last(days: 90), .all] {
            let page = social.analyticsPage(range, asOf: now, in: zone, days: .every, comparison: true)
            XCTAssertEqual(try dictionary(Data(page.json())), try dictionary(try JSONEncoder().encode(page)))
            XCTAssertEqual(try JSONDecoder().decode(SocialAnalyticsPage.self, from: Data(page.json())), page)
        }
    }

    func testTheHeatMapIsThereWhenItIsGiven() throws {
        var samples = PageSamples()
        let heatMap = samples.heatMap()
        var page = samples.page()
        page.heatMap = heatMap
        let parsed = try dictionary(Data(page.json()))
        let counts = (parsed["heatMap"] as? [String: [[Int]]])?["counts"]
        XCTAssertEqual(counts, heatMap.counts, "seed \(samples.seed)")
        let data = try JSONEncoder().encode(page)
        XCTAssertEqual(try JSONDecoder().decode(SocialAnalyticsPage.self, from: data), page)
    }

    func testAnotherVersionOfTheContractIsRefused() {
        var samples = PageSamples()
        let text = String(decoding: samples.page().json(), as: UTF8.self)
        let other = text.replacingOccurrences(of: #"{"schemaVersion":1,"#, with: #"{"schemaVersion":2,"#)
        XCTAssertThrowsError(try JSONDecoder().decode(SocialAnalyticsPage.self, from: Data(other.utf8)))
    }

    private func dictionary(_ data: Data) throws -> NSDictionary {
        try XCTUnwrap(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
    }
}
