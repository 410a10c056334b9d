import Foundation
import XCTest

@testable import CompassKernel

final class LinkedFeedJSONTests: XCTestCase {
    private let now = Timestamp(micros: 20_513 * 86_400_000_000)

    private func sampleSocial() throws -> SocialPosts {
        let schools: [String?] = ["a", "b", nil]
        let rows = (0..<150).map { number -> SamplePost in
            let sentiment = number % 4 == 0 ? nil : Sentiment.allCases[number % 4]
            return SamplePost(
                "\(number)", text(now.micros - Int64(number) * 7_000_000_000), schools[number % 3], sentiment,
                on: number % 5 == 0 ? .instagram : .twitter, recruiting: number % 2 == 0,
                flagged: number % 7 == 0)
        }
        return try social(rows, ["a": "Rice \\\"Owls\\\"", "b": "École"])
    }

    private func dictionary(_ json: Data) throws -> NSDictionary {
        try XCTUnwrap(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
    }

    func testTheWholeAnswer() throws {
        let social = try social([SamplePost("p", "2026-02-28T10:00:00Z", "s", .neutral, flagged: true)])
        let counts = social.linkedCounts(where: .recruiting, asOf: now, in: .utc, days: .last(1))
        let shares = [
            ("very_positive", "Very Positive"), ("positive", "Positive"), ("neutral", "Neutral"),
            ("negative", "Negative"),
        ].map { #"{"type":"\#($0.0)","label":"\#($0.1)","count":0,"percentage":0}"# }.joined(separator: ",")
        let expected =
            #"{"schemaVersion":1,"matchCount":0,"platforms":{"twitter":0,"instagram":0},"sentiments":[\#(shares)],"#
            + #""withoutSentiment":0,"schools":[{"id":"s","name":"Unknown School","postCount":0}],"#
            + #""withoutSchool":0,"coaches":[],"withoutCoach":0,"flagged":{"yes":0,"no":0},"recruiting":{"yes":0,"no":1},"#
            + #""activityByDay":[{"date":"2026-03-01","label":"Mar 1","count":0,"height":0}]}"#
        XCTAssertEqual(String(decoding: counts.json(), as: UTF8.self), expected)
    }

    func testTheWriterAndCodableAgree() throws {
        let social = try sampleSocial()
        let filters: [PostFilter] = [
            .all, .platform(.twitter) && .flagged, .school("a") && .sentiment([.neutral, .positive]),
            .search("1"), .recruiting && .recruiting(false),
        ]
        for filter in filters {
            let feed = social.linkedFeedPage(where: filter, asOf: now, in: .utc, pageSize: 4)
            for layout in [JSONLayout.compact, .indented] {
                let written = Data(feed.counts.json(layout: layout))
                XCTAssertEqual(
                    try dictionary(written), try dictionary(try JSONEncoder().encode(feed.counts)))
                XCTAssertEqual(try JSONDecoder().decode(LinkedCounts.self, from: written), feed.counts)
                let whole = Data(feed.json(layout: layout))
                XCTAssertEqual(try dictionary(whole), try dictionary(try JSONEncoder().encode(feed)))
                XCTAssertEqual(try JSONDecoder().decode(LinkedFeedPage.self, from: whole), feed)
            }
        }
    }

    func testALinkedFeedHasTheKeysOfThePageAndTheCounts() throws {
        let social = try sampleSocial()
        let feed = social.linkedFeedPage(where: .flagged, asOf: now, in: .utc, pageSize: 4)
        let answer = try dictionary(Data(feed.json()))
        let page = try dictionary(Data(feed.page.json()))
        for case let key as String in page.allKeys {
            XCTAssertEqual(answer[key] as? NSObject, page[key] as? NSObject, key)
        }
        XCTAssertEqual(answer["linked"] as? NSDictionary, try dictionary(Data(feed.counts.json())))
        XCTAssertEqual(answer.count, page.count + 1)
    }

    func testAnotherVersionOfTheContractIsRefused() throws {
        let social = try sampleSocial()
        let json = String(
            decoding: social.linkedCounts(asOf: now, in: .utc).json(), as: UTF8.self
        ).replacingOccurrences(of: #""schemaVersion":1"#, with: #""schemaVersion":2"#)
        XCTAssertThrowsError(try JSONDecoder().decode(LinkedCounts.self, from: Data(json.utf8)))
    }

    func testCSVNamesWhatHasNoSentimentOrSchoolByAnEmptyCell() throws {
        let social = try social([SamplePost("p", "2026-02-28T10:00:00Z")])
        let feed = social.linkedFeedPage(asOf: now, in: .utc, days: .last(1))
        let blocks = String(decoding: feed.page.csv(linked: feed.counts), as: UTF8.self)
            .components(separatedBy: "\r\n\r\n")
        XCTAssertEqual(blocks.count, 10)
        XCTAssertEqual(
            blocks[2],
            "id,coachId,schoolId,schoolName,platform,postUrl,postContent,postDate,relativeDate,authorHandle,"
                + "authorName,isRecruitingRelated,flaggedForReview,sentiment,notes\r\n"
                + "p,,,,twitter,,,2026-02-28T10:00:00+00:00,14h ago,,,false,false,,")
        XCTAssertTrue(blocks[4].hasSuffix("negative,0\r\n,1"), blocks[4])
        XCTAssertEqual(blocks[5], "schoolId,schoolName,count\r\n,,1")
        XCTAssertTrue(blocks.contains("coachId,coachName,count\r\n,,1"), "\(blocks)")
    }
}
