import Foundation
import XCTest

@testable import CompassKernel

final class HeatMapTests: XCTestCase {
    private let now = instant("2026-11-10T12:00:00Z")

    private func filled(_ map: HeatMap) -> [String: Int] {
        var cells: [String: Int] = [:]
        for weekday in 0..<7 {
            for hour in 0..<24 where map[weekday: weekday, hour: hour] > 0 {
                cells["\(weekday) \(hour)"] = map[weekday: weekday, hour: hour]
            }
        }
        return cells
    }

    private func map(_ dates: [String], in identifier: String) throws -> [String: Int] {
        let posts = dates.enumerated().map { SamplePost("\($0)", $1) }
        return try filled(social(posts).heatMap(.all, asOf: now, in: systemZone(identifier)))
    }

    func testTheHourThatOccursTwiceCountsBoth() throws {
        // London leaves summer time on Sunday 2026-10-25 at 01:00 UTC: 00:30 and 01:30 UTC are both 01:30.
        let dates = [
            "2026-10-24T23:30:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z",
        ]
        XCTAssertEqual(try map(dates, in: "Europe/London"), ["0 0": 1, "0 1": 2, "0 2": 1])
    }

    func testTheHourThatIsSkippedStaysEmpty() throws {
        // London enters summer time on Sunday 2026-03-29 at 01:00 UTC: 01:30 UTC is 02:30.
        let dates = ["2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z"]
        XCTAssertEqual(try map(dates, in: "Europe/London"), ["0 0": 1, "0 2": 1])
    }

    func testAChangeByHalfAnHourInsideAnHour() throws {
        // Lord Howe goes back from 02:00 (+11) to 01:30 (+10:30) on Sunday 2026-04-05, at 15:00 UTC of the
        // day before.
        let dates = [
            "2026-04-04T14:20:00Z", "2026-04-04T14:45:00Z", "2026-04-04T15:10:00Z", "2026-04-04T15:29:00Z",
            "2026-04-04T15:30:00Z",
        ]
        // 01:20 and 01:45 (+11), 01:40 and 01:59 (+10:30), 02:00.
        XCTAssertEqual(try map(dates, in: "Australia/Lord_Howe"), ["0 1": 4, "0 2": 1])
    }

    func testEdgesOfHoursAndOfTheWeek() throws {
        let dates = [
            "2026-02-07T23:59:59.999999Z", "2026-02-08T00:00:00Z", "2026-02-08T00:59:59.999999Z",
            "2026-02-08T01:00:00Z", "1969-12-31T23:59:59.999999Z",
        ]
        // 2026-02-07 is a Saturday, 1969-12-31 a Wednesday.
        XCTAssertEqual(try map(dates, in: "UTC"), ["6 23": 1, "0 0": 2, "0 1": 1, "3 23": 1])
    }

    func testRandomPostsAgreeWithPlainCounting() throws {
        for identifier in ["UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"] {
            let zone = try systemZone(identifier)
            var random = SeededRandom()
            let posts = (0..<600).map { number in
                // Around the 2026 clock changes of New York and Lord Howe, and in dense groups.
                let center = ["2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z", "2026-04-04T15:00:00Z"][
                    number % 3]
                let micros = instant(center).micros + Int64(random.below(36_000) - 18_000) * 1_000_000
                return SamplePost("\(number)", text(micros), "s\(number % 2)", flagged: number % 3 == 0)
            }
            let social = try social(posts)
            for (filter, isKept) in [
                (PostFilter.all, { _ in true }), (.flagged, \.isFlagged),
                (.school("s1"), { $0.school == "s1" }),
            ] as [(PostFilter, (SamplePost) -> Bool)] {
                let expected = plainCounts(posts.filter(isKept), in: zone)
                let map = social.heatMap(.all, where: filter, asOf: now, in: zone)
                XCTAssertEqual(map.counts, expected, "\(identifier), \(random.label)")
                XCTAssertEqual(map.maximum, expected.joined().max())
            }
        }
    }

    func testPostsOfManyCenturiesAgreeWithPlainCounting() throws {
        for identifier in ["UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"] {
            let zone = try systemZone(identifier)
            var random = SeededRandom()
            // From the year 1700, before all offset changes, to 2900, when a rule repeats.
            let posts = (0..<600).map { number in
                let second = Int64(random.below(37_869_206_400)) - 8_520_336_000
                return SamplePost("\(number)", text(second * 1_000_000))
            }
            XCTAssertEqual(
                try social(posts).heatMap(.all, asOf: now, in: zone).counts, plainCounts(posts, in: zone),
                "\(identifier), \(random.label)")
        }
    }

    private func plainCounts(_ posts: [SamplePost], in zone: ZoneOffsets) -> [[Int]] {
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 24), count: 7)
        for post in posts {
            let timestamp = instant(post.date)
            let hour = Int(zone.microsOfDay(at: timestamp) / 3_600_000_000)
            counts[zone.civilDate(at: timestamp).weekday][hour] += 1
        }
        return counts
    }

    func testMapsOfAnyOtherShapeAreRefused() throws {
        func decode(_ rows: [[Int]]) throws -> HeatMap {
            try JSONDecoder().decode(HeatMap.self, from: JSONEncoder().encode(["counts": rows]))
        }
        let row = [Int](0..<24)
        for rows in [[], [row], Array(repeating: row, count: 8), Array(repeating: row, count: 6) + [[1]]] {
            XCTAssertThrowsError(try decode(rows)) { XCTAssertTrue($0 is DecodingError, "\($0)") }
        }
        let map = try decode(Array(repeating: row, count: 7))
        XCTAssertEqual(map[weekday: 6, hour: 23], 23)
        XCTAssertEqual(try JSONDecoder().decode(HeatMap.self, from: JSONEncoder().encode(map)), map)
    }

    func testRangesCutTheMap() throws {
        let social = try social([
            SamplePost("in", "2026-11-03T12:00:00Z"), SamplePost("out", "2026-11-03T11:59:59.999999Z"),
        ])
        // 2026-11-03 is a Tuesday.
        XCTAssertEqual(filled(social.heatMap(.last(days: 7), asOf: now, in: .utc)), ["2 12": 1])
        XCTAssertEqual(filled(social.heatMap(.all, asOf: now, in: .utc)), ["2 11": 1, "2 12": 1])
    }
}
