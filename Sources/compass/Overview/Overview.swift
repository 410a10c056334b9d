import CompassKernel

/// Every page with its default options; nil for a page whose tables are missing.
struct Overview {
    let social: SocialAnalyticsPage?
    let feed: FeedPage?
    let timeline: TimelinePage?
    let activity: ActivityPage
    let report: ReportPage
    /// The tables that are missing or cannot be read.
    let failures: [SourceFailure]
    /// The names of the missing tables.
    let missing: [String]

    init(of tables: OverviewTables, asOf now: Timestamp, in zone: ZoneOffsets) {
        social = tables.social?.analyticsPage(.last(days: 30), asOf: now, in: zone)
        feed = tables.social?.feedPage(asOf: now, in: zone)
        timeline = tables.timeline?.page(.sixMonths, asOf: now, in: zone)
        activity = tables.activity.page(asOf: now, in: zone)
        report = tables.report.page(
            ReportPreset.last30Days.period(asOf: now, in: zone), asOf: now, in: zone)
        failures = tables.failures
        missing = tables.missing.map(\.rawValue)
    }
}

extension Overview: KeyedValue {
    /// Writes the failures, and the whole pages under their names; null for a page without its tables.
    static func writeMembers(of overview: Overview?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.list("failures", overview?.failures)
        writer.member("social", overview?.social)
        writer.member("feed", overview?.feed)
        writer.member("timeline", overview?.timeline)
        writer.member("activity", overview?.activity)
        writer.member("report", overview?.report)
    }
}
