import CompassBaseline
import CompassKernel

// The kernel's results in the baseline's form, texts byte for byte.

extension BaselineReport {
    package init(_ report: ReportPage) {
        self.init(
            from: BaselineDay(report.period.from), to: BaselineDay(report.period.to),
            sections: Sections(report.sections),
            warnings: report.warnings.map { Warning(table: $0.table, reason: $0.reason) },
            previous: report.previous.map { Sections($0) })
    }

    /// The names and values of the parts that differ from those of `wanted`; means may differ by rounding.
    package func differences(from wanted: BaselineReport) -> [String] {
        var differences = sections.differences(from: wanted.sections)
        if (from, to) != (wanted.from, wanted.to) { differences.append("period: \(from.text) to \(to.text)") }
        if warnings != wanted.warnings {
            differences.append("warnings: \(warnings), wanted \(wanted.warnings)")
        }
        switch (previous, wanted.previous) {
        case (nil, nil): break
        case (let found?, let expected?):
            differences += found.differences(from: expected).map { "previous \($0)" }
        default: differences.append("previous: \(previous == nil ? "missing" : "unexpected")")
        }
        return differences
    }
}

extension BaselineReport.Sections {
    package init(_ sections: ReportSections) {
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
        var differences: [String] = []
        func compare<Part: Equatable>(_ name: String, _ part: KeyPath<Self, Part>) {
            let (found, wanted) = (self[keyPath: part], wanted[keyPath: part])
            if found != wanted { differences.append("\(name): \(found), wanted \(wanted)") }
        }
        compare("schools", \.schoolCount)
        compare("schools by status", \.schoolsByStatus)
        compare("schools by division", \.schoolsByDivision)
        compare("coaches", \.coachCount)
        compare("response rate", \.responseRate)
        compare("schools with coaches", \.coachedSchoolCount)
        compare("interactions", \.interactionCount)
        compare("interactions by type", \.interactionsByType)
        compare("interactions by sentiment", \.interactionsBySentiment)
        compare("metrics", \.metricCount)
        compare("metrics by type", \.metricsByType)
        compare("number of summaries", \.summaries.count)
        if !isNear(meanResponsiveness, wanted.meanResponsiveness) {
            compare("mean responsiveness", \.meanResponsiveness)
        }
        for (found, wanted) in zip(summaries, wanted.summaries) where !found.isNear(wanted) {
            differences.append("\(found), wanted \(wanted)")
        }
        return differences
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
    package init(_ date: CivilDate) { self.init(daysSinceEpoch: Int(date.daysSinceEpoch)) }

    package var kernel: CivilDate { CivilDate(daysSinceEpoch: Int32(daysSinceEpoch)) }
}
