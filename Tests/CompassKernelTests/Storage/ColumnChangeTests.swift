import XCTest

@testable import CompassKernel

/// Columns that change, and flags that are converted to planes and back.
final class ColumnChangeTests: XCTestCase {
    func testFlagBytesOfPlanesAtEdges() {
        var random = SeededRandom()
        for count in edgeRowCounts {
            let flags = (0..<count).map { _ in UInt8(random.below(128)) }
            let planes = BitTransposition.planes(of: ColumnBuffer(flags), wanted: Array(0..<7))
            XCTAssertEqual(
                BitTransposition.bytes(of: planes, count: count).elements, flags, "\(count), \(random.label)")
        }
    }

    func testABufferIsCopiedOnlyWhileAnotherHasIt() {
        var column = ColumnBuffer([1, 2, 3] as [Int64])
        let first = column.address
        column.update { $0[0] = 7 }
        XCTAssertEqual(column.address, first, "nobody else has it")
        let copy = column
        column.update { $0[1] = 8 }
        XCTAssertEqual(copy.elements, [7, 2, 3])
        XCTAssertEqual(column.elements, [7, 8, 3])
        XCTAssertNotEqual(column.address, copy.address)
        var empty = ColumnBuffer<UInt8>()
        empty.update { _ in }
        XCTAssertEqual(empty.elements, [])
    }
}
