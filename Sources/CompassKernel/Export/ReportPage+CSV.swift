extension ReportPage {
    /// The sections of the report's CSV, in their order; the raw value is the key path in the JSON form,
    /// except for `cards`, which combines the totals of all sections.
    public enum CSVSection: String, CaseIterable, Hashable, Sendable {
        /// The first and the last day.
        case dateRange
        /// The totals, rates and means.
        case cards
        /// Schools by status.
        case schoolsByStatus = "schools.byStatus"
        /// Schools by division.
        case schoolsByDivision = "schools.byDivision"
        /// Interactions by type.
        case interactionsByType = "interactions.byType"
        /// Interactions by sentiment.
        case interactionsBySentiment = "interactions.bySentiment"
        /// Metrics by type.
        case metricsByType = "metrics.byType"
        /// Mean, maximum and minimum of each type of metric.
        case metricSummaries = "metrics.summaries"
        /// The tables and rows that are missing from the report.
        case warnings
        /// The days of the previous period. This and the following sections have no rows without a
        /// comparison.
        case previousDateRange = "previous.dateRange"
        /// The cards of the previous period.
        case previousCards = "previous.cards"
        /// Schools by status, the same as those of the report.
        case previousSchoolsByStatus = "previous.schools.byStatus"
        /// Schools by division, the same as those of the report.
        case previousSchoolsByDivision = "previous.schools.byDivision"
        /// Interactions by type in the previous period.
        case previousInteractionsByType = "previous.interactions.byType"
        /// Interactions by sentiment in the previous period.
        case previousInteractionsBySentiment = "previous.interactions.bySentiment"
        /// Metrics by type in the previous period.
        case previousMetricsByType = "previous.metrics.byType"
        /// Mean, maximum and minimum of each type of metric in the previous period.
        case previousMetricSummaries = "previous.metrics.summaries"

        /// Whether the section is about the previous period, which only a comparison has.
        public var isOfPreviousPeriod: Bool {
            switch self {
            case .dateRange, .cards, .schoolsByStatus, .schoolsByDivision, .interactionsByType,
                .interactionsBySentiment, .metricsByType, .metricSummaries, .warnings:
                false
            case .previousDateRange, .previousCards, .previousSchoolsByStatus, .previousSchoolsByDivision,
                .previousInteractionsByType, .previousInteractionsBySentiment, .previousMetricsByType,
                .previousMetricSummaries:
                true
            }
        }
    }

    /// Returns the report as CSV, the page's export: one block for each section, each with a header row,
    /// separated by empty lines.
    ///
    /// The blocks are the period, the cards, schools by status and by division, interactions by type and by
    /// sentiment, metrics by type, their summaries, and the warnings; a comparison adds its period, cards,
    /// breakdowns and summaries, whose columns begin with "previous". A missing value is an empty cell.
    ///
    /// Parameters and result are those of ``SocialAnalyticsPage/csv(byteOrderMark:section:escapesFormulas:)``.
    ///
    /// - Complexity: O(b) for names of b bytes.
    public func csv(
        byteOrderMark: Bool = false, section: CSVSection? = nil, escapesFormulas: Bool = true
    ) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas)
        for each in section.map({ [$0] }) ?? CSVSection.written(withPrevious: hasPrevious) {
            write(each, to: &writer)
        }
        return writer.bytes
    }

    /// Whether there is a previous period. A comparison with nil would copy all its sections.
    private var hasPrevious: Bool { if case .some = previous { true } else { false } }

    private func write(_ section: CSVSection, to writer: inout CSVWriter) {
        switch section {
        case .dateRange:
            writer.header { Self.writeDateRange(of: nil, to: &$0) }
            writer.row { Self.writeDateRange(of: self, to: &$0) }
        case .cards:
            writer.block(
                header: """
                    totalSchools,totalCoaches,responseRate,meanResponsiveness,schoolsWithCoaches,\
                    totalInteractions,totalMetrics
                    """)
            writer.row(ofCards: sections)
        case .schoolsByStatus:
            writer.block(header: "schoolStatus,schools", sections.schools.byStatus)
        case .schoolsByDivision:
            writer.block(header: "schoolDivision,schools", sections.schools.byDivision)
        case .interactionsByType:
            writer.block(header: "interactionType,interactions", sections.interactions.byType)
        case .interactionsBySentiment:
            writer.block(header: "interactionSentiment,interactions", sections.interactions.bySentiment)
        case .metricsByType:
            writer.block(header: "metricType,metrics", sections.metrics.byType)
        case .metricSummaries:
            writer.block(header: "metricType,values,mean,max,min", sections.metrics.summaries)
        case .warnings: writer.block(warnings, named: "warning")
        case .previousDateRange: writer.block(hasPrevious ? period.previous : nil, named: "previous")
        case .previousCards:
            writer.block(
                header: """
                    previousTotalSchools,previousTotalCoaches,previousResponseRate,\
                    previousMeanResponsiveness,previousSchoolsWithCoaches,previousTotalInteractions,\
                    previousTotalMetrics
                    """)
            if let previous { writer.row(ofCards: previous) }
        case .previousSchoolsByStatus:
            writer.block(
                header: "previousSchoolStatus,previousSchools", previous?.schools.byStatus ?? [])
        case .previousSchoolsByDivision:
            writer.block(
                header: "previousSchoolDivision,previousSchools", previous?.schools.byDivision ?? [])
        case .previousInteractionsByType:
            writer.block(
                header: "previousInteractionType,previousInteractions",
                previous?.interactions.byType ?? [])
        case .previousInteractionsBySentiment:
            writer.block(
                header: "previousInteractionSentiment,previousInteractions",
                previous?.interactions.bySentiment ?? [])
        case .previousMetricsByType:
            writer.block(
                header: "previousMetricType,previousMetrics", previous?.metrics.byType ?? [])
        case .previousMetricSummaries:
            writer.block(
                header: "previousMetricType,previousValues,previousMean,previousMax,previousMin",
                previous?.metrics.summaries ?? [])
        }
    }

    private static func writeDateRange(of report: ReportPage?, to writer: inout CSVWriter) {
        ReportPeriod.writeMembers(of: report?.period, to: &writer)
        writer.member("state", report?.state)
        writer.member("title", report?.title)
        writer.member("generatedAt", report?.generatedAt)
    }
}

