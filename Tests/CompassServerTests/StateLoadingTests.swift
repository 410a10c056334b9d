import CompassKernel
import CompassProgram
import CompassServer
import CompassSynthesis
import CompassTestSupport
import Foundation
import XCTest

final class StateLoadingTests: XCTestCase {
    func testAllPagesAreReadyAfterLoading() async throws {
        let directory = try TestDirectory(posts: 200)
        let state = try ServerState.changing(directory)
        XCTAssertNil(state.snapshot.posts.value)
        await state.load()
        let snapshot = state.snapshot
        XCTAssertEqual(snapshot.posts.value?.posts.count, 200)
        XCTAssertNotNil(snapshot.timeline.value)
        XCTAssertNotNil(snapshot.activity.value)
        XCTAssertNotNil(snapshot.reports.value)
        XCTAssertEqual(snapshot.schools.value?.count, 10)
        XCTAssertNil(snapshot.loadingTable)
        XCTAssertEqual(snapshot.generation, 4)
        XCTAssertEqual(snapshot.tables.count, 9)
        XCTAssertEqual(snapshot.tables[0].table, "social_media_posts")
        XCTAssertEqual(snapshot.tables[0].loaded, 200)
        XCTAssertTrue(snapshot.tables.allSatisfy { $0.failure == nil && $0.loaded > 0 })
    }

    /// A table that is a pipe lasts until the test has written it.
    func testPostsAreShownWhileOtherTablesAreRead() async throws {
        let directory = try TestDirectory(posts: 100, without: [.interactions])
        let pipe = directory.path + "/interactions.ndjson"
        XCTAssertEqual(mkfifo(pipe, 0o600), 0)
        let state = try ServerState.changing(directory)
        let loading = Task { await state.load() }
        await waitUntil { state.snapshot.loadingTable == "interactions" }
        let snapshot = state.snapshot
        XCTAssertEqual(snapshot.posts.value?.posts.count, 100)
        let first = try XCTUnwrap(snapshot.posts.value).feedPage(
            asOf: Timestamp(micros: SynthesisOptions.defaultAsOfMicros), in: .utc)
        XCTAssertNotEqual(first.posts[0].schoolName, "Unknown School", "names come with the posts")
        guard case .loading = snapshot.activity, case .loading = snapshot.timeline else {
            return XCTFail("pages are shown without their tables")
        }
        // The posts can be changed meanwhile.
        let id = try XCTUnwrap(state.allPosts.first).id
        _ = try await state.change(post: id, to: PostFieldsChange(flaggedForReview: true))
        let descriptor = open(pipe, O_WRONLY)
        close(descriptor)
        await loading.value
        XCTAssertNil(state.snapshot.loadingTable)
        XCTAssertNotNil(state.snapshot.timeline.value)
        XCTAssertEqual(state.posts.post(id: id)?.flaggedForReview, true)
    }

    func testMissingTablesAreNamedAndOtherPagesWork() async throws {
        let directory = try TestDirectory(posts: 50, without: [.events, .offers, .documents, .schools])
        let reports = ReportedLines()
        let state = try await ServerState.loaded(directory, reports: reports)
        let snapshot = state.snapshot
        XCTAssertEqual(snapshot.posts.value?.posts.count, 50)
        XCTAssertEqual(snapshot.schools.value?.count, 0)
        guard case .failed(let reason) = snapshot.timeline else { return XCTFail("timeline") }
        XCTAssertEqual(
            reason,
            "events: missing: there is neither events.json nor events.ndjson; "
                + "offers: missing: there is neither offers.json nor offers.ndjson")
        let page = try XCTUnwrap(snapshot.activity.value).feed.page(
            1, asOf: Timestamp(micros: SynthesisOptions.defaultAsOfMicros), in: .utc)
        XCTAssertEqual(page.failures.map(\.table), ["documents"], "schools are optional there")
        XCTAssertNotNil(snapshot.reports.value)
        XCTAssertEqual(
            snapshot.tables.filter { $0.failure != nil }.map(\.table),
            ["schools", "documents", "events", "offers"])
        XCTAssertEqual(reports.all.count, 4)
    }

    func testMalformedTablesAreNamedWithoutTheFolder() async throws {
        let directory = try TestDirectory(posts: 50)
        try directory.write("[{\"id\":", to: .socialMediaPosts)
        try directory.write("<html>", to: .coaches)
        try directory.write("", toFile: "offers.ndjson")
        let state = try await ServerState.loaded(directory)
        let snapshot = state.snapshot
        guard case .failed(let reason) = snapshot.posts else { return XCTFail("posts") }
        XCTAssertTrue(reason.hasPrefix("social_media_posts: social_media_posts.json: "), reason)
        guard case .failed(let offers) = snapshot.timeline else { return XCTFail("timeline") }
        XCTAssertTrue(offers.contains("the data directory has offers twice"), offers)
        for status in snapshot.tables {
            XCTAssertFalse(status.failure?.contains(directory.path) ?? false, status.failure ?? "")
        }
        XCTAssertNotNil(snapshot.reports.value, "the report warns of coaches")
        await assertRefused(503) { () async throws(APIError) in try await state.delete(post: "1") }
        await assertRefused(503) { () async throws(APIError) in try await state.sync() }
    }

    func testAnEmptyDirectoryHasNoPage() async throws {
        let directory = try TestDirectory(posts: 1, without: Set(SynthesisTable.allCases))
        let snapshot = try await ServerState.loaded(directory).snapshot
        guard case .failed = snapshot.posts, case .failed = snapshot.activity,
            case .failed = snapshot.reports,
            case .failed = snapshot.timeline
        else { return XCTFail("a page is shown") }
    }

    func testThereMustBeADirectory() throws {
        XCTAssertThrowsError(try ServerState(of: "/nonexistent/folder"))
    }

    func testReloadingReplacesTablesAndKeepsMalformedOnes() async throws {
        let directory = try TestDirectory(posts: 100)
        let reports = ReportedLines()
        let state = try await ServerState.loaded(directory, reports: reports)
        let id = state.allPosts[3].id
        _ = try await state.change(post: id, to: PostFieldsChange(notes: .some("kept")))
        let generation = state.snapshot.generation

        let other = try TestDirectory(posts: 150)
        try directory.write(try other.content(of: .socialMediaPosts), to: .socialMediaPosts)
        try directory.write("{", to: .interactions)
        await state.reload()
        var snapshot = state.snapshot
        XCTAssertEqual(snapshot.posts.value?.posts.count, 150)
        XCTAssertEqual(snapshot.generation, generation + 1)
        XCTAssertNotNil(snapshot.timeline.value, "the earlier interactions are shown")
        XCTAssertNotNil(snapshot.tables.first { $0.table == "interactions" }?.failure)
        XCTAssertEqual(reports.all.count, 1)
        let page = try XCTUnwrap(snapshot.activity.value).feed.page(
            1, asOf: Timestamp(micros: SynthesisOptions.defaultAsOfMicros), in: .utc)
        XCTAssertEqual(page.failures, [])

        try directory.write("[", to: .socialMediaPosts)
        try directory.write(try other.content(of: .interactions), to: .interactions)
        await state.reload()
        snapshot = state.snapshot
        XCTAssertEqual(snapshot.posts.value?.posts.count, 150, "the earlier posts are shown")
        XCTAssertNil(snapshot.tables.first { $0.table == "interactions" }?.failure)
        XCTAssertEqual(state.posts.post(id: id)?.notes, "kept")
    }
}

extension TestDirectory {
    func write(_ text: String, toFile name: String) throws { try write(Array(text.utf8), toFile: name) }
}
