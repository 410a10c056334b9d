import CompassBaseline
import CompassKernel
import CompassSynthesis
import CompassTestSupport
import XCTest

/// The timeline's layout, page and time windows, on tables that match the suite's number of posts.
final class TimelinePerformanceTests: PerformanceTestCase {
    func testLayoutOfSixMonths() throws { try measureLayout { _ in } }

    func testLayoutOfAllTime() throws { try measureLayout { $0.range = .allTime } }

    func testLayoutOfOneSchool() throws {
        let school = try PerformanceTimeline.shared().schoolIDs.first
        try measureLayout { $0.filter.schoolID = school }
    }

    func testLayoutOfEventsOnAPageOfLanes() throws {
        try measureLayout { query in
            query.filter.types = [.event]
            query.lanes = .init(number: 1, size: TimelineLanes.defaultPageSize)
        }
    }

    func testPageWithAllTexts() throws {
        let (timeline, queries, pages) = try checkedPages { _ in }
        measure(callsPerBlock: 2, of: queries, answers: pages) { timeline.kernelPage($0) }
    }

    func testCountOfAWindowOfThirtyDays() throws {
        try measureWindows(callsPerBlock: 4096) { items, window in
            items.count(meeting: window)
        } check: {
            $0 == $1.count
        }
    }

    func testNumbersOfAWindowOfThirtyDays() throws {
        let items = try PerformanceTimeline.shared().items
        try measureWindows(callsPerBlock: 256) { items, window in
            items.numbers(meeting: window)
        } check: {
            Set($0.map { BaselineText(items.id(Int($0))) }) == Set($1)
        }
    }

    func testAThousandPixelsOfAllItems() throws {
        let items = try PerformanceTimeline.shared().items
        let window = try TimeWindow(
            from: items.indices.lazy.map { items.start($0) }.min() ?? Timestamp(micros: 0),
            to: items.indices.lazy.map { items.end($0) }.max() ?? Timestamp(micros: 1))
        let levels = try items.levels(over: window, buckets: 1000)
        XCTAssertEqual(levels.buckets.reduce(0) { $0 + $1.starts.total }, items.count)
        measure(callsPerBlock: 32, of: [window], answers: [levels]) {
            try? items.levels(over: $0, buckets: 1000)
        }
    }

    /// Windows that begin at each of the instants; the ids of the items that meet them are the baseline's.
    private func measureWindows<Answer: Equatable>(
        callsPerBlock: Int, line: UInt = #line, _ ask: (TimelineItems, TimeWindow) -> Answer,
        check: (Answer, [BaselineText]) -> Bool
    ) throws {
        let timeline = try PerformanceTimeline.shared()
        let items = timeline.items
        let windows = try PerformanceData.shared().instants.enumerated().map { index, instant in
            // They are spread over half a year.
            let start = instant - Int64(index + 2) * 11 * 86_400_000_000
            return try TimeWindow(fromMicros: start, toMicros: start + 30 * 86_400_000_000)
        }
        let answers = windows.map { ask(items, $0) }
        for (window, answer) in zip(windows, answers) {
            XCTAssertTrue(check(answer, timeline.itemIDs(meeting: window)), "\(window)", line: line)
        }
        measure(callsPerBlock: callsPerBlock, of: windows, answers: answers, line: line) { ask(items, $0) }
    }

    private func measureLayout(line: UInt = #line, _ change: (inout TimelineQuery) -> Void) throws {
        let (timeline, queries, pages) = try checkedPages(change)
        let places = pages.map(PlacedCount.init)
        measure(callsPerBlock: 16, of: queries, answers: places, line: line) {
            PlacedCount(timeline.kernelLayout($0))
        }
    }

    /// Queries at all instants with their pages; the first and the last are compared with the baseline's.
    private func checkedPages(
        _ change: (inout TimelineQuery) -> Void
    ) throws -> (PerformanceTimeline, [TimelineQuery], [TimelinePage]) {
        let timeline = try PerformanceTimeline.shared()
        let queries = try PerformanceData.shared().instants.map { instant in
            var query = TimelineQuery(now: instant)
            change(&query)
            return query
        }
        let pages = queries.map { timeline.kernelPage($0) }
        try timeline.check(pages[0], answers: queries[0])
        try timeline.check(pages[pages.count - 1], answers: queries[queries.count - 1])
        return (timeline, queries, pages)
    }
}

/// The parts of a layout that are compared without making its texts.
private struct PlacedCount: Equatable {
    let laneCount: Int
    let rowCount: Int
    let itemCount: Int

    init(_ layout: TimelineLayout) {
        laneCount = layout.laneCount
        rowCount = layout.lanes.reduce(0) { $0 + $1.rowCount }
        itemCount = layout.lanes.reduce(0) { $0 + $1.itemCount }
    }

    init(_ page: TimelinePage) {
        laneCount = page.laneCount
        rowCount = page.lanes.reduce(0) { $0 + $1.rowCount }
        itemCount = page.lanes.reduce(0) { $0 + $1.itemCount }
    }
}

/// The timeline for the kernel and for the careful baseline, made once per process.
private struct PerformanceTimeline: Sendable {
    private let kernel: RecruitingTimeline
    private let baseline: BaselineTimeline
    private let zone: ZonePair
    let schoolIDs: [BaselineText]

    private static let made = Result { try PerformanceTimeline(PerformanceData.shared()) }

    static func shared() throws -> PerformanceTimeline { try made.get() }

    private init(_ data: PerformanceData) throws {
        let events = try data.document(.events)
        let interactions = try data.document(.interactions)
        let offers = try data.document(.offers)
        let statusChanges = try data.document(.schoolStatusHistory)
        let schools = try data.document(.schools)
        kernel = RecruitingTimeline(
            events: try EventTable.load(json: events).table,
            interactions: try InteractionTable.load(json: interactions).table,
            offers: try OfferTable.load(json: offers).table,
            statusChanges: try StatusChangeTable.load(json: statusChanges).table,
            schools: try SchoolDirectory.load(json: schools).table)
        let directory = try BaselineLoader.schools(schools).schools
        baseline = BaselineTimeline(
            events: try BaselineLoader.events(events).table,
            interactions: try BaselineLoader.interactions(interactions).table,
            offers: try BaselineLoader.offers(offers).table,
            statusChanges: try BaselineLoader.statusChanges(statusChanges).table,
            schools: directory, zone: data.zone.baseline)
        schoolIDs = directory.rows.map(\.id)
        zone = data.zone
    }

    var items: TimelineItems { kernel.items(in: zone.kernel) }

    func itemIDs(meeting window: TimeWindow) -> [BaselineText] {
        baseline.itemIDs(meeting: window.fromMicros, window.toMicros)
    }

    func kernelLayout(_ query: TimelineQuery) -> TimelineLayout {
        kernel.layout(
            query.range, where: query.kernelFilter, asOf: Timestamp(micros: query.now), in: zone.kernel,
            minimumWidth: query.minimumWidth, lanes: query.kernelLanes)
    }

    func kernelPage(_ query: TimelineQuery) -> TimelinePage { kernelLayout(query).page }

    /// Compares a page with the careful baseline's; a wrong page is not measured.
    ///
    /// - Throws: `WrongAnswer`, which ends the test.
    func check(_ page: TimelinePage, answers query: TimelineQuery) throws {
        let differences = BaselineTimelinePage(page).differences(from: query.baselinePage(baseline))
        if !differences.isEmpty { throw WrongAnswer(question: "\(query)", differences: differences) }
    }
}
