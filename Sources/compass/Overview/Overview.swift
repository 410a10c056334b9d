import CompassKernel

/// Every page as it opens; nil for one whose tables are not there.
struct Overview {
    let social: SocialAnalyticsPage?
    let feed: FeedPage?
    let timeline: TimelinePage?
    let activity: ActivityPage
    let report: Report
    /// The tables that are not there or cannot be read.
    let failures: [SourceFailure]
    /// The names of those that are not there.
    let missing: [String]

    init(of tables: OverviewTables, asOf now: Timestamp, in zone: ZoneOffsets) {
        social = tables.social?.analytics(.last(days: 30), asOf: now, in: zone)
        feed = tables.social?.feed(asOf: now, in: zone)
        timeline = tables.timeline?.page(.sixMonths, asOf: now, in: zone)
        activity = tables.activity.page(asOf: now, in: zone)
        report = tables.report.report(ReportPreset.last30Days.period(asOf: now, in: zone), in: zone)
        failures = tables.failures
        missing = tables.missing.map(\.rawValue)
    }

    /// The pages whole, under their names, and what could not be read; null for a page without its tables.
    func json(layout: JSONLayout) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.object { writer in
            writer.member("schemaVersion", 1)
            writer.array("failures", failures) { writer, failure in
                writer.object { writer in
                    writer.member("table", failure.table)
                    writer.member("reason", failure.reason)
                }
            }
            for (name, page) in [
                ("social", social?.json(layout: layout)), ("feed", feed?.json(layout: layout)),
                ("timeline", timeline?.json(layout: layout)), ("activity", activity.json(layout: layout)),
                ("report", report.json(layout: layout)),
            ] as [(StaticString, [UInt8]?)] {
                writer.key(name)
                if let page { writer.document(page) } else { writer.null() }
            }
        }
        return writer.bytes
    }
}
