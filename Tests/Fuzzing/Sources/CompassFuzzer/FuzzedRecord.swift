import CompassBaseline
import CompassKernel
import CompassTestSupport

/// A row of a table that a schema describes.
protocol FuzzedRecord: PairedRecord {
    /// Compares pages of these rows alone.
    static func comparePages(of loaded: Loaded, with expected: Expected)

    typealias Loaded = (table: RecordTable<Self>, report: IngestReport)
    typealias Expected = (table: BaselineTable<Baseline>, report: BaselineIngestReport)
}

extension Event: FuzzedRecord {
    static func comparePages(of loaded: Loaded, with expected: Expected) {
        TimelineComparison(kernel: RecruitingTimeline(events: loaded.table, ingestReports: [loaded.report])) {
            zone in
            BaselineTimeline(events: expected.table, reports: [expected.report], zone: zone)
        }.run()
    }
}

extension Interaction: FuzzedRecord {
    static func comparePages(of loaded: Loaded, with expected: Expected) {
        TimelineComparison(
            kernel: RecruitingTimeline(interactions: loaded.table, ingestReports: [loaded.report])
        ) {
            zone in
            BaselineTimeline(interactions: expected.table, reports: [expected.report], zone: zone)
        }.run()
        ActivityComparison(
            kernel: ActivityFeed(interactions: loaded.table),
            baseline: BaselineActivityFeed(interactions: expected.table)
        ).run()
        ReportComparison(
            kernel: Reports(
                schools: nil, coaches: nil, interactions: loaded.table, metrics: nil)
        ) { zone in
            BaselineReportTables(
                schools: nil, coaches: nil, interactions: expected.table, metrics: nil,
                zone: zone)
        }.run()
    }
}

extension Offer: FuzzedRecord {
    static func comparePages(of loaded: Loaded, with expected: Expected) {
        TimelineComparison(kernel: RecruitingTimeline(offers: loaded.table, ingestReports: [loaded.report])) {
            zone in
            BaselineTimeline(offers: expected.table, reports: [expected.report], zone: zone)
        }.run()
    }
}

extension StatusChange: FuzzedRecord {
    static func comparePages(of loaded: Loaded, with expected: Expected) {
        TimelineComparison(
            kernel: RecruitingTimeline(statusChanges: loaded.table, ingestReports: [loaded.report])
        ) { zone in
            BaselineTimeline(statusChanges: expected.table, reports: [expected.report], zone: zone)
        }.run()
        ActivityComparison(
            kernel: ActivityFeed(statusChanges: loaded.table),
            baseline: BaselineActivityFeed(statusChanges: expected.table)
        ).run()
    }
}

extension Coach: FuzzedRecord {
    static func comparePages(of loaded: Loaded, with expected: Expected) {
        ReportComparison(
            kernel: Reports(
                schools: nil, coaches: loaded.table, interactions: nil, metrics: nil)
        ) { zone in
            BaselineReportTables(
                schools: nil, coaches: expected.table, interactions: nil, metrics: nil,
                zone: zone)
        }.run()
    }
}

extension Document: FuzzedRecord {
    static func comparePages(of loaded: Loaded, with expected: Expected) {
        ActivityComparison(
            kernel: ActivityFeed(documents: loaded.table),
            baseline: BaselineActivityFeed(documents: expected.table)
        ).run()
    }
}

extension PerformanceMetric: FuzzedRecord {
    static func comparePages(of loaded: Loaded, with expected: Expected) {
        ReportComparison(
            kernel: Reports(
                schools: nil, coaches: nil, interactions: nil, metrics: loaded.table)
        ) { zone in
            BaselineReportTables(
                schools: nil, coaches: nil, interactions: nil, metrics: expected.table,
                zone: zone)
        }.run()
    }
}
