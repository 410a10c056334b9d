import XCTest

@testable import CompassKernel

final class ReportPeriodTests: XCTestCase {
    func testAPeriodMayBeOneDayButNotEndBeforeItBegins() throws {
        XCTAssertEqual(try ReportPeriod("2026-02-03", "2026-02-03").dayCount, 1)
        XCTAssertThrowsError(try ReportPeriod("2026-02-03", "2026-02-02")) { error in
            XCTAssertEqual("\(error)", "End date must be after start date")
        }
    }

    func testThePreviousPeriodHasAsManyDaysAndEndsTheDayBefore() throws {
        let cases = [
            ("2026-03-01", "2026-03-01", "2026-02-28", "2026-02-28"),
            ("2026-01-25", "2026-02-01", "2026-01-17", "2026-01-24"),
            ("2024-01-01", "2024-12-31", "2022-12-31", "2023-12-31"),
        ]
        for (from, to, previousFrom, previousTo) in cases {
            let period = try ReportPeriod(from, to)
            XCTAssertEqual(period.previous, try ReportPeriod(previousFrom, previousTo))
            XCTAssertEqual(period.previous.dayCount, period.dayCount)
        }
        let earliest = CivilDate(daysSinceEpoch: .min)
        XCTAssertEqual(try ReportPeriod(from: earliest, to: earliest).previous.from, earliest)
    }

    func testPresetsEndTodayInTheZone() throws {
        let now = instant("2026-03-02T03:00:00Z")
        let firstDays: [ReportPreset: String] = [
            .last7Days: "2026-02-22", .last30Days: "2026-01-30", .last90Days: "2025-12-01",
            .last6Months: "2025-09-02", .yearToDate: "2026-01-01", .lastYear: "2025-03-01",
        ]
        let newYork = try systemZone("America/New_York")
        for preset in ReportPreset.allCases {
            let first = try XCTUnwrap(firstDays[preset])
            XCTAssertEqual(
                preset.period(asOf: now, in: newYork), try ReportPeriod(first, "2026-03-01"), "\(preset)")
        }
        XCTAssertEqual(
            ReportPreset.last7Days.period(asOf: now, in: .utc), try ReportPeriod("2026-02-23", "2026-03-02"))
        XCTAssertEqual(
            ReportPreset.yearToDate.period(asOf: instant("2026-01-01T00:00:00Z"), in: .utc),
            try ReportPeriod("2026-01-01", "2026-01-01"))
    }
}
