import XCTest

@testable import CompassKernel

/// The names and counts of the coaches of posts, and filters by coach.
final class CoachesOfPostsTests: XCTestCase {
    private let now = instant("2026-02-10T12:00:00Z")

    /// Six posts of the coaches c (three), d (one) and é, written in two ways (one each); one has no coach.
    private func posts() throws -> PostTable {
        let coaches: [String?] = ["c", "d", "c", "\u{E9}", "e\u{301}", nil, "c"]
        let rows = coaches.enumerated().map { index, coach in
            postJSON(
                "\(index)", "2026-02-0\(9 - index)T00:00:00Z",
                (coach.map { ",\"coach_id\":\"\($0)\"" } ?? "") + ",\"school_id\":\"s\(index % 2)\"")
        }
        return try PostTable.load(json: ("[" + rows.joined(separator: ",") + "]").utf8).table
    }

    private let coaches = CoachTable([
        Coach(id: "c", firstName: "Ana", lastName: "Ng"), Coach(id: "d", firstName: " ", lastName: nil),
        Coach(id: "\u{E9}", lastName: "Ito"), Coach(id: "idle", firstName: "Zoë"),
    ])

    /// Counts by coach are built by the first query that uses them, once for all copies, and compacting the table leaves
    /// them to such a query until then.
    func testCountsByCoachAreBuiltWhenTheyAreUsed() throws {
        /// Rewrites the table, or merges the change into its columns.
        func change(_ posts: inout PostTable, rewriting: Bool) throws {
            let new = postJSON("new", "2026-01-01T00:00:00Z", #","school_id":"s0","coach_id":"c""#)
            _ = try posts.merge(json: "[\(new)]".utf8)
            if rewriting { posts.compact() } else { XCTAssertTrue(posts.compact(for: .seconds(60))) }
            XCTAssertNil(posts.delta)
            XCTAssertEqual(posts.counts.timestamps.count, 8)
        }
        var unused = try posts()
        XCTAssertNil(unused.counts.existingAffiliations)
        XCTAssertEqual(unused.bound(to: .empty).analyticsPage(.all, asOf: now, in: .utc).topCoaches.count, 4)
        let loadedBytes = unused.byteCount
        XCTAssertNil(unused.counts.existingAffiliations, "all coaches are counted without them")
        let copy = unused
        var merged = unused
        try change(&unused, rewriting: true)
        try change(&merged, rewriting: false)
        for posts in [unused, merged] {
            XCTAssertNil(posts.counts.existingAffiliations, "nothing has used them")
        }

        var used = copy
        let filter = PostFilter.coach("c")
        XCTAssertEqual(used.bound(to: .empty).linkedCounts(where: filter, asOf: now, in: .utc).matchCount, 3)
        XCTAssertNotNil(used.counts.existingAffiliations)
        XCTAssertNotNil(copy.counts.existingAffiliations, "copies share them")
        XCTAssertGreaterThan(copy.byteCount, loadedBytes)
        var usedAndMerged = used
        try change(&used, rewriting: true)
        try change(&usedAndMerged, rewriting: false)
        for posts in [used, usedAndMerged] {
            XCTAssertNotNil(posts.counts.existingAffiliations, "queries use them")
        }
        for posts in [used, usedAndMerged, unused, merged] {
            let counts = posts.bound(to: .empty).linkedCounts(where: filter, asOf: now, in: .utc)
            XCTAssertEqual(counts.matchCount, 4)
            XCTAssertEqual(posts.checkInvariants(), [])
        }
    }

    func testCountsByCoachAreNotBuiltForSearchesAndShortRanges() throws {
        let social = try posts().bound(to: .empty)
        _ = social.analyticsPage(.all, where: .search("a") && .coach("c"), asOf: now, in: .utc)
        _ = social.linkedCounts(where: .search("a"), asOf: now, in: .utc)
        // The newest of seven posts.
        let newest =
            try PostFilter.coach("c") && .dates(from: XCTUnwrap(CivilDate(year: 2026, month: 2, day: 9)))
        _ = social.analyticsPage(.all, where: newest, asOf: now, in: .utc)
        XCTAssertNil(social.posts.counts.existingAffiliations)
        _ = social.analyticsPage(.all, where: .coach("c"), asOf: now, in: .utc)
        XCTAssertNotNil(social.posts.counts.existingAffiliations)
    }

    /// The columns of a table know fewer schools than the table after a change, so that some have marks of their own.
    func testPostsOfAFewCoachesAfterPostsOfNewSchools() throws {
        // Marks of the most schools do not fit on the stack.
        for count in [300, 1_500, 3_000, StackScratch.stackCapacity + 200] {
            var posts = try PostTable(
                (0..<count).map { number in
                    Post(
                        id: "p\(number)", platform: .twitter, postDate: Timestamp(micros: Int64(number)),
                        coachID: number % 280 == 7 ? "rare" : "usual", schoolID: "s\(number)")
                })
            let new = (0..<3).map {
                postJSON(
                    "n\($0)", "2026-01-0\($0 + 1)T00:00:00Z", #","school_id":"new\#($0)","coach_id":"rare""#)
            }
            _ = try posts.merge(json: "[\(new.joined(separator: ","))]".utf8)
            XCTAssertNotNil(posts.delta)
            let rare = stride(from: 7, to: count, by: 280).reversed().map { "p\($0)" }
            let social = posts.bound(to: SchoolDirectory.empty)
            for filter in [PostFilter.coach("rare"), .coaches(["rare", "unknown"])] {
                let page = social.feedPage(where: filter, asOf: now, in: .utc)
                XCTAssertEqual(page.posts.map(\.id), ["n2", "n1", "n0"] + rare)
            }
            let both = social.feedPage(
                where: .coach("rare") && .schools(["new1", "s287"]), asOf: now, in: .utc)
            XCTAssertEqual(both.posts.map(\.id), ["n1", "p287"])
        }
    }

    func testNamesAreJoinedAsFarAsTheyAreKnown() {
        XCTAssertEqual(coaches.map(\.fullName), ["Ana Ng", nil, "Ito", "Zoë"])
    }

    func testFeedPostsHaveTheNamesThatTheTableKnows() throws {
        let social = try posts().bound(to: .empty, coaches: coaches)
        let page = social.feedPage(asOf: now, in: .utc)
        XCTAssertEqual(page.posts.map(\.coachName), ["Ana Ng", nil, "Ana Ng", "Ito", nil, nil, "Ana Ng"])
        XCTAssertEqual(page.posts[4].coachID.map { Array($0.utf8) }, Array("e\u{301}".utf8))
        XCTAssertNil(page.posts[5].coachID)
        XCTAssertEqual(try posts().bound(to: .empty).feedPage(asOf: now, in: .utc).posts[0].coachID, "c")
        XCTAssertNil(try posts().bound(to: .empty).feedPage(asOf: now, in: .utc).posts[0].coachName)
    }

    func testTopCoachesAreOrderedByCountThenName() throws {
        let social = try posts().bound(to: .empty, coaches: coaches)
        let top = social.analyticsPage(.all, asOf: now, in: .utc).topCoaches
        XCTAssertEqual(top.map(\.name), ["Ana Ng", "Ito", "Unknown Coach", "Unknown Coach"])
        XCTAssertEqual(top.map(\.postCount), [3, 1, 1, 1])
        XCTAssertEqual(top.map { Array($0.id.utf8) }.suffix(2), [Array("d".utf8), Array("e\u{301}".utf8)])
        let recent = social.analyticsPage(.last(days: 4), asOf: now, in: .utc, topCoaches: 1).topCoaches
        XCTAssertEqual(recent.map(\.id), ["c"])
        XCTAssertEqual(recent.map(\.postCount), [2])
        XCTAssertEqual(social.analyticsPage(.all, asOf: now, in: .utc, topCoaches: 0).topCoaches, [])
    }

    func testFilterByCoachComparesBytes() throws {
        let social = try posts().bound(to: .empty, coaches: coaches)
        func ids(_ filter: PostFilter) -> [String] {
            let listed = social.feedPage(where: filter, asOf: now, in: .utc).posts.map(\.id)
            XCTAssertEqual(social.matchCount(where: filter, in: .utc), listed.count)
            return listed
        }
        XCTAssertEqual(ids(.coach("c")), ["0", "2", "6"])
        XCTAssertEqual(ids(.coach("\u{E9}")), ["3"])
        XCTAssertEqual(ids(.coaches(["d", "e\u{301}", "nobody"])), ["1", "4"])
        XCTAssertEqual(ids(.coach("c") && .coaches(["c", "d"])), ["0", "2", "6"])
        XCTAssertEqual(ids(.coach("c") && .coach("d")), [])
        XCTAssertEqual(ids(.coaches([])), [])
        XCTAssertEqual(ids(.coach("nobody")), [])
        XCTAssertEqual(ids(.coach("d") && .school("s0")), [])
        XCTAssertEqual(ids(.coach("d") && .school("s1")), ["1"])
    }

    func testLinkedChartsIgnoreTheirOwnDimension() throws {
        let social = try posts().bound(to: .empty, coaches: coaches)
        let counts = social.linkedCounts(where: .coach("c") && .school("s0"), asOf: now, in: .utc)
        XCTAssertEqual(counts.matchCount, 3)
        XCTAssertEqual(counts.coaches.map(\.name), ["Ana Ng", "Ito", "Unknown Coach", "Unknown Coach"])
        XCTAssertEqual(counts.coaches.map(\.postCount), [3, 0, 0, 1], "posts of s0")
        XCTAssertEqual(counts.withoutCoach, 0)
        XCTAssertEqual(counts.schools.map(\.postCount), [3, 0], "posts of c")
        XCTAssertEqual(
            social.linkedCounts(where: .school("s1"), asOf: now, in: .utc).withoutCoach, 1)
    }

    func testChoicesAreAllCoachesInNameOrder() throws {
        let choices = try posts().bound(to: .empty, coaches: coaches).coachesInNameOrder()
        XCTAssertEqual(
            choices.map(\.name), ["Ana Ng", "Ito", "Unknown Coach", "Unknown Coach", "Zoë"])
        XCTAssertEqual(choices.map(\.postCount), [3, 1, 1, 1, 0])
    }

    func testAChangeOfTheCoachIsCountedAndUndone() throws {
        var social = try posts().bound(to: .empty, coaches: coaches)
        let before = social.analyticsPage(.all, asOf: now, in: .utc)
        func change(_ coach: String?) throws -> PostChange {
            var post = try XCTUnwrap(social.posts.post(id: "1"))
            post.coachID = coach
            return try social.update { try $0.put(post) }
        }
        // A known pair of a coach and a school, an unknown pair, a new coach, and none.
        for (coach, count) in [("\u{E9}", 2), ("c", 4), ("new", 1), (nil, nil)] as [(String?, Int?)] {
            let undo = try change(coach)
            let top = social.analyticsPage(.all, asOf: now, in: .utc).topCoaches
            XCTAssertEqual(top.first { $0.id.utf8.elementsEqual((coach ?? "").utf8) }?.postCount, count)
            XCTAssertFalse(top.contains { $0.id == "d" })
            XCTAssertEqual(social.posts.checkInvariants(), [])
            XCTAssertEqual(
                social.feedPage(where: coach.map { .coach($0) } ?? .all, asOf: now, in: .utc).posts
                    .first { $0.id == "1" }?.coachID, coach)
            try social.update { _ = try $0.apply(undo) }
            XCTAssertEqual(social.analyticsPage(.all, asOf: now, in: .utc), before)
        }
    }

    /// More affiliations than blocks of counts can hold: the rows are read.
    func testMoreCoachesThanTheCubeHolds() throws {
        let rows = (0..<9_000).map { index in
            postJSON(
                "\(index)", "2026-02-01T00:00:00Z",
                ",\"coach_id\":\"c\(index % 3_000)\",\"school_id\":\"s\(index % 7)\"")
        }
        let table = try PostTable.load(json: ("[" + rows.joined(separator: ",") + "]").utf8).table
        XCTAssertEqual(table.affiliations.count, 9_000)
        let social = table.bound(to: .empty)
        let page = social.analyticsPage(
            .all, where: .coaches(["c5", "c6"]), asOf: now, in: .utc, topCoaches: 9_000)
        XCTAssertEqual(page.topCoaches.map(\.id), ["c5", "c6"])
        XCTAssertEqual(page.topCoaches.map(\.postCount), [3, 3])
        XCTAssertEqual(page.summary.totalPosts, 6)
        XCTAssertEqual(social.linkedCounts(asOf: now, in: .utc).coaches.count, 3_000)
    }

    /// From 8,192 rows on there are several blocks of counts; changes are counted beside them.
    func testChangesOfALargeTable() throws {
        var random = SeededRandom()
        var rows: [Post] = []
        for number in 0..<9_000 {
            var post = Post(id: "\(number)", platform: .twitter, postDate: Timestamp(micros: Int64(number)))
            if number % 3 == 0 { post.platform = .instagram }
            if number % 7 != 6 { post.coachID = "c\(number % 5)" }
            post.schoolID = "s\(number % 3)"
            rows.append(post)
        }
        var posts = try PostTable(rows)
        let filters: [PostFilter] = [
            .coach("c1"), .coach("c2") && .platform(.twitter), .coaches(["c0", "c4"]) && .school("s1"),
            .platform(.instagram), .coach("c9"),
        ]
        func expectFreshAnswers(_ step: String) throws {
            let (changed, fresh) = (
                posts.bound(to: SchoolDirectory.empty), try PostTable(Array(posts)).bound(to: .empty)
            )
            for filter in filters {
                let label = "\(step), \(filter), \(random.label)"
                XCTAssertEqual(
                    changed.analyticsPage(.all, where: filter, asOf: now, in: .utc),
                    fresh.analyticsPage(.all, where: filter, asOf: now, in: .utc), label)
                XCTAssertEqual(
                    changed.linkedCounts(where: filter, asOf: now, in: .utc),
                    fresh.linkedCounts(where: filter, asOf: now, in: .utc), label)
            }
            XCTAssertEqual(posts.affiliations.cube.split(0..<posts.rowCount) == nil, false)
        }
        for round in 0..<8 {
            let id = "\(random.below(9_000))"
            var post = try XCTUnwrap(posts.post(id: id))
            switch round % 4 {
            case 0: post.coachID = "c\(random.below(5))"
            case 1: (post.coachID, post.schoolID) = (nil, "s\(random.below(3))")
            case 2: post.platform = .instagram
            default: post.coachID = "c9"
            }
            let undo = try posts.put(post)
            try expectFreshAnswers("put \(round)")
            if round % 3 == 0 { try posts.apply(undo) }
            try posts.remove(id: "\(random.below(10) + 20 * round)")
        }
        try expectFreshAnswers("removed")
        XCTAssertEqual(posts.checkInvariants(), [])
        posts.compact()
        try expectFreshAnswers("compacted")
    }

    func testCodesOfCoachesWithoutPostsAreRemoved() throws {
        var posts = try posts()
        for number in 0..<2_000 {
            var post = try XCTUnwrap(posts.post(id: "1"))
            post.coachID = "new \(number)"
            try posts.put(post)
            XCTAssertLessThan(posts.coaches.count, 200)
        }
        XCTAssertEqual(posts.checkInvariants(), [])
    }
}
