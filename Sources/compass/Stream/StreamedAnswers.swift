import CompassKernel
import CompassProgram

/// What the posts of some chunks answer.
struct StreamedAnswers {
    /// The page.
    private(set) var analytics: PartialAnswer?
    /// The schools and coaches of the posts; nil if nothing depends on them.
    private(set) var linked: PartialAnswer?
    /// The latest instant of the posts of each day.
    private(set) var latestByDay: [CivilDate: Timestamp] = [:]
    private(set) var postCount = 0

    init() {}

    init(
        analytics: PartialAnswer, linked: PartialAnswer?, latestByDay: [CivilDate: Timestamp], postCount: Int
    ) {
        self.analytics = analytics
        self.linked = linked
        self.latestByDay = latestByDay
        self.postCount = postCount
    }

    mutating func merge(_ other: StreamedAnswers) throws(PartialAnswerError) {
        analytics = try Self.merged(analytics, other.analytics)
        linked = try Self.merged(linked, other.linked)
        latestByDay.merge(other.latestByDay) { max($0, $1) }
        postCount += other.postCount
    }

    private static func merged(
        _ own: PartialAnswer?, _ other: PartialAnswer?
    ) throws(PartialAnswerError) -> PartialAnswer? {
        guard var own else { return other }
        guard let other else { return own }
        try own.merge(other)
        return own
    }

    /// Returns whether there is a post in a range and on some days.
    func hasPosts(
        _ range: AnalyticsRange, from: CivilDate?, to: CivilDate?, asOf now: Timestamp, in zone: ZoneOffsets
    ) -> Bool {
        let start = range.dayCount.map { zone.shifting(now, byDays: -$0) }
        return latestByDay.contains { day, latest in
            (from.map { day >= $0 } ?? true) && (to.map { day <= $0 } ?? true)
                && (start.map { latest >= $0 } ?? true)
        }
    }
}
