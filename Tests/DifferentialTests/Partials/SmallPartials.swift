import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// A small partial answer of each kind, and the page that it is finished to.
struct SmallPartials {
    let schools: SchoolDirectory
    let coaches: CoachTable
    /// The answers of shard 1.
    let answers: [PartialAnswer]

    init() throws {
        let text = #"""
            [{"id":"a","platform":"twitter","post_date":"2026-02-27T10:00:00Z","school_id":"s1","coach_id":"c1",
              "post_content":"Camp é","author_handle":"@x","sentiment":"positive","is_recruiting_related":true},
             {"id":"11111111-2222-4333-8444-555555555555","platform":"instagram","notes":"",
              "post_date":"2026-02-20T23:30:00Z","school_id":"99999999-2222-4333-8444-555555555555",
              "post_url":"https://example.com","flagged_for_review":true,"is_recruiting_related":true},
             {"id":"c","platform":"twitter","post_date":"2026-01-15T00:00:00Z","author_name":"camp"}]
            """#
        schools = try SchoolDirectory.load(
            json:
                #"[{"id":"s1","name":"State","status":"interested","division":"D1"},{"id":"s2","name":"T"}]"#
                .utf8
        ).table
        coaches = CoachTable([Coach(id: "c1", schoolID: "s1", lastName: "Ruiz", responsivenessScore: 4.5)])
        let social = try PostTable.load(json: text.utf8).table.bound(to: schools, coaches: coaches)
        let now = try Timestamp(parsing: "2026-03-01T12:00:00Z")
        let zone = try ZoneOffsets(identifier: "America/New_York")
        let filter: PostFilter =
            .search("camp", options: .ignoringAccents) && .platforms([.twitter, .instagram])
            && .schools(["s1", "x"])
        let reports = Reports(
            schools: schools, coaches: coaches,
            interactions: InteractionTable([
                Interaction(id: "i", type: "email", time: now, direction: "inbound", sentiment: .positive),
                Interaction(id: "j", type: "camp", time: now),
            ]),
            metrics: MetricTable(
                [1.5, -2e300, 0x1p-1074].enumerated().map {
                    PerformanceMetric(id: "m\($0)", type: "velo", time: .instant(now), value: $1)
                }), failures: [SourceFailure(table: "videos", reason: "none")])
        let day = zone.civilDate(at: now)
        let documents = DocumentTable([
            Document(id: "d", type: "rec_letter", time: now, title: String(repeating: "a", count: 60)),
            Document(id: "e", type: "rec_letter", time: now),
        ])
        let activity = ActivityFeed(
            interactions: InteractionTable([Interaction(id: "i", type: "email", time: now, schoolID: "s1")]),
            statusChanges: nil, documents: documents, schools: schools)
        let items = RecruitingTimeline(
            events: EventTable([
                Event(id: "e", type: "camp", name: "n", start: .day(day), end: .day(day.adding(days: 3)))
            ]),
            interactions: InteractionTable([Interaction(id: "i", type: "email", time: now, schoolID: "s1")])
        ).items(in: zone)
        let window = try TimeWindow(fromMicros: now.micros - 1_000_000_000_000, toMicros: now.micros + 1)
        answers = [
            social.partialAnalytics(
                .last(days: 14), asOf: now, in: zone, recentPosts: 2, days: .every, comparison: true, shard: 1
            ),
            social.partialAnalytics(
                .all, where: filter && .dates(to: day) && .recruiting, asOf: now, in: zone, heatMap: true,
                shard: 1),
            social.partialFeed(asOf: now, in: zone, pageSize: 2, shard: 1),
            social.partialFeed(
                where: filter && .sentiment([.positive]) && .flagged(false), asOf: now, in: zone,
                after: FeedCursor(timestamp: now, id: "q"), shard: 1),
            social.partialLinkedCounts(
                where: .coaches(["c1"]) && .recruiting(true) && .recruiting(false), asOf: now, in: zone,
                days: .every, shard: 1),
            reports.partialReport(
                ReportPreset.last7Days.period(asOf: now, in: zone), asOf: now, in: zone, comparison: true,
                shard: 1),
            try activity.partialPage(2, size: 2, asOf: now, in: zone, shard: 1),
            try activity.partialPage(
                size: 2, where: ActivityFilter(type: .documentUpload, range: .week, search: "letter"),
                asOf: now,
                in: zone, shard: 1),
            items.partialCounts(meeting: [window, TimeWindow(at: now)], shard: 1),
            try items.partialLevels(
                over: window, buckets: 3, where: TimelineFilter(schoolID: "s1", types: .interactions),
                shard: 1),
        ]
    }

    /// Returns the JSON of the page of an answer, whatever its kind.
    func json(_ answer: PartialAnswer) throws -> [UInt8] {
        switch answer.kind {
        case .analytics: try answer.analyticsPage(schools: schools, coaches: coaches).json()
        case .feed: try answer.feedPage(schools: schools, coaches: coaches).json()
        case .linkedCounts: try answer.linkedCounts(schools: schools, coaches: coaches).json()
        case .report: try answer.reportPage().json()
        case .activity: try answer.activityPage(schools: schools).json()
        case .timelineCounts: Array("\(try answer.timelineCounts())".utf8)
        case .timelineLevels: Array("\(try answer.timelineLevels())".utf8)
        }
    }

    /// Returns an answer with the same contents as if it was that of other shards, without a guard.
    static func answer(_ answer: PartialAnswer, shard: UInt32) -> PartialAnswer {
        PartialAnswer(
            answer.content, shards: ShardNumbers(shard), rowGuard: RowGuard(), release: answer.release)
    }

    /// Returns bytes with the checksum of the others at their end.
    static func signed(_ bytes: [UInt8]) -> [UInt8] {
        var writer = PartialWriter()
        writer.raw(bytes.dropLast(4))
        writer.halfWord(CRC32C.checksum(of: bytes.dropLast(4)))
        return writer.bytes
    }
}
