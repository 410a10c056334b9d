import XCTest

@testable import CompassKernel

final class BitTranspositionTests: XCTestCase {
    private func expectPlanes(_ flags: [UInt8], _ planes: [Int], _ label: String) {
        let columns = BitTransposition.planes(of: ColumnBuffer(flags), wanted: planes)
        XCTAssertEqual(columns.count, planes.count, label)
        for (column, plane) in zip(columns, planes) {
            XCTAssertEqual(column.count, flags.count, label)
            XCTAssertEqual(column.checkInvariants(), [], label)
            for row in flags.indices where column[row] != (flags[row] >> UInt8(plane) & 1 != 0) {
                return XCTFail("row \(row), plane \(plane) of \(label)")
            }
        }
    }

    func testEveryByteAtEveryPlaceOfAGroup() {
        for place in 0..<8 {
            for byte in UInt8.min...UInt8.max {
                var flags = [UInt8](repeating: 0, count: 8)
                flags[place] = byte
                expectPlanes(flags, Array(0..<8), "\(byte) at \(place)")
            }
        }
        expectPlanes(Array(UInt8.min...UInt8.max), Array(0..<8), "all bytes")
    }

    func testEveryLengthAroundGroupsAndWords() {
        var random = SeededRandom()
        for count in Array(0...20) + Array(55...73) + Array(120...136) {
            let flags = (0..<count).map { _ in UInt8(random.below(256)) }
            expectPlanes(flags, Array(0..<8), "\(count) rows, \(random.label)")
            expectPlanes([UInt8](repeating: 0xff, count: count), Array(0..<8), "\(count) rows of ones")
        }
    }

    func testOnlyWantedPlanesInTheirOrder() {
        expectPlanes([1, 2, 4, 8, 16, 32, 64, 128, 255, 0], [7, 0, 3], "three planes")
        expectPlanes([1, 2, 3], [], "no plane")
    }
}
