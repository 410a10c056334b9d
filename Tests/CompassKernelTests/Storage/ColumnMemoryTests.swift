import XCTest

@testable import CompassKernel

final class ColumnMemoryTests: XCTestCase {
    /// Blocks of these sizes are zeroed in different ways; recycled ones as well.
    func testZerosOfRecycledBlocks() {
        for byteCount in [0, 1, 8, 1 << 14 - 1, 1 << 14, 1 << 21 - 1, 1 << 21] {
            for _ in 0..<3 {
                let count = max(byteCount, 8)
                let memory = ColumnMemory.allocateZeros(byteCount: byteCount)
                let bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
                XCTAssertTrue(bytes.allSatisfy { $0 == 0 }, "\(byteCount) bytes")
                memset(memory, 0xff, count)
                ColumnMemory.deallocate(memory)
            }
        }
    }
}
