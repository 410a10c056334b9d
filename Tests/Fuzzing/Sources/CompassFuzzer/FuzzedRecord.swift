import CompassBaseline
import CompassKernel
import Foundation

/// A row of a table that a schema describes, paired with the baseline's.
protocol FuzzedRecord: TableRecord {
    associatedtype Baseline: Hashable & Sendable

    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<Baseline>, report: BaselineIngestReport)

    /// The values of the row, and of one of the baseline, in one form.
    var values: [[UInt8]?] { get }
    static func values(of row: Baseline) -> [[UInt8]?]

    /// Compares pages of these rows alone.
    static func comparePages(of loaded: Loaded, with expected: Expected)

    typealias Loaded = (table: RecordTable<Self>, report: IngestReport)
    typealias Expected = (table: BaselineTable<Baseline>, report: BaselineIngestReport)
}

private func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }

private func bytes(_ value: DayOrInstant) -> [UInt8] {
    switch value {
    case .day(let day): Array("day \(day.daysSinceEpoch)".utf8)
    case .instant(let instant): bytes(instant.micros)
    }
}

private func bytes(_ value: BaselineDate) -> [UInt8] {
    switch value {
    case .day(let day): Array("day \(day.daysSinceEpoch)".utf8)
    case .instant(let micros): bytes(micros)
    }
}

/// Zeros are equal regardless of their sign.
private func bytes(_ number: Double?) -> [UInt8]? { number.map { Array("\($0 + 0)".utf8) } }

private func bytes(_ micros: Int64) -> [UInt8] { Array("\(micros)".utf8) }

extension Event: FuzzedRecord {
    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineEvent>, report: BaselineIngestReport) {
        try BaselineLoader.events(document, format: format)
    }

    var values: [[UInt8]?] {
        [bytes(id), bytes(type), bytes(name), bytes(start), end.map { bytes($0) }, bytes(schoolID)]
    }

    static func values(of row: BaselineEvent) -> [[UInt8]?] {
        [
            row.id.utf8, row.type?.utf8, row.name.utf8, bytes(row.start), row.end.map { bytes($0) },
            row.schoolID?.utf8,
        ]
    }

    static func comparePages(of loaded: Loaded, with expected: Expected) {
        TimelineComparison(kernel: RecruitingTimeline(events: loaded.table, ingestReports: [loaded.report])) {
            zone in
            BaselineTimeline(events: expected.table, reports: [expected.report], zone: zone)
        }.run()
    }
}

extension Interaction: FuzzedRecord {
    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (
        table: BaselineTable<BaselineInteraction>, report: BaselineIngestReport
    ) {
        try BaselineLoader.interactions(document, format: format)
    }

    var values: [[UInt8]?] {
        [
            bytes(id), bytes(type), bytes(time.micros), bytes(schoolID), bytes(coachID), bytes(direction),
            bytes(subject), bytes(content), bytes(sentiment?.rawValue),
        ]
    }

    static func values(of row: BaselineInteraction) -> [[UInt8]?] {
        [
            row.id.utf8, row.type.utf8, bytes(row.time), row.schoolID?.utf8, row.coachID?.utf8,
            row.direction?.utf8, row.subject?.utf8, row.content?.utf8, bytes(row.sentiment?.rawValue),
        ]
    }

    static func comparePages(of loaded: Loaded, with expected: Expected) {
        TimelineComparison(kernel: RecruitingTimeline(interactions: loaded.table, ingestReports: [loaded.report])) {
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
    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineOffer>, report: BaselineIngestReport) {
        try BaselineLoader.offers(document, format: format)
    }

    var values: [[UInt8]?] { [bytes(id), bytes(type), bytes(time), bytes(schoolID), bytes(status)] }

    static func values(of row: BaselineOffer) -> [[UInt8]?] {
        [row.id.utf8, row.type.utf8, bytes(row.time), row.schoolID?.utf8, row.status?.utf8]
    }

    static func comparePages(of loaded: Loaded, with expected: Expected) {
        TimelineComparison(kernel: RecruitingTimeline(offers: loaded.table, ingestReports: [loaded.report])) {
            zone in
            BaselineTimeline(offers: expected.table, reports: [expected.report], zone: zone)
        }.run()
    }
}

extension StatusChange: FuzzedRecord {
    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (
        table: BaselineTable<BaselineStatusChange>, report: BaselineIngestReport
    ) {
        try BaselineLoader.statusChanges(document, format: format)
    }

    var values: [[UInt8]?] {
        [
            bytes(id), bytes(newStatus), bytes(previousStatus), bytes(time.micros), bytes(schoolID),
            bytes(notes),
        ]
    }

    static func values(of row: BaselineStatusChange) -> [[UInt8]?] {
        [
            row.id.utf8, row.newStatus.utf8, row.previousStatus?.utf8, bytes(row.time), row.schoolID?.utf8,
            row.notes?.utf8,
        ]
    }

    static func comparePages(of loaded: Loaded, with expected: Expected) {
        TimelineComparison(kernel: RecruitingTimeline(statusChanges: loaded.table, ingestReports: [loaded.report]))
        { zone in
            BaselineTimeline(statusChanges: expected.table, reports: [expected.report], zone: zone)
        }.run()
        ActivityComparison(
            kernel: ActivityFeed(statusChanges: loaded.table),
            baseline: BaselineActivityFeed(statusChanges: expected.table)
        ).run()
    }
}

extension Coach: FuzzedRecord {
    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineCoach>, report: BaselineIngestReport) {
        try BaselineLoader.coaches(document, format: format)
    }

    var values: [[UInt8]?] {
        [
            bytes(id), bytes(schoolID), bytes(firstName), bytes(lastName), bytes(role),
            bytes(responsivenessScore),
        ]
    }

    static func values(of row: BaselineCoach) -> [[UInt8]?] {
        [
            row.id.utf8, row.schoolID?.utf8, row.firstName?.utf8, row.lastName?.utf8, row.role?.utf8,
            bytes(row.responsivenessScore),
        ]
    }

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
    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineDocument>, report: BaselineIngestReport)
    {
        try BaselineLoader.documents(document, format: format)
    }

    var values: [[UInt8]?] { [bytes(id), bytes(type), bytes(time.micros), bytes(title), bytes(schoolID)] }

    static func values(of row: BaselineDocument) -> [[UInt8]?] {
        [row.id.utf8, row.type.utf8, bytes(row.time), row.title?.utf8, row.schoolID?.utf8]
    }

    static func comparePages(of loaded: Loaded, with expected: Expected) {
        ActivityComparison(
            kernel: ActivityFeed(documents: loaded.table),
            baseline: BaselineActivityFeed(documents: expected.table)
        ).run()
    }
}

extension PerformanceMetric: FuzzedRecord {
    static func baselineTable(
        _ document: [UInt8], _ format: BaselineLoader.Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineMetric>, report: BaselineIngestReport) {
        try BaselineLoader.metrics(document, format: format)
    }

    var values: [[UInt8]?] { [bytes(id), bytes(type), bytes(time), bytes(value), bytes(unit)] }

    static func values(of row: BaselineMetric) -> [[UInt8]?] {
        [row.id.utf8, row.type.utf8, bytes(row.time), bytes(row.value), row.unit?.utf8]
    }

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
