import XCTest

/// The number of rows is the environment's, or an error.
final class PerformanceRowsTests: XCTestCase {
    func testTenThousandRowsWhereNothingIsSet() throws {
        XCTAssertEqual(try PerformanceRows.count(in: [:]), 10_000)
    }

    func testNumbersWithinTheLimits() throws {
        for count in [1, 10_000, 1_000_000, 10_000_000] {
            XCTAssertEqual(try PerformanceRows.count(in: ["COMPASS_PERF_ROWS": String(count)]), count)
        }
    }

    func testAnythingElseIsRefused() {
        let unusable = [
            "", "0", "-1", "+10", "10000001", "99999999999999999999", "1e6", "1m", "10_000", " 10", "10 ",
            "ten",
            "1.5", "0x10", "١٠",
        ]
        for text in unusable {
            XCTAssertThrowsError(try PerformanceRows.count(in: ["COMPASS_PERF_ROWS": text]), text) { error in
                XCTAssertEqual(error as? PerformanceRows.UnusableSetting, .init(text: text))
                XCTAssert("\(error)".hasPrefix("COMPASS_PERF_ROWS=\(text):"), "\(error)")
            }
        }
    }
}
