import BenchmarkHarness
import CompassBaseline
import CompassKernel

extension BaselineReport {
    /// Converts the kernel's report to the baseline's type, so that both can be compared.
    init(_ report: ReportPage) {
        self.init(
            from: BaselineDay(daysSinceEpoch: Int(report.period.from.daysSinceEpoch)),
            to: BaselineDay(daysSinceEpoch: Int(report.period.to.daysSinceEpoch)),
            sections: Sections(report.sections),
            warnings: report.warnings.map { Warning(table: $0.table, reason: $0.reason) },
            previous: report.previous.map { Sections($0) })
    }

    /// Throws if reports differ by more than the order of summation explains.
    func check(equals expected: BaselineReport, _ question: String) throws {
        let (found, wanted) = (withoutMeans, expected.withoutMeans)
        func means(_ report: BaselineReport) -> [Double] {
            [report.sections, report.previous].compactMap { $0 }.flatMap { sections in
                [sections.meanResponsiveness ?? 0] + sections.summaries.map(\.mean)
            }
        }
        let areMeansEqual = zip(means(self), means(expected)).allSatisfy { abs($0 - $1) <= 1e-9 * abs($1) }
        try CheckFailure.unless(
            found == wanted && areMeansEqual,
            "\(question): the report of \(from.text) to \(to.text) differs"
                + (found == wanted ? " in a mean" : ""))
    }

    private var withoutMeans: BaselineReport {
        var report = self
        report.sections.forgetMeans()
        report.previous?.forgetMeans()
        return report
    }
}

extension BaselineReport.Sections {
    fileprivate init(_ sections: ReportSections) {
        func categories(_ categories: [CategoryCount]) -> [BaselineReport.Category] {
            categories.map { .init(name: BaselineText($0.name), count: $0.count) }
        }
        self.init(
            schoolCount: sections.schools.total, schoolsByStatus: categories(sections.schools.byStatus),
            schoolsByDivision: categories(sections.schools.byDivision), coachCount: sections.coaches.total,
            responseRate: sections.coaches.responseRate,
            meanResponsiveness: sections.coaches.meanResponsiveness,
            coachedSchoolCount: sections.coaches.schoolCount, interactionCount: sections.interactions.total,
            interactionsByType: categories(sections.interactions.byType),
            interactionsBySentiment: categories(sections.interactions.bySentiment),
            metricCount: sections.metrics.total, metricsByType: categories(sections.metrics.byType),
            summaries: sections.metrics.summaries.map {
                .init(type: BaselineText($0.type), count: $0.count, mean: $0.mean, max: $0.max, min: $0.min)
            })
    }

    fileprivate mutating func forgetMeans() {
        if meanResponsiveness != nil { meanResponsiveness = 0 }
        for index in summaries.indices { summaries[index].mean = 0 }
    }
}
