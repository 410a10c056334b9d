import XCTest

@testable import CompassKernel

/// Counts of blocks of rows: which blocks are read, what they take, and sums that no double can hold.
final class ReportBlocksTests: XCTestCase {
    private func metrics(_ count: Int, type: (Int) -> Int = { _ in 0 }, _ value: (Int) -> Double?)
        -> MetricTable
    {
        MetricTable(
            (0..<count).map {
                PerformanceMetric(
                    id: "\($0)", type: "t\(type($0))",
                    time: .day(CivilDate(daysSinceEpoch: Int32($0 / 64))), value: value($0))
            })
    }

    private func bounds(_ days: ClosedRange<Int32>) throws -> PeriodBounds {
        PeriodBounds(
            try ReportPeriod(
                from: CivilDate(daysSinceEpoch: days.lowerBound),
                to: CivilDate(daysSinceEpoch: days.upperBound)), in: .utc)
    }

    /// Of rows in the order of time, only the blocks at the ends of a period are read.
    func testBlocksWithinAPeriodAreNotRead() throws {
        let table = metrics(64 * 40) { Double($0) }
        let times = BlockTimes(table.times, rowsPerBlock: 128)
        var runs: [String] = []
        times.forEachRun(in: try bounds(3...10)) { runs.append("\($0) \($1)") }
        XCTAssertEqual(runs, ["1..<2 false", "2..<5 true", "5..<6 false"])
        XCTAssertEqual(times.rows(5..<6), 640..<768)
        XCTAssertEqual(times.rows(19..<20), 2_432..<2_560)
    }

    /// The sums of the values before each block cancel to a value far below their last digits.
    func testSumsOfBlocksAreExact() throws {
        let values: [Double] = [1e300, 1e-300, -1e300, .leastNonzeroMagnitude]
        let table = metrics(64 * 8) { values[$0 / 64 % 4] }
        let blocks = try XCTUnwrap(MetricBlocks(table, rowsPerBlock: 64))
        let tally = MetricTally(table, in: [try bounds(0...2), try bounds(1...3)], blocks: blocks)
        let found = (0..<2).map { tally.report($0).summaries }
        XCTAssertEqual(found[0].map(\.mean), [1e-300 / 3])
        XCTAssertEqual(found[1].map(\.count), [192])
        XCTAssertEqual(found[0].map(\.max), [1e300])
        XCTAssertEqual(found[1].map(\.max), [1e-300])
        XCTAssertEqual(found[1].map(\.min), [-1e300])
    }

    func testValuesOfAllMagnitudesInManyBlocks() throws {
        let values: [Double] = [
            .greatestFiniteMagnitude, 1, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -1, 0,
        ]
        let table = metrics(512 * 40) { row in values[row / 512 % values.count] }
        let blocks = try XCTUnwrap(MetricBlocks(table))
        XCTAssertEqual(blocks.times.rowsPerBlock, 512)
        // Six blocks of 512 rows each are eight days.
        let tally = MetricTally(table, in: [try bounds(0...47), try bounds(8...55)], blocks: blocks)
        for period in 0..<2 {
            let summary = try XCTUnwrap(tally.report(period).summaries.first)
            XCTAssertEqual(summary.count, 6 * 512)
            // 512 units of the least double, divided by six times as many.
            XCTAssertEqual(summary.mean, (512 * .leastNonzeroMagnitude) / Double(6 * 512))
            XCTAssertEqual(summary.max, .greatestFiniteMagnitude)
            XCTAssertEqual(summary.min, -.greatestFiniteMagnitude)
        }
    }

    /// A type whose values are all zero has no digits, and one without values no summary.
    func testZerosAndNulls() throws {
        let table = metrics(63 * 8, type: { $0 % 3 }) { [0, nil, -0.5][$0 % 3] }
        let blocks = try XCTUnwrap(MetricBlocks(table, rowsPerBlock: 64))
        let report = MetricTally(table, in: [try bounds(1...5)], blocks: blocks).report(0)
        XCTAssertEqual(report.total, 5 * 64)
        XCTAssertEqual(report.summaries.map(\.type), ["t2", "t0"])
        XCTAssertEqual(report.summaries.map(\.mean), [-0.5, 0])
        XCTAssertEqual(report.summaries.map(\.min), [-0.5, 0])
        XCTAssertEqual(report.summaries[1].mean.sign, .plus)
    }

