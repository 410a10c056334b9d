// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass_arrow.h.

import CCompass
import CompassKernel

@c @implementation
public func compass_posts_export_arrow(
    _ posts: compass_posts, _ schema: UnsafeMutablePointer<ArrowSchema>!,
    _ array: UnsafeMutablePointer<ArrowArray>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let destination = try ArrowDestination(schema, array)
        let table = try object(posts, PostsObject.self, "posts").compactedTable
        do throws(ArrowError) { destination.write(try table.arrowBatch()) } catch { throw CallFailure(error) }
    }
}

@c @implementation
public func compass_posts_export_arrow_stream(
    _ posts: compass_posts, _ stream: UnsafeMutablePointer<ArrowArrayStream>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        guard let stream else { throw .nullPointer("stream") }
        stream.initialize(to: ArrowArrayStream())
        let table = try object(posts, PostsObject.self, "posts").compactedTable
        ArrowStreamContents.export(table.arrowBatches(), to: stream)
    }
}

@c @implementation
public func compass_posts_export_arrow_where(
    _ posts: compass_posts, _ filter: UnsafePointer<compass_post_filter>!, _ zone: compass_zone,
    _ schema: UnsafeMutablePointer<ArrowSchema>!, _ array: UnsafeMutablePointer<ArrowArray>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let destination = try ArrowDestination(schema, array)
        let posts = try Arguments.currentPosts(posts)
        let filter = try Arguments.filter(filter, "filter")
        let zone = try Arguments.zone(zone, "zone")
        do throws(ArrowError) {
            destination.write(try posts.arrowBatch(where: filter, in: zone))
        } catch {
            throw CallFailure(error)
        }
    }
}

@c @implementation
public func compass_posts_export_arrow_stream_where(
    _ posts: compass_posts, _ filter: UnsafePointer<compass_post_filter>!, _ zone: compass_zone,
    _ stream: UnsafeMutablePointer<ArrowArrayStream>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        guard let stream else { throw .nullPointer("stream") }
        stream.initialize(to: ArrowArrayStream())
        let posts = try Arguments.currentPosts(posts)
        let filter = try Arguments.filter(filter, "filter")
        let zone = try Arguments.zone(zone, "zone")
        ArrowStreamContents.export(posts.arrowBatches(where: filter, in: zone), to: stream)
    }
}

extension PostsObject {
    /// The table without pending changes, which are compacted in the posts first.
    fileprivate var compactedTable: PostTable {
        let table = current.posts
        guard table.hasPendingChanges else { return table }
        return replace { posts in
            if posts.hasPendingChanges { posts.compact() }
            return posts
        }
    }
}

@c @implementation
public func compass_posts_day_counts_arrow(
    _ posts: compass_posts, _ options: UnsafePointer<compass_social_options>!,
    _ schema: UnsafeMutablePointer<ArrowSchema>!, _ array: UnsafeMutablePointer<ArrowArray>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let destination = try ArrowDestination(schema, array)
        let query = try SocialQuery(options)
        destination.write(
            ArrowBatch(dayCounts: query.activityByDay(of: try Arguments.currentPosts(posts))))
    }
}

extension SocialQuery {
    fileprivate func activityByDay(of posts: SocialPosts) -> [DailyPostCount] {
        posts.analyticsPage(
            range, where: filter, asOf: now, in: zone, topSchools: 0, recentPosts: 0, days: activity
        ).activityByDay
    }
}

@c @implementation
public func compass_timeline_export_arrow(
    _ timeline: compass_timeline, _ zone: compass_zone, _ schema: UnsafeMutablePointer<ArrowSchema>!,
    _ array: UnsafeMutablePointer<ArrowArray>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let destination = try ArrowDestination(schema, array)
        let timeline = try object(timeline, TimelineObject.self, "timeline").timeline.current
        let items = timeline.items(in: try Arguments.zone(zone, "zone"))
        do throws(ArrowError) { destination.write(try items.arrowBatch()) } catch { throw CallFailure(error) }
    }
}
