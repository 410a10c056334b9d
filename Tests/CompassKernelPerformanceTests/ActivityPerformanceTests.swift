import CompassBaseline
import CompassKernel
import CompassTestSupport
import XCTest

/// The activity feed's merge, pages, searches and inserts, on tables that match the suite's
/// number of posts.
final class ActivityPerformanceTests: PerformanceTestCase {
    func testMergingThreeTables() throws {
        let activity = try PerformanceActivity.shared()
        let count = activity.feed.count
        measure(callsPerBlock: 8, of: [0], answers: [count]) { _ in activity.merged().count }
    }

    func testFirstPage() throws { try measurePages(callsPerBlock: 64, .init()) }

    func testFirstPageOfDocumentsOfAQuarter() throws {
        try measurePages(callsPerBlock: 64, .init(type: .documentUpload, range: .quarter))
    }

    func testSearchInShownTexts() throws { try measurePages(callsPerBlock: 16, .init(search: "camp")) }

    func testSearchInWholeTexts() throws {
        try measurePages(callsPerBlock: 16, .init(search: "camp", searchesWholeText: true))
    }

    func testSearchThatMisses() throws { try measurePages(callsPerBlock: 16, .init(search: "qqzzqq")) }

    func testInserts() throws {
        let activity = try PerformanceActivity.shared()
        activity.feed.prepareForChanges()
        let instants = try PerformanceData.shared().instants
        var (changed, checked) = (activity.feed, activity.baseline)
        for (number, instant) in instants.enumerated() {
            XCTAssertTrue(changed.put(Interaction(Self.arrival("c\(number)", instant))))
            XCTAssertTrue(checked.put(Self.arrival("c\(number)", instant)))
        }
        let page = activity.kernelPage(changed, .init(), instants[0])
        try activity.check(page, answers: .init(), instants[0], baseline: checked)
        var number = 0
        measure(
            callsPerBlock: 256, of: instants, answers: Array(repeating: true, count: instants.count)
        ) { instant in
            number += 1
            return changed.put(Interaction(Self.arrival("n\(number)", instant)))
        }
    }

    private static func arrival(_ id: String, _ instant: Int64) -> BaselineInteraction {
        BaselineInteraction(
            id: BaselineText(id), type: "email", time: instant - 40 * 86_400_000_000, content: "See you there"
        )
    }

    private func measurePages(
        callsPerBlock: Int, _ filter: BaselineActivityFilter, line: UInt = #line
    ) throws {
        let activity = try PerformanceActivity.shared()
        let instants = try PerformanceData.shared().instants
        let pages = instants.map { activity.kernelPage(activity.feed, filter, $0) }
        for index in [0, pages.count - 1] {
            try activity.check(pages[index], answers: filter, instants[index], baseline: activity.baseline)
        }
        measure(callsPerBlock: callsPerBlock, of: instants, answers: pages, line: line) {
            activity.kernelPage(activity.feed, filter, $0)
        }
    }
}

/// The activity feed for the kernel and for the careful baseline, made once per process.
private struct PerformanceActivity: Sendable {
    private let interactions: InteractionTable
    private let statusChanges: StatusChangeTable
    private let documents: DocumentTable
    private let schools: SchoolDirectory
    private let zone: ZonePair
    let feed: ActivityFeed
    let baseline: BaselineActivityFeed

    private static let made = Result { try PerformanceActivity(PerformanceData.shared()) }

    static func shared() throws -> PerformanceActivity { try made.get() }

    private init(_ data: PerformanceData) throws {
        let interactions = try data.document(.interactions)
        let statusChanges = try data.document(.schoolStatusHistory)
        let documents = try data.document(.documents)
        let schools = try data.document(.schools)
        self.interactions = try InteractionTable.load(json: interactions).table
        self.statusChanges = try StatusChangeTable.load(json: statusChanges).table
        self.documents = try DocumentTable.load(json: documents).table
        self.schools = try SchoolDirectory.load(json: schools).table
        zone = data.zone
        feed = ActivityFeed(
            interactions: self.interactions, statusChanges: self.statusChanges, documents: self.documents,
            schools: self.schools)
        baseline = BaselineActivityFeed(
            interactions: try BaselineLoader.interactions(interactions).table,
            statusChanges: try BaselineLoader.statusChanges(statusChanges).table,
            documents: try BaselineLoader.documents(documents).table,
            schools: try BaselineLoader.schools(schools).schools)
    }

    func merged() -> ActivityFeed {
        ActivityFeed(
            interactions: interactions, statusChanges: statusChanges, documents: documents, schools: schools)
    }

    func kernelPage(
        _ feed: ActivityFeed, _ filter: BaselineActivityFilter, _ instant: Int64
    ) -> ActivityPage {
        feed.page(where: filter.kernel, asOf: Timestamp(micros: instant), in: zone.kernel)
    }

    /// Compares a page with the careful baseline's; a wrong page is not measured.
    ///
    /// - Throws: `WrongAnswer`, which ends the test.
    func check(
        _ page: ActivityPage, answers filter: BaselineActivityFilter, _ instant: Int64,
        baseline: BaselineActivityFeed
    ) throws {
        let wanted = baseline.page(filter: filter, now: instant, zone: zone.baseline)
        let differences = BaselineActivityPage(page).differences(from: wanted)
        if !differences.isEmpty {
            throw WrongAnswer(question: "\(filter) at \(instant)", differences: differences)
        }
    }
}
