import CompassTestSupport
import Foundation
import XCTest

@testable import CompassKernel

/// The search index of stored posts.
final class CachedSearchIndexTests: XCTestCase {
    /// Builds the index of posts as if there were many.
    private func buildIndex(of posts: PostTable) {
        let segment = posts.records.segments[0]
        segment.search.finish(SearchIndex(fields: segment.searchedTexts, .forced()))
    }

    private func hasIndex(_ posts: PostTable) -> Bool { posts.records.segments[0].storedSearch != nil }

    /// Reads the stored index, so that a failure tells why it cannot be read.
    private func verifyIndex(_ path: String) throws {
        let reader = try TableFileReader(
            try MappedRegion.opening(path, copying: false), path: path, schemaHash: TableFile.schemaHash,
            verify: .all)
        XCTAssertNotNil(try SearchIndex.read("social_media_posts/0/search_", rowCount: 200, from: reader))
    }

    func testItIsStoredOnceItIsBuilt() async throws {
        for indexing in [SearchIndexing.now, .background] {
            let test = try CacheTest()
            let path = try test.document(rowCount: 200)
            let options = LoadOptions(searchIndexing: indexing, cache: test.cache)
            let first = try test.load(path, options)
            XCTAssertFalse(hasIndex(try test.load(path, options).table))
            buildIndex(of: first.table)
            await waitUntil { (try? test.load(path, options)).map { hasIndex($0.table) } == true }
            let second = try test.load(path, options)
            XCTAssertFalse(second.isRead)
            try verifyIndex(try test.storedPath(path))
            XCTAssertNotNil(second.table.records.segments[0].availableSearch)
            XCTAssertEqual(second.report, first.report)
            XCTAssertEqual(second.byteCount, first.byteCount)
            for text in ["camp", "day 17", "p d", "zebra"] {
                let counts = [first.table, second.table].map {
                    $0.bound(to: .empty).matchCount(where: .search(text), in: .utc)
                }
                XCTAssertEqual(counts[0], counts[1], text)
            }
            XCTAssertEqual(test.cachedNames.count, 1)
        }
    }

    func testItIsAlsoStoredByALoadFromTheCache() async throws {
        let test = try CacheTest()
        let path = try test.document(rowCount: 200)
        let options = LoadOptions(searchIndexing: .never, cache: test.cache)
        // Under this choice nothing is stored with the posts.
        buildIndex(of: try test.load(path, options).table)
        let second = try test.load(path, LoadOptions(cache: test.cache))
        XCTAssertFalse(second.isRead)
        XCTAssertFalse(hasIndex(second.table))
        buildIndex(of: second.table)
        await waitUntil { (try? test.load(path, options)).map { hasIndex($0.table) } == true }
        // It is used under any choice.
        XCTAssertNotNil(try test.load(path, options).table.records.segments[0].availableSearch)
    }

    func testSmallTextsHaveNone() throws {
        let test = try CacheTest()
        let path = try test.document(rowCount: 20)
        let posts = try test.load(path).table
        let stored = bytes(ofFile: try test.storedPath(path))
        posts.prepareForSearch()
        XCTAssertNotNil(posts.records.segments[0].availableSearch)
        XCTAssertEqual(bytes(ofFile: try test.storedPath(path)), stored)
        XCTAssertFalse(hasIndex(try test.load(path).table))
    }

    func testTheIndexOfAnotherDocumentIsNotAdded() async throws {
        let test = try CacheTest()
        let path = try test.document(rowCount: 200)
        let old = try test.load(path).table
        try test.append("\n", to: path)
        _ = try test.load(path)
        buildIndex(of: old)
        // The thread leaves no trace that tells when it is done.
        try await Task.sleep(for: .milliseconds(200))
        XCTAssertFalse(hasIndex(try test.load(path).table))
    }
}
