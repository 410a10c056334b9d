import CCompass
import XCTest

@testable import CompassC

/// Coaches of posts, and the time of a report.
final class CoachInterfaceTests: XCTestCase {
    private static let now: Int64 = 1_770_940_800_000_000
    private static let rows = """
        [{"id":"a","platform":"twitter","post_date":"2026-02-12T12:00:00Z","coach_id":"c","school_id":"s"},
         {"id":"b","platform":"instagram","post_date":"2026-02-11T12:00:00Z","coach_id":"d"},
         {"id":"e","platform":"twitter","post_date":"2026-02-10T12:00:00Z"}]
        """
    private var handleCount: UInt64 = 0

    override func setUp() { handleCount = compass_handle_count() }
    override func tearDown() { XCTAssertEqual(compass_handle_count(), handleCount, "handles are left") }

    /// Posts with a table of coaches.
    private func postsWithCoaches() -> compass_posts {
        let table = loadedTable(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, Self.rows)
        let coaches = loadedTable(
            COMPASS_TABLE_COACHES, #"[{"id":"c","first_name":"Ann","last_name":"Lee"}]"#)
        var posts: compass_posts = 0
        expect(compass_posts_create(table, 0, coaches, &posts))
        expect(compass_table_destroy(table))
        expect(compass_table_destroy(coaches))
        return posts
    }

    private func socialOptions(topCoaches: Int64) -> compass_social_options {
        var options = compass_social_options()
        options.version = COMPASS_SOCIAL_OPTIONS_VERSION
        options.now_micros = Self.now
        options.range_days = Int32(COMPASS_RANGE_ALL)
        options.activity_days = 1
        options.top_coaches = topCoaches
        return options
    }

    func testPagesNameCoaches() {
        let posts = postsWithCoaches()
        for (limit, expected) in [
            (
                Int64(5),
                #"[{"id":"c","name":"Ann Lee","postCount":1},{"id":"d","name":"Unknown Coach","postCount":1}]"#
            ), (1, #"[{"id":"c","name":"Ann Lee","postCount":1}]"#), (0, "[]"),
        ] {
            var options = socialOptions(topCoaches: limit)
            var page: compass_text = 0
            expect(compass_posts_analytics(posts, &options, &page))
            let json = takeText(page)
            XCTAssertTrue(json.contains(#""topCoaches":\#(expected),"#), json)
        }
        expect(compass_posts_destroy(posts))
    }

    func testAFilterTakesCoaches() {
        let posts = postsWithCoaches()
        withCompassString("d") { d in
            withCompassString("c") { c in
                for (ids, expected) in [([c], 1), ([c, d], 2), ([], 3)] {
                    ids.withUnsafeBufferPointer { list in
                        var filter = compass_post_filter()
                        filter.version = COMPASS_POST_FILTER_VERSION
                        filter.coaches = list.baseAddress
                        filter.coach_count = list.count
                        var count: Int64 = -1
                        expect(compass_posts_match_count(posts, &filter, 0, &count))
                        XCTAssertEqual(count, Int64(expected))
                    }
                }
            }
        }
        expect(compass_posts_destroy(posts))
    }

    func testATableOfAnotherKindIsRefused() {
        let table = loadedTable(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, Self.rows)
        var posts: compass_posts = 1
        expect(
            compass_posts_create(table, 0, table, &posts), COMPASS_INVALID_ARGUMENT,
            "coaches is a table of another kind")
        XCTAssertEqual(posts, 0)
        expect(compass_table_destroy(table))
    }

    func testAReportTellsWhenItIsMadeIfItKnows() {
        var tables = compass_tables()
        tables.version = UInt32(COMPASS_TABLES_VERSION)
        var reports: compass_reports = 0
        expect(compass_reports_create(&tables, &reports))
        func report(_ now: Int64, preset: Int, days: String?) -> String {
            withCompassString(days ?? "") { day in
                var options = compass_report_options()
                options.version = UInt32(COMPASS_REPORT_OPTIONS_VERSION)
                options.now_micros = now
                options.preset = Int32(preset)
                if days != nil { (options.from, options.to) = (day, day) }
                var page: compass_text = 0
                expect(compass_reports_page(reports, &options, &page))
                return takeText(page)
            }
        }
        let made = #""generatedAt":"2026-02-13T00:00:00+00:00","#
        XCTAssertTrue(report(Self.now, preset: COMPASS_PRESET_7_DAYS, days: nil).contains(made))
        XCTAssertTrue(report(Self.now, preset: COMPASS_PRESET_NONE, days: "2026-02-01").contains(made))
        let unknown = report(0, preset: COMPASS_PRESET_NONE, days: "2026-02-01")
        XCTAssertTrue(unknown.contains(#""generatedAt":null,"#), unknown)
        expect(compass_reports_destroy(reports))
    }
}
