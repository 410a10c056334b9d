import CompassKernel
import CompassProgram
import Foundation
import TestRandom
import XCTest

@testable import compass_network

/// Files of rows, combined, compared with dictionaries.
final class RowMergeTests: PullTestCase {
    private typealias Rows = [String: Int]

    private func row(_ id: String, _ value: Int) -> [UInt8] { Array(#"{"id":"\#(id)", "v":\#(value)}"#.utf8) }

    /// Writes rows in an order of their own; returns the published file.
    private func write(_ rows: Rows, _ folder: URL, _ name: String) throws -> RowFile {
        let writer = try RowFileWriter(folder.path + "/" + name)
        for (id, value) in rows {
            try row(id, value).withUnsafeBytes { bytes in try writer.append(id: Array(id.utf8), bytes) }
        }
        return try writer.finish()
    }

    private func text(_ rows: Rows) -> String {
        let ordered = rows.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return "["
            + ordered.map { String(decoding: row($0.key, $0.value), as: UTF8.self) }.joined(separator: ",\n")
            + "]\n"
    }

    private func content(_ file: RowFile) throws -> String {
        try String(contentsOfFile: file.path, encoding: .utf8)
    }

    func testFilesEqualDictionaries() throws {
        let seed =
            ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"].flatMap(UInt64.init)
            ?? .random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        let folder = try folder()
        for round in 0..<100 {
            func rows() -> Rows {
                let ids = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                    random.element(["a", "B", "é", "1", "10"])
                        + "\(Int.random(in: 0...12, using: &random))"
                }
                return Rows(ids.map { ($0, Int.random(in: 0...2, using: &random)) }) { $1 }
            }
            let (old, new, ids) = (rows(), rows(), rows())
            let oldFile = try write(old, folder, "old")
            let newFile = try write(new, folder, "new")
            let idFile = try write(ids, folder, "ids")
            XCTAssertEqual(try content(oldFile), text(old), "seed \(seed), round \(round)")
            XCTAssertEqual(oldFile.rowCount, old.count)

            let changedCount = new.filter { old[$0.key] != $0.value }.count
            let (merged, mergedChanges) = try RowMerge.merging(
                newFile.path, into: oldFile.path, writing: folder.path + "/merged")
            XCTAssertEqual(try content(merged), text(old.merging(new) { $1 }), "seed \(seed), round \(round)")
            XCTAssertEqual(mergedChanges, changedCount, "seed \(seed), round \(round)")

            let differences = try RowMerge.differences(from: oldFile.path, to: newFile.path)
            XCTAssertEqual(differences.changedCount, changedCount, "seed \(seed), round \(round)")
            XCTAssertEqual(
                differences.deletedCount, old.filter { new[$0.key] == nil }.count,
                "seed \(seed), round \(round)")

            let (kept, removedCount, unknown) = try RowMerge.keeping(
                idFile.path, of: oldFile.path, writing: folder.path + "/kept")
            let expected = old.filter { ids[$0.key] != nil }
            XCTAssertEqual(try content(kept), text(expected), "seed \(seed), round \(round)")
            XCTAssertEqual(removedCount, old.count - expected.count, "seed \(seed), round \(round)")
            XCTAssertEqual(
                Set(unknown), Set(ids.keys.filter { old[$0] == nil }), "seed \(seed), round \(round)")
        }
        // Files that nobody published are gone.
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), [])
    }

    func testFaultsNameTheirFile() throws {
        let folder = try folder(["good": #"[{"id":"a"}]"#, "bad": #"[{"id":"a"},"#])
        let (good, bad) = (folder.path + "/good", folder.path + "/bad")
        for (left, right, name) in [(good, bad, bad), (bad, good, bad), (good, bad + "0", bad + "0")] {
            XCTAssertThrowsError(try RowMerge.differences(from: left, to: right)) { error in
                let failure = error as? Failure
                XCTAssertEqual(failure?.status, .inputOutput)
                XCTAssertTrue(failure?.message.hasPrefix(name + ": ") == true, "\(error)")
            }
        }
    }

    func testOfRowsWithOneIDTheLastIsKept() throws {
        let folder = try folder()
        let writer = try RowFileWriter(folder.path + "/rows")
        let page = #"[{"id":"b","v":1},{"id":"a","v":2},{"id":"b","v":3},{"id":"a","v":4}]"#
        XCTAssertEqual(try writer.append(page: Array(page.utf8)), 4)
        let file = try writer.finish()
        XCTAssertEqual(file.rowCount, 2)
        try file.publish()
        XCTAssertEqual(
            try String(contentsOfFile: folder.path + "/rows", encoding: .utf8),
            #"[{"id":"a","v":4},"# + "\n" + #"{"id":"b","v":3}]"# + "\n")
    }

    func testTheManifestKnowsItsFile() throws {
        let folder = try folder()
        let file = try write(["a": 1, "b": 2], folder, "schools.json")
        try file.publish()
        let path = folder.path + "/schools.json"
        let entry = PullManifest.Table(
            table: "schools", file: "schools.json", rows: 2, fetched: 2, changed: 2, deleted: 0,
            reading: .all,
            askedAt: nil, columns: ["id"], byteCount: file.byteCount, sha256: file.sha256)
        XCTAssertTrue(entry.describes(fileAt: path))
        var manifest = PullManifest(url: "http://a", schema: nil, reader: "r", time: "now")
        manifest.put(entry)
        try manifest.write(folder.path + "/pull.json")
        XCTAssertEqual(try PullManifest.read(folder.path + "/pull.json"), manifest)
        // One byte differs, the size does not.
        let changed = try String(contentsOfFile: path, encoding: .utf8).replacingOccurrences(
            of: "2", with: "3")
        try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
        XCTAssertFalse(entry.describes(fileAt: path))
        XCTAssertFalse(entry.describes(fileAt: folder.path + "/none"))
        XCTAssertFalse(entry.describes(fileAt: folder.path))
        XCTAssertNil(try PullManifest.read(folder.path + "/none.json"))
        for damaged in ["", "{}", "[]", manifestText(version: 2)] {
            try Data(damaged.utf8).write(to: folder.appendingPathComponent("pull.json"))
            XCTAssertThrowsError(try PullManifest.read(folder.path + "/pull.json"), damaged)
        }
    }

    private func manifestText(version: Int) -> String {
        #"{"schemaVersion":\#(version),"url":"http://a","schema":null,"reader":"r","time":"now","tables":[]}"#
    }
}
