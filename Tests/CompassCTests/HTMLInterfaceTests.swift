import CCompass
import CompassKernel
import XCTest

/// The formats `COMPASS_ANSWER_HTML` and `COMPASS_ANSWER_HTML_DOCUMENT` of every page.
final class HTMLInterfaceTests: XCTestCase {
    private let now: Int64 = 1_772_366_400_000_000

    /// Expects both forms of a page; `call` makes it in a format.
    private func expectForms(
        _ title: String, file: StaticString = #filePath, line: UInt = #line,
        _ call: (_ format: Int32, _ answer: UnsafeMutablePointer<compass_text>) -> compass_status
    ) {
        for (format, start) in [
            (COMPASS_ANSWER_HTML, "<section class=\"compass-page\""),
            (COMPASS_ANSWER_HTML_DOCUMENT, "<!DOCTYPE html>\n<html lang=\"en\">"),
        ] {
            var page: compass_text = 0
            expect(call(Int32(format), &page), file: file, line: line)
            let html = takeText(page)
            XCTAssertTrue(html.hasPrefix(start), html, file: file, line: line)
            XCTAssertTrue(html.contains(">\(title)</h"), html, file: file, line: line)
        }
    }

    func testPostsAreWrittenAsHTML() {
        let table = loadedTable(
            COMPASS_TABLE_SOCIAL_MEDIA_POSTS,
            """
            [{"id": "1", "platform": "twitter", "post_date": "2026-02-28T12:00:00Z", "post_content": "<b>A&B"}]
            """)
        var posts: compass_posts = 0
        expect(compass_posts_create(table, 0, 0, &posts))
        defer {
            expect(compass_posts_destroy(posts))
            expect(compass_table_destroy(table))
        }
        expectForms("Social Analytics") { format, answer in
            var options = compass_social_options()
            options.version = COMPASS_SOCIAL_OPTIONS_VERSION
            (options.now_micros, options.range_days, options.format) = (now, 30, format)
            return compass_posts_analytics(posts, &options, answer)
        }
        for function in [compass_posts_feed, compass_posts_linked] {
            expectForms("Social Media Monitoring") { format, answer in
                var options = compass_feed_options()
                options.version = COMPASS_FEED_OPTIONS_VERSION
                (options.now_micros, options.page_size, options.format) = (now, 50, format)
                return function(posts, &options, answer)
            }
        }
        var options = compass_feed_options()
        options.version = COMPASS_FEED_OPTIONS_VERSION
        (options.now_micros, options.page_size, options.format) = (now, 50, Int32(COMPASS_ANSWER_HTML))
        var page: compass_text = 0
        expect(compass_posts_feed(posts, &options, &page))
        XCTAssertTrue(takeText(page).contains(">&lt;b&gt;A&amp;B</p>"))
    }

    func testOtherPagesAreWrittenAsHTML() {
        var tables = compass_tables()
        tables.version = COMPASS_TABLES_VERSION
        var timeline: compass_timeline = 0
        var activity: compass_activity = 0
        var reports: compass_reports = 0
        expect(compass_timeline_create(&tables, &timeline))
        expect(compass_activity_create(&tables, Int64(COMPASS_NO_LIMIT), &activity))
        expect(compass_reports_create(&tables, &reports))
        defer {
            expect(compass_timeline_destroy(timeline))
            expect(compass_activity_destroy(activity))
            expect(compass_reports_destroy(reports))
        }
        expectForms("Recruiting Timeline") { format, answer in
            var options = compass_timeline_options()
            options.version = COMPASS_TIMELINE_OPTIONS_VERSION
            (options.now_micros, options.format) = (now, format)
            (options.range_months, options.lanes_per_page) = (6, 20)
            return compass_timeline_page(timeline, &options, answer)
        }
        expectForms("Activity History") { format, answer in
            var options = compass_activity_options()
            options.version = COMPASS_ACTIVITY_OPTIONS_VERSION
            (options.now_micros, options.format) = (now, format)
            (options.page, options.page_size) = (1, 20)
            return compass_activity_page(activity, &options, answer)
        }
        expectForms("Recruiting Report") { format, answer in
            var options = compass_report_options()
            options.version = COMPASS_REPORT_OPTIONS_VERSION
            (options.now_micros, options.format) = (now, format)
            options.preset = Int32(COMPASS_PRESET_30_DAYS)
            return compass_reports_page(reports, &options, answer)
        }
    }
}