    func testFewRowsAndManyTypesHaveNoBlocks() {
        XCTAssertNil(MetricBlocks(metrics(4 * 512 - 1) { Double($0) }))
        XCTAssertNotNil(MetricBlocks(metrics(4 * 512) { Double($0) }))
        XCTAssertNil(MetricBlocks(.empty))
        XCTAssertNil(InteractionBlocks(.empty))
        XCTAssertNil(MetricBlocks(metrics(20_000, type: { $0 % 513 }) { Double($0) }))
    }

    /// At most two bytes a row, whatever the values and however many types there are.
    func testMemory() throws {
        let styles: [(Int) -> Double?] = [
            { Double($0 % 1_000) / 100 }, { _ in nil },
            { $0 % 2 == 0 ? .greatestFiniteMagnitude : .leastNonzeroMagnitude },
        ]
        for typeCount in [1, 8, 60, 300] {
            for rowCount in [2_048, 2_561, 20_001] {
                for (style, value) in styles.enumerated() {
                    let table = metrics(rowCount, type: { $0 % typeCount }, value)
                    guard let blocks = MetricBlocks(table) else { continue }
                    XCTAssertLessThanOrEqual(
                        blocks.byteCount, 2 * rowCount, "\(rowCount) rows, \(typeCount) types, \(style)")
                }
                let interactions = InteractionTable(
                    (0..<rowCount).map {
                        Interaction(
                            id: "\($0)", type: "\($0 % typeCount)", time: Timestamp(micros: Int64($0)))
                    })
                guard let blocks = InteractionBlocks(interactions) else { continue }
                XCTAssertLessThanOrEqual(
                    blocks.byteCount, 2 * rowCount, "\(rowCount) interactions, \(typeCount) types")
            }
        }
    }

    /// The least and the largest value of every run of up to 300 blocks: three levels of the tree.
    func testExtremesOfEveryRun() {
        let count = 300
        let values = (0..<count).map { Double($0 * 7_919 % 1_009) }
        let leaves = ColumnBuffer(values.flatMap { [$0, $0 + 1, -$0, $0 / 2] })
        let extremes = BlockExtremes(leaves, seriesCount: 2)
        for first in 0..<count {
            var wanted = [Double.infinity, -Double.infinity, Double.infinity, -Double.infinity]
            for end in first + 1...count {
                let value = values[end - 1]
                wanted = [
                    min(wanted[0], value), max(wanted[1], value + 1), min(wanted[2], -value),
                    max(wanted[3], value / 2),
                ]
                if (first + end) % 7 != 0, end != count, end > first + 40 { continue }
                var found = [Double.infinity, -Double.infinity, Double.infinity, -Double.infinity]
                extremes.forEachNode(covering: first..<end) { series, minimum, maximum in
                    found[2 * series] = min(found[2 * series], minimum)
                    found[2 * series + 1] = max(found[2 * series + 1], maximum)
                }
                XCTAssertEqual(found, wanted, "\(first)..<\(end)")
            }
        }
    }

    /// Copies share the blocks, and a report of other tables has blocks of its own.
    func testTheSecondReportCountsTheBlocks() throws {
        let table = metrics(5_000) { Double($0) }
        let reports = Reports.of(metrics: table)
        let copy = reports
        let period = try ReportPeriod("1970-01-01", "1970-02-01")
        let first = reports.page(period, in: .utc)
        XCTAssertEqual(first.sections.metrics.total, 32 * 64)
        XCTAssertEqual(copy.blockByteCount, 0)
        XCTAssertEqual(copy.page(period, in: .utc), first)
        XCTAssertGreaterThan(reports.blockByteCount, 0)
        XCTAssertEqual(reports.page(period, in: .utc), first)
        XCTAssertEqual(Reports.of(metrics: table).blockByteCount, 0)
    }

