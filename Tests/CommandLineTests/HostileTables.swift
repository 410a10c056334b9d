import CompassKernel
import CompassProgram
import CompassTestSupport
import Foundation
import XCTest

@testable import compass

/// Tables with values that make lines too wide, and pages of them with huge numbers.
struct HostileTables {
    /// More posts than any table holds, 10^15 less one.
    static let huge = 999_999_999_999_999

    static let names = [
        String(repeating: "University ", count: 12), String(repeating: "W", count: 210),
        String(repeating: "漢字", count: 55), String(repeating: "👨‍👩‍👧‍👦🏽", count: 20),
        "جامعة تكساس في أوستن ومدارس أخرى كثيرة", "אוניברסיטת תל אביב \u{202e}הפוך",
        String(repeating: "e\u{301}", count: 130), "\u{1b}[31mred\u{1b}[0m\u{7}", "", " ", "\u{200b}",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️ 𝕏", "a", "ＦＵＬＬ ＷＩＤＴＨ ＮＡＭＥ ＯＦ Ａ ＳＣＨＯＯＬ",
    ]

    let folder: URL
    let now: Timestamp
    let zone = ZoneOffsets.utc

    /// - Parameter folder: an empty folder for the tables.
    init(in folder: URL) throws {
        self.folder = folder
        now = try Timestamp(parsing: CommandLineTestCase.now)
        func write(_ table: String, _ rows: [[String: Any]]) throws {
            try JSONSerialization.data(withJSONObject: rows).write(
                to: folder.appendingPathComponent(table + ".json"))
        }
        let count = Self.names.count
        func name(_ index: Int) -> String { Self.names[index % count] }
        /// An instant on one of the days before and after the turn of the year, or today.
        func time(_ index: Int) -> String {
            index % 3 == 0
                ? "2026-03-01T11:5\(index % 10):00Z" : "2025-12-\(10 + index % 20)T10:00:00Z"
        }
        try write(
            "schools",
            (0..<count).map { ["id": "s\($0)", "name": name($0), "status": name($0), "division": name($0)] })
        try write(
            "social_media_posts",
            (0..<30).map { index in
                [
                    "id": "p\(index)", "platform": index % 2 == 0 ? "twitter" : "instagram",
                    "post_date": time(index), "school_id": "s\(index % (count + 1))",
                    "coach_id": "c\(index % (count + 2))",
                    "author_name": name(index), "author_handle": name(index / 2),
                    "post_content": name(index + 1) + " " + name(index + 2), "notes": name(index + 3),
                    "is_recruiting_related": true, "flagged_for_review": true,
                    "sentiment": ["very_positive", "positive", "neutral", "negative"][index % 4],
                ]
            })
        try write(
            "interactions",
            (0..<30).map { index in
                [
                    "id": "i\(index)", "type": name(index), "occurred_at": time(index),
                    "school_id": "s\(index % count)", "subject": name(index + 1), "direction": "inbound",
                    "content": name(index + 2), "sentiment": name(index),
                ]
            })
        try write(
            "events",
            (0..<30).map { index in
                [
                    "id": "e\(index)", "type": name(index), "name": name(index),
                    "start_date": "2025-12-\(10 + index % 20)", "end_date": "2026-01-\(10 + index % 20)",
                    "school_id": "s\(index % count)",
                ]
            })
        try write(
            "offers",
            (0..<20).map {
                ["id": "o\($0)", "offer_type": name($0), "offer_date": "2026-02-03", "school_id": "s\($0)"]
            })
        try write(
            "school_status_history",
            (0..<20).map { index in
                [
                    "id": "h\(index)", "new_status": name(index), "previous_status": name(index + 1),
                    "changed_at": time(index), "school_id": "s\(index)", "notes": name(index),
                ]
            })
        try write(
            "documents",
            (0..<20).map {
                ["id": "d\($0)", "type": name($0), "title": name($0 + 1), "created_at": time($0)]
            })
        try write(
            "coaches",
            (0..<count).map {
                [
                    "id": "c\($0)", "school_id": "s\($0)", "first_name": name($0), "last_name": name($0 + 1),
                    "responsiveness_score": 1e300,
                ]
            })
        try write(
            "performance_metrics",
            (0..<20).map { index in
                [
                    "id": "m\(index)", "metric_type": name(index), "recorded_date": "2026-02-20",
                    "value": [1e300, -1e-300, 123_456_789.123, 0][index % 4],
                ]
            })
    }

