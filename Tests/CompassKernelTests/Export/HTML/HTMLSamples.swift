@testable import CompassKernel

/// Hand-made pages whose texts of rows are all one text.
struct HTMLSamples {
    let text: String
    var url: String? = "https://example.com/p/1?a=1&b=2"

    static func instant(_ text: String) -> ZonedTimestamp {
        (try? ZonedTimestamp(parsing: text)) ?? ZonedTimestamp(Timestamp(micros: 0), offsetSeconds: 0)
    }

    private static let noon = instant("2026-03-01T12:05:00-05:00")

    /// Every page of these texts, with its name.
    func pages(_ form: HTMLForm) -> [(name: String, html: [UInt8])] {
        [
            ("social-analytics", socialAnalytics.html(form)), ("social-feed", feed.html(form)),
            ("timeline", timeline.html(form)), ("activity", activity.html(form)),
            ("report", report.html(form)),
        ]
    }

    var socialAnalytics: SocialAnalyticsPage {
        let summary = AnalyticsSummary(
            totalPosts: 1_234, recruitingPosts: 300, recruitingPercentage: 24, positivePosts: 900,
            positivePercentage: 73, analyzedPosts: 1_200, activeSchools: 12)
        let shares: [(Sentiment, Int, Double)] = [
            (.veryPositive, 400, 100.0 / 3), (.positive, 500, 125.0 / 3), (.neutral, 300, 25),
            (.negative, 0, 0),
        ]
        let days = (0..<30).map { number in
            DailyPostCount(
                date: CivilDate(daysSinceEpoch: Int32(20_484 + number)), count: number * number % 7, height: 0
            )
        }
        return SocialAnalyticsPage(
            range: ResolvedRange(kind: "30", from: Self.instant("2026-01-30T12:05:00-05:00"), days: 30),
            summary: summary,
            sentiment: shares.map { SentimentShare(type: $0, count: $1, percentage: $2) },
            platforms: PlatformCounts(twitter: 1_000, instagram: 234), activityByDay: days,
            topSchools: [
                NamedPostCount(id: "s1", name: text, postCount: 40),
                NamedPostCount(id: "s2", name: "Rice University", postCount: 10),
            ],
            topCoaches: [NamedPostCount(id: text, name: text, postCount: 1)],
            recentRecruitingPosts: [
                RecruitingPost(
                    id: text, platform: .instagram, authorHandle: text, authorName: text, postDate: Self.noon,
                    postContent: text, schoolID: text)
            ], previous: summary)
    }

    var feed: FeedPage {
        FeedPage(
            statistics: FeedStatistics(
                totalPosts: 2, twitterPosts: 1, instagramPosts: 1, flaggedPosts: 120),
            matchCount: 2,
            posts: [
                FeedPost(
                    id: text, coachID: text, coachName: text, schoolID: text, schoolName: text,
                    platform: .twitter, postURL: url, postContent: text, postDate: Self.noon,
                    relativeDate: text, authorHandle: text, authorName: text, isRecruitingRelated: true,
                    flaggedForReview: true, sentiment: .negative, notes: text),
                FeedPost(
                    id: "2", platform: .instagram, postContent: nil, postDate: Self.noon, relativeDate: "1d"),
            ])
    }

    var timeline: TimelinePage {
        func placed(
            _ type: TimelineItemType, _ shape: TimelineShape, left: Double, width: Double, row: Int
        ) -> PlacedTimelineItem {
            TimelineSamples.placed(
                text, type: type, shape: shape, left: left, width: width, row: row, schoolName: text)
        }
        let lanes = [
            TimelineLane(
                schoolID: text, schoolName: text, rowCount: 2,
                items: [
                    placed(.event, .bar, left: 10, width: 20, row: 0),
                    placed(.offer, .dot, left: 40, width: 2, row: 0),
                    placed(.interaction, .dot, left: 11, width: 2, row: 1),
                ]),
            TimelineLane(
                schoolID: nil, schoolName: "No School", rowCount: 9,
                items: [
                    placed(.statusChange, .dot, left: 60, width: 2, row: 0),
                    placed(.interaction, .bar, left: 70, width: 5, row: 8),
                ]),
        ]
        return TimelineSamples.page(lanes: lanes)
    }

    var activity: ActivityPage {
        ActivityPage(
            total: 41, page: 2, totalPages: 3, failures: [SourceFailure(table: text, reason: text)],
            events: [
                ActivityEvent(
                    id: text, type: .interaction, timestamp: Self.noon, title: text, description: text,
                    icon: "📧", entityType: .school, entityID: text, entityName: text, clickURL: text,
                    relativeTime: "2h ago")
            ])
    }

    var report: ReportPage {
        let categories = [CategoryCount(name: text, count: 3), CategoryCount(name: "email", count: 1)]
        return ReportPage(
            title: text, generatedAt: Self.noon,
            period: ReportPreset.last30Days.period(
                asOf: Self.noon.timestamp, in: .utc),
            sections: ReportSections(
                schools: SchoolReport(total: 4, byStatus: categories, byDivision: categories),
                coaches: CoachReport(
                    total: 5, responseRate: 62.5, meanResponsiveness: nil, schoolCount: 3),
                interactions: InteractionReport(total: 4, byType: categories, bySentiment: categories),
                metrics: MetricReport(
                    total: 4, byType: categories,
                    summaries: [
                        MetricSummary(type: text, count: 3, mean: 1_234.567, max: 4_321, min: -0.5)
                    ])), warnings: [ReportWarning(table: text, reason: text)])
    }
}
