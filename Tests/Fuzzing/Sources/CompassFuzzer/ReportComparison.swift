import CompassBaseline
import CompassKernel
import Foundation

/// Compares reports with those of the baseline.
struct ReportComparison {
    let kernel: Reports
    let makeBaseline: (TimeZone) -> BaselineReportTables

    /// Compares the reports of a short period, with the one before it, and of all time.
    func run() {
        for zone in FuzzedZone.all {
            let baseline = makeBaseline(zone.baseline)
            for (from, to) in [(0, 47_482), (20_454, 20_513)] as [(Int32, Int32)] {
                let days = (CivilDate(daysSinceEpoch: from), CivilDate(daysSinceEpoch: to))
                guard let period = try? ReportPeriod(from: days.0, to: days.1) else {
                    fatalError("\(days) is no period")
                }
                let report = kernel.page(period, in: zone.kernel, comparison: from > 0)
                let expected = baseline.report(
                    from: BaselineDay(daysSinceEpoch: Int(from)), to: BaselineDay(daysSinceEpoch: Int(to)),
                    comparison: from > 0)
                compare(report.sections, expected.sections, "\(days)")
                requireEqual(report.previous == nil, expected.previous == nil, "\(days): a comparison")
                if let previous = report.previous, let wanted = expected.previous {
                    compare(previous, wanted, "before \(days)")
                }
                // JSON has only finite numbers.
                let text = String(decoding: report.json(), as: UTF8.self)
                require((try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil, "no JSON: \(text)")
            }
        }
    }

    private func compare(_ sections: ReportSections, _ expected: BaselineReport.Sections, _ name: String) {
        requireEqual(
            [
                sections.coaches.total, sections.coaches.schoolCount, sections.interactions.total,
                sections.metrics.total, sections.metrics.summaries.count,
            ],
            [
                expected.coachCount, expected.coachedSchoolCount, expected.interactionCount,
                expected.metricCount, expected.summaries.count,
            ], "\(name): counts")
        requireEqual(sections.coaches.responseRate, expected.responseRate, "\(name): response rate")
        compare(sections.interactions.byType, expected.interactionsByType, "\(name): types")
        compare(sections.interactions.bySentiment, expected.interactionsBySentiment, "\(name): sentiments")
        compare(sections.metrics.byType, expected.metricsByType, "\(name): metrics")
        requireEqual(
            sections.coaches.meanResponsiveness == nil, expected.meanResponsiveness == nil,
            "\(name): mean score")
        for (summary, wanted) in zip(sections.metrics.summaries, expected.summaries) {
            requireEqual(Array(summary.type.utf8), wanted.type.utf8, "\(name): type of a summary")
            requireEqual(summary.count, wanted.count, "\(name): values")
            requireEqual(
                [summary.max, summary.min], [wanted.max, wanted.min], "\(name): largest and smallest")
            // Means of values that cancel may differ; they are within the range of the values.
            require(
                summary.mean.isFinite && summary.mean >= summary.min && summary.mean <= summary.max,
                "\(name): \(summary)")
        }
    }

    private func compare(_ found: [CategoryCount], _ expected: [BaselineReport.Category], _ name: String) {
        requireEqual(found.map { Array($0.name.utf8) }, expected.map(\.name.utf8), name)
        requireEqual(found.map(\.count), expected.map(\.count), name)
    }
}
