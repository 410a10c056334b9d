import Foundation
import XCTest

@testable import CompassKernel

final class MappedColumnTests: XCTestCase {
    func testUpdatesCopyAndTheFileStays() throws {
        let folder = try TableFileFolder()
        let path = folder.file("some.compass")
        var writer = try TableFileWriter(path: path)
        try writer.append("a", ColumnBuffer([1, 2, 3] as [UInt32]))
        try writer.finish(schemaHash: 0)
        let before = bytes(ofFile: path)
        for copying in [false, true] {
            var column = try column(path, copying: copying)
            XCTAssertEqual(column.elements, [1, 2, 3])
            column.update { $0[1] = 9 }
            XCTAssertEqual(column.elements, [1, 9, 3])
            // The copy is the column's own.
            let address = column.withBuffer { $0.baseAddress }
            column.update { $0[0] = 8 }
            XCTAssertEqual(column.withBuffer { $0.baseAddress }, address)
        }
        XCTAssertEqual(bytes(ofFile: path), before)
    }

    func testAMappedColumnOutlivesItsFile() throws {
        let folder = try TableFileFolder()
        let path = folder.file("some.compass")
        func save(_ number: UInt32) throws {
            var writer = try TableFileWriter(path: path)
            try writer.append("a", ColumnBuffer([UInt32](repeating: number, count: 100_000)))
            try writer.finish(schemaHash: 0)
        }
        try save(1)
        let first = try column(path, copying: false)
        try save(2)
        let second = try column(path, copying: false)
        try FileManager.default.removeItem(atPath: path)
        XCTAssertEqual(Set(first.elements), [1])
        XCTAssertEqual(Set(second.elements), [2])
    }

    private func column(_ path: String, copying: Bool) throws -> ColumnBuffer<UInt32> {
        let region = try MappedRegion.opening(path, copying: copying)
        return try TableFileReader(region, path: path, schemaHash: 0, verify: .read)
            .column("a", isRead: true)
    }
}
