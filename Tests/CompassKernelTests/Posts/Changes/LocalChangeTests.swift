import XCTest

@testable import CompassKernel

/// Flags, notes, deletions and insertions of whole posts, and their undo.
final class LocalChangeTests: XCTestCase {
    func testAFlagChangesOnePostAndItsInverseTakesItBack() throws {
        var table = try fourPosts()
        let before = table.posts
        var wanted = before
        wanted[1].flaggedForReview = true
        let undo = try table.setFlag(true, ofPost: "b")
        expect(table, wanted)
        XCTAssertEqual(undo, .flag("b", false))
        XCTAssertEqual(try table.apply(undo), .flag("b", true))
        expect(table, before)
        XCTAssertEqual(try table.setFlag(true, ofPost: "a"), .flag("a", true), "it had the flag before")
        expect(table, before)
    }

    func testNotesAreSetAndRemoved() throws {
        var table = try fourPosts()
        let before = table.posts
        var wanted = before
        (wanted[0].notes, wanted[1].notes, wanted[2].notes) = (nil, "", "é\n")
        let undos = [
            try table.setNotes(nil, ofPost: "a"), try table.setNotes("", ofPost: "b"),
            try table.setNotes("é\n", ofPost: "c"),
        ]
        expect(table, wanted)
        XCTAssertEqual(undos, [.notes("a", "call"), .notes("b", nil), .notes("c", "")])
        for undo in undos { try table.apply(undo) }
        expect(table, before)
    }

    func testNotesOfTheSameTextInOtherBytesReplaceEachOther() throws {
        var table = try fourPosts()
        try table.setNotes("\u{E9}", ofPost: "a")
        try table.setNotes("e\u{301}", ofPost: "a")
        XCTAssertEqual(table.post(id: "a")?.notes.map { Array($0.utf8) }, [0x65, 0xCC, 0x81])
    }

    func testADeletedPostIsGoneAndComesBackAsItWas() throws {
        var table = try fourPosts()
        let before = table.posts
        try table.setNotes("later", ofPost: "b")
        let undo = try table.remove(id: "b")
        expect(table, [before[0], before[2], before[3]])
        XCTAssertNil(table.post(id: "b"))
        XCTAssertNil(table.place(ofURL: "u/b"))
        try table.apply(undo)
        var wanted = before
        wanted[1].notes = "later"
        expect(table, wanted)
        XCTAssertEqual(table.bound(to: .empty).feedStatistics.totalPosts, 4)
    }

    func testAllPostsCanBeDeletedAndComeBack() throws {
        var table = try fourPosts()
        let before = table.posts
        let undos = try before.map { try table.remove(id: $0.id) }
        expect(table, [])
        XCTAssertTrue(table.isEmpty)
        for undo in undos { try table.apply(undo) }
        expect(table, before)
    }

    func testADeletedPostDoesNotComeBackOverANewerOne() throws {
        var table = try fourPosts()
        let undo = try table.remove(id: "b")
        var newer = Post(id: "b", platform: .instagram, postDate: try time("2026-02-13T00:00:00Z"))
        try table.apply(.put(newer))
        expectRefusal(&table, PostChangeError.placeTaken(id: "b")) { try $0.apply(undo) }
        try table.remove(id: "b")
        newer.id = "e"
        newer.postURL = "u/b"
        try table.apply(.put(newer))
        expectRefusal(&table, PostChangeError.placeTaken(id: "b")) { try $0.apply(undo) }
        try table.remove(id: "e")
        try table.apply(undo)
        XCTAssertEqual(table.postIDs, ["a", "b", "c", "d"])
    }

    /// Undoing several changes once replaced posts that had arrived in the meantime.
    func testPostsDeletedTogetherDoNotComeBackOverANewerOne() throws {
        var table = try fourPosts()
        let undo = try table.apply(.all([.remove("a"), .remove("b")]))
        let newer = Post(
            id: "e", platform: .instagram, postDate: try time("2026-02-13T00:00:00Z"), postURL: "u/b")
        try table.apply(.put(newer))
        expectRefusal(&table, PostChangeError.placeTaken(id: "b")) { try $0.apply(undo) }
        try table.remove(id: "e")
        try table.apply(undo)
        expect(table, try fourPosts().posts)
    }

    func testAPostThatIsRemovedAndPutAtOnceIsReplaced() throws {
        var table = try fourPosts()
        let before = table.posts
        var newer = Post(id: "b", platform: .instagram, postDate: try time("2026-02-13T00:00:00Z"))
        newer.postURL = "u/new"
        let undo = try table.apply(.all([.remove("b"), .put(newer)]))
        XCTAssertEqual(table.post(id: "b"), newer)
        XCTAssertNil(table.place(ofURL: "u/b"))
        XCTAssertNotNil(table.place(ofURL: "u/new"))
        try table.apply(undo)
        expect(table, before)
    }

    func testAPostThatIsRemovedAndPutAtOnceKeepsItsRecord() throws {
        var table = try fourPosts()
        let before = table.posts
        let recordCount = table.records.slotCount
        // The same post again changes nothing.
        let same = try table.apply(.all([.remove("b"), .put(before[1])]))
        XCTAssertEqual(same, PostChange([]))
        XCTAssertEqual(table.records.slotCount, recordCount)
        expect(table, before)
        var (noted, flagged) = (before[1], before[1])
        noted.notes = "later"
        flagged.flaggedForReview.toggle()
        for changed in [noted, flagged] {
            let undo = try table.apply(.all([.remove("b"), .put(changed)]))
            XCTAssertEqual(table.post(id: "b"), changed)
            XCTAssertEqual(table.records.slotCount, recordCount)
            try table.apply(undo)
            expect(table, before)
        }
    }

