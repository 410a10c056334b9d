import CompassBaseline
import CompassKernel
import CompassTestSupport

/// A query of the feed, for the kernel and for the careful baseline.
struct FeedQuery {
    var filter = FilterPair()
    var now: Int64
    var zone: ZonePair

    func kernelPage(_ social: SocialPosts) -> FeedPage {
        social.feedPage(where: filter.kernel, asOf: Timestamp(micros: now), in: zone.kernel)
    }

    func kernelCounts(_ social: SocialPosts) -> LinkedCounts {
        social.linkedCounts(where: filter.kernel, asOf: Timestamp(micros: now), in: zone.kernel)
    }
}

/// The careful baseline's feed, made once per process: it lower-cases every text.
enum PerformanceFeed {
    private static let made = Result {
        let posts = try PerformancePosts.shared()
        return BaselineFeed(posts: posts.baselinePosts, schools: posts.baselineSchools)
    }

    /// Compares a page with the baseline's; a wrong page is not measured.
    ///
    /// - Throws: `WrongAnswer`, which ends the test.
    static func check(
        _ page: FeedPage, answers query: FeedQuery, after cursor: FeedCursor? = nil
    ) throws {
        let careful = try made.get().page(
            filter: query.filter.baseline, now: query.now, zone: query.zone.baseline,
            after: cursor.map { BaselineFeedCursor($0) })
        let differences = BaselineFeedPage(page).differences(from: careful)
        if !differences.isEmpty { throw WrongAnswer(question: "\(query)", differences: differences) }
    }
}

extension PerformanceTestCase {
    /// Returns a query of the same filter at each instant of the page queries.
    func feedQueries(_ restrict: (inout FilterPair, PerformancePosts) -> Void) throws -> [FeedQuery] {
        let data = try PerformanceData.shared()
        var filter = FilterPair()
        restrict(&filter, try PerformancePosts.shared())
        return data.instants.map { FeedQuery(filter: filter, now: $0, zone: data.zone) }
    }
}
