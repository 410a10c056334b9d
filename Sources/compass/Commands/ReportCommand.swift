import ArgumentParser
import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// `compass report`: the Reports page.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Show the Reports page, or export it as CSV.",
        discussion: """
            Reads schools, coaches, interactions and performance_metrics. A table that is missing or malformed is \
            reported, and its section is empty. All schools and coaches count, whatever the period.

            Examples:
              compass report data --now 2026-03-01 --preset 90d --compare
              compass report data --from 2026-01-01 --to 2026-01-31
              compass report data --preset 1y --format csv > report.csv
            """)

    @Argument(help: TablesArgument.help, completion: TablesArgument.completion)
    var directory: String

    @Option(
        parsing: .unconditional,
        help: "A period that ends today: 7d, 30d, 90d, 6m, ytd or 1y. (default: 30d)",
        completion: .list(ReportPreset.allCases.map(\.rawValue)),
        transform: ArgumentReading.preset)
    var preset: ReportPreset?

    @Option(
        parsing: .unconditional,
        help: "The first day of the period, YYYY-MM-DD in the zone; requires '--to'.",
        transform: ArgumentReading.date)
    var from: CivilDate?

    @Option(
        parsing: .unconditional, help: "The last day of the period, included; requires '--from'.",
        transform: ArgumentReading.date)
    var to: CivilDate?

    @Flag(help: "Compare with the previous period of equal length.")
    var compare = false

    @Flag(help: "Print load and query times to standard error.")
    var timing = false

    @OptionGroup(title: "Output") var answer: AnswerOptions
    @OptionGroup(title: "Output") var listing: ListingOptions
    @OptionGroup(title: "Reading") var threading: ThreadOptions
    @OptionGroup(title: "Reading") var caching: CacheOptions

    func validate() throws {
        try ArgumentReading.requirePath(directory)
        let section = try answer.output.csv.section(of: ReportPage.CSVSection.self)
        if let section, section.isOfPreviousPeriod, !compare {
            throw ValidationError("'--section \(section.rawValue)' is accepted only with '--compare'.")
        }
        try query.validate(.commandLine)
    }

    func run() throws {
        let zone = try answer.moment.resolvedZone()
        let now = answer.moment.resolvedNow(in: zone)
        let tables = try ReportSources.load(
            directory: directory, threads: threading.resolvedThreads, cache: caching.tableCache)
        let period = query.period(asOf: now, in: zone)
        let ask = { tables.report.page(period, asOf: now, in: zone, comparison: compare) }
        let (report, firstNanos) = QueryTiming.first(ask)
        let hint = EmptyRangeHint(
            of: tables, period: period, preset: query.usedPreset, isPresetChosen: preset != nil, asOf: now,
            in: zone
        )

        var output = StandardOutput()
        switch answer.output.format {
        case .json:
            output.append(report.json(layout: answer.output.jsonLayout))
            output.appendLine()
        case .csv:
            let csv = answer.output.csv
            output.append(
                csv: report.csv(
                    byteOrderMark: csv.byteOrderMark,
                    section: try csv.section(of: ReportPage.CSVSection.self),
                    escapesFormulas: !csv.raw),
                for: answer.output.target)
        case .text:
            let text = ReportText(
                report: report, preset: query.usedPreset, now: now, zone: zone, hint: hint?.sentence)
            output.append(text.render(answer.output.style))
        }
        try output.flush(to: answer.output.target)
        tables.failures.printWarnings()
        hint?.print()
        tables.loadings.printNotes(includesValues: true)
        if timing {
            tables.loadings.printTiming(
                query: .repeating(ask, firstNanos: firstNanos), threads: threading.resolvedThreads)
        }
    }

    private var query: ReportPeriodQuery { ReportPeriodQuery(preset: preset, from: from, to: to) }
}

/// The tables of the report, with their loading costs.
struct ReportSources {
    /// The tables of the page, in reading order.
    static let tables: [SynthesisTable] = [.schools, .coaches, .interactions, .performanceMetrics]

    let report: Reports
    /// The interactions; nil when the table is missing or could not be read, as below.
    let interactions: InteractionTable?
    let metrics: MetricTable?
    /// The tables that are missing or could not be read.
    let failures: [SourceFailure]
    let loadings: [TableLoading]

    /// - Parameter directory: a data directory or a table file.
    static func load(
        directory: String, threads: Int, cache: TableCache? = nil
    ) throws(Failure) -> ReportSources {
        var tables = try PartialTables(directory, threads: threads, cache: cache)
        let schools = try tables.loadSchools(isRequired: true)
        let coaches = try tables.load(CoachTable.self, .coaches)
        let interactions = try tables.load(InteractionTable.self, .interactions)
        let metrics = try tables.load(MetricTable.self, .performanceMetrics)
        try tables.requireAny(of: Self.tables)
        return ReportSources(
            report: Reports(
                schools: schools, coaches: coaches, interactions: interactions, metrics: metrics,
                failures: tables.failures),
            interactions: interactions, metrics: metrics, failures: tables.failures,
            loadings: tables.loadings)
    }
}
