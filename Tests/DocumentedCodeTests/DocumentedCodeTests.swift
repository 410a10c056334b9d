import CompassKernel
import XCTest

/// 2026-03-01T12:00:00Z.
private let noon = Timestamp(micros: 1_772_366_400_000_000)

/// The code of the documentation's articles, which are held to it, on the small dataset of the repository.
final class DocumentedCodeTests: XCTestCase {
    private static func file(of table: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Datasets/tiny/\(table).json")
    }

    private static func bytes(of table: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: file(of: table)))
    }

    private static func page() async throws -> PostsPage {
        let (social, _) = try await readPosts(
            bytes(of: "social_media_posts"), schools: bytes(of: "schools"))
        return PostsPage(social, asOf: noon, in: try ZoneOffsets(identifier: "America/New_York"))
    }

    func testTheFirstQuestionOfTheLandingPage() throws {
        let (postBytes, schoolBytes) = (
            try Self.bytes(of: "social_media_posts"), try Self.bytes(of: "schools")
        )
        let (posts, report) = try PostTable.load(json: postBytes)
        let (schools, _) = try SchoolDirectory.load(json: schoolBytes)
        let social = posts.bound(to: schools)

        let now = try Timestamp(parsing: "2026-03-01T12:00:00Z")
        let zone = try ZoneOffsets(identifier: "America/New_York")
        let page = social.analyticsPage(.last(days: 30), asOf: now, in: zone)
        XCTAssertEqual(now, noon)
        XCTAssertEqual(report.loaded, posts.count)
        XCTAssertEqual(page.range.days, 30)
        XCTAssertGreaterThan(page.summary.totalPosts, 0)
    }

    func testTablesAreOpenedAsTheyWereSaved() throws {
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).compass"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let posts = try readCachedPosts(Self.file(of: "social_media_posts").path)
        let (schools, _) = try SchoolDirectory.load(json: Self.bytes(of: "schools"))
        try saveSeason(posts, schools, path)
        let opened = try XCTUnwrap(openSeason(path))
        XCTAssertEqual(
            opened.analyticsPage(.all, asOf: noon, in: .utc),
            posts.bound(to: schools).analyticsPage(.all, asOf: noon, in: .utc))
    }

    func testASearchDoesNotWaitForAnIndex() throws {
        let posts = try readPosts(Self.file(of: "social_media_posts").path)
        let (loaded, _) = try PostTable.load(json: Self.bytes(of: "social_media_posts"))
        let filter = PostFilter.search("a")
        XCTAssertEqual(posts.searchIndexing, .background)
        XCTAssertEqual(
            posts.bound(to: .empty).matchCount(where: filter, in: .utc),
            loaded.bound(to: .empty).matchCount(where: filter, in: .utc))
    }

    func testRowsThatCannotBeReadAreReported() throws {
        let postBytes = [UInt8](#"[{"id": "1", "platform": "myspace", "post_date": "2026-02-28"}]"#.utf8)
        var messages: [String] = []
        func log(_ message: String) { messages.append(message) }
        let (posts, report) = try PostTable.load(json: postBytes)
        for problem in report.problems {
            log("row \(problem.row), byte \(problem.byteOffset): \(problem.field ?? ""): \(problem.reason)")
        }
        XCTAssertTrue(posts.isEmpty)
        XCTAssertEqual(report.skipped, 1)
        XCTAssertEqual(messages.count, 1)
        XCTAssertTrue(messages[0].hasPrefix("row 1, byte 1: platform: "), messages[0])
    }

    func testAPageShowsRangesSearchesAndWhatFollows() async throws {
        var page = try await Self.page()
        let all = page.social.posts.count
        XCTAssertEqual(page.feed.matchCount, all)
        XCTAssertEqual(page.analytics.range.kind, "30")

        page.show(.all, asOf: noon)
        XCTAssertEqual(page.analytics.summary.totalPosts, all)

        while page.feed.nextCursor != nil { page.showMore(asOf: noon) }
        XCTAssertEqual(page.feed.posts.count, all)
        XCTAssertEqual(Set(page.feed.posts.map(\.id)).count, all)
        page.refresh(asOf: noon)
        XCTAssertEqual(page.feed.posts.count, all)

        page.search(for: "camp", asOf: noon)
        XCTAssertGreaterThan(page.feed.matchCount, 0)
        XCTAssertLessThan(page.feed.matchCount, all)
        XCTAssertEqual(page.analytics.summary.totalPosts, page.feed.matchCount)
        page.search(for: "", asOf: noon)
        XCTAssertEqual(page.feed.matchCount, all)
        XCTAssertLessThanOrEqual(page.feed.posts.count, FeedPage.defaultPageSize)
    }

    func testAFlagIsShownAtOnceAndTakenBack() async throws {
        var page = try await Self.page()
        let before = page.feed
        let post = try XCTUnwrap(before.posts.first { !$0.flaggedForReview })
        let inverse = try page.setFlag(true, ofPost: post.id, asOf: noon)
        XCTAssertEqual(page.feed.statistics.flaggedPosts, before.statistics.flaggedPosts + 1)
        XCTAssertEqual(page.feed.posts.first { $0.id == post.id }?.flaggedForReview, true)
        try page.takeBack(inverse, asOf: noon)
        XCTAssertEqual(page.feed, before)
        XCTAssertThrowsError(try page.setFlag(true, ofPost: "nobody", asOf: noon)) {
            XCTAssertEqual($0 as? PostChangeError, .unknownPost(id: "nobody"))
        }
        XCTAssertEqual(page.feed, before)
    }

    func testAPayloadIsReceived() async throws {
        var page = try await Self.page()
        let count = page.feed.matchCount
        let payload = [UInt8](
            """
            {"type": "INSERT", "commit_timestamp": "2026-03-01T11:59:00Z", "record": {"id": "new",
             "platform": "twitter", "post_date": "2026-03-01T11:58:00Z", "post_content": "Camp day"}}
            """.utf8)
        let result = try page.receive(payload, asOf: noon)
        XCTAssertEqual(result.outcomes, [.inserted(id: "new")])
        XCTAssertEqual(page.feed.matchCount, count + 1)
        XCTAssertEqual(page.feed.posts.first?.id, "new")
        XCTAssertEqual(page.feed.posts.first?.relativeDate, "2m ago")
    }

    func testASnapshotIsExportedBesideChanges() async throws {
        var page = try await Self.page()
        let zone = try ZoneOffsets(identifier: "America/New_York")
        let count = page.feed.matchCount
        let snapshot = page.social
        let export = Task.detached { snapshot.feedCSV(in: zone, section: .posts) }
        let id = try XCTUnwrap(page.feed.posts.first?.id)
        _ = try page.setFlag(true, ofPost: id, asOf: noon)
        let lines = await export.value.count { $0 == UInt8(ascii: "\n") }
        XCTAssertGreaterThan(lines, count)
    }

    func testCopiesArePublishedToReaders() async throws {
        var social = try await Self.page().social
        let (now, zone) = (noon, try ZoneOffsets(identifier: "America/New_York"))
        let payload = [UInt8](
            """
            {"type": "INSERT", "commit_timestamp": "2026-03-01T11:59:00Z", "record": {"id": "new",
             "platform": "twitter", "post_date": "2026-03-01T11:58:00Z", "post_content": "Camp day"}}
            """.utf8)
        let latest = LatestCopy(social)

        // The writer, for each payload of the stream:
        _ = try social.update { try $0.apply(realtime: payload) }
        latest.publish(social)

        // Any other thread:
        let feed = latest.read { $0.feedPage(asOf: now, in: zone) }
        XCTAssertEqual(feed.posts.first?.id, "new")
    }

    func testFiltersAreCombinedAndLinkedCountsIgnoreTheirOwn() async throws {
        let (now, zone) = (noon, try ZoneOffsets(identifier: "America/New_York"))
        let social = try await Self.page().social
        let filter: PostFilter = .search("camp") && .platform(.instagram)
        let feed = social.feedPage(where: filter, asOf: now, in: zone)
        let linked = social.linkedCounts(where: filter, asOf: now, in: zone)
        XCTAssertEqual(linked.platforms.instagram, feed.matchCount)
        XCTAssertEqual(
            linked.platforms.twitter,
            social.feedPage(where: .search("camp") && .platform(.twitter), asOf: now, in: zone).matchCount)
    }

    func testASyncIsMerged() async throws {
        var page = try await Self.page()
        let count = page.feed.matchCount
        let rows = [UInt8](
            #"[{"id": "new", "platform": "twitter", "post_date": "2026-03-01T11:58:00Z"}]"#.utf8)
        let sync = try page.sync(rows, asOf: noon)
        XCTAssertEqual(sync.message, "Synced 1 new post")
        XCTAssertEqual(page.feed.matchCount, count + 1)
    }

    func testTheOtherPages() throws {
        let now = noon
        let zone = try ZoneOffsets(identifier: "America/New_York")
        let (schools, _) = try SchoolDirectory.load(json: try Self.bytes(of: "schools"))
        let (coaches, _) = try CoachTable.load(json: try Self.bytes(of: "coaches"))
        let (metrics, _) = try MetricTable.load(json: try Self.bytes(of: "performance_metrics"))
        let (events, eventReport) = try EventTable.load(json: try Self.bytes(of: "events"))
        let (interactions, interactionReport) = try InteractionTable.load(
            json: try Self.bytes(of: "interactions"))
        let (changes, _) = try StatusChangeTable.load(json: try Self.bytes(of: "school_status_history"))
        let documentBytes = [UInt8]("{}".utf8)
        var marks: [(Double, Double, Int, String)] = []
        func draw(_ left: Double, _ width: Double, row: Int, _ label: String) {
            marks.append((left, width, row, label))
        }

        var timeline = RecruitingTimeline(
            events: events, interactions: interactions, schools: schools,
            ingestReports: [eventReport, interactionReport])
        let layout = timeline.layout(.sixMonths, asOf: now, in: zone)
        for lane in layout.lanes {
            for placed in lane.items { draw(placed.left, placed.width, row: placed.row, placed.item.label) }
        }

        let (unchanged, week) = (timeline, try TimeWindow(from: now, to: zone.shifting(now, byDays: 7)))
        let tomorrow = zone.civilDate(at: zone.shifting(now, byDays: 1))
        timeline.put(Event(id: "new", type: "camp", name: "Spring Camp", start: .day(tomorrow)))
        let comingUp = timeline.items(in: zone).count(meeting: week)
        XCTAssertEqual(comingUp, unchanged.items(in: zone).count(meeting: week) + 1)

        var failures: [SourceFailure] = []
        var documents: DocumentTable?
        do {
            documents = try DocumentTable.load(json: documentBytes).table
        } catch {
            failures.append(SourceFailure(table: "documents", reason: error.description))
        }
        var activity = ActivityFeed(
            interactions: interactions, statusChanges: changes, documents: documents, schools: schools,
            failures: failures, limitPerSource: 50)
        let recent = activity.page(where: ActivityFilter(range: .week, search: "camp"), asOf: now, in: zone)
        activity.put(Interaction(id: "new", type: "email", time: now, schoolID: nil))
        let widget = activity.widget(asOf: now, in: zone)

        let tables = Reports(
            schools: schools, coaches: coaches, interactions: interactions, metrics: metrics)
        let period = ReportPreset.last30Days.period(asOf: now, in: zone)
        let report = tables.page(period, in: zone, comparison: true)
        let export = report.csv(byteOrderMark: true)

        XCTAssertEqual(marks.count, layout.lanes.reduce(0) { $0 + $1.itemCount })
        XCTAssertGreaterThan(marks.count, 0)
        XCTAssertEqual(recent.failures.map(\.table), ["documents"])
        XCTAssertEqual(widget.first?.title, "Email with Unknown School")
        XCTAssertEqual(widget.count, ActivityPage.widgetSize)
        XCTAssertEqual(report.state, .report)
        XCTAssertNotNil(report.previous)
        XCTAssertEqual(Array(export.prefix(3)), [0xef, 0xbb, 0xbf])
    }
}

#if canImport(Observation)
    /// A server that takes flags, or refuses them.
    private struct FakeServer: PostServer {
        struct Refusal: Error {}

        let isWilling: Bool

        func setFlag(_ isFlagged: Bool, ofPost id: String) async throws {
            if !isWilling { throw Refusal() }
        }
    }

    extension DocumentedCodeTests {
        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
        @MainActor
        func testTheObservedModelRollsBackWhatTheServerRefuses() async throws {
            let page = try await Self.page()
            let post = try XCTUnwrap(page.feed.posts.first { !$0.flaggedForReview })
            for isWilling in [true, false] {
                let model = PostsModel(page, server: FakeServer(isWilling: isWilling)) { noon }
                await model.setFlag(true, of: post)
                let shown = model.page.feed.posts.first { $0.id == post.id }
                XCTAssertEqual(shown?.flaggedForReview, isWilling)
                XCTAssertEqual(model.message == nil, isWilling)
            }
        }
    }
#endif
