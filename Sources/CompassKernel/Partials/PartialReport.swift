/// The counts of a report.
struct PartialReport: PartialContents {
    struct Query: PartialQuery {
        let period: ReportPeriod
        /// When the report is made, if it tells that.
        let now: ZonedTimestamp?
        let zoneHash: UInt64
        let comparison: Bool
    }

    let query: Query
    /// The tables that could not be read in a shard.
    private(set) var failures = PartialFailures()
    private(set) var schoolCount = 0
    private(set) var statuses = PartialCategories()
    private(set) var divisions = PartialCategories()
    private(set) var coachCount = 0
    /// The ids of the schools that have a coach, ascending.
    private(set) var coachedSchools: [PartialText] = []
    private(set) var scores = ValueSummary()
    /// The counts of the period, and of the one before if that is requested.
    private(set) var periods: [Period]

    init(of query: Query) {
        self.query = query
        periods = Array(repeating: Period(), count: query.comparison ? 2 : 1)
    }

    init(
        _ query: Query, failures: PartialFailures, schools: SchoolDirectory, coaches: CoachTable,
        periods: [Period]
    ) {
        self.query = query
        self.failures = failures
        schoolCount = schools.count
        statuses = CodeTally(schools.statuses).countingAllRows().partialCategories()
        divisions = CodeTally(schools.divisions).countingAllRows().partialCategories()
        coachCount = coaches.count
        coachedSchools = CodeTally(coaches.schools).countingAllRows().partialCategories().counts.rows.map(
            \.key)
        scores = ValueSummary.summary(of: coaches.responsivenessScores)
        self.periods = periods
    }

    /// The interactions and metrics of a period.
    struct Period: Hashable, Sendable {
        var types = PartialCategories()
        var sentiments = PartialCategories()
        var inboundCount = 0
        var metricTypes = PartialCategories()
        /// By type, ascending.
        var values: [Values] = []
    }

    /// The values of a type of metric, at least one.
    struct Values: Hashable, Sendable {
        let type: PartialText
        var summary: ValueSummary
    }

    mutating func merge(_ other: PartialReport) throws(PartialAnswerError) {
        failures.merge(other.failures)
        try schoolCount.addCount(other.schoolCount)
        try statuses.merge(other.statuses)
        try divisions.merge(other.divisions)
        try coachCount.addCount(other.coachCount)
        coachedSchools = try coachedSchools.merging(other.coachedSchools, by: <) {
            (_, _) throws(PartialAnswerError) in
        }
        guard scores.add(other.scores), scores.count <= PartialReader.maximumCount else { throw .tooLarge }
        for index in periods.indices where index < other.periods.count {
            try periods[index].merge(other.periods[index])
        }
    }
}

/// The numbers of rows with each text of a column.
struct PartialCategories: Hashable, Sendable {
    var counts = PartialCounts()
    /// The number of rows without a text.
    var nullCount = 0

    /// The number of rows.
    var total: Int { counts.total &+ nullCount }

    mutating func merge(_ other: PartialCategories) throws(PartialAnswerError) {
        try counts.merge(other.counts)
        try nullCount.addCount(other.nullCount)
        guard total <= PartialReader.maximumCount else { throw .tooLarge }
    }

    func write(to writer: inout PartialWriter) {
        writer.counts(counts)
        writer.count(nullCount)
    }

    init() {}

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        counts = try reader.counts()
        nullCount = try reader.count()
        var total = nullCount
        for row in counts.rows {
            guard row.count > 0 else { throw reader.damaged("a text without rows") }
            try total.addCount(row.count)
        }
    }

    /// Returns the categories, most frequent first, then in name order.
    ///
    /// - Parameters:
    ///   - nullText: the text under which to count rows without a text; nil to leave them out.
    ///   - leavesOutEmpty: whether to leave out the empty text as well.
    func categories(nullAs nullText: String? = nil, leavesOutEmpty: Bool = false) -> [CategoryCount] {
        var counts = counts
        if let nullText, nullCount > 0 {
            let null = PartialCounts([(nullText, nullCount)])
            // The sum is no larger than the total.
            try? counts.merge(null)
        }
        return counts.rows.compactMap { row in
            let name = row.key.string
            return leavesOutEmpty && name.isEmpty ? nil : CategoryCount(name: name, count: row.count)
        }.sorted { NameOrder.precedesByFrequency(($0.name, $0.count), ($1.name, $1.count)) }
    }
}