    /// Returns each page by its name, with its actual numbers or huge ones.
    func pages(hasHugeNumbers: Bool) throws -> [(name: String, render: (TerminalStyle) -> String)] {
        let huge = Self.huge
        func grown(_ count: Int) -> Int { hasHugeNumbers ? huge : count }
        let path = folder.path
        let social = try SocialTables.load(directory: path, try LoadingOptions.parse([])).social
        let filters = Self.names.joined(separator: ", ")

        var analytics = social.analyticsPage(
            .last(days: 90), asOf: now, in: zone, topSchools: 14, topCoaches: 14, recentPosts: 14,
            comparison: true)
        analytics.summary.totalPosts = grown(analytics.summary.totalPosts)
        analytics.summary.analyzedPosts = grown(analytics.summary.analyzedPosts)
        analytics.summary.activeSchools = grown(analytics.summary.activeSchools)
        analytics.platforms.twitter = grown(analytics.platforms.twitter)
        for index in analytics.sentiment.indices {
            analytics.sentiment[index].count = grown(analytics.sentiment[index].count)
        }
        for index in analytics.activityByDay.indices {
            analytics.activityByDay[index].count = grown(analytics.activityByDay[index].count)
        }
        for index in analytics.topSchools.indices {
            analytics.topSchools[index].postCount = grown(analytics.topSchools[index].postCount)
        }
        for index in analytics.topCoaches.indices {
            analytics.topCoaches[index].postCount = grown(analytics.topCoaches[index].postCount)
        }
        let counts = social.heatMap(.all, asOf: now, in: zone).counts.map {
            $0.map { $0 == 0 ? 0 : grown($0) }
        }
        analytics.heatMap = try XCTUnwrap(HeatMap(counts: counts))

        var feed = social.linkedFeedPage(asOf: now, in: zone, pageSize: 14, days: .every)
        feed.page.matchCount = grown(feed.page.matchCount)
        feed.page.statistics.totalPosts = grown(feed.page.statistics.totalPosts)
        feed.counts.withoutSchool = grown(feed.counts.withoutSchool)
        feed.counts.flagged.yes = hasHugeNumbers ? huge : feed.counts.flagged.yes
        for index in feed.counts.schools.indices {
            feed.counts.schools[index].postCount = grown(feed.counts.schools[index].postCount)
        }
        feed.counts.withoutCoach = grown(feed.counts.withoutCoach)
        for index in feed.counts.coaches.indices {
            feed.counts.coaches[index].postCount = grown(feed.counts.coaches[index].postCount)
        }

        let timeline = try LoadedTimeline.load(directory: path, threads: 1).timeline.page(
            .sixMonths, asOf: now, in: zone)
        var activity = try ActivitySources.load(directory: path, threads: 1, limitPerTable: nil).feed.page(
            1, size: 14, asOf: now, in: zone)
        activity.total = grown(activity.total)
        activity.totalPages = grown(activity.totalPages)
        activity.failures = [SourceFailure(table: "interactions", reason: filters)]
        var report = try ReportSources.load(directory: path, threads: 1).report.page(
            ReportPreset.last90Days.period(asOf: now, in: zone), in: zone, comparison: true)
        report.sections.interactions.total = grown(report.sections.interactions.total)
        report.sections.metrics.total = grown(report.sections.metrics.total)
        for index in report.sections.interactions.byType.indices {
            let count = report.sections.interactions.byType[index].count
            report.sections.interactions.byType[index].count = grown(count)
        }
        let overview = Overview(
            of: try OverviewTables.load(directory: path, threads: 1), asOf: now, in: zone)

        // Ids are never cut, so that they can be copied.
        let schools = Self.names.enumerated().map { index, name in
            NamedPostCount(
                id: "29ce2400-f17f-4a1a-a436-4815fc08c6e4", name: name,
                postCount: index == 1 && hasHugeNumbers ? Self.huge : index)
        }
        return [
            ("schools", SchoolList(schools: schools).text),
            (
                "social",
                SocialText(
                    page: analytics, now: now, zone: zone, filters: filters, dates: nil,
                    hint: nil, showsIDs: false, isCompared: true, topLimit: 14, recentLimit: 14
                ).render
            ),
            (
                "feed",
                FeedText(
                    page: feed.page, linked: feed.counts, now: now, zone: zone, filters: filters, dates: nil,
                    hint: nil, showsIDs: false, isContinued: false
                ).render
            ),
            (
                "timeline",
                TimelineText(
                    page: timeline, now: now, zone: zone, filters: filters, types: .all
                ).render
            ),
            (
                "activity",
                ActivityText(page: activity, range: .month, now: now, zone: zone, filters: filters).render
            ),
            ("report", ReportText(report: report, preset: .last90Days, now: now, zone: zone).render),
            (
                "overview",
                OverviewText(
                    overview: overview, now: now, zone: zone, hints: OverviewHints(), showsIDs: false
                ).render
            ),
        ]
    }

    /// Inspections of broken rows, one with huge numbers.
    func inspections(hasHugeNumbers: Bool) throws -> [Inspection] {
        let rows = Self.names.flatMap { name -> [[String: Any]] in
            [
                ["id": "x", "platform": name], ["id": "y"],
                ["platform": "twitter", "id": 1, "post_date": name],
            ]
        }
        let document = Array(try JSONSerialization.data(withJSONObject: rows))
        var report = try PostTable.load(json: document, options: LoadOptions(maxProblems: .max)).report
        report.replaced = 900
        if hasHugeNumbers {
            report.rows = Self.huge
            report.warnings = Self.huge
            for index in report.problems.indices { report.problems[index].byteOffset = Self.huge }
        }
        report.replacements = Self.names.enumerated().map { index, name in
            IngestReplacement(
                row: index, byteOffset: Self.huge, id: name, rule: index % 2 == 0 ? .id : .postURL, byRow: 900
            )
        }
        let source = Self.names.joined(separator: "/")
        return [
            Inspection(
                table: .socialMediaPosts, source: source, byteCount: 1, nanos: 1, result: .success(report)),
            Inspection(
                table: .performanceMetrics, source: source, byteCount: 1, nanos: 1,
                result: .failure(.document(.unreadableFile(path: source, reason: source)))),
        ]
    }
}
