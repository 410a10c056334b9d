/// The source tables of a report.
///
/// ```swift
/// let tables = Reports(
///     schools: schools, coaches: coaches, interactions: interactions, metrics: metrics)
/// let period = ReportPreset.last30Days.period(asOf: now, in: zone)
/// let report = tables.page(period, in: zone, comparison: true)
/// ```
public struct Reports: Sendable {
    /// The maximum number of months without a warning.
    private static let monthsWithoutWarning = 120

    private let schools: SchoolDirectory?
    private let coaches: CoachTable?
    private let interactions: InteractionTable?
    private let metrics: MetricTable?
    private let warnings: [ReportWarning]
    private let smallestHashes = BuiltOnce<[UInt64]>()
    // Shared by copies.
    private let blocks = ReportBlocks()
    // The two sections that no period changes; counted by the first report.
    private let wholeSchools = BuiltOnce<SchoolReport>()
    private let wholeCoaches = BuiltOnce<CoachReport>()

    /// Creates the tables for reports; missing ones result in empty sections and warnings.
    ///
    /// - Parameters:
    ///   - schools: the schools; nil if they could not be read.
    ///   - coaches: the coaches; nil if they could not be read.
    ///   - interactions: the interactions; nil if they could not be read.
    ///   - metrics: the performance metrics; nil if they could not be read.
    ///   - failures: the tables that could not be read, with reasons. A table listed here counts as not read;
    ///     failures of tables that a report does not use become warnings as well. Equal failures count once.
    public init(
        schools: SchoolDirectory?, coaches: CoachTable?, interactions: InteractionTable?,
        metrics: MetricTable?, failures: [SourceFailure] = []
    ) {
        let failures = failures.withoutRepetitions
        var warnings: [ReportWarning] = []
        var others = failures
        func unlessFailed<Table>(_ table: Table?, _ name: String) -> Table? {
            var reasons = failures.filter { $0.table == name }.map(\.reason)
            if reasons.isEmpty, table == nil { reasons = ["missing"] }
            warnings += reasons.map { ReportWarning(table: name, reason: $0) }
            others.removeAll { $0.table == name }
            return reasons.isEmpty ? table : nil
        }
        self.schools = unlessFailed(schools, SchoolDirectory.schema.tableName)
        self.coaches = unlessFailed(coaches, Coach.schema.table.tableName)
        self.interactions = unlessFailed(interactions, Interaction.schema.table.tableName)
        self.metrics = unlessFailed(metrics, PerformanceMetric.schema.table.tableName)
        self.warnings = warnings + others.map { ReportWarning(table: $0.table, reason: $0.reason) }
    }

    /// Returns the report of a period.
    ///
    /// Schools and coaches count in full. Interactions count if they occurred in the period, metrics if they
    /// were recorded in it; rows without that time use their creation time.
    ///
    /// - Parameters:
    ///   - period: the days, including the first and the last one.
    ///   - now: when the report is made, which it then tells; nil to leave that out.
    ///   - zone: the zone of these days.
    ///   - comparison: whether to report on ``ReportPeriod/previous`` as well.
    /// - Returns: the report, with a warning for each table that could not be read, and for a period of more
    ///   than ten years.
    /// - Complexity: O(b + r + c log c) for b blocks of some hundred interactions or metrics, r rows of blocks
    ///   that are partly in the period, and c different statuses, types and so on. If rows are in no order of
    ///   their times, r is all of them. The first report reads all rows, also those of schools and coaches; the
    ///   second one counts the rows of each block for those that follow.
    public func page(
        _ period: ReportPeriod, asOf now: Timestamp? = nil, in zone: ZoneOffsets, comparison: Bool = false
    ) -> ReportPage {
        let periods = (comparison ? [period, period.previous] : [period]).map {
            PeriodBounds($0, in: zone)
        }
        let interactionTally = interactionTally(in: periods)
        let metricTally = metricTally(in: periods)
        let (schoolReport, coachReport) = (self.schoolReport, self.coachReport)
        func sections(_ period: Int) -> ReportSections {
            var coaches = coachReport
            let inboundCount = interactionTally.inboundCount(period)
            if coaches.total > 0 { coaches.responseRate = Double(inboundCount) / Double(coaches.total) * 100 }
            return ReportSections(
                schools: schoolReport, coaches: coaches,
                interactions: interactionTally.report(period), metrics: metricTally.report(period))
        }
        return ReportPage(
            generatedAt: now.map { ZonedTimestamp($0, in: zone) }, period: period, sections: sections(0),
            warnings: warnings + Self.warnings(about: period),
            previous: comparison ? sections(1) : nil)
    }

