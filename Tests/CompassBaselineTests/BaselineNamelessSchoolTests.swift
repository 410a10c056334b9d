import XCTest

@testable import CompassBaseline

/// An unlisted school and one with an empty name have the same name on every page.
final class BaselineNamelessSchoolTests: XCTestCase {
    private let ids: [BaselineText] = ["empty", "blank", "z", "unlisted"]
    private let schools = BaselineSchools([
        BaselineSchool(id: "empty", name: ""), BaselineSchool(id: "blank", name: " "),
        BaselineSchool(id: "z", name: "Zeta"),
    ])
    private let names: [BaselineText] = [" ", "Unknown School", "Unknown School", "Zeta"]
    private let now = Timeline.instant("2026-03-01T12:00:00Z")
    private let time = Timeline.instant("2026-02-20T12:00:00Z")

    private var posts: BaselinePosts {
        BaselinePosts(ids.map { BaselinePost(id: $0, platform: .twitter, postDate: time, schoolID: $0) })
    }

    func testSocialAnalyticsAndFeed() throws {
        let zone = try Timeline.zone("UTC")
        let page = BaselineAnalytics.page(posts: posts, schools: schools, range: .all, now: now, zone: zone)
        XCTAssertEqual(page.topSchools.map(\.name), names)
        let feed = BaselineFeed(posts: posts, schools: schools).page(now: now, zone: zone)
        XCTAssertEqual(feed.posts.map(\.schoolName), [" ", "Unknown School", "Unknown School", "Zeta"])
    }

    func testActivityAndTimeline() throws {
        let zone = try Timeline.zone("UTC")
        let interactions = BaselineTable(
            ids.map { BaselineInteraction(id: $0, type: "email", time: time, schoolID: $0) })
        let timeline = BaselineTimeline(interactions: interactions, schools: schools, zone: zone)
        XCTAssertEqual(
            timeline.page(now: now).lanes.map(\.schoolName), [" ", "Unknown", "Unknown", "Zeta"])
        let activity = BaselineActivityFeed(interactions: interactions, schools: schools)
        XCTAssertEqual(activity.page(now: now, zone: zone).events.map(\.entityName), names)
    }
}
