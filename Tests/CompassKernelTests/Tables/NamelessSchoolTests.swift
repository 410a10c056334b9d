import XCTest

@testable import CompassKernel

/// An unlisted school and one with an empty name have the same name on every page; a name of white space is
/// shown unchanged.
final class NamelessSchoolTests: XCTestCase {
    private let names: KeyValuePairs = ["empty": "", "blank": " ", "z": "Zeta", "a": "Alpha"]
    private let ids = ["empty", "blank", "z", "a", "unlisted"]
    private let now = instant("2026-03-01T12:00:00Z")

    private func social() throws -> SocialPosts {
        try CompassKernelTests.social(
            ids.map { SamplePost($0, "2026-02-20T12:00:00Z", $0, recruiting: true) }, names)
    }

    func testSocialAnalytics() throws {
        let page = try social().analyticsPage(.all, asOf: now, in: .utc)
        XCTAssertEqual(
            page.topSchools.map(\.name), [" ", "Alpha", "Unknown School", "Unknown School", "Zeta"])
        XCTAssertEqual(page.topSchools.map(\.id), ["blank", "a", "empty", "unlisted", "z"])
    }

    func testFeed() throws {
        let posts = try social().feedPage(asOf: now, in: .utc).posts
        let found = Dictionary(uniqueKeysWithValues: posts.map { ($0.id, $0.schoolName) })
        XCTAssertEqual(
            found,
            [
                "empty": "Unknown School", "blank": " ", "z": "Zeta", "a": "Alpha",
                "unlisted": "Unknown School",
            ])
    }

    func testLinkedCounts() throws {
        let schools = try social().linkedCounts(asOf: now, in: .utc).schools
        XCTAssertEqual(schools.map(\.name), [" ", "Alpha", "Unknown School", "Unknown School", "Zeta"])
    }

    func testActivity() throws {
        let feed = ActivityFeed(
            interactions: InteractionTable(
                ids.map { Interaction($0, "2026-02-20T12:00:00Z", school: $0) }),
            statusChanges: .empty, documents: .empty, schools: try schoolDirectory(names))
        let events = feed.page(asOf: now, in: .utc).events
        XCTAssertEqual(
            events.map(\.entityName), ["Alpha", " ", "Unknown School", "Unknown School", "Zeta"])
        XCTAssertEqual(
            events.map { $0.title.hasSuffix(" with \($0.entityName)") }, Array(repeating: true, count: 5))
    }

    private func timelinePage() throws -> TimelinePage {
        RecruitingTimeline(
            interactions: InteractionTable(
                ids.map { Interaction($0, "2026-02-20T12:00:00Z", school: $0) }),
            schools: try schoolDirectory(names)
        ).page(.sixMonths, asOf: now, in: .utc)
    }

    func testTimeline() throws {
        let page = try timelinePage()
        XCTAssertEqual(page.lanes.map(\.schoolName), [" ", "Alpha", "Unknown", "Unknown", "Zeta"])
        XCTAssertEqual(page.lanes.map(\.schoolID), ["blank", "a", "empty", "unlisted", "z"])
    }

    func testPrintedTimeline() throws {
        // In print a blank name would be invisible.
        let text = String(decoding: try timelinePage().svg(), as: UTF8.self)
        XCTAssertEqual(text.components(separatedBy: ">Unknown. 1 item on timeline.<").count, 4)
        XCTAssertEqual(text.components(separatedBy: ">Alpha. 1 item on timeline.<").count, 2)
    }
}