extension PartialReport.Period {
    mutating func merge(_ other: Self) throws(PartialAnswerError) {
        try types.merge(other.types)
        try sentiments.merge(other.sentiments)
        try inboundCount.addCount(other.inboundCount)
        try metricTypes.merge(other.metricTypes)
        values = try values.merging(other.values, by: { $0.type < $1.type }) {
            (values: inout PartialReport.Values, other: PartialReport.Values) throws(PartialAnswerError) in
            guard values.summary.add(other.summary), values.summary.count <= PartialReader.maximumCount else {
                throw .tooLarge
            }
        }
    }

    func write(to writer: inout PartialWriter) {
        types.write(to: &writer)
        sentiments.write(to: &writer)
        writer.count(inboundCount)
        metricTypes.write(to: &writer)
        writer.list(values) { writer, values in
            writer.text(values.type)
            writer.summary(values.summary)
        }
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        types = try PartialCategories(from: &reader)
        sentiments = try PartialCategories(from: &reader)
        inboundCount = try reader.count()
        metricTypes = try PartialCategories(from: &reader)
        values = try reader.list { (reader) throws(PartialAnswerError) in
            let type = try reader.text()
            let summary = try reader.summary()
            guard summary.count > 0 else { throw reader.damaged("a type without values") }
            return PartialReport.Values(type: type, summary: summary)
        }
        guard values.isAscending(by: { $0.type < $1.type }) else {
            throw reader.damaged("types that are not in order")
        }
    }
}

extension PartialWriter {
    /// Writes the count; if it is not 0, also the least and the largest value, and the sum: the number of its
    /// digits, twice, plus one if it is negative, then place and value of each.
    mutating func summary(_ summary: ValueSummary) {
        count(summary.count)
        if summary.count == 0 { return }
        word(summary.minimum.bitPattern)
        word(summary.maximum.bitPattern)
        count(summary.sum.digits.count << 1 | (summary.sum.isNegative ? 1 : 0))
        for digit in summary.sum.digits {
            byte(UInt8(truncatingIfNeeded: digit.place))
            halfWord(digit.value)
        }
    }
}

extension PartialReader {
    mutating func summary() throws(PartialAnswerError) -> ValueSummary {
        let count = try count()
        if count == 0 { return ValueSummary() }
        let (minimum, maximum) = (Double(bitPattern: try word()), Double(bitPattern: try word()))
        let digitCount = try self.count()
        guard digitCount >> 1 <= ExactSumDigits.count else { throw damaged("a sum with too many digits") }
        var digits: [ExactSum.Digit] = []
        for _ in 0..<digitCount >> 1 {
            let place = Int(try byte())
            var value: UInt32 = 0
            for shift in 0..<4 { value |= UInt32(try byte()) << UInt32(8 * shift) }
            digits.append(ExactSum.Digit(place: place, value: value))
        }
        guard let sum = ExactSum(isNegative: digitCount & 1 == 1, digits: digits),
            let summary = ValueSummary(count: count, minimum: minimum, maximum: maximum, sum: sum)
        else { throw damaged("values that no column has") }
        return summary
    }
}

extension PartialReport {
    func write(to writer: inout PartialWriter) {
        failures.write(to: &writer)
        writer.count(schoolCount)
        statuses.write(to: &writer)
        divisions.write(to: &writer)
        writer.count(coachCount)
        writer.keys(coachedSchools)
        writer.summary(scores)
        for period in periods { period.write(to: &writer) }
    }

    init(of query: Query, from reader: inout PartialReader) throws(PartialAnswerError) {
        self.init(of: query)
        failures = try PartialFailures(from: &reader)
        schoolCount = try reader.count()
        statuses = try PartialCategories(from: &reader)
        divisions = try PartialCategories(from: &reader)
        coachCount = try reader.count()
        coachedSchools = try reader.keys()
        scores = try reader.summary()
        for index in periods.indices { periods[index] = try Period(from: &reader) }
    }
}

