import XCTest

@testable import CompassBaseline

final class BaselineLocalChangeTests: XCTestCase {
    private let rows = [
        BaselinePost(
            id: "a", platform: .twitter, postDate: 5, coachID: "c", schoolID: "s", postURL: "u",
            postContent: "t", authorHandle: "@h", authorName: "N", isRecruitingRelated: true,
            flaggedForReview: true, sentiment: .negative, notes: "n", createdAt: 1, updatedAt: 2),
        BaselinePost(id: "b", platform: .instagram, postDate: 5),
        BaselinePost(id: "c", platform: .twitter, postDate: 9, postURL: "v"),
    ]

    func testRowsAreInTheOrderOfThePages() {
        XCTAssertEqual(BaselinePostStore(rows).rows.map(\.id), ["c", "a", "b"])
        XCTAssertEqual(BaselinePostStore(rows).count, 3)
    }

    func testEachChangeIsTakenBackByItsInverse() throws {
        let before = BaselinePostStore(rows)
        let changes: [(change: BaselineLocalChange, inverse: BaselineLocalChange)] = [
            (.setFlag(id: "a", false), .setFlag(id: "a", true)),
            (.setFlag(id: "a", true), .setFlag(id: "a", true)),
            (.setFlag(id: "b", true), .setFlag(id: "b", false)),
            (.setNotes(id: "a", "new"), .setNotes(id: "a", "n")),
            (.setNotes(id: "a", nil), .setNotes(id: "a", "n")),
            (.setNotes(id: "b", ""), .setNotes(id: "b", nil)),
            (.remove(id: "a"), .restore(rows[0])),
            (.remove(id: "c"), .restore(rows[2])),
        ]
        for (change, inverse) in changes {
            var store = before
            XCTAssertEqual(store.apply(change), inverse)
            let changed = store.rows
            let redo = try XCTUnwrap(store.apply(inverse))
            XCTAssertEqual(store.rows, before.rows, "\(change)")
            store.apply(redo)
            XCTAssertEqual(store.rows, changed, "\(change)")
        }
    }

    func testOnlyTheNamedColumnChanges() {
        var store = BaselinePostStore(rows)
        store.apply(.setFlag(id: "a", false))
        store.apply(.setNotes(id: "a", ""))
        var expected = rows[0]
        expected.flaggedForReview = false
        expected.notes = ""
        XCTAssertEqual(store["a"], expected)
        XCTAssertEqual(store["b"], rows[1])
    }

    func testUnknownIDsChangeNothing() {
        var store = BaselinePostStore(rows)
        // Equal as strings, but not byte for byte.
        store.apply(.remove(id: "b"))
        let left = store.rows
        for change in [BaselineLocalChange.setFlag(id: "b", true), .setNotes(id: "x", "n"), .remove(id: "b")]
        {
            XCTAssertNil(store.apply(change))
            XCTAssertEqual(store.rows, left)
        }
    }

    func testADeletedPostIsNotRestoredOverANewerOne() throws {
        var store = BaselinePostStore(rows)
        let inverse = try XCTUnwrap(store.apply(.remove(id: "a")))
        var withSameID = store
        withSameID.put(BaselinePost(id: "a", platform: .twitter, postDate: 7))
        XCTAssertNil(withSameID.apply(inverse))
        XCTAssertEqual(withSameID["a"]?.postDate, 7)

        store.put(BaselinePost(id: "d", platform: .twitter, postDate: 7, postURL: "u"))
        XCTAssertNil(store.apply(inverse))
        XCTAssertEqual(store.rows.map(\.id), ["c", "d", "b"])
    }

    func testAnAddressIsFreeOnceItsPostIsGone() {
        var store = BaselinePostStore(rows)
        store.apply(.remove(id: "a"))
        store.put(BaselinePost(id: "d", platform: .twitter, postDate: 7, postURL: "u"))
        XCTAssertEqual(store.id(withURL: "u"), "d")
        store.put(BaselinePost(id: "d", platform: .twitter, postDate: 7, postURL: "w"))
        XCTAssertNil(store.id(withURL: "u"))
        XCTAssertEqual(store.id(withURL: "w"), "d")
    }

    func testTheTableCanBeLoadedAgain() throws {
        var naughty = rows
        naughty.append(
            BaselinePost(
                id: "\u{1}\"\\/\u{7F}\u{2028}é", platform: .twitter, postDate: -1,
                postContent: "\n\t\u{1F}👍🏽\0",
                notes: ""))
        let first = try BaselineTimestamp.micros(of: "0000-01-01T00:00:00+23:59:59")
        let last = try BaselineTimestamp.micros(of: "99999-12-31T23:59:59.999999-23:59:59")
        naughty.append(BaselinePost(id: "e", platform: .twitter, postDate: first, updatedAt: last))
        naughty.append(BaselinePost(id: "f", platform: .twitter, postDate: last, createdAt: first))
        let posts = BaselinePostStore(naughty).posts
        let (loaded, report) = try BaselineLoader.posts(posts.tableJSON)
        XCTAssertEqual(loaded, posts)
        XCTAssertEqual(report.problems, [])
        XCTAssertEqual(report.loaded, 6)
        XCTAssertEqual(try BaselineLoader.posts(BaselinePosts([]).tableJSON).posts.rows, [])
    }

    func testInstantsAreWrittenInFull() throws {
        XCTAssertEqual(BaselineTimestamp.text(of: 0), "1970-01-01T00:00:00.000000+00:00")
        XCTAssertEqual(BaselineTimestamp.text(of: -1), "1969-12-31T23:59:59.999999+00:00")
        // Just inside and outside of the years that can be written in UTC.
        for text in [
            "0000-01-01T00:00:00.000000+00:00", "0000-01-01T23:59:58.999999+23:59:59",
            "99999-12-31T23:59:59.999999+00:00", "99999-12-31T00:00:01.000000-23:59:59",
        ] {
            let micros = try BaselineTimestamp.micros(of: BaselineText(text))
            XCTAssertEqual(BaselineTimestamp.text(of: micros), text)
        }
    }
}
