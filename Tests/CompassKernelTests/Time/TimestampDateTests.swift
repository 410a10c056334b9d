import Foundation
import XCTest

@testable import CompassKernel

final class TimestampDateTests: XCTestCase {
    func testInstantsSurviveTheWayThroughADate() {
        var random = TimeTestRandom()
        let range = instant("1934-01-01T00:00:00Z").micros...instant("2068-01-01T00:00:00Z").micros
        for _ in 0..<10_000 {
            let timestamp = Timestamp(micros: Int64.random(in: range, using: &random))
            let seconds = timestamp.secondsSinceReferenceDate
            XCTAssertEqual(
                Timestamp(secondsSinceReferenceDate: seconds), timestamp, "seed \(random.seed)")
        }
    }

    func testSecondsAreThoseOfFoundation() {
        let timestamp = instant("2026-02-10T14:30:00.25Z")
        XCTAssertEqual(
            Date(timeIntervalSinceReferenceDate: timestamp.secondsSinceReferenceDate),
            Date(timeIntervalSince1970: 1_770_733_800.25))
        XCTAssertEqual(Timestamp(secondsSinceReferenceDate: 0), instant("2001-01-01T00:00:00Z"))
        XCTAssertEqual(Timestamp(secondsSinceReferenceDate: -0.000_000_1), instant("2001-01-01T00:00:00Z"))
    }

    func testDatesOutOfReachAreTheFirstOrLastInstant() {
        for seconds in [1e13, 1e300, .infinity] {
            XCTAssertEqual(Timestamp(secondsSinceReferenceDate: seconds).micros, .max)
            XCTAssertEqual(Timestamp(secondsSinceReferenceDate: -seconds).micros, .min)
        }
        XCTAssertEqual(Timestamp(secondsSinceReferenceDate: .nan).micros, .min)
    }
}
