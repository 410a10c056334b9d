// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

@c @implementation
public func compass_posts_feed(
    _ posts: compass_posts, _ options: UnsafePointer<compass_feed_options>!,
    _ answer: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    answerFeed(posts, options, answer) { $0.answer(about: $1) }
}

@c @implementation
public func compass_posts_linked(
    _ posts: compass_posts, _ options: UnsafePointer<compass_feed_options>!,
    _ answer: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    answerFeed(posts, options, answer) { $0.linkedAnswer(about: $1) }
}

/// Runs a query of the feed on the current posts.
private func answerFeed(
    _ posts: compass_posts, _ options: UnsafePointer<compass_feed_options>?,
    _ answer: UnsafeMutablePointer<compass_text>?, function: StaticString = #function,
    _ text: (FeedQuery, SocialPosts) -> compass_text
) -> compass_status {
    attempt(function) { () throws(CallFailure) in
        let answer = try answer.result("answer")
        let query = try FeedQuery(options)
        answer.pointee = text(query, try Arguments.currentPosts(posts))
    }
}

/// The query that the options of the Social Media Monitoring page describe.
struct FeedQuery {
    let filter: PostFilter
    let now: Timestamp
    let zone: ZoneOffsets
    let pageSize: Int
    let cursor: FeedCursor?
    let activity: ChartDays
    let format: AnswerFormat

    init(_ options: UnsafePointer<compass_feed_options>?) throws(CallFailure) {
        let options = try Arguments.requiredOptions(
            options, version: COMPASS_FEED_OPTIONS_VERSION, "options")
        format = try AnswerFormat(options.format, "options.format")
        now = try Arguments.instant(options.now_micros, "options.now_micros")
        zone = try Arguments.zone(options.zone, "options.zone")
        filter = try Arguments.filter(options.filter, "options.filter")
        pageSize = try Arguments.number(options.page_size, in: 1...Int64.max, "options.page_size")
        cursor = try Self.cursor(options.after)
        activity = try Arguments.activityDays(options.activity_days, "options.activity_days")
        try Arguments.reserved(Int64(options.reserved), "options")
    }

    private static func cursor(_ text: compass_string) throws(CallFailure) -> FeedCursor? {
        guard let text = try text.text("options.after") else { return nil }
        do throws(FeedCursorError) {
            return try FeedCursor(text)
        } catch {
            throw CallFailure(COMPASS_CURSOR_REFUSED, "options.after: \(error)")
        }
    }

    func answer(about posts: SocialPosts) -> compass_text {
        let page = posts.feedPage(where: filter, asOf: now, in: zone, pageSize: pageSize, after: cursor)
        return format.text(of: page)
    }

    func linkedAnswer(about posts: SocialPosts) -> compass_text {
        let feed = posts.linkedFeedPage(
            where: filter, asOf: now, in: zone, pageSize: pageSize, after: cursor, days: activity)
        return format.text(of: feed)
    }

    func partialAnswer(about posts: SocialPosts, _ shard: UInt32) -> PartialAnswer {
        posts.partialFeed(
            where: filter, asOf: now, in: zone, pageSize: pageSize, after: cursor, shard: shard)
    }

    func partialCounts(about posts: SocialPosts, _ shard: UInt32) -> PartialAnswer {
        posts.partialLinkedCounts(where: filter, asOf: now, in: zone, days: activity, shard: shard)
    }
}
