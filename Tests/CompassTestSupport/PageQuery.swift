import CompassBaseline
import CompassKernel

/// One page query, for kernel and baseline.
package struct PageQuery {
    package var range: BaselineRange
    package var filter: FilterPair
    /// Microseconds since 1970-01-01T00:00:00Z.
    package var now: Int64
    package var zone: ZonePair
    package var topSchools: Int
    package var topCoaches: Int
    package var recentPosts: Int
    package var activity: BaselineActivity
    package var comparison: Bool

    package init(
        range: BaselineRange = .all, filter: FilterPair = FilterPair(), now: Int64 = 0,
        zone: ZonePair = .utc, topSchools: Int = 5, topCoaches: Int = 5, recentPosts: Int = 5,
        activity: BaselineActivity = .sameAsRange, comparison: Bool = false
    ) {
        self.range = range
        self.filter = filter
        self.now = now
        self.zone = zone
        self.topSchools = topSchools
        self.topCoaches = topCoaches
        self.recentPosts = recentPosts
        self.activity = activity
        self.comparison = comparison
    }

    private var kernelRange: AnalyticsRange { range.days.map { .last(days: $0) } ?? .all }

    private var kernelActivity: ChartDays {
        switch activity {
        case .sameAsRange: .sameAsRange
        case .days(let days): .last(days)
        case .every: .every
        }
    }

    package func kernelPage(_ social: SocialPosts, heatMap: Bool = false) -> SocialAnalyticsPage {
        social.analyticsPage(
            kernelRange, where: filter.kernel, asOf: Timestamp(micros: now), in: zone.kernel,
            topSchools: topSchools, topCoaches: topCoaches, recentPosts: recentPosts, days: kernelActivity,
            comparison: comparison, heatMap: heatMap)
    }

    /// Returns the part of the page of the posts of a shard.
    package func kernelPart(_ social: SocialPosts, heatMap: Bool = false, shard: UInt32) -> PartialAnswer {
        social.partialAnalytics(
            kernelRange, where: filter.kernel, asOf: Timestamp(micros: now), in: zone.kernel,
            topSchools: topSchools, topCoaches: topCoaches, recentPosts: recentPosts, days: kernelActivity,
            comparison: comparison, heatMap: heatMap, shard: shard)
    }

    /// - Parameter coaches: the names of coaches by id.
    package func baselinePage(
        _ posts: BaselinePosts, _ schools: BaselineSchools, _ coaches: [BaselineText: BaselineText] = [:]
    ) -> BaselineSocialPage {
        BaselineAnalytics.page(
            posts: posts, schools: schools, coaches: coaches, range: range, filter: filter.baseline, now: now,
            zone: zone.baseline, topSchools: topSchools, topCoaches: topCoaches, recentPosts: recentPosts,
            activity: activity, comparison: comparison)
    }

    package func kernelHeatMap(_ social: SocialPosts) -> [[Int]] {
        social.heatMap(
            kernelRange, where: filter.kernel, asOf: Timestamp(micros: now), in: zone.kernel
        ).counts
    }

    package func baselineHeatMap(_ posts: BaselinePosts) -> [[Int]] {
        BaselineAnalytics.heatMap(
            posts: posts, range: range, filter: filter.baseline, now: now, zone: zone.baseline
        ).counts
    }
}

extension SocialPosts {
    /// Returns the heat map of an analytics page.
    public func heatMap(
        _ range: AnalyticsRange, where filter: PostFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets
    ) -> HeatMap {
        analyticsPage(range, where: filter, asOf: now, in: zone, days: .last(0), heatMap: true).heatMap!
    }
}
