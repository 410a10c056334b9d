// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

@c @implementation
public func compass_posts_analytics_partial(
    _ posts: compass_posts, _ options: UnsafePointer<compass_social_options>!, _ shard: UInt32,
    _ partial: UnsafeMutablePointer<compass_partial>!
) -> compass_status {
    answerPartially(partial, posts, { () throws(CallFailure) in try SocialQuery(options) }) {
        $0.partialAnswer(about: $1, shard)
    }
}

@c @implementation
public func compass_posts_feed_partial(
    _ posts: compass_posts, _ options: UnsafePointer<compass_feed_options>!, _ shard: UInt32,
    _ partial: UnsafeMutablePointer<compass_partial>!
) -> compass_status {
    answerPartially(partial, posts, { () throws(CallFailure) in try FeedQuery(options) }) {
        $0.partialAnswer(about: $1, shard)
    }
}

@c @implementation
public func compass_posts_linked_counts_partial(
    _ posts: compass_posts, _ options: UnsafePointer<compass_feed_options>!, _ shard: UInt32,
    _ partial: UnsafeMutablePointer<compass_partial>!
) -> compass_status {
    answerPartially(partial, posts, { () throws(CallFailure) in try FeedQuery(options) }) {
        $0.partialCounts(about: $1, shard)
    }
}

/// Answers the query that options describe about posts.
private func answerPartially<Query>(
    _ partial: UnsafeMutablePointer<compass_partial>?, _ posts: compass_posts,
    _ query: () throws(CallFailure) -> Query, function: StaticString = #function,
    _ answer: (Query, SocialPosts) -> PartialAnswer
) -> compass_status {
    answerPartially(partial, function: function) { () throws(CallFailure) in
        let query = try query()
        return answer(query, try Arguments.currentPosts(posts))
    }
}

@c @implementation
public func compass_reports_partial(
    _ reports: compass_reports, _ options: UnsafePointer<compass_report_options>!, _ shard: UInt32,
    _ partial: UnsafeMutablePointer<compass_partial>!
) -> compass_status {
    answerPartially(partial) { () throws(CallFailure) in
        let query = try ReportQuery(options)
        return query.partialAnswer(about: try object(reports, ReportsObject.self, "reports").tables, shard)
    }
}

@c @implementation
public func compass_activity_partial(
    _ activity: compass_activity, _ options: UnsafePointer<compass_activity_options>!, _ shard: UInt32,
    _ partial: UnsafeMutablePointer<compass_partial>!
) -> compass_status {
    answerPartially(partial) { () throws(CallFailure) in
        let query = try ActivityQuery(options)
        let feed = try object(activity, ActivityObject.self, "activity").feed.current
        do throws(PartialAnswerError) { return try query.partialAnswer(about: feed, shard) } catch {
            throw CallFailure(error)
        }
    }
}

@c @implementation
public func compass_timeline_counts_partial(
    _ timeline: compass_timeline, _ options: UnsafePointer<compass_timeline_partial_options>!,
    _ shard: UInt32,
    _ partial: UnsafeMutablePointer<compass_partial>!
) -> compass_status {
    answerPartially(partial) { () throws(CallFailure) in
        let query = try TimelineNumbersQuery(options)
        let timeline = try object(timeline, TimelineObject.self, "timeline").timeline.current
        return timeline.items(in: query.zone).partialCounts(
            meeting: query.windows, where: query.filter, shard: shard)
    }
}

@c @implementation
public func compass_timeline_levels_partial(
    _ timeline: compass_timeline, _ options: UnsafePointer<compass_timeline_partial_options>!,
    _ shard: UInt32,
    _ partial: UnsafeMutablePointer<compass_partial>!
) -> compass_status {
    answerPartially(partial) { () throws(CallFailure) in
        let query = try TimelineNumbersQuery(options)
        guard query.windows.count == 1 else {
            throw .invalid("options.window_count", query.windows.count, accepted: "1 is accepted")
        }
        let timeline = try object(timeline, TimelineObject.self, "timeline").timeline.current
        do throws(IntervalIndexError) {
            return try timeline.items(in: query.zone).partialLevels(
                over: query.windows[0], buckets: query.bucketCount, where: query.filter, shard: shard
            )
        } catch {
            throw CallFailure(COMPASS_INVALID_ARGUMENT, "options.windows or options.bucket_count: \(error)")
        }
    }
}

/// The query that the options of numbers of a timeline's items describe.
private struct TimelineNumbersQuery {
    let zone: ZoneOffsets
    let filter: TimelineFilter
    let windows: [TimeWindow]
    let bucketCount: Int

    init(_ options: UnsafePointer<compass_timeline_partial_options>?) throws(CallFailure) {
        let options = try Arguments.requiredOptions(
            options, version: COMPASS_TIMELINE_PARTIAL_OPTIONS_VERSION, "options")
        zone = try Arguments.zone(options.zone, "options.zone")
        filter = try Arguments.timelineFilter(
            school: options.school, "options.school", hiding: options.hidden_items, "options.hidden_items")
        windows = try Self.windows(options)
        bucketCount = try Arguments.number(options.bucket_count, in: 1...Int64.max, "options.bucket_count")
    }

    private static func windows(
        _ options: compass_timeline_partial_options
    ) throws(CallFailure) -> [TimeWindow] {
        if options.window_count == 0 { return [] }
        guard options.window_count > 0 else {
            throw .invalid(
                "options.window_count", UInt(bitPattern: options.window_count),
                accepted: "no list is that long")
        }
        guard let given = options.windows else { throw .nullPointer("options.windows") }
        var windows: [TimeWindow] = []
        for index in 0..<options.window_count {
            let name = "options.windows[\(index)]"
            let from = try Arguments.instant(given[index].from_micros, "\(name).from_micros")
            let to = try Arguments.instant(given[index].to_micros, "\(name).to_micros")
            do throws(TimeWindowError) { windows.append(try TimeWindow(from: from, to: to)) } catch {
                throw CallFailure(COMPASS_INVALID_ARGUMENT, "\(name): \(error)")
            }
        }
        return windows
    }
}
