import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassWorkloads

/// A page query for peers in several variants: the same query at several instants, so that no engine can
/// cache a result.
struct PageQuestion {
    let name: String
    let variants: [Variant]

    /// One page, for the kernel and as parameters that every engine understands.
    struct Variant {
        let kernel: () -> SocialAnalyticsPage
        let window: PageWindow
    }

    /// Returns the pages of all ranges, and pages of all time under some filters of the catalog.
    static func all(_ inputs: PageInputs) throws -> [PageQuestion] {
        let ranges: [(String, AnalyticsRange)] = [
            ("7d", .last(days: 7)), ("30d", .last(days: 30)), ("90d", .last(days: 90)), ("all", .all),
        ]
        let pages = ranges.map { name, range in
            PageQuestion("social.page.\(name)", range, nil, inputs)
        }
        let measured = [
            "recruiting", "8 schools", "twitter, negative", "from day -101 to day -11",
            "instagram, recruiting, not flagged, two sentiments",
        ]
        let filters = try FilterCatalog.filters(inputs).filter { measured.contains($0.name) }
        try CheckFailure.unless(
            filters.count == measured.count,
            "the catalog of filters has other names than the peers are asked for")
        return pages + filters.map { PageQuestion("social.filtered, \($0.name)", .all, $0, inputs) }
    }

    private init(_ name: String, _ range: AnalyticsRange, _ filter: NamedFilter?, _ inputs: PageInputs) {
        self.name = name
        variants = stride(from: 0, to: inputs.instants.count, by: 8).map { index in
            let page: () -> SocialAnalyticsPage = {
                inputs.social.analyticsPage(
                    range, where: filter?.kernel ?? .all, asOf: Timestamp(micros: inputs.instants[index]),
                    in: inputs.zone,
                    // The other engines do not count coaches.
                    topCoaches: 0)
            }
            return Variant(kernel: page, window: PageWindow(page(), filter?.baseline, inputs.zone))
        }
    }
}

/// The parameters of a page, without dates, zones or ranges: bounds in microseconds since
/// 1970-01-01T00:00:00Z, days as numbers since 1970-01-01 in the zone.
struct PageWindow: Encodable {
    /// Posts count from this instant on; nil for all.
    let fromMicros: Int64?
    /// The first day of the chart.
    let day0: Int
    /// The bars of the chart.
    let days: Int
    let topSchools: Int
    let recent: Int
    let filter: Filter?

    struct Filter: Encodable {
        let platforms: [String]?
        let schools: [String]?
        let sentiments: [String]?
        let recruiting: Bool?
        let flagged: Bool?
        let fromMicros: Int64?
        /// Posts count before this instant.
        let toMicros: Int64?
    }

    init(_ page: SocialAnalyticsPage, _ filter: BaselineFilter?, _ zone: ZoneOffsets) {
        fromMicros = page.range.from?.timestamp.micros
        day0 = page.activityByDay.first.map { Int($0.date.daysSinceEpoch) } ?? 0
        days = page.activityByDay.count
        // The defaults of a page.
        topSchools = 5
        recent = 5
        self.filter = filter.map { Filter($0, zone) }
    }
}

extension PageWindow.Filter {
    fileprivate init(_ filter: BaselineFilter, _ zone: ZoneOffsets) {
        func start(_ day: BaselineDay) -> Int64 {
            zone.startOfDay(CivilDate(daysSinceEpoch: Int32(day.daysSinceEpoch))).micros
        }
        platforms = filter.platforms?.map(\.rawValue).sorted()
        schools = filter.schoolIDs?.map(\.string).sorted()
        sentiments = filter.sentiments?.map(\.rawValue).sorted()
        recruiting = filter.recruiting
        flagged = filter.flagged
        fromMicros = filter.from.map(start)
        toMicros = filter.to.map { start($0.adding(days: 1)) }
    }
}
