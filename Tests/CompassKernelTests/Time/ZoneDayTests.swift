import XCTest

@testable import CompassKernel

/// Days and offsets computed by hand.
final class ZoneDayTests: XCTestCase {
    private func expectDay(
        _ identifier: String, _ date: String, startsAt start: String, hours: Double,
        file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let zone = try systemZone(identifier)
        let first = zone.startOfDay(day(date))
        let next = zone.startOfDay(day(date).adding(days: 1))
        XCTAssertEqual(first, instant(start), "\(identifier) \(date)", file: file, line: line)
        XCTAssertEqual(
            Double(next.micros - first.micros) / 3_600e6, hours, "\(identifier) \(date)", file: file,
            line: line)
        if hours > 0 {
            XCTAssertEqual(zone.civilDate(at: first), day(date), file: file, line: line)
        }
    }

    func testOrdinaryDays() throws {
        try expectDay("UTC", "2026-02-10", startsAt: "2026-02-10T00:00:00Z", hours: 24)
        try expectDay("America/New_York", "2026-02-10", startsAt: "2026-02-10T05:00:00Z", hours: 24)
        try expectDay("Asia/Kolkata", "2026-02-10", startsAt: "2026-02-09T18:30:00Z", hours: 24)
        try expectDay("Pacific/Kiritimati", "2026-02-10", startsAt: "2026-02-09T10:00:00Z", hours: 24)
    }

    func testDaysOf23And25Hours() throws {
        try expectDay("America/New_York", "2026-03-08", startsAt: "2026-03-08T05:00:00Z", hours: 23)
        try expectDay("America/New_York", "2026-11-01", startsAt: "2026-11-01T04:00:00Z", hours: 25)
        try expectDay("Europe/London", "2026-03-29", startsAt: "2026-03-29T00:00:00Z", hours: 23)
        try expectDay("Europe/London", "2026-10-25", startsAt: "2026-10-24T23:00:00Z", hours: 25)
    }

    func testLordHoweChangesByHalfAnHour() throws {
        try expectDay("Australia/Lord_Howe", "2026-04-05", startsAt: "2026-04-04T13:00:00Z", hours: 24.5)
        try expectDay("Australia/Lord_Howe", "2026-10-04", startsAt: "2026-10-03T13:30:00Z", hours: 23.5)
    }

    func testTrollChangesByTwoHours() throws {
        try expectDay("Antarctica/Troll", "2026-03-29", startsAt: "2026-03-29T00:00:00Z", hours: 22)
        try expectDay("Antarctica/Troll", "2026-10-25", startsAt: "2026-10-24T22:00:00Z", hours: 26)
    }

    func testDaysWithoutMidnightStartAtTheFirstInstantThatExists() throws {
        // 00:00 becomes 01:00.
        try expectDay("America/Sao_Paulo", "2018-11-04", startsAt: "2018-11-04T03:00:00Z", hours: 23)
        try expectDay("Africa/Cairo", "2023-04-28", startsAt: "2023-04-27T22:00:00Z", hours: 23)
        let zone = try systemZone("America/Sao_Paulo")
        let start = ZonedTimestamp(zone.startOfDay(day("2018-11-04")), in: zone)
        XCTAssertEqual(start.description, "2018-11-04T01:00:00-02:00")
    }

    func testDaysWhoseLastHourIsRepeatedEndAtTheirOnlyMidnight() throws {
        // 24:00 becomes 23:00, so the next day's midnight occurs only after the repeated hour.
        try expectDay("America/Sao_Paulo", "2018-02-17", startsAt: "2018-02-17T02:00:00Z", hours: 25)
        try expectDay("Africa/Cairo", "2023-10-26", startsAt: "2023-10-25T21:00:00Z", hours: 25)
        try expectDay("Africa/Cairo", "2023-10-27", startsAt: "2023-10-26T22:00:00Z", hours: 24)
    }

    func testMidnightThatOccursTwiceIsTheFirst() throws {
        // 01:00 becomes 00:00.
        try expectDay("America/Havana", "2025-11-02", startsAt: "2025-11-02T04:00:00Z", hours: 25)
        // 00:01 becomes 23:01 of the day before: both midnights belong to the same day.
        try expectDay("America/St_Johns", "2006-10-29", startsAt: "2006-10-29T02:30:00Z", hours: 25)
    }

    func testSkippedDayIsEmpty() throws {
        try expectDay("Pacific/Apia", "2011-12-29", startsAt: "2011-12-29T10:00:00Z", hours: 24)
        try expectDay("Pacific/Apia", "2011-12-30", startsAt: "2011-12-30T10:00:00Z", hours: 0)
        try expectDay("Pacific/Apia", "2011-12-31", startsAt: "2011-12-30T10:00:00Z", hours: 24)
        try expectDay("Pacific/Kwajalein", "1993-08-21", startsAt: "1993-08-21T12:00:00Z", hours: 0)
    }

    func testHistoricOffsetsHaveSeconds() throws {
        let newYork = try systemZone("America/New_York")
        let lastOfMeanTime = instant("1883-11-18T16:59:59.999999Z")
        XCTAssertEqual(newYork.offsetSeconds(at: lastOfMeanTime), -17_762)
        XCTAssertEqual(newYork.offsetSeconds(at: instant("1883-11-18T17:00:00Z")), -18_000)
        XCTAssertEqual(newYork.offsetSeconds(at: Timestamp(micros: .min)), -17_762)
        XCTAssertEqual(
            ZonedTimestamp(lastOfMeanTime, in: newYork).description,
            "1883-11-18T16:59:59.999999Z")
        try expectDay("Africa/Monrovia", "1970-01-01", startsAt: "1970-01-01T00:44:30Z", hours: 24)
    }

