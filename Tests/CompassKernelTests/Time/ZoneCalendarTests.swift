import Foundation
import XCTest

@testable import CompassKernel

/// Compares zones with the platform's calendar on every day from 1970 to 2100.
final class ZoneCalendarTests: XCTestCase {
    /// Days that a zone skipped when it crossed the date line. The platform's calendar has no such days
    /// either, but returns the start of a neighboring one; the start expected here is that of the following
    /// day, computed by hand.
    private static let skippedDays: [String: (day: String, startOfNextDay: String)] = [
        "Pacific/Apia": ("2011-12-30", "2011-12-30T10:00:00Z"),
        "Pacific/Kwajalein": ("1993-08-21", "1993-08-21T12:00:00Z"),
    ]

    private static let lastDay = CivilDate(year: 2100, month: 12, day: 31)!.daysSinceEpoch

    func testNewYork() throws { try expectAgreementOnEveryDay("America/New_York") }
    func testLondon() throws { try expectAgreementOnEveryDay("Europe/London") }
    func testSaoPaulo() throws { try expectAgreementOnEveryDay("America/Sao_Paulo") }
    func testKolkata() throws { try expectAgreementOnEveryDay("Asia/Kolkata") }
    func testLordHowe() throws { try expectAgreementOnEveryDay("Australia/Lord_Howe") }
    func testApia() throws { try expectAgreementOnEveryDay("Pacific/Apia") }
    func testCairo() throws { try expectAgreementOnEveryDay("Africa/Cairo") }
    func testUTC() throws { try expectAgreementOnEveryDay("UTC") }

    func testZonesWithUnusualRules() throws {
        for identifier in [
            "America/Havana", "Africa/Casablanca", "Asia/Jerusalem", "America/Nuuk", "Pacific/Kwajalein",
        ] {
            try expectAgreementOnEveryDay(identifier, withCivilDates: false)
        }
    }

    func testOffsetsOfRandomInstantsFarAway() throws {
        for identifier in [
            "America/New_York", "America/Nuuk", "Asia/Jerusalem", "Australia/Lord_Howe", "Europe/Dublin",
            "America/Santiago", "Antarctica/Troll",
        ] {
            let zone = try systemZone(identifier)
            let timeZone = try XCTUnwrap(TimeZone(identifier: identifier))
            var random = TimeTestRandom()
            for _ in 0..<20_000 {
                // From 1843, in local mean time, to 3237, by rule.
                let second = Int64.random(in: -4_000_000_000...40_000_000_000, using: &random)
                let platform = timeZone.secondsFromGMT(
                    for: Date(timeIntervalSince1970: Double(second)))
                let timestamp = Timestamp(micros: second * 1_000_000)
                guard zone.offsetSeconds(at: timestamp) == platform else {
                    return XCTFail("\(identifier) \(timestamp): not \(platform), seed \(random.seed)")
                }
            }
        }
    }

    private func expectAgreementOnEveryDay(_ identifier: String, withCivilDates: Bool = true) throws {
        let zone = try systemZone(identifier)
        let timeZone = try XCTUnwrap(TimeZone(identifier: identifier), "the platform lacks \(identifier)")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        func platformDay(at date: Date) -> CivilDate? {
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            return CivilDate(year: parts.year!, month: parts.month!, day: parts.day!)
        }
        let skipped = Self.skippedDays[identifier].map { (day($0.day), instant($0.startOfNextDay)) }
        let starts = UnsafeMutableBufferPointer<Int64>.allocate(capacity: Int(Self.lastDay) + 1)
        defer { starts.deallocate() }
        zone.startsOfDays(from: CivilDate(daysSinceEpoch: 0), count: starts.count, into: starts)

        for days in 0...Self.lastDay {
            let date = CivilDate(daysSinceEpoch: days)
            let start = zone.startOfDay(date)
            guard starts[Int(days)] == start.micros else {
                return XCTFail("\(identifier) \(date): a run of days has \(starts[Int(days)])")
            }
            if let skipped, skipped.0 == date {
                XCTAssertEqual(start, skipped.1)
                XCTAssertEqual(start, zone.startOfDay(date.adding(days: 1)))
                continue
            }
            let startDate = Date(timeIntervalSince1970: Double(start.micros) / 1e6)
            let noonDate = startDate.addingTimeInterval(43_200)
            guard calendar.startOfDay(for: noonDate) == startDate,
                timeZone.secondsFromGMT(for: startDate) == zone.offsetSeconds(at: start)
            else { return XCTFail("\(identifier) \(date): starts at \(start)") }
            guard withCivilDates else { continue }
            let noon = Timestamp(micros: start.micros + 43_200_000_000)
            let before = Timestamp(micros: start.micros - 1)
            guard zone.civilDate(at: start) == date, platformDay(at: startDate) == date,
                zone.civilDate(at: noon) == platformDay(at: noonDate),
                zone.civilDate(at: before) == platformDay(at: startDate.addingTimeInterval(-0.5))
            else { return XCTFail("\(identifier) \(date): civil dates around \(start)") }
        }
    }
}
