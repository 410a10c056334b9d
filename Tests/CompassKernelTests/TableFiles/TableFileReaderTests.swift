import Foundation
import XCTest

@testable import CompassKernel

final class TableFileReaderTests: XCTestCase {
    private func write(_ path: String) throws {
        var writer = try TableFileWriter(path: path)
        try writer.append("a", ColumnBuffer((0..<25).map { UInt32($0) }))
        try writer.append("b", ColumnBuffer([7] as [Int64]))
        try writer.append("none", ColumnBuffer<UInt8>())
        try writer.append("later", version: 9, bytes: Array("skipped".utf8))
        try writer.finish(schemaHash: 5)
    }

    private func read(
        _ bytes: [UInt8], verify: TableFile.Verification = .read, schemaHash: UInt64 = 5
    ) throws(TableFileError) -> TableFileReader {
        guard !bytes.isEmpty, let region = MappedRegion(bytes) else {
            throw TableFileError(.truncated, path: "-", reason: "empty")
        }
        return try TableFileReader(region, path: "-", schemaHash: schemaHash, verify: verify)
    }

    private func kind(_ body: () throws -> Void) -> TableFileError.Kind? {
        do {
            try body()
            return nil
        } catch {
            return (error as? TableFileError)?.kind
        }
    }

    func testSectionsReadBackInPlace() throws {
        let folder = try TableFileFolder()
        let path = folder.file("some.compass")
        try write(path)
        for (copying, verify) in [(false, .read), (true, .all)] as [(Bool, TableFile.Verification)] {
            let region = try MappedRegion.opening(path, copying: copying)
            let reader = try TableFileReader(region, path: path, schemaHash: 5, verify: verify)
            XCTAssertEqual(reader.entries.map(\.name), ["a", "b", "none", "later"])
            XCTAssertEqual(reader.entries.map(\.byteOffset), [128, 320, 448, 512])
            let column: ColumnBuffer<UInt32> = try reader.column("a", count: 25, isRead: true)
            XCTAssertEqual(column.elements, (0..<25).map { UInt32($0) })
            XCTAssertEqual(try reader.column("b", of: Int64.self, isRead: true).elements, [7])
            XCTAssertEqual(try reader.column("none", of: UInt8.self, isRead: true).count, 0)
        }
        XCTAssertEqual(folder.names, ["some.compass"])
    }

    func testErrorsNameWhatIsWrong() throws {
        let folder = try TableFileFolder()
        let path = folder.file("some.compass")
        try write(path)
        let file = bytes(ofFile: path)
        let reader = try read(file)
        XCTAssertEqual(
            kind { _ = try reader.column("c", of: UInt8.self, isRead: false) }, .inconsistentSection)
        XCTAssertEqual(
            kind { _ = try reader.column("a", of: UInt8.self, isRead: false) }, .inconsistentSection)
        XCTAssertEqual(
            kind { _ = try reader.column("a", of: UInt32.self, count: 24, isRead: false) },
            .inconsistentSection)
        XCTAssertEqual(kind { _ = try reader.column("later", of: UInt8.self, isRead: false) }, .wrongVersion)
        XCTAssertEqual(kind { _ = try read(file, schemaHash: 6) }, .wrongSchema)
        XCTAssertEqual(kind { _ = try read(Array("{\"data\":[]}".utf8)) }, .wrongMagic)
        XCTAssertEqual(kind { _ = try read(Array(file.dropLast())) }, .truncated)
        XCTAssertEqual(kind { _ = try read(file + [0]) }, .truncated)
        var later = file
        later[8] = 2
        XCTAssertEqual(kind { _ = try read(later) }, .wrongVersion)
        var swapped = file
        swapped[12...15].reverse()
        XCTAssertEqual(kind { _ = try read(swapped) }, .wrongByteOrder)
        var changed = file
        changed[320] ^= 1
        let wrong = try read(changed)
        XCTAssertEqual(kind { _ = try wrong.column("b", of: Int64.self, isRead: true) }, .wrongChecksum)
        XCTAssertEqual(kind { _ = try read(changed, verify: .all) }, .wrongChecksum)
        let folderError = kind { _ = try MappedRegion.opening(folder.path, copying: false) }
        XCTAssertEqual(folderError, .unreadableFile)
        XCTAssertEqual(
            kind { _ = try MappedRegion.opening(folder.file("no"), copying: false) }, .missingFile)
        do {
            _ = try read(changed, verify: .all)
        } catch {
            XCTAssertEqual(
                "\(error)",
                "-: section b (byte 320): bytes of the section were changed; the file is damaged; load the "
                    + "tables from their source and save them again")
        }
    }

    func testEveryChangeOfTheFileIsFound() throws {
        let folder = try TableFileFolder()
        let path = folder.file("some.compass")
        try write(path)
        let file = bytes(ofFile: path)
        for place in file.indices {
            for bit in 0..<8 {
                var changed = file
                changed[place] ^= 1 << UInt8(bit)
                if kind({ _ = try read(changed, verify: .all) }) == nil { XCTFail("bit \(bit) of \(place)") }
                _ = try? read(changed)
            }
            if kind({ _ = try read(Array(file.prefix(place)), verify: .all) }) == nil {
                XCTFail("\(place) bytes")
            }
        }
        for count in 1...200 {
            for byte in [0, 0xff] as [UInt8] {
                let longer = file + [UInt8](repeating: byte, count: count)
                if kind({ _ = try read(longer) }) == nil { XCTFail("\(count) bytes more") }
            }
        }
        XCTAssertNil(kind { _ = try read(file, verify: .all) })
    }

    func testAFileWithoutSections() throws {
        let folder = try TableFileFolder()
        let path = folder.file("empty.compass")
        try TableFileWriter(path: path).finish(schemaHash: 5)
        let file = bytes(ofFile: path)
        XCTAssertEqual(file.count, TableFileLayout.minimumByteCount)
        XCTAssertEqual(try read(file, verify: .all).entries, [])
    }
}
