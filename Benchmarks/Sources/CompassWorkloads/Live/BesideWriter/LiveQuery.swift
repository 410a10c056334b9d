import CompassBaseline
import CompassKernel
import CompassTestSupport
import Foundation

/// A page that a reader requests while the posts change.
package enum LiveQuery: Hashable, Sendable {
    case feed
    case filtered
    case search(String)
    case analytics
    case linked

    /// The queries, of which readers choose at random.
    static let all: [LiveQuery] = [
        .feed, .filtered, .search("camp"), .search("recruiting c"), .search("edited 1"), .analytics, .linked,
    ]

    /// Whether the page is that of a search, which costs what its matches do.
    package var isSearch: Bool {
        if case .search = self { return true }
        return false
    }

    /// The name under which figures are collected.
    package var name: String {
        switch self {
        case .feed: "feed"
        case .filtered: "filtered feed"
        case .search: "search"
        case .analytics: "analytics, 30 days"
        case .linked: "linked counts"
        }
    }

    /// The names of pages without a search in the order of reports.
    package static let pageNames = [LiveQuery.feed, .filtered, .analytics, .linked].map(\.name)

    private static let filter = PostFilter.platform(.instagram) && .flagged(false)

    /// Returns the kernel's page.
    func page(of social: SocialPosts, _ place: LivePlace) -> LivePageResult {
        let now = Timestamp(micros: place.nowMicros)
        switch self {
        case .feed: return .feed(social.feedPage(asOf: now, in: place.zone))
        case .filtered: return .feed(social.feedPage(where: Self.filter, asOf: now, in: place.zone))
        case .search(let text):
            return .feed(social.feedPage(where: .search(text), asOf: now, in: place.zone))
        case .analytics:
            return .analytics(social.analyticsPage(.last(days: 30), asOf: now, in: place.zone))
        case .linked:
            return .linked(social.linkedCounts(where: .platform(.instagram), asOf: now, in: place.zone))
        }
    }

    /// Returns the names and values of the parts of a page that differ from the baseline's.
    func differences(of page: LivePageResult, from posts: BaselinePosts, _ place: LivePlace) -> [String] {
        switch page {
        case .feed(let page):
            return BaselineFeedPage(page).differences(from: feedPage(of: posts, place))
        case .analytics(let page):
            return BaselineSocialPage(page).differences(
                from: BaselineAnalytics.page(
                    posts: posts, schools: place.schools, range: .days(30), now: place.nowMicros,
                    zone: place.timeZone))
        case .linked(let counts):
            return BaselineLinkedCounts(counts).differences(
                from: BaselineLinkedCounts(
                    posts: posts, filter: BaselineFilter(platforms: [.instagram]), now: place.nowMicros,
                    zone: place.timeZone))
        }
    }

    private func feedPage(of posts: BaselinePosts, _ place: LivePlace) -> BaselineFeedPage {
        var filter = BaselineFilter()
        switch self {
        case .filtered: filter = BaselineFilter(platforms: [.instagram], flagged: false)
        case .search(let text): filter.searches = [BaselineSearch(BaselineText(text))]
        default: break
        }
        return BaselineFeed(posts: posts, schools: place.schools)
            .page(filter: filter, now: place.nowMicros, zone: place.timeZone)
    }
}

/// A page of the kernel.
package enum LivePageResult: Sendable {
    case feed(FeedPage)
    case analytics(SocialAnalyticsPage)
    case linked(LinkedCounts)
}

/// What pages depend on besides the posts.
struct LivePlace: Sendable {
    let nowMicros: Int64
    let zone: ZoneOffsets
    let timeZone: TimeZone
    let schools: BaselineSchools
}
