import CompassTestSupport
import XCTest

@testable import CompassKernel

/// All results that pages query from a table.
struct TableAnswers: Equatable {
    private static let now = Timestamp(micros: RandomChanges.now)
    private static let directory = Result {
        try SchoolDirectory.load(
            json: #"[{"id":"s0","name":"State"},{"id":"s1","name":"École"},{"id":"é","name":"état"}]"#.utf8
        ).table
    }

    private var pages: [SocialAnalyticsPage] = []
    private var heatMaps: [[[Int]]] = []
    private var linkedCounts: [LinkedCounts] = []
    private var walks: [[FeedPage]] = []

    init(_ table: PostTable, _ filters: [PostFilter], zone: ZoneOffsets) throws {
        let coaches = CoachTable([Coach(id: "c0", lastName: "Ng"), Coach(id: "c1", firstName: "Ana")])
        self.init(table.bound(to: try Self.directory.get(), coaches: coaches), filters, zone: zone)
    }

    /// - Parameter feedPages: how many pages of the feed are compared at most.
    init(_ social: SocialPosts, _ filters: [PostFilter], zone: ZoneOffsets, feedPages: Int = 1000) {
        for (index, filter) in filters.enumerated() {
            let range: AnalyticsRange = index % 3 == 0 ? .all : .last(days: index % 3 == 1 ? 7 : 90)
            pages.append(
                social.analyticsPage(
                    range, where: filter, asOf: Self.now, in: zone, topSchools: 4, recentPosts: 6,
                    comparison: true))
            heatMaps.append(social.heatMap(range, where: filter, asOf: Self.now, in: zone).counts)
            linkedCounts.append(social.linkedCounts(where: filter, asOf: Self.now, in: zone))
            walks.append(Self.walk(social, filter, zone, feedPages))
        }
    }

    /// The first pages of the feed, by their cursors.
    private static func walk(
        _ social: SocialPosts, _ filter: PostFilter, _ zone: ZoneOffsets, _ pageCount: Int
    ) -> [FeedPage] {
        var pages = [social.feedPage(where: filter, asOf: now, in: zone, pageSize: 40)]
        while let cursor = pages.last?.nextCursor, pages.count < pageCount {
            pages.append(social.feedPage(where: filter, asOf: now, in: zone, pageSize: 40, after: cursor))
        }
        return pages
    }

    /// No filter at all, and some random ones.
    static func filters(using random: inout SeededRandom) -> [PostFilter] {
        let searches = ["camp", "C", "istanbul", "STRASSE", "é", "hi", "nothing of the kind"]
        return [.all]
            + (0..<3).map { _ in
                var filter = PostFilter.all
                if random.oneIn(3) { filter = filter && .platform(random.element(Platform.allCases)) }
                if random.oneIn(3) { filter = filter && .flagged(random.oneIn(2)) }
                if random.oneIn(3) { filter = filter && .recruiting(random.oneIn(2)) }
                if random.oneIn(3) {
                    filter = filter && .schools(["s0", "é", random.element(["s4", "nobody"])])
                }
                if random.oneIn(3) {
                    filter = filter && .coaches(["c0", "c", random.element(["c1", "nobody"])])
                }
                if random.oneIn(3) { filter = filter && .sentiment([.positive, .negative]) }
                if random.oneIn(2) {
                    filter =
                        filter
                        && .search(
                            random.element(searches), options: random.oneIn(2) ? [.ignoringAccents] : [])
                }
                if random.oneIn(4) {
                    let today = CivilDate(daysSinceEpoch: 20_494)
                    filter = filter && .dates(from: today.adding(days: -20), to: today)
                }
                return filter
            }
    }

    /// Returns the names of the results that differ.
    func differences(from wanted: TableAnswers) -> [String] {
        var differences: [String] = []
        if pages != wanted.pages { differences.append("pages: \(pages), wanted \(wanted.pages)") }
        if heatMaps != wanted.heatMaps { differences.append("heat maps") }
        if linkedCounts != wanted.linkedCounts {
            differences.append("linked counts: \(linkedCounts), wanted \(wanted.linkedCounts)")
        }
        if walks != wanted.walks {
            differences.append("feeds: \(walks.map { $0.map(\.posts.count) })")
        }
        return differences
    }
}
