import CompassBaseline
import CompassTestSupport
import Foundation
import XCTest

@testable import CompassKernel

/// Posts with every field that a feed shows, for kernel and baseline.
struct FeedTable {
    let social: SocialPosts
    let baseline: BaselineFeed
    let now: Int64
    let zone: ZonePair

    init(posts: [BaselinePost], schools: [BaselineSchool], now: Int64, zone: ZonePair) throws {
        baseline = BaselineFeed(posts: BaselinePosts(posts), schools: BaselineSchools(schools))
        let (table, report) = try PostTable.load(json: baseline.posts.tableJSON)
        XCTAssertEqual(report.loaded, posts.count)
        social = table.bound(to: try SchoolDirectory.load(json: JSONRows.document(of: schools)).table)
        self.now = now
        self.zone = zone
    }

    func kernelPage(_ filter: FilterPair, pageSize: Int, after cursor: FeedCursor? = nil) -> FeedPage {
        social.feedPage(
            where: filter.kernel, asOf: Timestamp(micros: now), in: zone.kernel, pageSize: pageSize,
            after: cursor)
    }

    /// Compares a page and the results that contain only a part of it; returns the kernel's page.
    @discardableResult
    func expectAgreement(
        _ filter: FilterPair, pageSize: Int, after cursor: FeedCursor? = nil,
        _ name: @autoclosure () -> String,
        file: StaticString = #filePath, line: UInt = #line
    ) -> FeedPage {
        let page = kernelPage(filter, pageSize: pageSize, after: cursor)
        let wanted = baseline.page(
            filter: filter.baseline, now: now, zone: zone.baseline, pageSize: pageSize,
            after: cursor.map { BaselineFeedCursor($0) })
        let differences = BaselineFeedPage(page).differences(from: wanted)
        if !differences.isEmpty {
            XCTFail(
                "\(name()), \(filter), \(pageSize) posts: \(differences.joined(separator: "\n"))", file: file,
                line: line)
        }
        for post in page.posts where post.highlights != highlights(of: post, filter) {
            XCTFail("\(name()), \(filter), \(post)", file: file, line: line)
        }
        if social.matchCount(where: filter.kernel, in: zone.kernel) != page.matchCount {
            XCTFail("\(name()), \(filter): another count alone", file: file, line: line)
        }
        if let cursor {
            let next = social.nextFeedPage(
                after: cursor, where: filter.kernel, asOf: Timestamp(micros: now), in: zone.kernel,
                pageSize: pageSize)
            if next != FeedContinuation(posts: page.posts, nextCursor: page.nextCursor) {
                XCTFail("\(name()), \(filter): another page alone", file: file, line: line)
            }
        }
        return page
    }

    /// Returns the baseline's highlights; nil without a search.
    private func highlights(of post: FeedPost, _ filter: FilterPair) -> FeedHighlights? {
        // An empty search finds every post and highlights none; the kernel treats it as no search.
        if filter.kernel.searches.isEmpty { return nil }
        func highlights(_ text: String?) -> TextHighlights {
            TextHighlights(
                merging: text.map {
                    BaselineSearch.highlights(of: filter.baseline.searches, in: BaselineText($0))
                } ?? [])
        }
        return FeedHighlights(
            postContent: highlights(post.postContent), authorHandle: highlights(post.authorHandle),
            authorName: highlights(post.authorName))
    }

    /// Returns all matching posts, page by page, with each cursor converted to its text and back.
    func walk(_ filter: FilterPair, pageSize: Int) throws -> [FeedPost] {
        var page = kernelPage(filter, pageSize: pageSize)
        var posts = page.posts
        while let cursor = page.nextCursor {
            XCTAssertEqual(page.posts.count, max(1, pageSize))
            page = kernelPage(filter, pageSize: pageSize, after: try FeedCursor(cursor.description))
            posts += page.posts
            XCTAssertFalse(page.posts.isEmpty, "a cursor that nothing follows")
            if page.posts.isEmpty || posts.count > baseline.posts.rows.count { break }
        }
        return posts
    }
}

extension RandomTable {
    /// The table's posts with texts in every column, some with the time of another post.
    func feedPosts(using random: inout SeededRandom) -> [BaselinePost] {
        let sharesTimes = random.element([2, 5, 1000])
        let rows = posts.rows
        return rows.indices.map { index in
            var post = rows[index]
            if random.oneIn(sharesTimes) { post.postDate = random.element(rows).postDate }
            if random.oneIn(3) { post.id = BaselineText(uuid(index, using: &random)) }
            post.coachID = random.oneIn(3) ? nil : BaselineText("coach \(random.int(0...9))")
            post.postURL = random.oneIn(4) ? nil : BaselineText("https://example.com/\(index)")
            post.notes = random.oneIn(2) ? nil : random.element(["", "Call back", "e\u{301}\n\u{0}\"", "=1"])
            return post
        }
    }

    private func uuid(_ index: Int, using random: inout SeededRandom) -> String {
        let digits = String(random.next(), radix: 16) + "0000000000000000" + String(index, radix: 16)
        let tail = String(repeating: "0", count: max(0, 32 - digits.count)) + digits.suffix(32)
        let parts = [8, 4, 4, 4, 12]
        var rest = tail.suffix(32)
        return parts.map { length in
            defer { rest = rest.dropFirst(length) }
            return String(rest.prefix(length))
        }.joined(separator: "-")
    }

    /// Returns a directory with most of the schools.
    var feedSchools: [BaselineSchool] {
        schoolIDs.enumerated().filter { $0.offset % 4 != 3 }.map { index, id in
            BaselineSchool(id: id, name: BaselineText(index % 5 == 0 ? "E\u{301}cole" : "School \(index)"))
        }
    }
}
