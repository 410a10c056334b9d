import CompassKernel
import CompassPages
import CompassServer
import CompassSynthesis
import CompassTestSupport
import XCTest

final class StateServiceTests: XCTestCase {
    private let clock = ManualClock()

    private func state(
        of service: ScriptedService, _ reports: ReportedLines = ReportedLines(), allowsChanges: Bool = true
    ) -> ServiceState {
        var options = ServerState.Options()
        options.allowsChanges = allowsChanges
        options.generation = 0
        options.clock = clock
        options.report = { reports.append($0) }
        return ServiceState(service, options: options)
    }

    private func posts(_ state: ServiceState) -> PostTable { state.snapshot.posts.value?.posts ?? .empty }

    func testAllTablesAreRead() async throws {
        let service = ScriptedService(postCount: 5)
        let state = state(of: service)
        await state.load()
        let snapshot = state.snapshot
        XCTAssertEqual(state.source, .service)
        XCTAssertEqual(snapshot.posts.value?.posts.count, 5)
        let page = snapshot.posts.value?.feedPage(asOf: Timestamp(micros: 1_772_400_000_000_000), in: .utc)
        XCTAssertEqual(page?.posts.first?.schoolName, "Rice University")
        XCTAssertNotNil(snapshot.activity.value)
        XCTAssertNotNil(snapshot.timeline.value)
        XCTAssertNotNil(snapshot.reports.value)
        XCTAssertEqual(snapshot.tables.count, 9)
        XCTAssertNil(snapshot.loadingTable)
        state.finish()
    }

    func testATableThatFailsIsReadAgainAndAMissingOneIsNamed() async throws {
        let service = ScriptedService(postCount: 5)
        service.change { state in
            state.failures[.schools] = [.timedOut, .server(status: 500, message: "")]
            state.tables[.offers] = nil
        }
        let reports = ReportedLines()
        let state = state(of: service, reports)
        let loading = Task { await state.load() }
        await clock.advance(toSleepOf: .seconds(1))
        await clock.advance(toSleepOf: .seconds(2))
        await loading.value
        XCTAssertEqual(reports.all.count, 2)
        XCTAssertEqual(state.snapshot.schools.value?.count, 1)
        guard case .failed(let reason) = state.snapshot.timeline else { return XCTFail("timeline") }
        XCTAssertTrue(reason.hasPrefix("offers: "), reason)
        state.finish()
    }

    func testATableThatKeepsFailingIsNamedAndTheOtherPagesWork() async throws {
        let service = ScriptedService(postCount: 5)
        service.change { state in
            state.failures[.schools] = Array(repeating: .server(status: 500, message: ""), count: 100)
        }
        let state = state(of: service)
        let loading = Task { await state.load() }
        for seconds in [1, 2, 5, 10, 30] { await clock.advance(toSleepOf: .seconds(seconds)) }
        await loading.value
        XCTAssertNotNil(state.snapshot.activity.value)
        XCTAssertNotNil(state.snapshot.tables.first { $0.table == "schools" }?.failure)
        state.finish()
    }

    func testManyNewRowsAreReadTogether() async throws {
        let service = ScriptedService(postCount: 1)
        let state = state(of: service)
        await state.load()
        await waitUntil { service.subscriberCount(.activityFeed) == 1 }
        service.change {
            $0.requestCounts = [:]
            let row = #"{"id":"d1","type":"resume","title":"Film","created_at":"2026-02-01T00:00:00Z"}"#
            $0.tables[.documents] = "[\(row)]"
        }
        for _ in 0..<200 { service.report(.payloads(.documents, Array("[]".utf8)), to: .activityFeed) }
        await waitUntil {
            state.snapshot.activity.value?.feed.page(
                1, asOf: Timestamp(micros: 1_772_400_000_000_000), in: .utc
            ).total == 1
        }
        XCTAssertLessThan(service.change { $0.requestCounts[.documents] ?? 0 }, 200)
        state.finish()
    }

    func testAMalformedTableIsNamedAndTheOtherPagesWork() async throws {
        let service = ScriptedService(postCount: 5)
        service.change { $0.failures[.offers] = [.pageTooLarge(maximumByteCount: 9)] }
        let state = state(of: service)
        await state.load()
        guard case .failed(let reason) = state.snapshot.timeline else { return XCTFail("timeline") }
        XCTAssertEqual(reason, "offers: a page exceeds 9 bytes")
        XCTAssertEqual(posts(state).count, 5)
        XCTAssertNotNil(state.snapshot.activity.value)
        state.finish()
    }

    func testPostsThatCannotBeReadLeaveTheOtherPages() async throws {
        let service = ScriptedService(postCount: 5)
        service.change { $0.failures[.posts] = [.forbidden(message: "no")] }
        let state = state(of: service)
        await state.load()
        guard case .failed(let reason) = state.snapshot.posts else { return XCTFail("posts") }
        XCTAssertTrue(reason.contains("access is refused"), reason)
        XCTAssertNotNil(state.snapshot.timeline.value)
        await clock.advance(toSleepOf: .seconds(1))
        await waitUntil { posts(state).count == 5 }
        state.finish()
    }