    func testDaysBeforeTheEpochAreRoundedDown() throws {
        XCTAssertEqual(ZoneOffsets.utc.civilDate(at: Timestamp(micros: -1)), day("1969-12-31"))
        XCTAssertEqual(ZoneOffsets.utc.microsOfDay(at: Timestamp(micros: -1)), 86_399_999_999)
        let zone = try systemZone("America/New_York")
        XCTAssertEqual(zone.civilDate(at: instant("1960-01-01T04:59:59.999999Z")), day("1959-12-31"))
        XCTAssertEqual(zone.microsOfDay(at: instant("2026-02-10T14:30:00.25Z")), 34_200_250_000)
    }

    func testFarFutureFollowsTheRule() throws {
        // Sundays: the second of March 9999 is the 14th, the first of November the 7th.
        try expectDay("America/New_York", "9999-03-14", startsAt: "9999-03-14T05:00:00Z", hours: 23)
        try expectDay("America/New_York", "9999-11-07", startsAt: "9999-11-07T04:00:00Z", hours: 25)
        try expectDay("America/New_York", "99999-07-01", startsAt: "99999-07-01T04:00:00Z", hours: 24)
    }

    func testOffsetsRepeatEvery400YearsWhereverTheTableEnds() throws {
        let zone = try systemZone("Australia/Lord_Howe")
        let period: Int64 = 146_097
        for days in day("2100-01-01").daysSinceEpoch..<day("2520-01-01").daysSinceEpoch {
            let start = zone.startOfDay(CivilDate(daysSinceEpoch: days)).micros
            let later = zone.startOfDay(CivilDate(daysSinceEpoch: days + Int32(period))).micros
            guard later - start == period * 86_400_000_000 else { return XCTFail("day \(days)") }
        }
    }

    func testRunsOfDaysEqualSingleDays() throws {
        var random = TimeTestRandom()
        let starts = UnsafeMutableBufferPointer<Int64>.allocate(capacity: 400)
        defer { starts.deallocate() }
        for identifier in ["America/New_York", "Pacific/Apia", "Africa/Cairo", "Asia/Kolkata", "UTC"] {
            let zone = try systemZone(identifier)
            var firstDays = (0..<200).map { _ in Int32.random(in: -60_000...250_000, using: &random) }
            firstDays += (0..<50).map { _ in Int32.random(in: .min ... .max, using: &random) }
            firstDays += [.min, .max - 5, day("1883-11-10").daysSinceEpoch, -106_751_991, 106_751_900]
            for first in firstDays {
                let count = Int.random(in: 0...400, using: &random)
                starts.update(repeating: 42)
                zone.startsOfDays(from: CivilDate(daysSinceEpoch: first), count: count, into: starts)
                for index in 0..<starts.count {
                    let date = CivilDate(daysSinceEpoch: first).adding(days: index)
                    let expected = index < count ? zone.startOfDay(date).micros : 42
                    guard starts[index] == expected else {
                        return XCTFail("\(identifier) \(date), run from \(first), seed \(random.seed)")
                    }
                }
            }
        }
    }

    func testSpansCoverAllTimeWithoutGaps() throws {
        for identifier in ["America/New_York", "Pacific/Apia", "Asia/Kolkata", "UTC"] {
            let zone = try systemZone(identifier)
            var span = zone.offsetSpan(around: Timestamp(micros: .min))
            XCTAssertEqual(span.start.micros, .min)
            var spanCount = 1
            while span.end.micros != .max, spanCount < 2_000 {
                XCTAssertEqual(span.offsetSeconds, zone.offsetSeconds(at: span.start))
                XCTAssertEqual(
                    span.offsetSeconds, zone.offsetSeconds(at: Timestamp(micros: span.end.micros - 1)))
                let next = zone.offsetSpan(around: span.end)
                XCTAssertLessThanOrEqual(next.start, span.end)
                XCTAssertGreaterThan(next.end, span.end)
                span = next
                spanCount += 1
            }
        }
        let newYork = try systemZone("America/New_York").offsetSpan(around: instant("2026-02-10T00:00:00Z"))
        XCTAssertEqual(newYork.offsetSeconds, -18_000)
        XCTAssertEqual(newYork.start, instant("2025-11-02T06:00:00Z"))
        XCTAssertEqual(newYork.end, instant("2026-03-08T07:00:00Z"))
    }

    func testAbsurdDaysSaturate() throws {
        for zone in [ZoneOffsets.utc, try systemZone("America/New_York"), try systemZone("Pacific/Apia")] {
            XCTAssertEqual(zone.startOfDay(CivilDate(daysSinceEpoch: .max)).micros, .max)
            XCTAssertEqual(zone.startOfDay(CivilDate(daysSinceEpoch: .min)).micros, .min)
            XCTAssertEqual(zone.civilDate(at: Timestamp(micros: .max)).year, 294_247)
            XCTAssertEqual(zone.civilDate(at: Timestamp(micros: .min)).year, -290_308)
        }
    }
}