    /// What no period changes is counted by the first report, also if several threads make it.
    func testReportsAtOnceHaveTheSameSchoolsAndCoaches() throws {
        let coaches = CoachTable(
            (0..<100).map {
                Coach(
                    id: "\($0)", schoolID: "\($0 % 7)", responsivenessScore: Double($0)
                )
            })
        let schools = try SchoolDirectory.of([
            #""id": "1", "name": "A", "status": "offer""#, #""id": "2", "name": "B", "status": "offer""#,
        ])
        let table = metrics(500) { Double($0) }
        let periods = try (1...20).map {
            try ReportPeriod("1970-01-01", "1970-01-\($0 < 10 ? "0" : "")\($0)")
        }
        let expected = periods.map {
            Reports.of(schools: schools, coaches: coaches, metrics: table).page($0, in: .utc)
        }
        XCTAssertEqual(expected[0].sections.coaches.schoolCount, 7)
        XCTAssertEqual(expected[0].sections.coaches.meanResponsiveness, 49.5)
        XCTAssertEqual(expected[0].sections.schools.byStatus, [CategoryCount(name: "offer", count: 2)])
        let reports = Reports.of(schools: schools, coaches: coaches, metrics: table)
        DispatchQueue.concurrentPerform(iterations: periods.count) { number in
            XCTAssertEqual(reports.page(periods[number], in: .utc), expected[number])
        }
    }

    /// Blocks are counted only where a period's ends leave most of them whole.
    func testTablesInNoOrderHaveNoBlocks() throws {
        let count = SeededRandom.isThorough ? 40_000 : 24_000
        func table(_ day: (Int) -> Int, isInstant: (Int) -> Bool = { _ in false }) -> MetricTable {
            MetricTable(
                (0..<count).map { row in
                    let day = Int64(day(row))
                    return PerformanceMetric(
                        id: "\(row)", type: "t",
                        time: isInstant(row)
                            ? .instant(Timestamp(micros: day * 86_400_000_000))
                            : .day(CivilDate(daysSinceEpoch: Int32(day))), value: 1)
                })
        }
        let isMixed: (Int) -> Bool = { $0 % 3 == 0 }
        for isInstant in [{ _ in false }, { _ in true }, isMixed] {
            let sorted = table({ $0 / 40 }, isInstant: isInstant)
            XCTAssertNotNil(MetricBlocks(sorted))
            // One row that is centuries late does not make order of none, or none of order.
            XCTAssertNotNil(MetricBlocks(table({ $0 == 777 ? -90_000 : $0 / 40 }, isInstant: isInstant)))
            XCTAssertNil(MetricBlocks(table({ $0 * 7_919 % 1_000 }, isInstant: isInstant)))
            XCTAssertNil(
                MetricBlocks(table({ $0 == 777 ? -90_000 : $0 * 7_919 % 1_000 }, isInstant: isInstant)))
        }
        let times = BlockTimes(table { $0 * 7_919 % 1_000 }.times, rowsPerBlock: 512)
        XCTAssertEqual(times.cutShare, 1)
        XCTAssertLessThan(BlockTimes(table { $0 / 40 }.times, rowsPerBlock: 512).cutShare, 0.03)
        // All at one time: no end of a period lies between them.
        XCTAssertEqual(BlockTimes(table { _ in 5 }.times, rowsPerBlock: 512).cutShare, 0)
        // The differences of these exceed an `Int64`.
        let ends = BlockTimes(
            MetricTable(
                (0..<64).map {
                    PerformanceMetric(
                        id: "\($0)", type: "t",
                        time: .instant(Timestamp(micros: $0 % 2 == 0 ? -(7 << 60) : 7 << 60)), value: 1)
                }
            ).times, rowsPerBlock: 64)
        XCTAssertEqual(ends.cutShare, 1)
    }
}
