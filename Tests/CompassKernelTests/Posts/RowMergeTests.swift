import XCTest

@testable import CompassKernel

/// The order in which the rows of two levels are merged.
final class RowMergeTests: XCTestCase {
    /// Levels of up to four and three rows of few times and ids, with every choice of removed rows, merged in
    /// portions.
    func testEveryMergeOfSmallLevels() throws {
        let keys = (0..<6).map { (time: Int64(3 - $0 / 2), id: "\($0 % 2)") }
        for pattern in 0..<729 {
            // Each key belongs to neither level, to the earlier or to the later one.
            let owners = (0..<6).map { pattern / [1, 3, 9, 27, 81, 243][$0] % 3 }
            let (first, second) = (
                keys.indices.filter { owners[$0] == 1 }, keys.indices.filter { owners[$0] == 2 }
            )
            guard first.count <= 4, second.count <= 3 else { continue }
            var records = PostRecordsBuilder()
            for key in first + second {
                records.append(Post(id: keys[key].id, platform: .twitter, postDate: Timestamp(micros: 0)))
            }
            let list = PostRecordList([records.finish()])
            let earlier = level(first.map { keys[$0].time }, firstSlot: 0)
            let later = level(second.map { keys[$0].time }, firstSlot: first.count)
            for kept in 0..<(1 << first.count) {
                let removed = first.indices.filter { kept >> $0 & 1 == 0 }
                for step in 1...2 {
                    expect(
                        earlier, later, removed, list, step: step,
                        first.enumerated().filter { kept >> $0.offset & 1 != 0 }.map {
                            ($0.element, $0.offset)
                        },
                        second.enumerated().map { ($0.element, $0.offset) })
                }
            }
        }
    }

    /// Two ascending lists of different numbers below 6.
    func testEveryMergeOfNumbers() {
        for pattern in 0..<729 {
            let owners = (0..<6).map { pattern / [1, 3, 9, 27, 81, 243][$0] % 3 }
            let first = ColumnBuffer((0..<6).filter { owners[$0] == 1 }.map { UInt32($0) })
            let second = ColumnBuffer((0..<6).filter { owners[$0] == 2 }.map { UInt32($0) })
            let merged = RowMerge(first, second).merged(earlier: first.copy, later: second.copy)
            XCTAssertEqual(merged.elements, (0..<6).filter { owners[$0] != 0 }.map { UInt32($0) })
        }
    }

    private func level(_ times: [Int64], firstSlot: Int) -> PostTable {
        let codes = ColumnBuffer([UInt32](repeating: CodeDictionary.null, count: times.count))
        let rows = RowColumns(
            micros: ColumnBuffer(times), flags: ColumnBuffer([UInt8](repeating: 0, count: times.count)),
            schoolCodes: codes, coachCodes: codes,
            slots: PostSlots(sparse: ColumnBuffer(times.indices.map { UInt32(firstSlot + $0) })))
        return PostTable(rows, schools: .none, coaches: .none)
    }

    /// - Parameter kept: the keys of the rows of the earlier level that remain, and their rows; likewise
    ///   `added`.
    private func expect(
        _ earlier: PostTable, _ later: PostTable, _ removed: [Int], _ records: PostRecordList, step: Int,
        _ kept: [(key: Int, row: Int)], _ added: [(key: Int, row: Int)]
    ) {
        let rows = ColumnBuffer(removed.map { UInt32($0) })
        var merge = RowMerge()
        var end = 0
        repeat {
            end = min(later.rowCount, end + step)
            merge.advance(
                upTo: end, earlier: earlier, without: rows, later: RowColumns(later), records: records)
        } while end < later.rowCount
        XCTAssertEqual(merge.count, kept.count + added.count)
        let order = (kept.map { ($0.key, Int16($0.row)) } + added.map { ($0.key, Int16(100 + $0.row)) })
            .sorted { $0.0 < $1.0 }
        let merged = merge.merged(
            earlier: { range, target in for (place, row) in range.enumerated() { target[place] = Int16(row) }
            },
            later: { range, target in
                for (place, row) in range.enumerated() { target[place] = Int16(100 + row) }
            })
        XCTAssertEqual(merged.elements, order.map(\.1))
        XCTAssertEqual(
            merge.newRows(ofLater: false, ColumnBuffer(kept.map { UInt32($0.row) })).map { merged[Int($0)] },
            kept.map { Int16($0.row) })
        XCTAssertEqual(
            merge.newRows(ofLater: true, ColumnBuffer(added.map { UInt32($0.row) })).map { merged[Int($0)] },
            added.map { Int16(100 + $0.row) })
    }
}
