import XCTest

@testable import CompassKernel

final class TimelineAxisTests: XCTestCase {
    private static let names = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns months of equal width, starting in March 2021.
    private func months(_ count: Int) -> [TimelineMonth] {
        (0..<count).map { index in
            let (year, month) = (2021 + (index + 2) / 12, (index + 2) % 12)
            return TimelineMonth(
                key: "\(year)-\(month < 9 ? "0" : "")\(month + 1)", label: Self.names[month], year: year,
                left: 100 * Double(index) / Double(count), width: 100 / Double(count))
        }
    }

    private func labels(_ count: Int, width: Double) -> [String] {
        TimelineAxis(months(count), width: width, narrowestMonth: 4, narrowestYear: 5).headers
            .map { $0.year.isEmpty ? $0.label : "\($0.label) \($0.year)" }
    }

    func testMonthsAreNamedWhereTheyHaveRoom() {
        XCTAssertEqual(labels(4, width: 16), ["Mar 2021", "Apr", "May", "Jun"])
        XCTAssertEqual(
            labels(12, width: 48),
            ["Mar 2021", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan 2022", "Feb"])
    }

    func testNarrowMonthsAreNamedByQuartersAndHalfYears() {
        XCTAssertEqual(labels(12, width: 47), ["", "Apr 2021", "Jul", "Oct", "Jan 2022"])
        XCTAssertEqual(labels(12, width: 12), ["Mar 2021", "Jul", ""])
    }

    func testNarrowYearsAreNamedByTheirSteps() {
        // The range ends in the first months of the last step.
        XCTAssertEqual(labels(40, width: 20), ["2021", "2022", "2023", ""])
        XCTAssertEqual(labels(240, width: 40), ["2025", "2030", "2035", ""])
        XCTAssertEqual(labels(4_800, width: 20), ["2100", "2200", "2300", ""])
    }

    func testClippedMonthsLackRoomForTheirNames() {
        var months = months(4)
        months[0].width = 1
        months[3].width = 1
        let headers = TimelineAxis(months, width: 16, narrowestMonth: 4, narrowestYear: 5).headers
        XCTAssertEqual(headers.map(\.label), ["", "Apr", "May", ""])
        XCTAssertEqual(headers.map(\.year), ["", "2021", "", ""])
    }

    func testAnyNumberOfMonthsHasLabelsThatDoNotTouch() {
        for count in 0...400 {
            for width in [0.0, 1, 20, 55, 120, 650] {
                let axis = TimelineAxis(months(count), width: width, narrowestMonth: 4, narrowestYear: 5)
                let labeled = axis.headers.filter { !$0.label.isEmpty }
                for (left, right) in zip(labeled, labeled.dropFirst()) {
                    XCTAssertGreaterThanOrEqual(
                        (right.left - left.left) * width / 100, 4 - 1e-9, "\(count) months in \(width)")
                }
            }
        }
    }
}
