import CompassTestSupport
import Foundation
import XCTest

@testable import CompassKernel

final class TableCacheTests: XCTestCase {
    func testTheSecondLoadIsThatOfTheFirst() throws {
        let test = try CacheTest()
        let path = try test.document(rowCount: 30)
        let options = LoadOptions(maxProblems: 3, cache: test.cache)
        let first = try test.load(path, options)
        XCTAssertTrue(first.isRead)
        let second = try test.load(path, options)
        XCTAssertFalse(second.isRead)
        XCTAssertEqual(first.report, second.report)
        XCTAssertEqual(first.report.skipped, 1)
        XCTAssertEqual(Array(first.table), Array(second.table))
        XCTAssertEqual(second.byteCount, bytes(ofFile: path).count)
        XCTAssertEqual(second.table.checkInvariants(), [])
        XCTAssertEqual(test.cachedNames.count, 1)
        let stored = try TableFile.open(test.cache.folder + "/" + test.cachedNames[0], verify: .all)
        XCTAssertEqual(stored.posts?.count, 30)
    }

    func testAllKindsOfTablesAreStored() throws {
        let test = try CacheTest()
        let path = try test.document(#"[{"id":"a","name":"North"},{"id":"b"}]"#)
        let directories = try (0..<2).map { _ in try test.load(path, as: SchoolDirectory.self) }
        XCTAssertEqual(directories.map(\.isRead), [true, false])
        XCTAssertEqual(directories.map { $0.table.name(of: "a") }, ["North", "North"])
        XCTAssertEqual(directories[0].report, directories[1].report)
        // The same document as another table, which has a file of its own.
        let coaches = try (0..<2).map { _ in try test.load(path, as: CoachTable.self) }
        XCTAssertEqual(coaches.map(\.isRead), [true, false])
        XCTAssertEqual(Array(coaches[0].table), Array(coaches[1].table))
        XCTAssertEqual(coaches[1].report.table, "coaches")
        XCTAssertFalse(try test.load(path, as: SchoolDirectory.self).isRead)
        XCTAssertEqual(test.cachedNames.count, 2)
    }

    func testLoadingByPathUsesTheCacheOfItsOptions() throws {
        let test = try CacheTest()
        let path = try test.document(rowCount: 5)
        let options = LoadOptions(cache: test.cache)
        // Too young: whatever is written within two seconds may be written once more unnoticed.
        _ = try PostTable.load(contentsOf: path, options: options)
        XCTAssertEqual(test.cachedNames, [])
        Thread.sleep(forTimeInterval: 2.1)
        let first = try PostTable.load(contentsOf: path, options: options)
        XCTAssertEqual(test.cachedNames.count, 1)
        let state = try XCTUnwrap(DocumentState(ofFile: path))
        // Other posts in place of those that were stored tell where the table is from.
        let key = TableCacheKey(state, table: PostTable.storedName, format: "json", options)
        test.cache.store((PostTable.empty, first.report, 1), key, searchIndex: false)
        XCTAssertEqual(try PostTable.load(contentsOf: path, options: options).table.count, 0)
        XCTAssertEqual(try PostTable.load(contentsOf: path).table.count, 5)
        XCTAssertThrowsError(try PostTable.load(contentsOf: path, format: .ndjson, options: options))
    }

    func testEachPartOfTheKeyTellsDocumentsApart() throws {
        let test = try CacheTest()
        let path = try test.document(rowCount: 3)
        let state = try XCTUnwrap(DocumentState(ofFile: path))
        let loaded = try test.load(path)
        let options = LoadOptions()
        let key = TableCacheKey(state, table: "social_media_posts", format: "json", options)
        XCTAssertNotNil(test.cache.open(key, PostTable.self, options))
        let changes: [(inout DocumentState) -> Void] = [
            { $0.device += 1 }, { $0.inode += 1 }, { $0.byteCount += 1 }, { $0.modificationNanos += 1 },
            { $0.changeNanos += 1 }, { $0.path += "x" },
        ]
        for (number, change) in changes.enumerated() {
            var changed = state
            change(&changed)
            let other = TableCacheKey(changed, table: "social_media_posts", format: "json", options)
            XCTAssertNotEqual(other.bytes, key.bytes, "\(number)")
            XCTAssertNil(test.cache.open(other, PostTable.self, options), "\(number)")
            // Also if the hashes in the names were equal.
            try Data(bytes(ofFile: test.cache.folder + "/" + key.fileName))
                .write(to: URL(fileURLWithPath: test.cache.folder + "/" + other.fileName))
            XCTAssertNil(test.cache.open(other, PostTable.self, options), "\(number)")
        }
        var limited = options
        limited.maxTextBytes = 1_000
        var small = options
        small.maxRows = 1_000
        for other in [
            TableCacheKey(state, table: "schools", format: "json", options),
            TableCacheKey(state, table: "social_media_posts", format: "ndjson", options),
            TableCacheKey(state, table: "social_media_posts", format: "json", LoadOptions(maxProblems: 7)),
            TableCacheKey(state, table: "social_media_posts", format: "json", limited),
            TableCacheKey(state, table: "social_media_posts", format: "json", small),
        ] {
            XCTAssertNotEqual(other.fileName, key.fileName)
            XCTAssertNil(test.cache.open(other, PostTable.self, options))
        }
        // Neither threads nor the search index change the result.
        let same = LoadOptions(threads: 3, searchIndexing: .never)
        XCTAssertEqual(TableCacheKey(state, table: "social_media_posts", format: "json", same), key)
        XCTAssertEqual(loaded.table.count, 3)
    }

    func testAChangedDocumentIsReadAndReplacesTheOneBefore() throws {
        let test = try CacheTest()
        let path = try test.document(rowCount: 4)
        XCTAssertTrue(try test.load(path).isRead)
        // As many bytes, and the modification time set back, as tools do that copy with times.
        let old = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        let text = String(decoding: bytes(ofFile: path), as: UTF8.self).replacing("Camp", with: "Lamp")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.modificationDate: old as Any], ofItemAtPath: path)
        let changed = try test.load(path)
        XCTAssertTrue(changed.isRead)
        XCTAssertEqual(changed.table.first?.postContent?.hasPrefix("Lamp"), true)
        XCTAssertFalse(try test.load(path).isRead)
        XCTAssertEqual(test.cachedNames.count, 1)
        // Another file under this name.
        let other = try test.document(rowCount: 2)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: other, toPath: path)
        XCTAssertEqual(try test.load(path).table.count, 2)
        // A link is the file that it refers to.
        let link = test.folder.file("link.json")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        XCTAssertFalse(try test.load(link).isRead)
    }

    func testADocumentThatIsYoungOrChangesWhileItIsReadIsNotStored() throws {
        let test = try CacheTest()
        let path = try test.document(rowCount: 4)
        let changed = try XCTUnwrap(DocumentState(ofFile: path)).changeNanos
        for nanos in [changed - 1, changed, changed + 1_999_999_999] {
            XCTAssertTrue(try test.load(path, atNanos: nanos).isRead)
            XCTAssertEqual(test.cachedNames, [])
        }
        let whileRead = try test.load(path, whileReading: { try test.append("\n", to: path) })
        XCTAssertTrue(whileRead.isRead)
        XCTAssertEqual(test.cachedNames, [])
        let settled = try XCTUnwrap(DocumentState(ofFile: path)).changeNanos + 2_000_000_000
        XCTAssertTrue(try test.load(path, atNanos: settled).isRead)
        XCTAssertFalse(try test.load(path, atNanos: settled).isRead)
    }

    func testSmallDocumentsAndOtherThanFilesAreNotStored() throws {
        let test = try CacheTest(minimumDocumentByteCount: 1_000)
        XCTAssertTrue(try test.load(try test.document(rowCount: 1)).isRead)
        XCTAssertFalse(FileManager.default.fileExists(atPath: test.cache.folder))
        XCTAssertNil(DocumentState(ofFile: test.folder.path))
        XCTAssertNil(DocumentState(ofFile: test.folder.file("missing")))
        XCTAssertNil(DocumentState(ofFile: "/dev/null"))
    }

    func testATornOrForeignFileIsIgnoredAndRewritten() throws {
        let test = try CacheTest()
        let path = try test.document(rowCount: 20)
        let expected = try test.load(path)
        let stored = test.cache.folder + "/" + test.cachedNames[0]
        let whole = bytes(ofFile: stored)
        var wrong: [[UInt8]] = [[], Array("not a table file".utf8), whole + [0], whole.reversed()]
        for length in stride(from: 1, to: whole.count, by: 977) { wrong.append(Array(whole[..<length])) }
        for place in stride(from: whole.count - 1_000, to: whole.count, by: 91) {
            var changed = whole
            changed[place] ^= 4
            wrong.append(changed)
        }
        for (number, bytes) in wrong.enumerated() {
            try Data(bytes).write(to: URL(fileURLWithPath: stored))
            let loaded = try test.load(path)
            XCTAssertEqual(Array(loaded.table), Array(expected.table), "\(number)")
            XCTAssertFalse(try test.load(path).isRead, "\(number)")
        }
        // A table file, but not one of the cache.
        try TableFile(posts: PostTable.empty).save(to: stored)
        XCTAssertTrue(try test.load(path).isRead)
        XCTAssertEqual(bytes(ofFile: stored), whole)
    }

    func testFilesAreForThisUserAlone() throws {
        let test = try CacheTest(folder: "new/cache")
        _ = try test.load(try test.document(rowCount: 2))
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        XCTAssertEqual(try mode(test.folder.file("new")), 0o700)
        XCTAssertEqual(try mode(test.cache.folder), 0o700)
        XCTAssertEqual(try mode(test.cache.folder + "/" + test.cachedNames[0]), 0o600)
        // Others could put tables there.
        try FileManager.default.setAttributes([.posixPermissions: 0o770], ofItemAtPath: test.cache.folder)
        XCTAssertTrue(try test.load(try test.document(rowCount: 2)).isRead)
        XCTAssertEqual(test.cachedNames.count, 1)
    }

    func testWhereNothingCanBeWrittenDocumentsAreRead() throws {
        let test = try CacheTest()
        let path = try test.document(rowCount: 2)
        try test.append("x", to: test.folder.file("file"))
        var folders = ["", test.folder.file("file"), test.folder.file("file/cache"), "no\0folder"]
        #if os(Linux)
            // Nothing can be created there, not even by the administrator.
            folders.append("/proc/compass")
        #endif
        if geteuid() != 0 {
            let folder = test.folder.file("read-only")
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o500])
            folders += [folder, folder + "/cache"]
        }
        for folder in folders {
            let cache = TableCache(folder: folder, minimumDocumentByteCount: 0)
            for _ in 0..<2 {
                let loaded = try test.load(path, LoadOptions(cache: cache))
                XCTAssertTrue(loaded.isRead, folder)
                XCTAssertEqual(loaded.table.count, 2)
            }
        }
    }

    func testAFullDiskIsNoFailure() throws {
        let test = try CacheTest()
        let path = try test.document(rowCount: 20)
        for byteCount in stride(from: 0, to: 3_000, by: 190) {
            try withLargestFile(byteCount) { XCTAssertTrue(try test.load(path).isRead) }
            XCTAssertEqual(test.cachedNames, [])
            XCTAssertEqual(FileReplacement.names(in: test.cache.folder).count, 2, "only . and ..")
        }
        XCTAssertTrue(try test.load(path).isRead)
        XCTAssertFalse(try test.load(path).isRead)
    }

    func testTheLeastRecentlyUsedFilesGo() throws {
        let test = try CacheTest()
        let paths = try (0..<3).map { _ in try test.document(rowCount: 20) }
        for path in paths { _ = try test.load(path) }
        let byteCount = bytes(ofFile: test.cache.folder + "/" + test.cachedNames[0]).count
        // Their last use, a day apart: the second one is the oldest.
        for (path, day) in zip(paths, [2, 1, 3]) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: try test.storedPath(path))
        }
        let left = test.cache.folder + "/.0123456789abcdef.compass.xyz.partial"
        try test.append("x", to: left)
        try test.append("x", to: test.cache.folder + "/something else")
        var options = LoadOptions(cache: test.cache)
        options.cache?.maximumByteCount = Int64(3 * byteCount + byteCount / 2)
        // Now used, so that the third one is older.
        XCTAssertFalse(try test.load(paths[0], options).isRead)
        let fourth = try test.document(rowCount: 20)
        XCTAssertTrue(try test.load(fourth, options).isRead)
        XCTAssertEqual(
            Set(test.cachedNames),
            Set(try [paths[0], paths[2], fourth].map { try test.storedName($0) } + ["something else"]))
        XCTAssertFalse(FileManager.default.fileExists(atPath: left))
        options.cache?.maximumByteCount = Int64(2 * byteCount + byteCount / 2)
        XCTAssertTrue(try test.load(paths[1], options).isRead)
        XCTAssertEqual(
            Set(test.cachedNames),
            Set(try [paths[1], fourth].map { try test.storedName($0) } + ["something else"]))
        // Nothing fits.
        options.cache?.maximumByteCount = 100
        XCTAssertTrue(try test.load(paths[2], options).isRead)
        XCTAssertFalse(test.cachedNames.contains(try test.storedName(paths[2])))
    }

    func testThreadsThatLoadStoreAndRemoveAtOnce() throws {
        let test = try CacheTest()
        let paths = try (0..<3).map { try test.document(rowCount: 20 + $0) }
        _ = try test.load(paths[0])
        let size = bytes(ofFile: try test.storedPath(paths[0])).count
        let failures = Failures()
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for round in 0..<60 {
                let number = (worker + round) % paths.count
                do {
                    var options = LoadOptions(cache: test.cache)
                    // Less than two files, so that they are removed all the time.
                    options.cache?.maximumByteCount = Int64(size + size / 2)
                    if round % 7 == worker {
                        try? FileManager.default.removeItem(atPath: test.storedPath(paths[number]))
                    }
                    let loaded = try test.load(paths[number], options)
                    if loaded.table.count != 20 + number || loaded.report.loaded != 20 + number {
                        failures.note("\(loaded.table.count) posts of document \(number)")
                    }
                    // Mapped bytes stay when their file is replaced or removed.
                    if loaded.table.first?.postContent?.hasPrefix("Camp") != true { failures.note("text") }
                } catch {
                    failures.note("\(error)")
                }
            }
        }
        XCTAssertEqual(failures.all, [])
        XCTAssertFalse(test.cachedNames.contains { $0.hasSuffix(".partial") })
    }

    func testTheUsersFolder() {
        let old = ["XDG_CACHE_HOME", "HOME"].map { (name: String) in
            (name, getenv(name).map { String(cString: $0) })
        }
        defer {
            for (name, value) in old {
                if let value { setenv(name, value, 1) } else { unsetenv(name) }
            }
        }
        setenv("HOME", "/someone", 1)
        setenv("XDG_CACHE_HOME", "/caches", 1)
        XCTAssertEqual(TableCache.userFolder(), "/caches/compass")
        XCTAssertEqual(TableCache.user, TableCache(folder: "/caches/compass"))
        #if canImport(Darwin)
            let usual = "/someone/Library/Caches/compass"
        #else
            let usual = "/someone/.cache/compass"
        #endif
        for ignored in ["", "relative/caches"] {
            setenv("XDG_CACHE_HOME", ignored, 1)
            XCTAssertEqual(TableCache.userFolder(), usual)
        }
        unsetenv("XDG_CACHE_HOME")
        XCTAssertEqual(TableCache.userFolder(), usual)
        unsetenv("HOME")
        XCTAssertNil(TableCache.userFolder())
        XCTAssertNil(TableCache.user)
    }
}

