import TestRandom
import XCTest

@testable import CompassKernel

final class HTMLPageTests: XCTestCase {
    private static let hostileTexts =
        TimelineSamples.oddNames.filter { !VisibleText.isBlank($0) } + [
            "<script>alert(1)</script>", "</title></style></script><script>alert(1)</script>",
            "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "` onmouseover=alert(1)",
            "<!--", "-->", "<![CDATA[", "]]>", "&", "&amp;lt;script&gt;", "&#60;script&#62;",
            "<svg/onload=alert(1)>",
            "javascript:alert(1)", "{{7*7}}", "${7*7}", "</section></main></body></html>",
            "<style>*{}</style>",
            "a\u{0}b\u{7f}c\u{9b}d", "\u{202e}\u{2066}abc\u{2069}", "\u{1b}]8;;http://a\u{7}",
            "\u{fffe}\u{ffff}",
            "\u{338}", "a\r\nb\u{85}c\u{2028}d", String(repeating: "\u{301}", count: 5_000),
            String(repeating: "<", count: 5_000), String(repeating: "x\n", count: 5_000),
            "\u{feff}\u{ad}", "\u{10ffff}" + String(Unicode.Scalar(0xfdd0 as UInt16)!),
        ]

    func testNoTextChangesTheElementsOfAPage() {
        for form in HTMLForm.allCases {
            let plain = HTMLSamples(text: "x").pages(form).map {
                HTMLChecks.check($0.html, $0.name).map(\.name)
            }
            for text in Self.hostileTexts {
                for (page, expected) in zip(HTMLSamples(text: text).pages(form), plain) {
                    let elements = HTMLChecks.check(
                        page.html, "\(page.name) of \(text.prefix(60).debugDescription)")
                    XCTAssertEqual(elements.map(\.name), expected, "\(page.name) of \(text.debugDescription)")
                }
            }
        }
    }

    func testTextsAreShownAsTheyAre() {
        for (text, shown) in [
            ("<b>A & \"B\"</b>", "<b>A & \"B\"</b>"),
            ("🎓 👨‍👩‍👧 🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🎓 👨‍👩‍👧 🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿"), ("שלום", "שלום"),
            ("a\u{202e}b\tc \n d", "ab\tc \n d".replacing("\t", with: " ").replacing(" \n ", with: " ")),
            ("\u{200b}", "?"),
        ] {
            for page in HTMLSamples(text: text).pages(.fragment) {
                let texts = HTMLChecks.check(page.html, page.name)
                XCTAssertTrue(
                    texts.contains { $0.text == shown }, "\(page.name) lacks \(shown): \(texts.map(\.text))")
            }
        }
    }

    func testALineBreakOfAPostRemains() {
        let elements = HTMLChecks.check(HTMLSamples(text: "one\r\n\r\n  two").feed.html(.fragment), "feed")
        XCTAssertTrue(elements.contains { $0.text == "one\ntwo" && $0.attributes["dir"] == "auto" })
    }

    func testOnlyAbsoluteAddressesOfTheWebAreLinks() {
        for (url, isLink) in [
            ("https://a.com/?q=\"><b>&x=é", true), ("http://a.com", true), ("HTTPS://A.COM", true),
            ("javascript:alert(1)", false), ("JaVaScRiPt:alert(1)", false), ("java\tscript:alert(1)", false),
            (" javascript:alert(1)", false), ("data:text/html,<script>", false), ("/logout", false),
            ("//evil.example", false), ("file:///etc/passwd", false), ("vbscript:x", false), ("", false),
            ("blob:https://a.com", false), ("https://" + String(repeating: "a", count: 3_000), false),
        ] {
            let links = (try? SVGDrawing(HTMLSamples(text: "x", url: url).feed.html(.fragment)))?.elements(
                "a")
            XCTAssertEqual(links?.count, isLink ? 1 : 0, url)
            if isLink { XCTAssertEqual(links?.first?.attributes["href"], url) }
        }
    }

    func testRandomPagesAreWellFormed() {
        var samples = PageSamples()
        for _ in 0..<SeededRandom.rounds(40) {
            for form in HTMLForm.allCases {
                HTMLChecks.check(samples.page().html(form), "analytics, seed \(samples.seed)")
                HTMLChecks.check(samples.feedPage().html(form), "feed, seed \(samples.seed)")
            }
        }
        var timelines = TimelineSamples()
        for lanes in [0, 1, 3, 25] {
            let page = timelines.page(lanes: lanes, items: 0...60, names: TimelineSamples.oddNames)
            HTMLChecks.check(page.html(.fragment), "timeline, seed \(timelines.seed)")
        }
    }

    func testListsAreCutAndCounted() throws {
        let names = (1...1_000).map { NamedPostCount(id: "\($0)", name: "School \($0)", postCount: 1) }
        var page = HTMLSamples(text: "x").socialAnalytics
        page.topSchools = names
        func mores(_ html: [UInt8]) throws -> [String] {
            try SVGDrawing(html).elements.filter { $0.attributes["class"] == "more" }.map(\.text)
        }
        XCTAssertEqual(try mores(page.html(.fragment)), ["and 980 more"])
        XCTAssertEqual(try mores(page.html(.document)), ["and 900 more"])
        XCTAssertEqual(try mores(page.html(.fragment, listing: 2)), ["and 998 more"])
        XCTAssertEqual(
            try mores(page.html(.fragment, listing: 0)), ["and 1,000 more", "and 1 more", "and 1 more"])
        XCTAssertEqual(page.html(.fragment, listing: -1), page.html(.fragment, listing: 0))
    }

    func testSizeIsBoundedHoweverMuchThereIs() {
        let long = String(repeating: "👨‍👩‍👧\u{301}", count: 20_000)
        let feed = FeedPage(
            statistics: FeedStatistics(totalPosts: 0, twitterPosts: 0, instagramPosts: 0, flaggedPosts: 0),
            matchCount: 500, posts: Array(repeating: HTMLSamples(text: long).feed.posts[0], count: 500))
        XCTAssertLessThan(feed.html(.fragment).count, 1_000_000)
        let items = (0..<60_000).map { number in
            TimelineSamples.placed(
                "item \(number)", left: Double(number % 1_500) / 15, width: 0.01, row: number / 1_500)
        }
        let lane = TimelineLane(schoolID: "s", schoolName: "S", rowCount: 40, items: items)
        let page = TimelineSamples.page(lanes: Array(repeating: lane, count: 10), listItems: [])
        XCTAssertLessThan(page.html(.document).count, 600_000)
        HTMLChecks.check(page.html(.document), "timeline")
    }

    func testDaysShareColumnsWhereThereAreMany() {
        func days(_ count: Int) -> [DailyPostCount] {
            (0..<count).map {
                DailyPostCount(date: CivilDate(daysSinceEpoch: Int32($0)), count: 1, height: 0)
            }
        }
        XCTAssertEqual(DayColumns([]).columns, [])
        XCTAssertEqual(DayColumns(days(92)).columns.count, 92)
        let weeks = DayColumns(days(365))
        XCTAssertEqual(weeks.daysPerColumn, 4)
        XCTAssertEqual(weeks.columns.count, 92)
        XCTAssertEqual(weeks.columns.map(\.count).reduce(0, +), 365)
        XCTAssertEqual(weeks.columns[0].label, "Jan 1 – Jan 4, 1970")
        XCTAssertEqual(weeks.columns.last?.label, "Dec 31, 1970")
        let ended = days(100) + days(900).map { DailyPostCount(date: $0.date, count: 0, height: 0) }
        XCTAssertEqual(DayColumns(ended).columns.last?.label, "Apr 9 – Apr 10, 1970")
        let largest = DailyPostCount(date: CivilDate(daysSinceEpoch: 0), count: .max, height: 0)
        XCTAssertEqual(DayColumns(Array(repeating: largest, count: 200)).columns[0].count, .max)
    }

    func testEmptyPagesSayWhatTheyLack() throws {
        let summary = AnalyticsSummary(
            totalPosts: 0, recruitingPosts: 0, recruitingPercentage: 0, positivePosts: 0,
            positivePercentage: 0, analyzedPosts: 0, activeSchools: 0)
        let none = CoachReport(total: 0, responseRate: 0, meanResponsiveness: nil, schoolCount: 0)
        let pages: [(text: String, html: [UInt8])] = [
            (
                "No posts in selected period",
                SocialAnalyticsPage(
                    range: ResolvedRange(kind: "all"), summary: summary, sentiment: [],
                    platforms: PlatformCounts(twitter: 0, instagram: 0), activityByDay: [], topSchools: [],
                    recentRecruitingPosts: []
                ).html(.fragment)
            ),
            (
                "No posts yet",
                FeedPage(
                    statistics: FeedStatistics(
                        totalPosts: 0, twitterPosts: 0, instagramPosts: 0, flaggedPosts: 0), matchCount: 0,
                    posts: []
                ).html(.fragment)
            ),
            ("No items in this range", TimelineSamples.page(lanes: [], state: .outOfRange).html(.fragment)),
            ("No activities found", ActivityPage(total: 0, events: []).html(.fragment)),
            (
                "No data found for selected date range. Try a different range.",
                ReportPage(
                    period: ReportPreset.last30Days.period(asOf: Timestamp(micros: 0), in: .utc),
                    sections: ReportSections(
                        schools: SchoolReport(total: 0, byStatus: [], byDivision: []), coaches: none,
                        interactions: InteractionReport(total: 0, byType: [], bySentiment: []),
                        metrics: MetricReport(total: 0, byType: [], summaries: []))
                ).html(.fragment)
            ),
        ]
        for (text, html) in pages {
            let elements = HTMLChecks.check(html, text)
            XCTAssertEqual(elements.first?.attributes["data-state"], "empty", text)
            XCTAssertTrue(elements.contains { $0.text == text }, text)
        }
        for page in HTMLSamples(text: "x").pages(.document) {
            let main = try SVGDrawing(page.html).elements("main").first
            XCTAssertEqual(main?.attributes["data-state"], "filled", page.name)
        }
    }
}
