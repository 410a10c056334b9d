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

    /// Returns the names and values of the parts that differ from those of `wanted`; means may differ by
    /// rounding.
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
        differences.compare("mean responsiveness", \.meanResponsiveness, by: isNear)
        differences.compare("schools with coaches", \.coachedSchoolCount)
        differences.compare("interactions", \.interactionCount)
        differences.compare("interactions by type", \.interactionsByType)
        differences.compare("interactions by sentiment", \.interactionsBySentiment)
        differences.compare("metrics", \.metricCount)
        differences.compare("metrics by type", \.metricsByType)
        differences.compareRows("summaries", \.summaries) { $0.isNear($1) }
        return differences.texts
    }

    /// Scores have no greater error than the same number of values of the size of their mean.
    private func isNear(_ found: Double?, _ wanted: Double?) -> Bool {
        guard let found, let wanted else { return found == nil && wanted == nil }
        return found.isFinite && abs(found - wanted) <= 1e-12 * max(1, abs(wanted))
    }
}

extension BaselineReport.Summary {
    /// Returns whether both agree, the means up to the error of compensated summation.
    fileprivate func isNear(_ wanted: Self) -> Bool {
        let size = max(abs(wanted.max), abs(wanted.min))
        let perValue = Double(count) * .ulpOfOne
        // The last number accounts for the underflow of scaled values.
        let tolerance = 4 * .ulpOfOne * abs(wanted.mean) + 4 * perValue * perValue * size + 0x1p-1030
        return type == wanted.type && count == wanted.count && max == wanted.max && min == wanted.min
            && mean.isFinite && mean >= min && mean <= max && abs(mean - wanted.mean) <= tolerance
    }

    private func max(_ left: Double, _ right: Double) -> Double { Swift.max(left, right) }
}

extension BaselineDay {
    /// Converts a value of the kernel.
    public init(_ date: CivilDate) { self.init(daysSinceEpoch: Int(date.daysSinceEpoch)) }

    /// The value in the kernel\'s form.
    public var kernel: CivilDate { CivilDate(daysSinceEpoch: Int32(daysSinceEpoch)) }
}
