import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// Compares changed posts with the baseline's: whole pages of all time, and the first page of the feed.
enum PostComparison {
    /// Compares the pages of some posts with those of the baseline's.
    ///
    /// - Parameters:
    ///   - name: the workload.
    ///   - posts: all posts that `social` should have.
    static func check(
        _ name: String, _ social: SocialPosts, equals posts: BaselinePosts, _ inputs: PageInputs
    ) throws {
        for (title, kernel, baseline) in filters {
            let page = BaselineSocialPage(page(social, kernel, inputs))
            let careful = BaselineAnalytics.page(
                posts: posts, schools: try inputs.careful().schools, range: .all, filter: baseline,
                now: inputs.instants[0], zone: inputs.timeZone, topSchools: .max, activity: .every)
            try page.check(equals: careful, "\(name), \(title)")
        }
        let shown = social.feedPage(asOf: Timestamp(micros: inputs.instants[0]), in: inputs.zone).posts
        try check(name, shown, equals: Array(posts.rows.prefix(FeedPage.defaultPageSize)), inputs)
    }

    /// Compares all texts of shown posts, including notes, with those of the baseline's.
    ///
    /// - Parameter rows: the posts that should be shown, in their order.
    static func check(
        _ name: String, _ shown: [FeedPost], equals rows: [BaselinePost], _ inputs: PageInputs
    ) throws {
        let expected = BaselineFeed(posts: BaselinePosts(rows), schools: try inputs.careful().schools)
            .page(now: inputs.instants[0], zone: inputs.timeZone).posts
        try CheckFailure.unless(
            shown.map { BaselineFeedPost($0) } == expected, "\(name): the shown posts differ")
    }

    /// Returns the page of all time, of every day and every school.
    static func page(
        _ social: SocialPosts, _ filter: PostFilter, _ inputs: PageInputs
    ) -> SocialAnalyticsPage {
        social.analyticsPage(
            .all, where: filter, asOf: Timestamp(micros: inputs.instants[0]), in: inputs.zone,
            topSchools: .max, days: .every)
    }

    private static let filters: [(String, PostFilter, BaselineFilter)] = [
        ("no filter", .all, BaselineFilter()), ("flagged", .flagged, BaselineFilter(flagged: true)),
        (
            "not flagged, instagram", .flagged(false) && .platform(.instagram),
            BaselineFilter(platforms: [.instagram], flagged: false)
        ),
    ]
}