    func testLiveChangesAreShownAndReported() async throws {
        let service = ScriptedService(postCount: 5)
        let state = state(of: service)
        await state.load()
        var events = EventReader(try state.events(after: nil))
        _ = await events.next()
        service.setNotes("theirs", ofPost: "p3")
        let event = await events.next()
        XCTAssertEqual(event?.contains("\"changed\":[\"p3\"],\"removed\":[],\"added\":[]"), true, event ?? "")
        XCTAssertEqual(posts(state).post(id: "p3")?.notes, "theirs")
        service.report(
            .payloads(.posts, Array(#"[{"type":"DELETE","old_record":{"id":"p1"}}]"#.utf8)))
        let removal = await events.next()
        XCTAssertEqual(removal?.contains("\"removed\":[\"p1\"]"), true, removal ?? "")
        XCTAssertEqual(posts(state).count, 4)
        state.finish()
    }

    func testChangesAreSentAndTakenBack() async throws {
        let service = ScriptedService(postCount: 5)
        let state = state(of: service)
        await state.load()
        let change = try await state.change(
            post: "p1", to: PostFieldsChange(flaggedForReview: true, notes: .some("mine")))
        XCTAssertEqual(change.generation, state.snapshot.generation)
        XCTAssertEqual(posts(state).post(id: "p1")?.notes, "mine")
        // The service has not reported it yet: what it reports of others does not hide it.
        service.setNotes("theirs", ofPost: "p2")
        await waitUntil { posts(state).post(id: "p2")?.notes == "theirs" }
        XCTAssertEqual(posts(state).post(id: "p1")?.notes, "mine")
        _ = try await state.undo(change.undo!)
        XCTAssertEqual(posts(state).post(id: "p1")?.notes, nil)
        XCTAssertEqual(posts(state).post(id: "p1")?.flaggedForReview, false)
        XCTAssertEqual(
            service.changes,
            [
                PostFields(isFlagged: true, notes: .text("mine")),
                PostFields(isFlagged: false, notes: .removed),
            ])
        await assertRefused(410) { () async throws(APIError) in try await state.undo(change.undo!) }
        let deletion = try await state.delete(post: "p1")
        XCTAssertNil(deletion.undo)
        XCTAssertEqual(posts(state).count, 4)
        await assertRefused(409) { () async throws(APIError) in try await state.undo(deletion.generation) }
        service.setNotes("again", ofPost: "p2")
        await waitUntil { posts(state).post(id: "p2")?.notes == "again" }
        XCTAssertNil(posts(state).post(id: "p1"), "a deletion is not hidden by older posts")
        state.finish()
    }

    func testRefusalsChangeNothing() async throws {
        let service = ScriptedService(postCount: 5)
        let state = state(of: service)
        await state.load()
        let generation = state.snapshot.generation
        let before = Array(posts(state))
        let refusals: [(SourceError, Int)] = [
            (.notFound(message: ""), 404), (.forbidden(message: "row level security"), 403),
            (.rateLimited(retryAfter: .seconds(7)), 429), (.offline, 504), (.timedOut, 504),
            (.connection(reason: "reset"), 504), (.server(status: 500, message: ""), 502), (.signedOut, 502),
        ]
        for (refusal, status) in refusals {
            service.change { $0.refusal = refusal }
            let error = await assertRefused(status) { () async throws(APIError) in
                try await state.change(post: "p1", to: PostFieldsChange(flaggedForReview: true))
            }
            if status == 429 { XCTAssertEqual(error?.retryAfter, 7) }
            await assertRefused(status) { () async throws(APIError) in try await state.delete(post: "p1") }
        }
        XCTAssertEqual(state.snapshot.generation, generation)
        XCTAssertEqual(Array(posts(state)), before)
        service.change { $0.refusal = nil }
        await assertRefused(404) { () async throws(APIError) in try await state.delete(post: "nobody") }
        state.finish()
    }

    func testWithoutPermissionNothingIsSent() async throws {
        let service = ScriptedService(postCount: 5)
        let state = state(of: service, allowsChanges: false)
        await state.load()
        await assertRefused(403) { () async throws(APIError) in try await state.delete(post: "p1") }
        await assertRefused(403) { () async throws(APIError) in try await state.sync() }
        XCTAssertEqual(posts(state).count, 5)
        state.finish()
    }

    func testASyncReadsWhatTheServiceFetched() async throws {
        let service = ScriptedService(postCount: 5)
        let state = state(of: service)
        await state.load()
        service.change { service in
            service.posts["new"] = Post(
                id: "new", platform: .twitter, postDate: Timestamp(micros: 1_772_300_000_000_000),
                updatedAt: service.nextTime())
            service.syncResult = SyncResult(success: true, newPostCount: 1)
        }
        let receipt = try await state.sync()
        XCTAssertEqual(receipt, SyncReceipt(success: true, message: "Synced 1 new post", newPostCount: 1))
        await waitUntil { posts(state).post(id: "new") != nil }
        let error = await assertRefused(429) { () async throws(APIError) in try await state.sync() }
        XCTAssertEqual(error?.retryAfter, 10)
        state.finish()
    }

    func testNewRowsOfOtherTablesAreRead() async throws {
        let service = ScriptedService(postCount: 1)
        let state = state(of: service)
        await state.load()
        await waitUntil { service.subscriberCount(.activityFeed) == 1 }
        service.change {
            $0.tables[.documents] =
                #"[{"id":"d1","type":"highlight_video","title":"Film","created_at":"2026-02-01T00:00:00Z"}]"#
        }
        service.report(.payloads(.documents, Array("[]".utf8)), to: .activityFeed)
        await waitUntil {
            state.snapshot.activity.value?.feed.page(
                1, asOf: Timestamp(micros: 1_772_400_000_000_000), in: .utc
            ).total == 1
        }
        state.finish()
    }
}
