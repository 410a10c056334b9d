import Foundation

/// The Reports page as a careful app developer writes it: instants are parsed once, and schools and coaches
/// counted directly; a period takes one pass over interactions and metrics, with dictionaries.
///
/// It is the test oracle, for any data.
public struct BaselineReportTables: Sendable {
    private let schools: BaselineSchools?
    private let coaches: BaselineTable<BaselineCoach>?
    private let interactions: BaselineTable<BaselineInteraction>?
    private let metrics: BaselineTable<BaselineMetric>?
    private let clock: ZoneClock

    /// Creates a report source from the tables; nil for those that could not be read.
    ///
    /// - Parameters:
    ///   - schools: the rows of `schools`.
    ///   - coaches: the rows of `coaches`.
    ///   - interactions: the rows of `interactions`.
    ///   - metrics: the rows of `performance_metrics`.
    ///   - zone: the zone of the page's days.
    public init(
        schools: BaselineSchools?, coaches: BaselineTable<BaselineCoach>?,
        interactions: BaselineTable<BaselineInteraction>?, metrics: BaselineTable<BaselineMetric>?,
        zone: TimeZone
    ) {
        self.schools = schools
        self.coaches = coaches
        self.interactions = interactions
        self.metrics = metrics
        clock = ZoneClock(zone: zone)
    }

    /// Returns the report of a period.
    ///
    /// - Parameters:
    ///   - from: the first day.
    ///   - to: the last day, not before the first.
    ///   - comparison: whether the equally long period before is reported, too.
    /// - Complexity: O(*n*) in the rows of all tables.
    public func report(from: BaselineDay, to: BaselineDay, comparison: Bool = false) -> BaselineReport {
        let tables: [(name: String, isMissing: Bool)] = [
            ("schools", schools == nil), ("coaches", coaches == nil), ("interactions", interactions == nil),
            ("performance_metrics", metrics == nil),
        ]
        var warnings = tables.filter(\.isMissing).map {
            BaselineReport.Warning(table: $0.name, reason: "missing")
        }
        if from.adding(months: 120) < to {
            warnings.append(.init(table: nil, reason: "Large date range may take longer to generate"))
        }
        let dayCount = to.daysSinceEpoch - from.daysSinceEpoch + 1
        return BaselineReport(
            from: from, to: to, sections: sections(from: from, to: to), warnings: warnings,
            previous: comparison
                ? sections(from: from.adding(days: -dayCount), to: from.adding(days: -1)) : nil)
    }

    private func sections(from: BaselineDay, to: BaselineDay) -> BaselineReport.Sections {
        let (start, end) = (clock.startOfDay(from), clock.startOfDay(to.adding(days: 1)))
        let schools = schools?.rows ?? []
        let coaches = coaches?.rows ?? []
        var interactionCount = 0
        var inboundCount = 0
        var types: [BaselineText: Int] = [:]
        var moods: [BaselineSentiment: Int] = [:]
        for interaction in interactions?.rows ?? [] where interaction.time >= start && interaction.time < end
        {
            interactionCount += 1
            if interaction.direction == "inbound" { inboundCount += 1 }
            types[interaction.type, default: 0] += 1
            moods[interaction.sentiment ?? .neutral, default: 0] += 1
        }
        var metricCounts: [BaselineText: Int] = [:]
        var values: [BaselineText: [Double]] = [:]
        for metric in metrics?.rows ?? [] {
            switch metric.time {
            case .day(let day): if day < from || day > to { continue }
            case .instant(let instant): if instant < start || instant >= end { continue }
            }
            metricCounts[metric.type, default: 0] += 1
            if let value = metric.value { values[metric.type, default: []].append(value) }
        }
        return BaselineReport.Sections(
            schoolCount: schools.count, schoolsByStatus: Self.categories(of: schools.map(\.status)),
            schoolsByDivision: Self.categories(of: schools.map(\.division)), coachCount: coaches.count,
            responseRate: coaches.isEmpty ? 0 : Double(inboundCount) / Double(coaches.count) * 100,
            meanResponsiveness: ExactMean.mean(of: coaches.compactMap(\.responsivenessScore)),
            coachedSchoolCount: Set(coaches.compactMap(\.schoolID).filter { $0 != "" }).count,
            interactionCount: interactionCount, interactionsByType: Self.sorted(types),
            interactionsBySentiment: Self.sorted(
                Dictionary(uniqueKeysWithValues: moods.map { (BaselineText($0.rawValue), $1) })),
            metricCount: metricCounts.values.reduce(0, +), metricsByType: Self.sorted(metricCounts),
            summaries: Self.sorted(values.mapValues(\.count)).map { category in
                let values = values[category.name] ?? []
                return .init(
                    type: category.name, count: category.count, mean: ExactMean.mean(of: values) ?? 0,
                    max: values.max() ?? 0, min: values.min() ?? 0)
            })
    }

    private static func categories(of texts: [BaselineText?]) -> [BaselineReport.Category] {
        var counts: [BaselineText: Int] = [:]
        for case let text? in texts where text != "" { counts[text, default: 0] += 1 }
        return sorted(counts)
    }

    /// Returns the categories by count, largest first, then by name.
    static func sorted(_ counts: [BaselineText: Int]) -> [BaselineReport.Category] {
        counts.map { BaselineReport.Category(name: $0, count: $1) }.sorted { left, right in
            left.count == right.count
                ? NameOrder.precedes(left.name, right.name) : left.count > right.count
        }
    }
}
