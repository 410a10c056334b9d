import XCTest

@testable import CompassKernel

/// Ids and URLs of a batch are found by reading the records that are not indexed once.
final class KeyScanTests: XCTestCase {
    /// A table whose records are partly indexed, with removed and changed posts.
    private func changedTable(_ random: inout SeededRandom, uuids: Bool) throws -> PostTable {
        func id(_ number: Int) -> String {
            uuids ? "00112233-4455-6677-8899-00000000\(1000 + number)" : "post number \(number)"
        }
        let rows = (0..<200).map { number in
            let url = number % 7 == 0 ? "null" : "\"https://x.com/status/\(number)\""
            return """
                {"id":"\(id(number))","platform":"twitter","post_date":"2026-02-01T12:00:00Z",\
                "post_url":\(url)}
                """
        }
        var table = try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8).table
        table.compactsAutomatically = false
        for _ in 0..<30 {
            guard var post = table.post(id: id(random.below(200))) else { continue }
            switch random.below(3) {
            case 0: try table.remove(id: post.id)
            case 1:
                post.postURL = "https://x.com/status/\(random.below(200))"
                try table.put(post)
            default:
                post.postContent = "changed"
                try table.put(post)
            }
        }
        return table
    }

    func testScansFindWhatReadingOneByOneFinds() throws {
        for round in 0..<SeededRandom.rounds(20) {
            var random = SeededRandom(round: round)
            var table = try changedTable(&random, uuids: round % 2 == 0)
            // All records unindexed, as before the first change.
            table.parts.keys = nil
            let plain = table
            let ids = plain.postIDs + ["unknown", "", "00112233-4455-6677-8899-000000009999"]
            let urls = plain.posts.compactMap(\.postURL) + ["short", "https://x.com/status/999"]
            let wantedIDs = ids.filter { _ in random.below(3) == 0 }
            let wantedURLs = urls.filter { _ in random.below(3) == 0 }
            table.parts.keys = PostKeys(schools: table.schools, coaches: table.coaches)
            table.scanKeys(wantedIDs, wantedURLs)
            for id in ids { XCTAssertEqual(table.place(ofID: id), plain.place(ofID: id), random.label) }
            for url in urls { XCTAssertEqual(table.place(ofURL: url), plain.place(ofURL: url), random.label) }
        }
    }

    /// Lists of rows that end anywhere, and texts around the eight bytes that the filter knows them by.
    func testScansOfAllLengths() throws {
        for count in [0, 1, 3, 2047, 2048, 2049, 4097, 9000] {
            for usesUUIDs in [false, true] {
                func id(_ number: Int) -> String {
                    usesUUIDs
                        ? "00112233-4455-6677-8899-0000000\(10_000 + number)"
                        : "\(number)" + String(repeating: "x", count: number % 9)
                }
                let rows = (0..<count).map { number in
                    let url =
                        number % 3 == 0 ? "null" : "\"\(String(repeating: "u", count: number % 7))\(number)\""
                    return """
                        {"id":"\(id(number))","platform":"twitter","post_date":"2026-02-01T12:00:00Z",\
                        "post_url":\(url)}
                        """
                }
                let plain = try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8).table
                let wanted = [0, 1, 2, 7, 8, 2046, 2047, 2048, 2049, 4095, 4096, 8999].map(id) + ["x", ""]
                let urls = plain.posts.compactMap(\.postURL).enumerated()
                    .compactMap { $0.offset % 97 < 3 ? $0.element : nil }
                var table = plain
                table.parts.keys = PostKeys(schools: table.schools, coaches: table.coaches)
                table.scanKeys(wanted, urls + ["u", "longer than all others"])
                for id in wanted {
                    XCTAssertEqual(table.place(ofID: id), plain.place(ofID: id), "\(id) of \(count)")
                }
                for url in urls + ["u", "longer than all others"] {
                    XCTAssertEqual(table.place(ofURL: url), plain.place(ofURL: url), "\(url) of \(count)")
                }
            }
        }
    }

    func testAScanIsNotUsedOnceRecordsAreAdded() throws {
        var table = try fourPosts()
        table.parts.keys = PostKeys(schools: table.schools, coaches: table.coaches)
        table.scanKeys(["e"], ["u/e"])
        XCTAssertNil(table.post(id: "e"))
        var post = try XCTUnwrap(table.post(id: "a"))
        post.id = "e"
        post.postURL = "u/e"
        let records = PostRecordsBuilder.of(post)
        table.parts.records.append(records)
        let slot = table.parts.keys?.slot(
            ofID: UnsafeBufferPointer(start: nil, count: 0), in: table.records, where: { _ in true })
        XCTAssertNil(slot)
        let found = "u/e".utf8CString.withUnsafeBufferPointer { text in
            text.withMemoryRebound(to: UInt8.self) { text in
                table.keys?.slot(
                    ofURL: UnsafeBufferPointer(rebasing: text.dropLast()), in: table.records,
                    where: { _ in true })
            }
        }
        XCTAssertEqual(found, 4)
    }

    /// The first sync of a table that is larger than a block neither indexes it nor misses a post.
    func testTheFirstSyncOfALargeTableReadsItOnce() throws {
        let count = KeyBlock.maximumCount + 100
        let rows = (0..<count).map { number in
            """
            {"id":"p\(number)","platform":"twitter","post_date":"2026-02-01T12:00:00Z",\
            "post_url":"https://x/\(number)"}
            """
        }
        var table = try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8).table
        let result = try table.merge(
            json: """
                [{"id":"p7","post_content":"seven"},{"id":"new","platform":"twitter",\
                "post_url":"https://x/9",\
                "post_date":"2026-02-02T12:00:00Z"},{"id":"p65600","post_url":"https://x/65601"}]
                """.utf8)
        XCTAssertEqual(result.newCount, 0)
        XCTAssertEqual(table.keys?.indexedCount, 0)
        XCTAssertFalse(table.isPreparedForChanges)
        XCTAssertEqual(table.count, count - 1)
        XCTAssertEqual(table.post(id: "p7")?.postContent, "seven")
        XCTAssertNil(table.post(id: "p9"))
        XCTAssertNil(table.post(id: "p65601"))
        XCTAssertEqual(table.post(id: "p65600")?.postURL, "https://x/65601")
        try table.merge(json: #"[{"id":"p8","post_content":"eight"}]"#.utf8)
        XCTAssertEqual(table.keys?.indexedCount, KeyBlock.maximumCount)
        XCTAssertEqual(table.post(id: "p8")?.postContent, "eight")
        XCTAssertEqual(table.post(id: "p7")?.postContent, "seven")
    }
}

extension PostRecordsBuilder {
    fileprivate static func of(_ post: Post) -> PostRecords {
        var builder = PostRecordsBuilder()
        builder.append(post)
        return builder.finish()
    }
}