extension PartialReport.Query {
    func difference(from other: Self) -> PartialAnswerDifference? {
        if zoneHash != other.zoneHash { return .zone }
        if now != other.now { return .now }
        return self == other ? nil : .options
    }

    func write(to writer: inout PartialWriter) {
        writer.day(period.from)
        writer.day(period.to)
        writer.optional(now) { $0.instant($1) }
        writer.word(zoneHash)
        writer.flag(comparison)
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        let (from, to) = (try reader.day(), try reader.day())
        guard let period = try? ReportPeriod(from: from, to: to) else {
            throw reader.damaged("a period that ends before it begins")
        }
        self.period = period
        now = try reader.optional { (reader) throws(PartialAnswerError) in try reader.instant() }
        zoneHash = try reader.word()
        comparison = try reader.flag()
    }
}

extension PartialAnswer {
    /// Returns the report of the rows of all shards.
    ///
    /// A table that could not be read in one of them is named in a warning, and its section is empty.
    ///
    /// - Throws: ``PartialAnswerError`` if this is a part of another page.
    /// - Complexity: O(c log c) for c different statuses, types and so on.
    public func reportPage() throws(PartialAnswerError) -> ReportPage {
        guard case .report(let contents) = content else { throw .otherQuery(.kind) }
        try checkRelease()
        return contents.page
    }
}

extension PartialReport {
    /// The report.
    fileprivate var page: ReportPage {
        let shown = withoutFailedTables
        let tables = [
            SchoolDirectory.schema.tableName, Coach.schema.table.tableName,
            Interaction.schema.table.tableName,
            PerformanceMetric.schema.table.tableName,
        ]
        let warnings = failures.ordered(by: tables).map { ReportWarning(table: $0.table, reason: $0.reason) }
        return ReportPage(
            generatedAt: query.now, period: query.period, sections: shown.sections(0),
            warnings: warnings + Reports.warnings(about: query.period),
            previous: query.comparison ? shown.sections(1) : nil)
    }

    /// The same counts, as if the tables that could not be read had no rows in any shard.
    private var withoutFailedTables: PartialReport {
        var shown = self
        if failures.contain(table: SchoolDirectory.schema.tableName) {
            shown.schoolCount = 0
            (shown.statuses, shown.divisions) = (PartialCategories(), PartialCategories())
        }
        if failures.contain(table: Coach.schema.table.tableName) {
            (shown.coachCount, shown.coachedSchools, shown.scores) = (0, [], ValueSummary())
        }
        for index in shown.periods.indices {
            if failures.contain(table: Interaction.schema.table.tableName) {
                shown.periods[index].types = PartialCategories()
                shown.periods[index].sentiments = PartialCategories()
                shown.periods[index].inboundCount = 0
            }
            if failures.contain(table: PerformanceMetric.schema.table.tableName) {
                shown.periods[index].metricTypes = PartialCategories()
                shown.periods[index].values = []
            }
        }
        return shown
    }

    private func sections(_ number: Int) -> ReportSections {
        let period = periods[number]
        let rate = coachCount == 0 ? 0 : Double(period.inboundCount) / Double(coachCount) * 100
        return ReportSections(
            schools: SchoolReport(
                total: schoolCount, byStatus: statuses.categories(leavesOutEmpty: true),
                byDivision: divisions.categories(leavesOutEmpty: true)),
            coaches: CoachReport(
                total: coachCount, responseRate: rate, meanResponsiveness: scores.mean,
                schoolCount: coachedSchools.count),
            interactions: InteractionReport(
                total: period.types.total, byType: period.types.categories(),
                bySentiment: period.sentiments.categories(nullAs: "neutral")),
            metrics: MetricReport(
                total: period.metricTypes.total, byType: period.metricTypes.categories(),
                summaries: MetricSummary.sorted(period.values.map { ($0.type.string, $0.summary) })))
    }
}
