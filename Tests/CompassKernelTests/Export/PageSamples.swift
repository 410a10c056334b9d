import Foundation

@testable import CompassKernel

/// A generator of random pages with every unusual value that the type allows.
struct PageSamples {
    /// The seed of the pages; tests print it on failure.
    let seed: UInt64
    var random: TimeTestRandom

    init() {
        random = TimeTestRandom()
        seed = random.seed
    }

    mutating func page() -> SocialAnalyticsPage {
        let isAll = Bool.random(using: &random)
        return SocialAnalyticsPage(
            range: isAll
                ? ResolvedRange(kind: "all", from: nil, days: nil)
                : ResolvedRange(kind: "30", from: instant(), days: 30),
            summary: summary(),
            sentiment: Sentiment.allCases.map {
                SentimentShare(type: $0, label: $0.label, count: count(), percentage: number())
            },
            platforms: PlatformCounts(twitter: count(), instagram: count()),
            activityByDay: list { samples in
                let date = CivilDate(
                    daysSinceEpoch: Int32.random(in: -700_000...700_000, using: &samples.random))
                return DailyPostCount(
                    date: date, label: date.label, count: samples.count(), height: samples.number())
            },
            topSchools: list { samples in
                NamedPostCount(id: samples.text(), name: samples.text(), postCount: samples.count())
            },
            topCoaches: list { samples in
                NamedPostCount(id: samples.text(), name: samples.text(), postCount: samples.count())
            },
            recentRecruitingPosts: list { samples in
                RecruitingPost(
                    id: samples.text(), platform: Bool.random(using: &samples.random) ? .twitter : .instagram,
                    authorHandle: samples.optionalText(), authorName: samples.optionalText(),
                    postDate: samples.instant(), postContent: samples.optionalText(),
                    schoolID: samples.optionalText())
            },
            previous: isAll ? nil : summary())
    }

    mutating func heatMap() -> HeatMap {
        HeatMap(counts: (0..<7).map { _ in (0..<24).map { _ in count() } })!
    }

    mutating func feedPage() -> FeedPage {
        let posts = list { $0.feedPost() }
        return FeedPage(
            statistics: FeedStatistics(
                totalPosts: count(), twitterPosts: count(), instagramPosts: count(), flaggedPosts: count()),
            matchCount: count(),
            nextCursor: Bool.random(using: &random)
                ? FeedCursor(timestamp: instant().timestamp, id: "p" + text()) : nil,
            posts: posts)
    }

    private mutating func feedPost() -> FeedPost {
        FeedPost(
            id: text(), coachID: optionalText(), coachName: optionalText(), schoolID: optionalText(),
            schoolName: optionalText(), platform: Platform.allCases.randomElement(using: &random)!,
            postURL: optionalText(),
            postContent: optionalText(), postDate: instant(), relativeDate: text(),
            authorHandle: optionalText(), authorName: optionalText(),
            isRecruitingRelated: Bool.random(using: &random), flaggedForReview: Bool.random(using: &random),
            sentiment: Bool.random(using: &random) ? Sentiment.allCases.randomElement(using: &random) : nil,
            notes: optionalText(), highlights: Bool.random(using: &random) ? highlights() : nil)
    }

    private mutating func highlights() -> FeedHighlights {
        func ranges() -> TextHighlights {
            TextHighlights(
                merging: list { samples in
                    let start = Int.random(in: 0...1_000, using: &samples.random)
                    return start..<start + Int.random(in: 1...9, using: &samples.random)
                })
        }
        return FeedHighlights(postContent: ranges(), authorHandle: ranges(), authorName: ranges())
    }

    mutating func list<Element>(_ element: (inout PageSamples) -> Element) -> [Element] {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in element(&self) }
    }

    private mutating func summary() -> AnalyticsSummary {
        AnalyticsSummary(
            totalPosts: count(), recruitingPosts: count(), recruitingPercentage: count(),
            positivePosts: count(), positivePercentage: count(),
            analyzedPosts: Bool.random(using: &random) ? 0 : count(), activeSchools: count())
    }

    mutating func count() -> Int {
        [0, 1, .max, Int.random(in: 0...100_000, using: &random)].randomElement(using: &random)!
    }

    mutating func number() -> Double {
        [0, 100, 1e-7, 1e17, 100.0 / 3, Double.random(in: 0...100, using: &random)].randomElement(
            using: &random)!
    }

    mutating func instant() -> ZonedTimestamp {
        let micros = Int64.random(in: -60_000_000_000_000_000...200_000_000_000_000_000, using: &random)
        // Whole minutes only: other offsets are written in UTC and cannot be read back.
        let offset = [0, -18_000, 20_700, -17_760].randomElement(using: &random)!
        return ZonedTimestamp(Timestamp(micros: micros), offsetSeconds: offset)
    }

    mutating func optionalText() -> String? { Bool.random(using: &random) ? text() : nil }

    mutating func text() -> String {
        let pieces = [
            "a", "Rice, Houston", "\"", "\\", "/", "\n", "\r\n", "\t", "\u{0}", "\u{1b}[31m", "\u{7f}", "é",
            "e\u{301}",
            "漢字", "🙌🏽", "👨‍👩‍👧", "\u{2028}", "\u{2029}", "\u{fffd}", "\u{10ffff}", "=1+1", "@coach", "'",
        ]
        return (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random)! }
            .joined()
    }
}
