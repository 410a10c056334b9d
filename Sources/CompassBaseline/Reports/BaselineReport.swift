/// The contents of the Reports page for a period of days.
public struct BaselineReport: Hashable, Sendable {
    /// The first day.
    public var from: BaselineDay
    /// The last day.
    public var to: BaselineDay
    /// The sections of the period.
    public var sections: Sections
    /// The warnings for the reader.
    public var warnings: [Warning]
    /// The sections of the equally long period before.
    public var previous: Sections?

    /// Creates a report with the given parts.
    public init(
        from: BaselineDay, to: BaselineDay, sections: Sections, warnings: [Warning], previous: Sections?
    ) {
        self.from = from
        self.to = to
        self.sections = sections
        self.warnings = warnings
        self.previous = previous
    }

    /// The sections of a period.
    public struct Sections: Hashable, Sendable {
        /// The number of schools.
        public var schoolCount: Int
        /// Schools by status.
        public var schoolsByStatus: [Category]
        /// Schools by division.
        public var schoolsByDivision: [Category]
        /// The number of coaches.
        public var coachCount: Int
        /// The number of inbound interactions per coach, in percent.
        public var responseRate: Double
        /// The mean score of the coaches that have one.
        public var meanResponsiveness: Double?
        /// The number of distinct schools of coaches.
        public var coachedSchoolCount: Int
        /// The number of interactions in the period.
        public var interactionCount: Int
        /// Interactions by type.
        public var interactionsByType: [Category]
        /// Interactions by mood.
        public var interactionsBySentiment: [Category]
        /// The number of metrics in the period.
        public var metricCount: Int
        /// Metrics by type.
        public var metricsByType: [Category]
        /// The values of each type that has any.
        public var summaries: [Summary]

        /// Creates sections with the given contents.
        public init(
            schoolCount: Int, schoolsByStatus: [Category], schoolsByDivision: [Category], coachCount: Int,
            responseRate: Double, meanResponsiveness: Double?, coachedSchoolCount: Int,
            interactionCount: Int, interactionsByType: [Category], interactionsBySentiment: [Category],
            metricCount: Int, metricsByType: [Category], summaries: [Summary]
        ) {
            self.schoolCount = schoolCount
            self.schoolsByStatus = schoolsByStatus
            self.schoolsByDivision = schoolsByDivision
            self.coachCount = coachCount
            self.responseRate = responseRate
            self.meanResponsiveness = meanResponsiveness
            self.coachedSchoolCount = coachedSchoolCount
            self.interactionCount = interactionCount
            self.interactionsByType = interactionsByType
            self.interactionsBySentiment = interactionsBySentiment
            self.metricCount = metricCount
            self.metricsByType = metricsByType
            self.summaries = summaries
        }
    }

    /// A text of a column, and the number of rows with it.
    public struct Category: Hashable, Sendable {
        /// The text.
        public var name: BaselineText
        /// The number of rows.
        public var count: Int

        /// Creates a category of a text and its number of rows.
        public init(name: BaselineText, count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// The values of one type of metric.
    public struct Summary: Hashable, Sendable {
        /// The type.
        public var type: BaselineText
        /// The number of values.
        public var count: Int
        /// Their mean.
        public var mean: Double
        /// The largest value.
        public var max: Double
        /// The smallest value.
        public var min: Double

        /// Creates a summary with the given figures.
        public init(type: BaselineText, count: Int, mean: Double, max: Double, min: Double) {
            self.type = type
            self.count = count
            self.mean = mean
            self.max = max
            self.min = min
        }
    }

    /// A warning for the reader.
    public struct Warning: Hashable, Sendable {
        /// The table's name; nil when the warning is about the whole report.
        public var table: String?
        /// The text of the warning.
        public var reason: String

        /// Creates a warning.
        public init(table: String?, reason: String) {
            self.table = table
            self.reason = reason
        }
    }
}
