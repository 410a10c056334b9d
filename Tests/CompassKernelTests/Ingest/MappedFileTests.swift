import Foundation
import XCTest

@testable import CompassKernel

final class MappedFileTests: XCTestCase {
    private var folder = ""

    override func setUpWithError() throws {
        folder = NSTemporaryDirectory() + "compass-kernel-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(atPath: folder) }

    private func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let path = folder + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func bytes(of path: String) throws -> [UInt8] {
        try MappedFile.mapping(path).withBytes { bytes throws(LoadError) in Array(bytes) }
    }

    private func failure(_ path: String) -> LoadError? {
        do throws(LoadError) {
            _ = try PostTable.load(contentsOf: path)
            return nil
        } catch {
            return error
        }
    }

    func testBytesOfFilesOfEverySizeAroundAPage() throws {
        for count in [0, 1, 2, 4095, 4096, 4097, 100_000] {
            let expected = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
            XCTAssertEqual(try bytes(of: write(expected, "file")), expected)
        }
    }

    func testMissingFileAndFolder() {
        XCTAssertEqual(failure(folder + "/none.json"), .missingFile(path: folder + "/none.json"))
        XCTAssertEqual(failure(""), .missingFile(path: ""))
        guard case .unreadableFile(folder, let reason)? = failure(folder) else {
            return XCTFail("\(String(describing: failure(folder)))")
        }
        XCTAssertTrue(reason.lowercased().contains("directory"), reason)
    }

    func testFileWithoutPermission() throws {
        let path = try write([0x5b, 0x5d], "secret.json")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        try XCTSkipIf(geteuid() == 0, "root may read every file")
        guard case .unreadableFile(path, _)? = failure(path) else {
            return XCTFail("\(String(describing: failure(path)))")
        }
    }

    func testAPathBelowAFileIsUnreadable() throws {
        let path = try write([], "file") + "/below.json"
        guard case .unreadableFile(path, _)? = failure(path) else {
            return XCTFail("\(String(describing: failure(path)))")
        }
    }

    func testEmptyFiles() throws {
        guard case .malformedDocument(let error)? = failure(try write([], "empty.json")) else {
            return XCTFail("an empty document is no array")
        }
        XCTAssertEqual(error.reason, .unexpectedEnd)
        XCTAssertEqual(error.byteOffset, 0)
        let lines = try PostTable.load(contentsOf: write([], "empty.ndjson"))
        XCTAssertEqual(lines.table.count, 0)
        XCTAssertEqual(lines.report.rows, 0)
    }

    func testLoadingAFileEqualsLoadingItsBytes() throws {
        let rows = (0..<200).map { postJSON("id-\($0)", "2026-01-01T00:00:\(10 + $0 % 50)Z") }
        let array = Array(("[" + rows.joined(separator: ",\n") + "]").utf8)
        let lines = Array(rows.joined(separator: "\n").utf8)
        for threads in [1, 3] {
            let options = pieces(of: 500, threads: threads)
            let file = try PostTable.load(contentsOf: write(array, "posts.json"), options: options)
            let memory = try PostTable.load(json: array)
            XCTAssertEqual(file.table.rows, memory.table.rows)
            XCTAssertEqual(file.report, memory.report)
            for name in ["posts.ndjson", "posts.jsonl"] {
                let file = try PostTable.load(contentsOf: write(lines, name), options: options)
                XCTAssertEqual(file.table.rows, memory.table.rows, name)
            }
            let named = try PostTable.load(contentsOf: write(lines, "posts.txt"), format: .ndjson)
            XCTAssertEqual(named.table.rows, memory.table.rows)
        }
    }

    func testTablesOutliveTheirFile() throws {
        let path = try write(Array("[\(postJSON("kept"))]".utf8), "posts.json")
        let table = try PostTable.load(contentsOf: path).table
        try FileManager.default.removeItem(atPath: path)
        XCTAssertEqual(table.rows.map(\.id), ["kept"])
    }

    func testAPipeIsReadToItsEnd() throws {
        for count in [0, 1, 3, 4000] {
            let path = folder + "/pipe-\(count)"
            XCTAssertEqual(mkfifo(path, 0o600), 0)
            let expected = Array(
                ("[" + (0..<count).map { postJSON("\($0)") }.joined(separator: ",") + "]").utf8)
            let writer = Thread {
                let handle = FileHandle(forWritingAtPath: path)
                // Written in two parts, so that the reader has to wait for the second.
                handle?.write(Data(expected.prefix(expected.count / 2)))
                handle?.write(Data(expected.dropFirst(expected.count / 2)))
                try? handle?.close()
            }
            writer.start()
            let (table, report) = try PostTable.load(contentsOf: path)
            XCTAssertEqual(table.count, count)
            XCTAssertEqual(report.rows, count)
        }
    }
}
