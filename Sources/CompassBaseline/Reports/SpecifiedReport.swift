import Foundation

/// The Reports page in the form in which it was specified: arrays that are filtered and reduced into
/// dictionaries, one after the other.
///
/// The results are correct where the specified code was not: both ends of the period are inclusive, null
/// values do not count as zeros, empty categories are omitted. The costs are those of the specified code,
/// with a formatter for every instant; sums are not compensated.
///
/// It works on clean rows, as PostgREST prints them: instants like `2026-02-10T14:30:00+00:00` with whole
/// seconds, since the platform's formatter rejects fractions; texts in ASCII, each id once.
public enum SpecifiedReport {
    /// Returns the report of a period.
    ///
    /// - Parameters:
    ///   - rows: the tables.
    ///   - from: the first day.
    ///   - to: the last day, not before the first.
    ///   - zone: the zone of the days.
    /// - Complexity: O(*n*) in the rows, with a formatter for each instant.
    public static func report(
        _ rows: SpecifiedReportRows, from: BaselineDay, to: BaselineDay, zone: TimeZone
    ) -> BaselineReport {
        let clock = ZoneClock(zone: zone)
        let start = Date(timeIntervalSince1970: Double(clock.startOfDay(from) / 1_000_000))
        let end = Date(timeIntervalSince1970: Double(clock.startOfDay(to.adding(days: 1)) / 1_000_000))
        func isInPeriod(_ instant: String?) -> Bool {
            guard let date = instant.flatMap({ ISO8601DateFormatter().date(from: $0) }) else { return false }
            return date >= start && date < end
        }
        let interactions = rows.interactions.filter { isInPeriod($0.occurredAt ?? $0.createdAt) }
        let metrics = rows.metrics.filter { metric in
            if let day = metric.recordedDate.flatMap({ BaselineDay($0) }) { return day >= from && day <= to }
            return isInPeriod(metric.recordedDate ?? metric.createdAt)
        }
        let responses = interactions.filter { $0.direction == "inbound" }.count
        let scores = rows.coaches.compactMap(\.responsivenessScore)
        let metricsByType = Dictionary(grouping: metrics, by: \.metricType)
        let sections = BaselineReport.Sections(
            schoolCount: rows.schools.count, schoolsByStatus: categories(rows.schools.map(\.status)),
            schoolsByDivision: categories(rows.schools.map(\.division)), coachCount: rows.coaches.count,
            responseRate: rows.coaches.isEmpty ? 0 : Double(responses) / Double(rows.coaches.count) * 100,
            meanResponsiveness: scores.isEmpty ? nil : scores.reduce(0, +) / Double(scores.count),
            coachedSchoolCount: Set(rows.coaches.compactMap(\.schoolID).filter { !$0.isEmpty }).count,
            interactionCount: interactions.count, interactionsByType: categories(interactions.map(\.type)),
            interactionsBySentiment: categories(interactions.map { $0.sentiment ?? "neutral" }),
            metricCount: metrics.count, metricsByType: categories(metrics.map(\.metricType)),
            summaries: summaries(metricsByType))
        return BaselineReport(from: from, to: to, sections: sections, warnings: [], previous: nil)
    }

    private static func categories(_ texts: [String?]) -> [BaselineReport.Category] {
        let counts: [String: Int] = texts.reduce(into: [:]) { counts, text in
            if let text, !text.isEmpty { counts[text, default: 0] += 1 }
        }
        return BaselineReportTables.sorted(
            Dictionary(uniqueKeysWithValues: counts.map { (BaselineText($0), $1) }))
    }

    private static func summaries(
        _ metricsByType: [String: [SpecifiedReportMetric]]
    ) -> [BaselineReport.Summary] {
        let summaries = metricsByType.compactMap { type, metrics -> BaselineReport.Summary? in
            let values = metrics.compactMap(\.value)
            guard let largest = values.max(), let smallest = values.min() else { return nil }
            return .init(
                type: BaselineText(type), count: values.count,
                mean: values.reduce(0, +) / Double(values.count), max: largest, min: smallest)
        }
        return summaries.sorted { left, right in
            left.count == right.count
                ? NameOrder.precedes(left.type, right.type) : left.count > right.count
        }
    }
}
