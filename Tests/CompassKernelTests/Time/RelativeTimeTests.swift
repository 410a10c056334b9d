import XCTest

@testable import CompassKernel

final class RelativeTimeTests: XCTestCase {
    private let now = instant("2026-03-10T12:00:00Z")

    private func text(microsAgo: Int64, in zone: ZoneOffsets = .utc) -> String {
        RelativeTime(of: Timestamp(micros: now.micros - microsAgo), asOf: now, in: zone).description
    }

    func testTextsOnBothSidesOfEachBound() {
        let second: Int64 = 1_000_000
        let cases: [(micros: Int64, text: String)] = [
            (0, "just now"), (60 * second - 1, "just now"), (60 * second, "1m ago"),
            (120 * second - 1, "1m ago"), (120 * second, "2m ago"), (3_600 * second - 1, "59m ago"),
            (3_600 * second, "1h ago"), (7_200 * second - 1, "1h ago"), (86_400 * second - 1, "23h ago"),
            (86_400 * second, "1d ago"), (7 * 86_400 * second - 1, "6d ago"),
            (7 * 86_400 * second, "Mar 3"), (36 * 86_400 * second, "Feb 2"),
            (365 * 86_400 * second, "Mar 10"),
        ]
        for (micros, text) in cases { XCTAssertEqual(self.text(microsAgo: micros), text, "\(micros)") }
    }

    func testEveryWholeNumber() {
        for minute in 1...59 { XCTAssertEqual(text(microsAgo: Int64(minute) * 60_000_000), "\(minute)m ago") }
        for hour in 1...23 { XCTAssertEqual(text(microsAgo: Int64(hour) * 3_600_000_000), "\(hour)h ago") }
        for day in 1...6 { XCTAssertEqual(text(microsAgo: Int64(day) * 86_400_000_000), "\(day)d ago") }
    }

    func testNumbersThatACallerMadeUp() {
        for count in [Int.min, -1, 0, 7, 24, 60, 1_000, .max] {
            XCTAssertEqual(RelativeTime.minutes(count).description, "\(count)m ago")
            XCTAssertEqual(RelativeTime.hours(count).description, "\(count)h ago")
            XCTAssertEqual(RelativeTime.days(count).description, "\(count)d ago")
        }
    }

    func testTheFutureIsJustNow() {
        for micros: Int64 in [1, 60_000_000, 86_400_000_000, .max - now.micros] {
            XCTAssertEqual(text(microsAgo: -micros), "just now")
        }
    }

    /// Seven days are 168 hours, even if one of them has only 23.
    func testDaysHave24HoursAndDatesAreTheZones() throws {
        let zone = try systemZone("America/New_York")
        XCTAssertEqual(text(microsAgo: 7 * 86_400_000_000 - 1, in: zone), "6d ago")
        let late = instant("2026-03-01T03:30:00Z")
        XCTAssertEqual(RelativeTime(of: late, asOf: now, in: zone).description, "Feb 28")
        XCTAssertEqual(RelativeTime(of: late, asOf: now, in: .utc).description, "Mar 1")
    }

    func testInstantsFarApart() {
        let first = Timestamp(micros: .min)
        let last = Timestamp(micros: .max)
        XCTAssertEqual(RelativeTime(of: last, asOf: first, in: .utc), .justNow)
        guard case .date = RelativeTime(of: first, asOf: last, in: .utc) else {
            return XCTFail("no date at the other end of time")
        }
    }
}
