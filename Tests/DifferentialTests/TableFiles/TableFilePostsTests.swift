import CompassBaseline
import CompassTestSupport
import Foundation
import XCTest

@testable import CompassKernel

/// A folder for the files of one test.
final class ScratchFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/table-files-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    func bytes(_ name: String) -> [UInt8] {
        FileManager.default.contents(atPath: file(name)).map(Array.init) ?? []
    }
}

/// Posts that were saved and opened have the same columns, results and exports, and make the same file again.
final class TableFilePostsTests: XCTestCase {
    private let zone = ZoneOffsets.utc

    private func opened(_ table: PostTable, _ folder: ScratchFolder, copying: Bool) throws -> PostTable {
        try TableFile(posts: table).save(to: folder.file("first"))
        let file = try TableFile.open(
            folder.file("first"), verify: copying ? .all : .read, copying: copying)
        let posts = try XCTUnwrap(file.posts)
        try TableFile(posts: posts).save(to: folder.file("second"))
        XCTAssertEqual(folder.bytes("first"), folder.bytes("second"), "the file of the opened posts differs")
        return posts
    }

    /// Saves and opens the posts of a pair; returns the differences.
    private func differences(
        _ table: PostTable, _ found: PostTable, using random: inout SeededRandom
    ) throws -> [String] {
        var wanted = table
        if wanted.hasPendingChanges { wanted.compact() }
        var differences = TableParts(found).differences(from: TableParts(wanted))
        differences += found.checkInvariants()
        if found.history.entries.values != table.history.entries.values
            || found.history.documentCount != table.history.documentCount
        {
            differences.append("history")
        }
        let filters = TableAnswers.filters(using: &random)
        differences += try TableAnswers(found, filters, zone: zone)
            .differences(from: try TableAnswers(table, filters, zone: zone))
        func csv(_ table: PostTable) -> [UInt8] {
            table.bound(to: .empty).feedPage(asOf: Timestamp(micros: RandomChanges.now), in: zone).csv()
        }
        if csv(found) != csv(table) { differences.append("CSV") }
        return differences
    }

    func testRandomPostsWithPendingChanges() throws {
        let random = SeededRandom()
        let folder = try ScratchFolder()
        for round in 0..<SeededRandom.rounds(60) {
            let size = [0, 1, 2, 5, 20, 63, 64, 65, 300][round % 9]
            var changes = RandomChanges(idCount: size + 4, random: random.forRound(round))
            var policy = CompactionPolicy()
            policy.minimum = changes.random.element([0, 3, 64])
            if changes.random.oneIn(3) { policy.maximumTextBytes = 300 }
            var pair = try ChangePair((0..<size).map { _ in changes.post() }, policy: policy)
            let message = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            for turn in 0..<3 {
                for _ in 0..<(round % 4 == 0 && turn == 0 ? 0 : 20) {
                    switch changes.random.int(0...9) {
                    case 0...5:
                        let (change, expected) = changes.localChange()
                        _ = try pair.apply(change, [expected])
                    case 6...7: _ = try pair.put(changes.post())
                    default: try pair.apply(payloads: changes.payloads())
                    }
                }
                let found = try opened(pair.table, folder, copying: changes.random.oneIn(3))
                let differences = try differences(pair.table, found, using: &changes.random)
                if !differences.isEmpty {
                    return XCTFail("\(message): \(differences.joined(separator: "\n"))")
                }
                // Changes of the opened posts are those of loaded ones, and leave the file as it is.
                let before = folder.bytes("first")
                pair.table = found
                pair.table.parts.compactionPolicy = policy
                for _ in 0..<20 {
                    let (change, expected) = changes.localChange()
                    _ = try pair.apply(change, [expected])
                }
                try pair.compareRows()
                try pair.compareInvariants()
                XCTAssertEqual(found.checkInvariants(), [], message)
                XCTAssertEqual(folder.bytes("first"), before, message)
            }
        }
    }

