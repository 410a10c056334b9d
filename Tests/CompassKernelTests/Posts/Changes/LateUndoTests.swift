import XCTest

@testable import CompassKernel

/// Changes that are undone after others have followed.
final class LateUndoTests: XCTestCase {
    private func merge(_ table: inout PostTable, _ rows: String...) throws -> PostChange {
        try table.merge(json: "[\(rows.joined(separator: ","))]".utf8).inverse
    }

    private func newer(_ id: String, url: String) throws -> Post {
        Post(id: id, platform: .instagram, postDate: try time("2026-02-13T00:00:00Z"), postURL: url)
    }

    // MARK: Fields

    func testTakingABatchBackKeepsWhatWasChangedSince() throws {
        var table = try fourPosts()
        var wanted = table.posts
        let undo = try merge(
            &table,
            """
            {"id":"a","post_content":"server","author_name":"N","author_handle":"@n","sentiment":"negative",\
            "coach_id":null}
            """, #"{"id":"b","notes":"server"}"#)
        try table.setFlag(false, ofPost: "a")
        try table.setNotes("later", ofPost: "a")
        _ = try merge(&table, #"{"id":"a","author_name":"M","sentiment":null}"#)
        try table.apply(undo)
        (wanted[0].flaggedForReview, wanted[0].notes) = (false, "later")
        (wanted[0].authorName, wanted[0].sentiment) = ("M", nil)
        expect(table, wanted)
    }

    func testTakingAPutBackKeepsWhatWasChangedSince() throws {
        var table = try fourPosts()
        var wanted = table.posts
        let undo = try table.apply(.put(try newer("c", url: "u/new")))
        try table.setNotes("later", ofPost: "c")
        try table.setFlag(true, ofPost: "c")
        try table.apply(undo)
        (wanted[2].notes, wanted[2].flaggedForReview) = ("later", true)
        expect(table, wanted)
    }

    func testTakingSeveralStepsBackKeepsWhatWasChangedSince() throws {
        var table = try fourPosts()
        var wanted = table.posts
        let undo = try table.apply(
            .all([.flag("a", false), .notes("a", "x"), .flag("b", true), .notes("c", "x")]))
        try table.setNotes("y", ofPost: "a")
        try table.setFlag(true, ofPost: "c")
        try table.apply(undo)
        (wanted[0].notes, wanted[2].flaggedForReview) = ("y", true)
        expect(table, wanted)
    }

    func testAPostThatMovedInTimeReturnsToItsPlaceWithWhatWasChangedSince() throws {
        var table = try fourPosts()
        var wanted = table.posts
        let undo = try merge(&table, #"{"id":"d","post_date":"2026-03-01T00:00:00Z","platform":"instagram"}"#)
        XCTAssertEqual(table.postIDs, ["d", "a", "b", "c"])
        try table.setFlag(true, ofPost: "d")
        try table.apply(undo)
        wanted[3].flaggedForReview = true
        expect(table, wanted)
    }

    func testAFieldThatWasNotChangedStaysAsItIs() throws {
        var table = try fourPosts()
        var wanted = table.posts
        let undo = try merge(&table, #"{"id":"a","notes":"call","post_content":"server"}"#)
        try table.setNotes(nil, ofPost: "a")
        try table.apply(undo)
        wanted[0].notes = nil
        expect(table, wanted)
    }

    // MARK: Deleted posts and their URLs

    func testTakingAChangeBackDoesNotBringADeletedPostBack() throws {
        var table = try fourPosts()
        let before = table.posts
        let undo = try merge(&table, #"{"id":"a","post_content":"1"}"#, #"{"id":"b","post_content":"2"}"#)
        try table.remove(id: "a")
        try table.apply(undo)
        expect(table, Array(before.dropFirst()))
        let steps = try table.apply(.all([.flag("c", true), .notes("d", "x")]))
        try table.remove(id: "c")
        try table.apply(steps)
        expect(table, [before[1], before[3]])
    }

    func testTakingAPutBackDoesNotBringADeletedPostBack() throws {
        var table = try fourPosts()
        let before = table.posts
        let undo = try table.apply(.put(try newer("c", url: "u/c")))
        try table.remove(id: "c")
        try table.apply(undo)
        expect(table, [before[0], before[1], before[3]])
    }

    func testAURLThatAnotherPostHasTakenStaysThere() throws {
        var table = try fourPosts()
        var wanted = table.posts
        let undo = try merge(&table, #"{"id":"a","post_url":"u/x","post_content":"server"}"#)
        let other = try newer("e", url: "u/a")
        try table.apply(.put(other))
        try table.apply(undo)
        wanted[0].postURL = "u/x"
        expect(table, [other] + wanted)
        XCTAssertEqual(table.place(ofURL: "u/a").map { table.id($0) }, "e")
        XCTAssertEqual(table.place(ofURL: "u/x").map { table.id($0) }, "a")
    }

    func testAURLThatWasRemovedAndTakenStaysThere() throws {
        var table = try fourPosts()
        var wanted = table.posts
        let undo = try merge(&table, #"{"id":"a","post_url":null}"#)
        _ = try merge(&table, #"{"id":"d","post_url":"u/a"}"#)
        try table.apply(undo)
        (wanted[0].postURL, wanted[3].postURL) = (nil, "u/a")
        expect(table, wanted)
    }

    func testAURLThatIsFreeAgainComesBack() throws {
        var table = try fourPosts()
        let before = table.posts
        let undo = try merge(&table, #"{"id":"a","post_url":"u/x"}"#)
        try table.apply(.put(try newer("e", url: "u/a")))
        try table.remove(id: "e")
        try table.apply(undo)
        expect(table, before)
    }

    // MARK: Inserted posts

    func testPostsThatCameAreRemovedWhateverHasBecomeOfThem() throws {
        var table = try fourPosts()
        let before = table.posts
        let new = #","platform":"twitter","post_date":"2026-02-13T00:00:00Z""#
        let undo = try merge(&table, #"{"id":"n"\#(new)}"#, #"{"id":"m"\#(new)}"#, #"{"id":"a","notes":"x"}"#)
        let undoPut = try table.apply(.put(try newer("p", url: "u/p")))
        try table.remove(id: "n")
        try table.setNotes("later", ofPost: "m")
        try table.remove(id: "p")
        try table.apply(undo)
        expect(table, before)
        try table.apply(undoPut)
        expect(table, before)
    }

    // MARK: Posts that the change removed

    func testADisplacedPostComesBackThoughItsSuccessorIsGone() throws {
        var table = try fourPosts()
        let before = table.posts
        let undo = try table.apply(.put(try newer("e", url: "u/b")))
        try table.remove(id: "e")
        try table.apply(undo)
        expect(table, before)
    }

    func testADisplacedPostDoesNotComeBackOverANewerOne() throws {
        for (id, url) in [("b", "u/other"), ("f", "u/b")] {
            var table = try fourPosts()
            let undo = try merge(
                &table,
                #"{"id":"e","platform":"twitter","post_date":"2026-02-13T00:00:00Z","post_url":"u/b"}"#)
            try table.remove(id: "e")
            try table.apply(.put(try newer(id, url: url)))
            expectRefusal(&table, PostChangeError.placeTaken(id: "b")) { try $0.apply(undo) }
            try table.remove(id: id)
            try table.apply(undo)
            expect(table, try fourPosts().posts)
        }
    }
    // MARK: Realtime payloads in between

    private func announce(_ table: inout PostTable, _ type: String, _ parts: String, at second: Int?) throws {
        let commit = second.map { #","commit_timestamp":"2026-02-10T00:00:\#($0)Z""# } ?? ""
        try table.apply(realtime: #"{"type":"\#(type)",\#(parts)\#(commit)}"#.utf8)
    }

    private func announceDeletion(_ table: inout PostTable, of id: String, at second: Int?) throws {
        try announce(&table, "DELETE", #""old_record":{"id":"\#(id)"}"#, at: second)
    }

    func testAPostThatTheServerHasDeletedSinceDoesNotComeBack() throws {
        var table = try fourPosts()
        let undos = [
            try table.remove(id: "b"), try table.apply(.all([.remove("c"), .flag("a", false)])),
            try table.apply(.put(try newer("e", url: "u/d"))),
        ]
        for (id, second) in [("b", 20), ("c", 21), ("d", 22)] {
            try announceDeletion(&table, of: id, at: second)
        }
        for (undo, id) in zip(undos, ["b", "c", "d"]) {
            expectRefusal(&table, PostChangeError.deletedMeanwhile(id: id)) { try $0.apply(undo) }
        }
        XCTAssertTrue(PostChangeError.deletedMeanwhile(id: "b").description.contains("\"b\""))
    }

    func testAPostThatCameAndWentSinceDoesNotComeBack() throws {
        var table = try fourPosts()
        let undo = try table.remove(id: "b")
        try announce(
            &table, "UPDATE",
            #""record":{"id":"b","platform":"twitter","post_date":"2026-02-11T12:00:00Z"}"#, at: 20)
        expectRefusal(&table, PostChangeError.placeTaken(id: "b")) { try $0.apply(undo) }
        try table.remove(id: "b")
        expectRefusal(&table, PostChangeError.deletedMeanwhile(id: "b")) { try $0.apply(undo) }
    }

    func testPayloadsThatSayNothingNewerOfAPostLetItComeBack() throws {
        var table = try fourPosts()
        try announce(&table, "UPDATE", #""record":{"id":"b","notes":"server"}"#, at: 20)
        let before = table.posts
        let undo = try table.remove(id: "b")
        // An older deletion, one of another post, an incomplete record, and a deletion without a time.
        try announceDeletion(&table, of: "b", at: 19)
        try announceDeletion(&table, of: "x", at: 30)
        try announce(&table, "UPDATE", #""record":{"id":"b","notes":"x"}"#, at: 30)
        try announceDeletion(&table, of: "b", at: nil)
        try table.apply(undo)
        expect(table, before)
    }

    /// Forgetting deletion times does not count as a deletion by the server.
    func testAPostComesBackThoughItsTimeWasForgotten() throws {
        var table = try fourPosts()
        try announce(&table, "UPDATE", #""record":{"id":"b","notes":"server"}"#, at: 20)
        let before = table.posts
        let undo = try table.remove(id: "b")
        table.forgetDeletions(before: try time("2026-02-11T00:00:00Z"))
        try table.apply(undo)
        expect(table, before)
    }

    /// Two changes of one transaction have the same time.
    func testAPostThatTheServerHasDeletedAtTheTimeOfItsLastChangeDoesNotComeBack() throws {
        var table = try fourPosts()
        try announce(&table, "UPDATE", #""record":{"id":"b","notes":"server"}"#, at: 20)
        let undo = try table.remove(id: "b")
        try announceDeletion(&table, of: "b", at: 20)
        expectRefusal(&table, PostChangeError.deletedMeanwhile(id: "b")) { try $0.apply(undo) }
    }
}