    /// Returns the counts of the report of these rows, which are one of several shards.
    ///
    /// Each table may be split as it is convenient; where a shard has no rows of a table, the table is empty,
    /// not nil. A table that could not be read in one shard is not read in the whole report.
    ///
    /// ```swift
    /// let part = tables.partialReport(period, asOf: now, in: zone, shard: 0)
    /// ```
    ///
    /// - Parameters: as for
    ///   ``page(_:asOf:in:comparison:)``,
    ///   the same for all shards, and `shard`, the number of the shard, different for each.
    /// - Complexity: that of the report. The ids of all rows are read once.
    public func partialReport(
        _ period: ReportPeriod, asOf now: Timestamp?, in zone: ZoneOffsets, comparison: Bool = false,
        shard: UInt32
    ) -> PartialAnswer {
        let periods = (comparison ? [period, period.previous] : [period]).map { PeriodBounds($0, in: zone) }
        let interactionTally = interactionTally(in: periods)
        let metricTally = metricTally(in: periods)
        var counts = Array(repeating: PartialReport.Period(), count: periods.count)
        for period in periods.indices {
            interactionTally.put(period, into: &counts[period])
            metricTally.put(period, into: &counts[period])
        }
        let query = PartialReport.Query(
            period: period, now: now.map { ZonedTimestamp($0, in: zone) }, zoneHash: zone.table.contentHash,
            comparison: comparison)
        let report = PartialReport(
            query, failures: PartialFailures(warnings.map { ($0.table ?? "", $0.reason) }),
            schools: schools ?? .empty, coaches: coaches ?? .empty, periods: counts)
        return PartialAnswer(.report(report), shard: shard, guardHashes: guardHashes)
    }

    /// The memory that the counts of blocks of rows occupy, in bytes.
    var blockByteCount: Int { blocks.byteCount }

    private func interactionTally(in periods: [PeriodBounds]) -> InteractionTally {
        let table = interactions ?? .empty
        return InteractionTally(table, in: periods, blocks: blocks.ofInteractions(table))
    }

    private func metricTally(in periods: [PeriodBounds]) -> MetricTally {
        let table = metrics ?? .empty
        return MetricTally(table, in: periods, blocks: blocks.ofMetrics(table))
    }

    /// The smallest hashes of the ids of all rows, for ``RowGuard``.
    private var guardHashes: [UInt64] {
        smallestHashes.get {
            var smallest = SmallestHashes()
            let tables = [schools?.ids, coaches?.ids, interactions?.ids, metrics?.ids]
            for case (let number, let ids?) in tables.enumerated() {
                smallest.insert(ids, table: UInt64(number))
            }
            return smallest.finish()
        }
    }

    private var schoolReport: SchoolReport {
        wholeSchools.get {
            let schools = schools ?? .empty
            return SchoolReport(
                total: schools.count,
                byStatus: CodeTally(schools.statuses).countingAllRows().categories(leavesOutEmpty: true),
                byDivision: CodeTally(schools.divisions).countingAllRows().categories(leavesOutEmpty: true))
        }
    }

    /// The section without its response rate.
    private var coachReport: CoachReport {
        wholeCoaches.get {
            let coaches = coaches ?? .empty
            return CoachReport(
                total: coaches.count, responseRate: 0,
                meanResponsiveness: ValueSummary.summary(of: coaches.responsivenessScores).mean,
                schoolCount: CodeTally(coaches.schools).countingAllRows().distinctCount())
        }
    }

    /// Returns what to know of a period before its report is made.
    package static func warnings(about period: ReportPeriod) -> [ReportWarning] {
        guard period.from.adding(months: monthsWithoutWarning) < period.to else { return [] }
        return [ReportWarning(table: nil, reason: "Large date range may take longer to generate")]
    }
}
