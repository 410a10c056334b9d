/// The contents of the Reports page for one period.
///
/// The value is self-contained: it does not keep any table alive.
public struct ReportPage: Hashable, KeyedValue {
    /// The report's title.
    public var title: String
    /// When the report was made; nil if that is not known.
    public var generatedAt: ZonedTimestamp?
    /// The days that the report covers.
    public var period: ReportPeriod
    /// The cards and breakdowns of the period.
    public var sections: ReportSections
    /// Notes for the reader: tables that could not be read, a period of more than ten years.
    public var warnings: [ReportWarning]
    /// The sections of an equally long period before ``period``; nil unless requested.
    public var previous: ReportSections?

    /// The title of every report that ``Reports`` makes.
    public static let defaultTitle = "Recruiting Report"

    /// Creates a report with the given parts, for previews and tests.
    public init(
        title: String = ReportPage.defaultTitle, generatedAt: ZonedTimestamp? = nil, period: ReportPeriod,
        sections: ReportSections, warnings: [ReportWarning] = [], previous: ReportSections? = nil
    ) {
        self.title = title
        self.generatedAt = generatedAt
        self.period = period
        self.sections = sections
        self.warnings = warnings
        self.previous = previous
    }

    /// Whether there is anything to report.
    public var state: ReportState {
        sections.interactions.total + sections.metrics.total == 0 ? .noData : .report
    }

    /// Writes the members of the report, with those of the sections inline.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("title", value?.title)
        writer.member("generatedAt", value?.generatedAt)
        writer.member("dateRange", value?.period)
        ReportSections.writeMembers(of: value?.sections, to: &writer)
        writer.list("warnings", value?.warnings)
        writer.member("previous", value?.previous)
        writer.member("state", value?.state)
    }
}

extension ReportPage: Decodable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, title, generatedAt, dateRange, warnings, previous
    }

    /// Reads the form that ``KeyedValue/encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`, also for another version of the contract and a period that ends before it
    ///   begins.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _ = try container.decode(SchemaVersion.self, forKey: .schemaVersion)
        self.init(
            title: try container.decodeIfPresent(String.self, forKey: .title) ?? Self.defaultTitle,
            generatedAt: try container.decodeIfPresent(ZonedTimestamp.self, forKey: .generatedAt),
            period: try container.decode(ReportPeriod.self, forKey: .dateRange),
            sections: try ReportSections(from: decoder),
            warnings: try container.decode([ReportWarning].self, forKey: .warnings),
            previous: try container.decodeIfPresent(ReportSections.self, forKey: .previous))
    }
}

/// Whether there is anything to report.
public enum ReportState: String, CaseIterable, Hashable, Codable, Sendable {
    /// Some interaction or metric is in the period.
    case report
    /// No interaction or metric is in the period; there may be schools and coaches, which count in full.
    case noData

    /// The page's message; nil if there is something to report.
    public var message: String? {
        self == .noData ? "No data found for selected date range. Try a different range." : nil
    }
}

/// The sections of a report.
public struct ReportSections: Hashable, Decodable, KeyedValue {
    /// All schools, regardless of the period.
    public var schools: SchoolReport
    /// All coaches, regardless of the period, and the rate of their inbound interactions within it.
    public var coaches: CoachReport
    /// The interactions of the period.
    public var interactions: InteractionReport
    /// The metrics of the period.
    public var metrics: MetricReport

    /// Creates sections with the given contents.
    public init(
        schools: SchoolReport, coaches: CoachReport, interactions: InteractionReport, metrics: MetricReport
    ) {
        self.schools = schools
        self.coaches = coaches
        self.interactions = interactions
        self.metrics = metrics
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("schools", value?.schools)
        writer.member("coaches", value?.coaches)
        writer.member("interactions", value?.interactions)
        writer.member("metrics", value?.metrics)
    }
}

/// The number of rows with one value of a column, such as a status.
public struct CategoryCount: Decodable, JSONEquatable {
    /// The value, as stored in the database.
    public var name: String
    /// The number of rows.
    public var count: Int

    /// Creates a count of a value.
    public init(name: String, count: Int) {
        self.name = name
        self.count = count
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("name", value?.name)
        writer.member("count", value?.count)
    }
}