extension ReportPage.CSVSection {
    /// Returns the sections of a report with or without a comparison.
    fileprivate static func written(withPrevious: Bool) -> [Self] {
        withPrevious ? allCases : allCases.filter { !$0.isOfPreviousPeriod }
    }
}

extension CSVWriter {
    /// Writes a block of the numbers of rows with each value of a column.
    fileprivate mutating func block(header: StaticString, _ counts: [CategoryCount]) {
        block(header: header)
        for index in counts.indices {
            cell(counts[index].name)
            cell(counts[index].count)
            endRow()
        }
    }

    /// Writes a block of summaries of metrics.
    fileprivate mutating func block(header: StaticString, _ summaries: [MetricSummary]) {
        block(header: header)
        for index in summaries.indices {
            cell(summaries[index].type)
            cell(summaries[index].count)
            cell(summaries[index].mean)
            cell(summaries[index].max)
            cell(summaries[index].min)
            endRow()
        }
    }

    /// Writes a row of the totals, rates and means of all sections.
    fileprivate mutating func row(ofCards sections: ReportSections) {
        cell(sections.schools.total)
        cell(sections.coaches.total)
        cell(sections.coaches.responseRate)
        cell(sections.coaches.meanResponsiveness)
        cell(sections.coaches.schoolCount)
        cell(sections.interactions.total)
        cell(sections.metrics.total)
        endRow()
    }
}