/// A cache and documents for it.
final class CacheTest: Sendable {
    let folder: TableFileFolder
    let cache: TableCache

    init(folder name: String = "cache", minimumDocumentByteCount: Int = 0) throws {
        folder = try TableFileFolder()
        cache = TableCache(
            folder: folder.file(name), minimumDocumentByteCount: minimumDocumentByteCount)
    }

    /// The names of the files in the cache.
    var cachedNames: [String] {
        FileReplacement.names(in: cache.folder).filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// Writes a document and returns its path.
    func document(_ text: String) throws -> String {
        let path = folder.file("\(UUID().uuidString).json")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Writes a document of so many posts, and one row that is skipped.
    func document(rowCount: Int) throws -> String {
        let rows = (0..<rowCount).map {
            #"{"id":"\#($0)","platform":"twitter","post_date":"2026-01-01T00:00Z","post_content":"Camp day \#($0)"}"#
        }
        return try document("[" + (rows + [#"{"id":"x"}"#]).joined(separator: ",\n") + "]")
    }

    func append(_ text: String, to path: String) throws {
        try Data(bytes(ofFile: path) + Array(text.utf8)).write(to: URL(fileURLWithPath: path))
    }

    func storedName(_ path: String) throws -> String {
        let state = try XCTUnwrap(DocumentState(ofFile: path))
        return TableCacheKey(state, table: "social_media_posts", format: "json", LoadOptions()).fileName
    }

    func storedPath(_ path: String) throws -> String { cache.folder + "/" + (try storedName(path)) }

    /// Loads the rows of a document; also returns whether it was read.
    func load<Table: LoadableTable>(
        _ path: String, as type: Table.Type, _ options: LoadOptions? = nil, atNanos nanos: Int64? = nil,
        whileReading: () throws -> Void = {}
    ) throws -> (table: Table, report: IngestReport, byteCount: Int, isRead: Bool) {
        var isRead = false
        let options = options ?? LoadOptions(cache: cache)
        let used = try XCTUnwrap(options.cache)
        let (table, report, byteCount) = try used.load(
            path, "json", options, atNanos: nanos ?? DocumentState.currentNanos + 10_000_000_000
        ) { () throws(any Error) -> LoadedDocument<Table> in
            isRead = true
            let (table, report) = try Table.load(
                contentsOf: path, options: LoadOptions(maxProblems: options.maxProblems))
            let byteCount = bytes(ofFile: path).count
            try whileReading()
            return (table, report, byteCount)
        }
        return (table, report, byteCount, isRead)
    }

    func load(
        _ path: String, _ options: LoadOptions? = nil, atNanos nanos: Int64? = nil,
        whileReading: () throws -> Void = {}
    ) throws -> (table: PostTable, report: IngestReport, byteCount: Int, isRead: Bool) {
        try load(path, as: PostTable.self, options, atNanos: nanos, whileReading: whileReading)
    }
}

/// What several threads have found.
private final class Failures: @unchecked Sendable {
    // Sendable: read and written with the lock held.
    private let lock = NSLock()
    private var notes: [String] = []

    func note(_ text: String) { lock.withLock { notes.append(text) } }
    var all: [String] { lock.withLock { notes } }
}