    func testAPostThatIsPutAndRemovedAtOnceIsGone() throws {
        var table = try fourPosts()
        let before = table.posts
        var changed = before[1]
        changed.postURL = "u/new"
        let undo = try table.apply(.all([.put(changed), .remove("b")]))
        expect(table, [before[0], before[2], before[3]])
        for url in ["u/b", "u/new"] { XCTAssertNil(table.place(ofURL: url)) }
        try table.apply(undo)
        expect(table, before)
    }

    func testUnknownIDsAreNamedAndChangeNothing() throws {
        var table = try fourPosts()
        try table.remove(id: "d")
        for id in ["d", "", "e\u{301}", "A"] {
            let error = PostChangeError.unknownPost(id: id)
            expectRefusal(&table, error) { try $0.setFlag(true, ofPost: id) }
            expectRefusal(&table, error) { try $0.setNotes("x", ofPost: id) }
            expectRefusal(&table, error) { try $0.remove(id: id) }
            XCTAssertTrue(error.description.contains("\"\(id)\""))
        }
        var empty = try PostTable.load(json: "[]".utf8).table
        expectRefusal(&empty, PostChangeError.unknownPost(id: "a")) { try $0.remove(id: "a") }
    }

    func testAPostReplacesThoseWithItsIDAndURL() throws {
        var table = try fourPosts()
        let before = table.posts
        let post = Post(
            id: "c", platform: .instagram, postDate: try time("2026-02-14T00:00:00Z"), coachID: "",
            schoolID: "new school", postURL: "u/a", postContent: "", sentiment: .negative)
        let undo = try table.apply(.put(post))
        var wanted = post
        wanted.coachID = nil
        expect(table, [wanted, before[1], before[3]])
        XCTAssertEqual(table.schools.string(2), "new school")
        let redo = try table.apply(undo)
        expect(table, before)
        try table.apply(redo)
        expect(table, [wanted, before[1], before[3]])
    }

    func testPostsSwapTheirURLs() throws {
        var table = try fourPosts()
        let before = table.posts
        var (a, b) = (before[0], before[1])
        (a.postURL, b.postURL) = (b.postURL, a.postURL)
        let undo = try table.apply(.all([.put(a), .put(b)]))
        expect(table, [a, b, before[2], before[3]])
        try table.apply(undo)
        expect(table, before)
    }

    func testPostsAtTheEndsOfTimeFindTheirPlace() throws {
        var table = try fourPosts()
        for id in ["z", "y"] {
            try table.apply(.put(Post(id: id, platform: .twitter, postDate: Timestamp(micros: .max))))
            try table.apply(.put(Post(id: id + "0", platform: .twitter, postDate: Timestamp(micros: .min))))
        }
        XCTAssertEqual(table.postIDs, ["y", "z", "a", "b", "c", "d", "y0", "z0"])
        XCTAssertEqual(table.checkInvariants(), [])
    }

    func testAPostWithoutAnIDIsRefused() throws {
        var table = try fourPosts()
        expectRefusal(&table, PostChangeError.emptyID) {
            try $0.apply(.put(Post(id: "", platform: .twitter, postDate: Timestamp(micros: 0))))
        }
    }

    func testSeveralChangesAreMadeTogetherOrNotAtAll() throws {
        var table = try fourPosts()
        let before = table.posts
        let changes: [PostChange] = [.flag("b", true), .remove("a"), .notes("c", "x")]
        expectRefusal(&table, PostChangeError.unknownPost(id: "a")) {
            try $0.apply(.all(changes + [.flag("a", false)]))
        }
        let undo = try table.apply(.all(changes))
        var wanted = Array(before.dropFirst())
        (wanted[0].flaggedForReview, wanted[1].notes) = (true, "x")
        expect(table, wanted)
        try table.apply(undo)
        expect(table, before)
        XCTAssertEqual(try table.apply(.all([])), .all([]))
        expect(table, before)
    }

    func testEveryStepSeesWhatTheStepsBeforeHaveDone() throws {
        var table = try fourPosts()
        let before = table.posts
        let new = Post(id: "n", platform: .twitter, postDate: before[1].postDate, postURL: "u/d")
        let undo = try table.apply(
            .all([.put(new), .flag("n", true), .remove("c"), .put(before[3]), .notes("d", "back")]))
        var d = before[3]
        d.notes = "back"
        expect(table, [before[0], before[1], d])
        try table.apply(undo)
        expect(table, before)
    }

    func testCopiesKeepWhatTheyHad() throws {
        var table = try fourPosts()
        let snapshots = try ["a", "b", "c", "d"].map { id in
            let snapshot = (table, table.posts)
            try table.setFlag(true, ofPost: id)
            try table.setNotes("changed", ofPost: id)
            if id != "a" { try table.remove(id: id) }
            return snapshot
        }
        for (snapshot, posts) in snapshots { expect(snapshot, posts) }
        XCTAssertEqual(table.postIDs, ["a"])
    }
}