    func testASearchIndexIsUsedAndSavedAgain() throws {
        let folder = try ScratchFolder()
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(12) {
            var changes = RandomChanges(idCount: 100, random: random.forRound(round))
            let table = try PostTable.load(
                json: BaselinePosts((0..<changes.random.element([100, 300])).map { _ in changes.post() })
                    .tableJSON
            ).table
            table.records.segments[0].buildIndexOfFewRows()
            let found = try opened(table, folder, copying: round % 2 == 0)
            let segment = found.records.segments[0]
            XCTAssertNotNil(segment.storedSearch)
            let index = try XCTUnwrap(segment.availableSearch)
            XCTAssertNotNil(index.tokens)
            for text in ["a", "camp", "é", "e\u{301}", "p d", "camp day", "stra", "😀", "\"", "say "] {
                for ignoresAccents in [false, true] {
                    XCTAssertEqual(
                        index.rows(with: text, ignoringAccents: ignoresAccents, rowCount: segment.count),
                        segment.scannedRows(with: text, ignoringAccents: ignoresAccents),
                        "COMPASS_TEST_SEED=\(random.seed), round \(round): \(text)")
                }
            }
            // Without the index it is built by the first search.
            try TableFile(posts: table).save(to: folder.file("without"), searchIndex: false)
            let without = try XCTUnwrap(try TableFile.open(folder.file("without")).posts)
            XCTAssertNil(without.records.segments[0].storedSearch)
            let filters = TableAnswers.filters(using: &changes.random)
            XCTAssertEqual(
                try TableAnswers(without, filters, zone: zone).differences(
                    from: try TableAnswers(found, filters, zone: zone)), [])
        }
    }

    func testAnIndexOfOtherFoldingsIsIgnored() throws {
        let folder = try ScratchFolder()
        var table = try PostTable(
            (0..<100).map { row in
                Post(
                    id: "a\(row)", platform: .twitter, postDate: Timestamp(micros: 3),
                    postContent: "Camp day")
            })
        table.compact()
        table.records.segments[0].buildIndexOfFewRows()
        try TableFile(posts: table).save(to: folder.file("posts"))
        var file = try SignedFile(folder.bytes("posts"))
        let place = try XCTUnwrap(file.sections.firstIndex { $0.name.hasSuffix("index.numbers") })
        for number in 0..<2 {
            file.sections[place].bytes[8 * number] ^= 1
            let posts = try XCTUnwrap(try SignedFile.open(file.bytes).posts)
            XCTAssertNil(posts.records.segments[0].availableSearch)
            let page = posts.bound(to: .empty).feedPage(
                where: .search("camp"), asOf: Timestamp(micros: RandomChanges.now), in: zone)
            XCTAssertEqual(page.posts.first?.id, "a0")
            file.sections[place].bytes[8 * number] ^= 1
        }
        let posts = try XCTUnwrap(try SignedFile.open(file.bytes).posts)
        XCTAssertNotNil(posts.records.segments[0].availableSearch)
    }

    func testPostsWithoutValues() throws {
        let folder = try ScratchFolder()
        let random = SeededRandom()
        var numbers = random
        let ids = ["a", "0a1b2c3d-0000-4000-8000-000000000001"]
        for count in [0, 1, 2, 64, 65, 200] {
            for isText in [true, false] {
                let posts = (0..<count).map { row in
                    Post(
                        id: isText ? "\(ids[0])\(row)" : PackedUUID(high: 7, low: UInt64(row)).description,
                        platform: .twitter, postDate: Timestamp(micros: Int64(row / 3)))
                }
                let table = try PostTable(posts)
                let found = try opened(table, folder, copying: false)
                XCTAssertEqual(try differences(table, found, using: &numbers), [])
                XCTAssertEqual(Array(found), Array(table))
            }
        }
    }

    func testAFileThatIsReplacedWhileItIsOpen() throws {
        let folder = try ScratchFolder()
        func posts(_ text: String) throws -> PostTable {
            try PostTable(
                (0..<2000).map { row in
                    Post(
                        id: "\(row)", platform: .instagram, postDate: Timestamp(micros: Int64(row)),
                        postContent: text + String(row))
                })
        }
        try TableFile(posts: try posts("old")).save(to: folder.file("posts"))
        let old = try XCTUnwrap(try TableFile.open(folder.file("posts")).posts)
        try TableFile(posts: try posts("new")).save(to: folder.file("posts"))
        let new = try XCTUnwrap(try TableFile.open(folder.file("posts")).posts)
        try FileManager.default.removeItem(atPath: folder.file("posts"))
        XCTAssertEqual(Array(old), Array(try posts("old")))
        XCTAssertEqual(Array(new), Array(try posts("new")))
    }

    func testExportsOutliveTheTable() throws {
        let folder = try ScratchFolder()
        let post = Post(
            id: "a", platform: .twitter, postDate: Timestamp(micros: 3), postContent: "Camp day")
        try TableFile(posts: try PostTable([post])).save(to: folder.file("posts"))
        let column: ColumnBuffer<UInt8>? = try {
            let posts = try XCTUnwrap(try TableFile.open(folder.file("posts")).posts)
            return posts.records.segments.first?.contents.bytes
        }()
        XCTAssertEqual(column.map { $0.withBuffer { Array($0) } }, Array("Camp day".utf8))
    }
}
