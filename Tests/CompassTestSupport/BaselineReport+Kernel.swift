import CompassBaseline
import CompassKernel

// The kernel's results in the baseline's form, texts byte for byte.

extension BaselineReport {
    /// Converts a value of the kernel.
    public init(_ report: ReportPage) {
        self.init(
            from: BaselineDay(report.period.from), to: BaselineDay(report.period.to),
            sections: Sections(report.sections),
            warnings: report.warnings.map { Warning(table: $0.table, reason: $0.reason) },
            previous: report.previous.map { Sections($0) })
    }

    /// Returns the names and values of the parts that differ from those of `wanted`.
    public func differences(from wanted: BaselineReport) -> [String] {
        var differences = Differences(self, wanted)
        differences.add(sections.differences(from: wanted.sections))
        differences.compare("first day", \.from)
        differences.compare("last day", \.to)
        differences.compare("warnings", \.warnings)
        if let previous, let wanted = wanted.previous {
            differences.add(previous.differences(from: wanted).map { "previous \($0)" })
        } else {
            differences.compare("previous", \.previous)
        }
        return differences.texts
    }
}

extension BaselineReport.Sections {
    /// Converts a value of the kernel.
    public init(_ sections: ReportSections) {
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
                .init(
                    type: BaselineText($0.type), count: $0.count, mean: $0.mean, max: $0.max, min: $0.min)
            })
    }

    fileprivate func differences(from wanted: Self) -> [String] {
        var differences = Differences(self, wanted)
        differences.compare("schools", \.schoolCount)
        differences.compare("schools by status", \.schoolsByStatus)
        differences.compare("schools by division", \.schoolsByDivision)
        differences.compare("coaches", \.coachCount)
        differences.compare("response rate", \.responseRate)
        differences.compare("mean responsiveness", \.meanResponsiveness)
        differences.compare("schools with coaches", \.coachedSchoolCount)
        differences.compare("interactions", \.interactionCount)
        differences.compare("interactions by type", \.interactionsByType)
        differences.compare("interactions by sentiment", \.interactionsBySentiment)
        differences.compare("metrics", \.metricCount)
        differences.compare("metrics by type", \.metricsByType)
        differences.compareRows("summaries", \.summaries)
        return differences.texts
    }
}

extension BaselineDay {
    /// Converts a value of the kernel.
    public init(_ date: CivilDate) { self.init(daysSinceEpoch: Int(date.daysSinceEpoch)) }

    /// The value in the kernel\'s form.
    public var kernel: CivilDate { CivilDate(daysSinceEpoch: Int32(daysSinceEpoch)) }
}
