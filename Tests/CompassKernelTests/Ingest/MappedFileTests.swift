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

    private func lines(_ range: Range<Int>, of path: String) throws -> (bytes: [UInt8], byteOffset: Int) {
        let file = try MappedFile.mapping(path, lines: range)
        let byteOffset = file.byteOffset
        return try file.withBytes { bytes throws(LoadError) in (Array(bytes), byteOffset) }
    }

    func testPartsHaveTheLinesThatBeginInThem() throws {
        for text in ["", "\n", "a", "a\n", "\n\n", "ab\n\ncde\nf", "ab\ncd\n"] {
            let bytes = Array(text.utf8)
            let path = try write(bytes, "lines")
            let starts = bytes.indices.filter { $0 == 0 || bytes[$0 - 1] == 0x0a }
            for from in 0...bytes.count + 1 {
                for to in from...bytes.count + 1 {
                    let inside = starts.filter { from..<to ~= $0 }
                    let end = starts.first { $0 >= to } ?? bytes.count
                    let part = try lines(from..<to, of: path)
                    // With the line break before them.
                    let start = inside.first.map { max($0 - 1, 0) }
                    XCTAssertEqual(part.bytes, start.map { Array(bytes[$0..<end]) } ?? [])
                    if let start { XCTAssertEqual(part.byteOffset, start) }
                }
            }
        }
    }

    /// Positions around the edges of pages, and of the buffer in which line feeds are searched.
    func testPartsOfLargeFiles() throws {
        let lineLengths = [4_096, 1, 4_095, 70_000, 66_000, 2, 8_192]
        let bytes = lineLengths.flatMap { [UInt8](repeating: 0x61, count: $0 - 1) + [0x0a] }
        let path = try write(bytes, "lines")
        var start = 0
        for length in lineLengths {
            for range in [start..<start + 1, start..<start + length] {
                let part = try lines(range, of: path)
                XCTAssertEqual(part.byteOffset, max(start - 1, 0))
                XCTAssertEqual(part.bytes.count, length + min(start, 1))
            }
            // From the second byte on, the line belongs to the range before.
            if length > 1 { XCTAssertEqual(try lines(start + 1..<start + length, of: path).bytes, []) }
            start += length
        }
        XCTAssertEqual(try lines(0..<Int.max, of: path).bytes, bytes)
        XCTAssertEqual(try lines(bytes.count..<Int.max, of: path).bytes, [])
    }

    func testOnlyFilesOfLinesHaveParts() throws {
        var options = LoadOptions()
        options.byteRange = 0..<10
        let path = try write(Array("[]".utf8), "rows.json")
        XCTAssertThrowsError(try PostTable.load(contentsOf: path, options: options)) {
            XCTAssertTrue("\($0)".contains("NDJSON"), "\($0)")
        }
        XCTAssertThrowsError(
            try MappedFile.mapping("/dev/null", lines: 0..<1).withBytes { _ throws(LoadError) in })
    }

    /// A byte order mark is accepted at the start of the file, and an error at that of a line, as in the whole file.
    func testAByteOrderMarkAtTheStartOfAPartIsAnError() throws {
        let row = #"{"id":"1","platform":"twitter","post_date":"2026-01-01T00:00:00Z"}"# + "\n"
        let marked = "\u{feff}" + row
        for before in ["\n", marked] {
            let path = try write(Array((before + marked + row).utf8), "rows.ndjson")
            let whole = try XCTUnwrap(failure(path))
            guard case .malformedDocument(let expected) = whole else { return XCTFail("\(whole)") }
            for start in 1...before.utf8.count {
                var options = LoadOptions()
                options.byteRange = start..<Int.max
                XCTAssertThrowsError(try PostTable.load(contentsOf: path, options: options)) {
                    guard case .malformedDocument(let error) = $0 as? LoadError else {
                        return XCTFail("\($0)")
                    }
                    XCTAssertEqual(error.byteOffset, expected.byteOffset)
                    XCTAssertEqual(error.column, expected.column)
                    XCTAssertEqual(error.line, 1, "the first line of the part")
                    XCTAssertEqual(error.reason, expected.reason)
                }
                XCTAssertThrowsError(
                    try PostTable.readKeys(contentsOf: path, shard: 0, key: .fixed, options: options))
            }
            var options = LoadOptions()
            options.byteRange = 0..<1
            XCTAssertEqual(
                try PostTable.load(contentsOf: path, options: options).report.rows, before == "\n" ? 0 : 1)
        }
    }

    func testReportsOfPartsHaveThePositionsOfTheFile() throws {
        let row = #"{"id":"1","platform":"twitter","post_date":"2026-01-01T00:00:00Z"}"# + "\n"
        let bad = #"{"id":"2"}"# + "\n"
        let path = try write(Array((row + bad + row).utf8), "rows.ndjson")
        var options = LoadOptions()
        options.byteRange = 1..<Int.max
        let (posts, report) = try PostTable.load(contentsOf: path, options: options)
        XCTAssertEqual(posts.count, 1)
        XCTAssertEqual(report.problems.map(\.byteOffset), [row.utf8.count])
        XCTAssertEqual(report.problems.map(\.row), [1])
        // Parts are not stored in the cache, nor taken from it.
        options.cache = TableCache(folder: folder + "/cache", minimumDocumentByteCount: 0)
        options.byteRange = 0..<1
        XCTAssertEqual(try PostTable.load(contentsOf: path, options: options).report.rows, 1)
        XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/cache"))
        let keys = try PostTable.readKeys(contentsOf: path, shard: 3, key: .fixed, options: options)
        XCTAssertEqual(keys.rows.map(\.row), [1])
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
