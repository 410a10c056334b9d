import CompassKernel
import XCTest

/// The numbers of the Social Analytics page, computed by SQL.
struct ExpectedPage: Decodable, Equatable {
    struct Day: Decodable, Equatable {
        var date: String
        var count: Int
    }

    struct School: Decodable, Equatable {
        var id: String
        var name: String
        var posts: Int
    }

    var from: Int64?
    var total: Int
    var recruiting: Int
    var recruitingPercentage: Int
    var positive: Int
    var positivePercentage: Int
    var analyzed: Int
    var schools: Int
    var sentiments: [Int]
    var platforms: [Int]
    var days: [Day]
    var topSchools: [School]
    var recent: [String]

    /// The same numbers of the kernel's page.
    init(_ page: SocialAnalyticsPage) {
        from = page.range.from?.timestamp.micros
        total = page.summary.totalPosts
        recruiting = page.summary.recruitingPosts
        recruitingPercentage = page.summary.recruitingPercentage
        positive = page.summary.positivePosts
        positivePercentage = page.summary.positivePercentage
        analyzed = page.summary.analyzedPosts
        schools = page.summary.activeSchools
        sentiments = page.sentiment.map(\.count)
        platforms = [page.platforms.twitter, page.platforms.instagram]
        days = page.activityByDay.map { Day(date: $0.date.description, count: $0.count) }
        topSchools = page.topSchools.map { School(id: $0.id, name: $0.name, posts: $0.postCount) }
        recent = page.recentRecruitingPosts.map(\.id)
    }

    /// Queries the database.
    ///
    /// - Parameters:
    ///   - table: the table of posts.
    ///   - zone: the page's zone.
    ///   - now: the page's "now", as a literal of an instant.
    ///   - days: the range in days; nil for all time.
    ///   - condition: the posts that count.
    ///   - dates: the days that the condition keeps, to which the chart is limited; nil for all.
    init(
        _ table: PostRelation, zone: String, now: String, days: Int?, where condition: String = "true",
        dates: (from: String, to: String)? = nil
    ) throws {
        let isShown = dates.map { "day::date between '\($0.from)' and '\($0.to)'" } ?? "true"
        self = try Database.value(
            ExpectedPage.self,
            """
            with asked as (
                select '\(zone)'::text as zone, '\(now)'::timestamptz as now, \(days.map(String.init) ?? "null")::int as days
            ), bounds as (
                select zone, now, days, (now at time zone zone)::date as today,
                    (now at time zone zone - make_interval(days => days)) at time zone zone as start
                from asked
            ), posts as (
                select p.* from \(table.name) p, bounds
                where isfinite(post_date) and (start is null or post_date >= start) and (\(condition))
            ), counts as (
                select count(*) as total, count(*) filter (where is_recruiting_related) as recruiting,
                    count(*) filter (where sentiment in ('positive', 'very_positive')) as positive,
                    count(sentiment) as analyzed, count(distinct school_id) as schools,
                    count(*) filter (where sentiment = 'very_positive') as s1,
                    count(*) filter (where sentiment = 'positive') as s2,
                    count(*) filter (where sentiment = 'neutral') as s3,
                    count(*) filter (where sentiment = 'negative') as s4,
                    count(*) filter (where platform = 'twitter') as twitter,
                    count(*) filter (where platform = 'instagram') as instagram
                from posts
            ), chart as (
                select day::date as date, (
                    select count(*) from posts
                    where date_trunc('day', post_date at time zone zone)::date = day::date) as count
                from bounds, generate_series(
                    (today - (coalesce(days, 30) - 1))::timestamp, today::timestamp, interval '1 day') day
                where \(isShown)
            ), top as (
                select school_id::text as id, coalesce(name, 'Unknown School') as name, count(*) as posts
                from posts left join schools on schools.id = school_id
                where school_id is not null group by school_id, name
                order by posts desc, lower(coalesce(name, 'Unknown School')) collate "C",
                    coalesce(name, 'Unknown School') collate "C", school_id::text collate "C" limit 5
            ), recent as (
                select id::text from posts where is_recruiting_related
                order by post_date desc, id::text collate "C" limit 5
            )
            select json_build_object(
                'from', (select (extract(epoch from start) * 1000000)::bigint from bounds),
                'total', total, 'recruiting', recruiting, 'positive', positive, 'analyzed', analyzed,
                'recruitingPercentage', coalesce(round(100.0 * recruiting / nullif(total, 0)), 0)::int,
                'positivePercentage', coalesce(round(100.0 * positive / nullif(analyzed, 0)), 0)::int,
                'schools', schools, 'sentiments', json_build_array(s1, s2, s3, s4),
                'platforms', json_build_array(twitter, instagram),
                'days', (select json_agg(chart order by date) from chart),
                'topSchools', (select coalesce(json_agg(top), '[]') from top),
                'recent', (select coalesce(json_agg(id), '[]') from recent))
            from counts
            """)
    }
}

/// Fails unless the page of `posts` equals the one that SQL computes from `table`.
func expectPage(
    of posts: SocialPosts, equals table: PostRelation, zone: String, now: String, days: Int?,
    where filter: PostFilter = .all, _ condition: String = "true",
    dates: (from: String, to: String)? = nil, file: StaticString = #filePath,
    line: UInt = #line
) throws {
    let page = posts.analyticsPage(
        days.map { .last(days: $0) } ?? .all, where: filter, asOf: try Timestamp(parsing: now),
        in: try ZoneOffsets(identifier: zone))
    let expected = try ExpectedPage(table, zone: zone, now: now, days: days, where: condition, dates: dates)
    XCTAssertEqual(
        ExpectedPage(page), expected,
        "\(days.map(String.init) ?? "all") days in \(zone) at \(now), \(condition)",
        file: file, line: line)
}

/// Fails unless the heat map over all posts equals the one that SQL computes.
func expectHeatMap(
    of posts: SocialPosts, equals table: PostRelation, zone: String, file: StaticString = #filePath,
    line: UInt = #line
) throws {
    struct Cell: Decodable {
        var weekday: Int
        var hour: Int
        var count: Int
    }
    let cells = try Database.value(
        [Cell].self,
        """
        select coalesce(json_agg(t), '[]') from (
            select extract(dow from post_date at time zone '\(zone)')::int as weekday,
                extract(hour from post_date at time zone '\(zone)')::int as hour, count(*) as count
            from \(table.name) where isfinite(post_date) group by 1, 2) t
        """)
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 24), count: 7)
    for cell in cells { counts[cell.weekday][cell.hour] = cell.count }
    let page = posts.analyticsPage(
        .all, asOf: Timestamp(micros: 0), in: try ZoneOffsets(identifier: zone), heatMap: true)
    XCTAssertEqual(page.heatMap?.counts, counts, zone, file: file, line: line)
}
