import CompassKernel
import XCTest

/// Days and ranges across clock changes: the kernel's civil arithmetic equals PostgreSQL's.
final class ClockChangeTests: XCTestCase {
    private var posts: PostRelation!
    private var social: SocialPosts!

    override func setUpWithError() throws {
        try Database.requireServer()
        posts = try PostRelation(creating: "clock_change_posts", idType: "text")
        // Posts every 31 minutes cover every hour of every day, and both sides of midnight.
        _ = try Database.query(
            """
            create table if not exists schools (
                id uuid primary key, name text not null, status text, division text);
            insert into clock_change_posts (id, platform, post_date)
            select 'p' || n, case when n % 3 = 0 then 'instagram' else 'twitter' end, instant
            from generate_series(timestamptz '2025-08-15 00:00+00', '2026-06-15 00:00+00', '31 minutes')
                with ordinality series (instant, n);
            """)
        let (table, report) = try PostTable.load(json: try posts.array(zone: "America/St_Johns"))
        XCTAssertEqual(report.problems, [])
        social = table.bound(to: .empty)
    }

    func testChartsOf90DaysOverClockChangesEqualSQL() throws {
        let nows = ["2025-11-20T03:30:00Z", "2026-01-10T23:59:59Z", "2026-05-01T12:00:00Z"]
        let zones = [
            "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Europe/London", "Africa/Cairo",
            "Asia/Kolkata",
        ]
        for now in nows {
            for zone in zones {
                try expectPage(of: social, equals: posts, zone: zone, now: now, days: 90)
            }
        }
        for zone in zones { try expectHeatMap(of: social, equals: posts, zone: zone) }
    }

    func testCutoffInASkippedHourMovesForwardAsInPostgreSQL() throws {
        // 30 days earlier, 02:30 does not exist in New York: 2026-03-08.
        try expectPage(
            of: social, equals: posts, zone: "America/New_York", now: "2026-04-07T02:30:00-04:00", days: 30)
    }

    /// PostgreSQL uses the second of two equal wall-clock times, a page the first.
    func testCutoffInARepeatedHourIsTheFirstAndPostgreSQLsTheSecond() throws {
        // 7 days earlier, 01:30 occurs twice in New York: 2025-11-02.
        let now = "2025-11-09T01:30:00-05:00"
        let page = social.analyticsPage(
            .last(days: 7), asOf: try Timestamp(parsing: now),
            in: try ZoneOffsets(identifier: "America/New_York"))
        let database = try ExpectedPage(posts, zone: "America/New_York", now: now, days: 7)
        XCTAssertEqual(page.range.from?.description, "2025-11-02T01:30:00-04:00")
        XCTAssertEqual(page.range.from?.timestamp.micros, database.from.map { $0 - 3_600_000_000 })
    }
}
