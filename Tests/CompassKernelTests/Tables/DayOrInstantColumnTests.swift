import XCTest

@testable import CompassKernel

final class DayOrInstantColumnTests: XCTestCase {
    private let values: [DayOrInstant?] = [
        nil, .day(CivilDate(daysSinceEpoch: -1)), .instant(Timestamp(micros: 5)),
    ]

    private func column(_ values: [DayOrInstant?]) -> DayOrInstantColumn {
        let numbers = values.map { value -> Int64 in
            switch value {
            case .day(let day): Int64(day.daysSinceEpoch)
            case .instant(let instant): instant.micros
            case nil: 0
            }
        }
        let days = values.map { if case .day = $0 { true } else { false } }
        return DayOrInstantColumn(
            ColumnBuffer(numbers), days: RowSet(BitColumn(days)),
            valid: RowSet(BitColumn(values.map { $0 != nil })))
    }

    /// Tests all columns of up to three rows and all subsets of their rows.
    func testColumnsGiveTheirValuesBack() {
        var columns: [[DayOrInstant?]] = [[]]
        for _ in 0..<3 { columns += columns.flatMap { column in values.map { column + [$0] } } }
        for wanted in columns {
            let column = column(wanted)
            XCTAssertEqual(wanted.indices.map { column[$0] }, wanted)
            XCTAssertEqual(column.checkInvariants(), [])
            for chosen in 0..<1 << wanted.count {
                let permutation = wanted.indices.filter { chosen >> $0 & 1 != 0 }.map(UInt32.init)
                let gathered = permutation.withUnsafeBufferPointer { column.gathered($0) }
                XCTAssertEqual(gathered.checkInvariants(), [])
                XCTAssertEqual(gathered.count, permutation.count)
                XCTAssertEqual(
                    (0..<gathered.count).map { gathered[$0] }, permutation.map { wanted[Int($0)] })
            }
        }
    }

    func testBitmapsAreLeftOutWhereAllRowsAreAlike() {
        let instants = column([values[2], values[2]])
        XCTAssertEqual(instants.byteCount, 16)
        XCTAssertEqual(instants.instant(1)?.micros, 5)
        XCTAssertEqual(column([values[1], values[1]]).byteCount, 16)
        XCTAssertEqual(column([nil, nil]).byteCount, 0)
        XCTAssertGreaterThan(column([values[1], values[2]]).byteCount, 16)
    }
}