/// The report section about schools.
public struct SchoolReport: Hashable, Decodable, KeyedValue {
    /// The number of schools.
    public var total: Int
    /// Schools by status, without those that have none; most first, then in name order.
    public var byStatus: [CategoryCount]
    /// Schools by division, without those that have none; most first, then in name order.
    public var byDivision: [CategoryCount]

    /// Creates a section with the given figures.
    public init(total: Int, byStatus: [CategoryCount], byDivision: [CategoryCount]) {
        self.total = total
        self.byStatus = byStatus
        self.byDivision = byDivision
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("total", value?.total)
        writer.list("byStatus", value?.byStatus)
        writer.list("byDivision", value?.byDivision)
    }
}

/// The report section about coaches.
public struct CoachReport: Hashable, Decodable, KeyedValue {
    /// The number of coaches.
    public var total: Int
    /// Inbound interactions of the period as a percentage of ``total``, not rounded; may exceed 100. 0
    /// without coaches.
    public var responseRate: Double
    /// The mean score of the coaches that have one, on the database's scale; nil if none has.
    public var meanResponsiveness: Double?
    /// The number of different schools that have a coach.
    public var schoolCount: Int

    private enum CodingKeys: String, CodingKey {
        case total, responseRate, meanResponsiveness
        case schoolCount = "bySchool"
    }

    /// Creates a section with the given figures.
    public init(total: Int, responseRate: Double, meanResponsiveness: Double?, schoolCount: Int) {
        self.total = total
        self.responseRate = responseRate
        self.meanResponsiveness = meanResponsiveness
        self.schoolCount = schoolCount
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("total", value?.total)
        writer.member("responseRate", value?.responseRate)
        writer.member("meanResponsiveness", value?.meanResponsiveness)
        writer.member("bySchool", value?.schoolCount)
    }
}

/// The report section about interactions.
public struct InteractionReport: Hashable, Decodable, KeyedValue {
    /// The number of interactions.
    public var total: Int
    /// Interactions by type, with an empty text as a type of its own; most first, then in name order.
    public var byType: [CategoryCount]
    /// Interactions by sentiment, those without one as `neutral`; most first, then in name order.
    public var bySentiment: [CategoryCount]

    /// Creates a section with the given figures.
    public init(total: Int, byType: [CategoryCount], bySentiment: [CategoryCount]) {
        self.total = total
        self.byType = byType
        self.bySentiment = bySentiment
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("total", value?.total)
        writer.list("byType", value?.byType)
        writer.list("bySentiment", value?.bySentiment)
    }
}

/// The report section about performance metrics.
public struct MetricReport: Hashable, Decodable, KeyedValue {
    /// The number of metrics, including those without a value.
    public var total: Int
    /// Metrics by type; most first, then in name order.
    public var byType: [CategoryCount]
    /// Summaries of the types that have values; most values first, then in name order.
    public var summaries: [MetricSummary]

    /// Creates a section with the given figures.
    public init(total: Int, byType: [CategoryCount], summaries: [MetricSummary]) {
        self.total = total
        self.byType = byType
        self.summaries = summaries
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("total", value?.total)
        writer.list("byType", value?.byType)
        writer.list("summaries", value?.summaries)
    }
}

/// A summary of the values of one type of metric, without conversion of units.
public struct MetricSummary: Decodable, JSONEquatable {
    /// The type, as stored in the database.
    public var type: String
    /// The number of values; a metric without a value does not count.
    public var count: Int
    /// Their mean.
    public var mean: Double
    /// The largest of them.
    public var max: Double
    /// The smallest of them.
    public var min: Double

    /// Creates a summary with the given figures.
    public init(type: String, count: Int, mean: Double, max: Double, min: Double) {
        self.type = type
        self.count = count
        self.mean = mean
        self.max = max
        self.min = min
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("type", value?.type)
        writer.member("count", value?.count)
        writer.member("mean", value?.mean)
        writer.member("max", value?.max)
        writer.member("min", value?.min)
    }
}

/// A note for the reader of a report.
public struct ReportWarning: Hashable, Decodable, KeyedValue {
    /// The table concerned; nil if the warning is about the report as a whole.
    public var table: String?
    /// The text of the warning.
    public var reason: String

    /// Creates a warning.
    public init(table: String?, reason: String) {
        self.table = table
        self.reason = reason
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("table", value?.table)
        writer.member("reason", value?.reason)
    }
}
