// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

@c @implementation
public func compass_posts_analytics(
    _ posts: compass_posts, _ options: UnsafePointer<compass_social_options>!,
    _ answer: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let answer = try answer.result("answer")
        let query = try SocialQuery(options)
        answer.pointee = query.answer(about: try Arguments.currentPosts(posts))
    }
}

/// The query that the options of the Social Analytics page describe.
struct SocialQuery {
    let range: AnalyticsRange
    let filter: PostFilter
    let now: Timestamp
    let zone: ZoneOffsets
    let topSchools: Int
    let topCoaches: Int
    let recentPosts: Int
    let activity: ChartDays
    let isCompared: Bool
    let hasHeatMap: Bool
    let format: AnswerFormat

    init(_ options: UnsafePointer<compass_social_options>?) throws(CallFailure) {
        let options = try Arguments.requiredOptions(
            options, version: COMPASS_SOCIAL_OPTIONS_VERSION, "options")
        let flags = try Arguments.flags(
            options.flags, known: COMPASS_SOCIAL_COMPARE | COMPASS_SOCIAL_HEAT_MAP, "options.flags")
        isCompared = flags & COMPASS_SOCIAL_COMPARE != 0
        hasHeatMap = flags & COMPASS_SOCIAL_HEAT_MAP != 0
        now = try Arguments.instant(options.now_micros, "options.now_micros")
        zone = try Arguments.zone(options.zone, "options.zone")
        filter = try Arguments.filter(options.filter, "options.filter")
        range = try Self.range(options.range_days)
        activity = try Arguments.activityDays(options.activity_days, "options.activity_days")
        topSchools = try Arguments.number(options.top_schools, in: 0...Int64.max, "options.top_schools")
        topCoaches = try Arguments.number(options.top_coaches, in: 0...Int64.max, "options.top_coaches")
        recentPosts = try Arguments.number(options.recent_posts, in: 0...Int64.max, "options.recent_posts")
        format = try AnswerFormat(options.format, "options.format")
        try Arguments.reserved(Int64(options.reserved), "options")
    }

    private static func range(_ days: Int32) throws(CallFailure) -> AnalyticsRange {
        if days == COMPASS_RANGE_ALL { return .all }
        guard 1...COMPASS_MAXIMUM_DAYS ~= days else {
            throw .invalid(
                "options.range_days", days,
                accepted: "1 to \(COMPASS_MAXIMUM_DAYS) days, or COMPASS_RANGE_ALL (\(COMPASS_RANGE_ALL)), "
                    + "are accepted")
        }
        return .last(days: Int(days))
    }

    func answer(about posts: SocialPosts) -> compass_text {
        let page = posts.analyticsPage(
            range, where: filter, asOf: now, in: zone, topSchools: topSchools, topCoaches: topCoaches,
            recentPosts: recentPosts, days: activity, comparison: isCompared, heatMap: hasHeatMap)
        return format.text(of: page)
    }

    func partialAnswer(about posts: SocialPosts, _ shard: UInt32) -> PartialAnswer {
        posts.partialAnalytics(
            range, where: filter, asOf: now, in: zone, topSchools: topSchools, topCoaches: topCoaches,
            recentPosts: recentPosts, days: activity, comparison: isCompared, heatMap: hasHeatMap,
            shard: shard)
    }
}

extension Arguments {
    /// Returns the days of an activity chart.
    static func activityDays(_ days: Int32, _ name: String) throws(CallFailure) -> ChartDays {
        switch days {
        case COMPASS_DAYS_OF_RANGE: return .sameAsRange
        case COMPASS_DAYS_EVERY: return .every
        case 1...COMPASS_MAXIMUM_DAYS: return .last(Int(days))
        default:
            throw .invalid(
                name, days,
                accepted:
                    "1 to \(COMPASS_MAXIMUM_DAYS) days, COMPASS_DAYS_OF_RANGE (\(COMPASS_DAYS_OF_RANGE)) or "
                    + "COMPASS_DAYS_EVERY (\(COMPASS_DAYS_EVERY)), are accepted")
        }
    }
}
