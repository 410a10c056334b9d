import XCTest

@testable import CompassKernel

final class RowsByIDTests: XCTestCase {
    func testTheIDsOfATableAreIndexedByNeed() throws {
        // More rows than the first change indexes, with ids that cannot be packed.
        let count = RowsByID.segmentRowCount * 2 + 5
        var builder = IdentifierColumnBuilder()
        for row in 0..<count { "id \(row)".withBytes { builder.append($0) } }
        let ids = builder.finish()
        var rows = RowsByID()
        for _ in 0..<5 {
            for row in [0, 1, count / 2, RowsByID.segmentRowCount, count - 6, count - 1] {
                XCTAssertEqual("id \(row)".withBytes { rows.row(of: $0, in: ids) }, row)
            }
            for id in ["", "id", "id -1", "id \(count)"] {
                XCTAssertNil(id.withBytes { rows.row(of: $0, in: ids) }, id)
            }
            rows.prepare(for: ids, segmentCount: 1)
        }
    }

    func testListsMapsAndMarksOfRowsKeepTheirCopies() {
        var (list, numbers, marks) = (BlockList<Int>(), NumbersByID(), RowMarks())
        XCTAssertTrue(list.isEmpty && numbers.isEmpty && marks.isEmpty)
        let rows = (0..<300).map { $0 * 97 }
        for (place, row) in rows.enumerated() {
            let before = (list, numbers, marks)
            list.append(row)
            numbers["\(row)"] = place
            marks.insert(row)
            XCTAssertEqual(before.0.count, place)
            XCTAssertNil(before.1["\(row)"])
            XCTAssertFalse(before.2.contains(row))
        }
        XCTAssertEqual((0..<list.count).map { list[$0] }, rows)
        XCTAssertEqual(rows.map { numbers["\($0)"] }, rows.indices.map { $0 })
        XCTAssertEqual((0..<40_000).filter { marks.contains($0) }, rows)
        numbers["0"] = nil
        list[64] = -1
        XCTAssertNil(numbers["0"])
        XCTAssertEqual(numbers.count, 299)
        XCTAssertEqual((list[63], list[64], list[65]).1, -1)
    }
}
