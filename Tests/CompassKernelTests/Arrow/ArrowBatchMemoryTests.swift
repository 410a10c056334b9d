import XCTest

@testable import CompassKernel

final class ArrowBatchMemoryTests: XCTestCase {
    /// Returns the rows of `columns` in batches of equal size.
    private func batches(_ columns: [ArrowColumn], of rowCount: Int) -> [ArrowBatch] {
        stride(from: 0, to: columns[0].rowCount, by: rowCount).map { first in
            var part = batch(columns)
            part.offset = first
            part.rowCount = min(rowCount, columns[0].rowCount - first)
            return part
        }
    }

    private func columns(_ rowCount: Int) -> [ArrowColumn] {
        let column = ArrowColumn.plain(
            "created_at", "tsu:UTC", [Int64?](repeating: 7, count: rowCount), null: 0)
        return batch(with: column).columns
    }

    /// Returns the number of rows for which memory is reserved after each batch.
    private func reservedRowCounts(_ batches: [ArrowBatch]) throws -> [Int] {
        var reader = ArrowPostReader()
        var counts: [Int] = []
        for batch in batches {
            try reader.read(batch)
            counts.append(reader.reservedRowCount)
        }
        return counts
    }

    func testManyBatchesReserveNoMoreThanColumnsThatGrow() throws {
        // One reservation per batch used five times as much memory, and 120 times with 100 batches.
        let columns = columns(120_000)
        let once = try reservedRowCounts(batches(columns, of: 120_000))
        let often = try reservedRowCounts(batches(columns, of: 30_000))
        XCTAssertLessThan(try XCTUnwrap(often.last), try XCTUnwrap(once.last) * 3 / 2)
    }

    func testColumnsMoveAFewTimesWhateverTheNumberOfBatches() throws {
        // Each batch of more than two samples would reserve memory. From 17,000 to 164,000 rows, a column
        // that grows by half grows six times.
        var reader = ArrowPostReader()
        var capacities: [Int] = []
        for batch in batches(columns(164_000), of: 16_400) {
            try reader.read(batch)
            if reader.reservedRowCount != capacities.last { capacities.append(reader.reservedRowCount) }
        }
        XCTAssertLessThanOrEqual(capacities.count, 7, "\(capacities)")
        for (before, after) in zip(capacities, capacities.dropFirst()) {
            XCTAssertGreaterThanOrEqual(after, before * 3 / 2)
        }
    }

    func testABatchThatOutweighsTheRowsBeforeIsReservedAtOnce() throws {
        let columns = columns(60_000)
        let all = batches(columns, of: 60_000)
        let small = batches(columns, of: 1_000)[0]
        let counts = try reservedRowCounts([small, all[0]])
        let once = try XCTUnwrap(try reservedRowCounts(all).last)
        XCTAssertLessThan(try XCTUnwrap(counts.last), once * 11 / 10)
    }
}
