import CompassBaseline
import CompassKernel
import CompassTestSupport
import XCTest

/// Flags, notes, deletions and a sync, each reverted by its inverse within the block.
final class ChangesPerformanceTests: PerformanceTestCase {
    func testFlaggingAndTakingTheFlagBack() throws {
        try measureChanges {
            .flag($0.id, !$0.flaggedForReview)
        } expected: {
            .setFlag(id: BaselineText($0.id), !$0.flaggedForReview)
        }
    }

    func testNotesAndTakingThemBack() throws {
        try measureChanges {
            .notes($0.id, "Ask about the camp")
        } expected: {
            .setNotes(id: BaselineText($0.id), "Ask about the camp")
        }
    }

    func testDeletingAndBringingBack() throws {
        try measureChanges {
            .remove($0.id)
        } expected: {
            .remove(id: BaselineText($0.id))
        }
    }

    func testMergingASyncAndTakingItBack() throws {
        let posts = try PerformancePosts.shared()
        let data = try PerformanceData.shared()
        // The first rows of the document with distinct new ids, so that the table treats them as new posts.
        let rows = posts.ndjson.split(separator: 0x0A).prefix(500).map { line in
            let text = String(decoding: line, as: UTF8.self)
            return text.replacingOccurrences(of: "{\"id\":\"", with: "{\"id\":\"new-")
                .replacingOccurrences(of: "/status/", with: "/status/new-")
                .replacingOccurrences(of: "/p/", with: "/p/new-")
        }
        let document = Array(rows.joined(separator: "\n").utf8)
        var social = posts.social
        var store = BaselinePostStore(posts.baselinePosts.rows)
        let report = try store.merge(document, format: .ndjson)
        let merged = try social.update { try $0.merge(ndjson: document) }
        XCTAssertEqual(merged.newCount, report.newPosts)
        try check(social, answersAs: store.posts, data, posts)
        try social.update { _ = try $0.apply(merged.inverse) }
        measure {
            do {
                let inverse = try social.update { try $0.merge(ndjson: document).inverse }
                try social.update { _ = try $0.apply(inverse) }
            } catch { XCTFail("\(error)") }
        }
        try check(social, answersAs: posts.baselinePosts, data, posts)
    }

    /// Makes a change to each of some posts and reverts it, after comparing the first with the
    /// baseline's.
    private func measureChanges(
        line: UInt = #line, _ change: (FeedPost) -> PostChange, expected: (FeedPost) -> BaselineLocalChange
    ) throws {
        let posts = try PerformancePosts.shared()
        let data = try PerformanceData.shared()
        var social = posts.social
        let now = Timestamp(micros: data.instants[0])
        let shown = social.feedPage(where: .recruiting, asOf: now, in: data.zone.kernel).posts
        let first = try XCTUnwrap(shown.first)
        var store = BaselinePostStore(posts.baselinePosts.rows)
        store.apply(expected(first))
        let inverse = try social.update { try $0.apply(change(first)) }
        try check(social, answersAs: store.posts, data, posts)
        try social.update { _ = try $0.apply(inverse) }

        let changes = shown.map(change)
        measure(callsPerBlock: 16, of: changes, answers: changes.map { _ in true }, line: line) { change in
            do {
                let inverse = try social.update { try $0.apply(change) }
                try social.update { _ = try $0.apply(inverse) }
                return true
            } catch { return false }
        }
        try check(social, answersAs: posts.baselinePosts, data, posts)
    }

    /// Compares all queries of all posts and of flagged ones, and the texts of a page.
    private func check(
        _ social: SocialPosts, answersAs expected: BaselinePosts, _ data: PerformanceData,
        _ posts: PerformancePosts
    ) throws {
        var flagged = FilterPair()
        flagged.restrict(flagged: true)
        for filter in [FilterPair(), flagged] {
            let query = PageQuery(
                filter: filter, now: data.instants[0], zone: data.zone, topSchools: .max, activity: .every)
            let careful = query.baselinePage(expected, posts.baselineSchools)
            let differences = BaselineSocialPage(query.kernelPage(social)).differences(from: careful)
            if !differences.isEmpty { throw WrongAnswer(question: "\(query)", differences: differences) }
        }
        let query = FeedQuery(now: data.instants[0], zone: data.zone)
        let shown = query.kernelPage(social).posts.map { BaselineFeedPost($0) }
        let page = BaselineFeed(
            posts: BaselinePosts(Array(expected.rows.prefix(shown.count))), schools: posts.baselineSchools
        ).page(now: query.now, zone: data.zone.baseline)
        if shown != page.posts { throw WrongAnswer(question: "first page", differences: ["posts"]) }
    }
}
