import ArgumentParser
import CompassKernel
import CompassSynthesis

/// `compass report`: the Reports page.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Show the Reports page; '--format csv' is its export.",
        discussion: """
            Reads schools, coaches, interactions and performance_metrics; one that is missing or malformed leaves its \
            section empty, and a warning names it. Schools and coaches count whole, whatever the period.
            """)

    @Argument(help: "A data directory.")
    var directory: String

    @Option(
        parsing: .unconditional,
        help: "A period that ends today: 7d, 30d, 90d, 6m, ytd or 1y. (default: 30d)",
        transform: ArgumentReading.preset)
    var preset: ReportPreset?

    @Option(
        parsing: .unconditional,
        help: "The first day of the period, in the zone, YYYY-MM-DD; used with '--to'.",
        transform: ArgumentReading.date)
    var from: CivilDate?

    @Option(
        parsing: .unconditional, help: "The last day of the period, whole; used with '--from'.",
        transform: ArgumentReading.date)
    var to: CivilDate?

    @Flag(help: "Compare with the equally long period before.")
    var compare = false

    @Flag(help: "Print to standard error what reading and asking cost.")
    var timing = false

    @OptionGroup(title: "Answer") var answer: AnswerOptions
    @OptionGroup(title: "Reading") var threading: ThreadOptions

    func validate() throws {
        try ArgumentReading.requirePath(directory)
        if preset != nil, from != nil || to != nil {
            throw ValidationError("'--preset' is not accepted with '--from' and '--to'.")
        }
        guard (from == nil) == (to == nil) else {
            throw ValidationError("'--from' and '--to' are accepted together only.")
        }
        if let from, let to {
            do throws(ReportPeriodError) {
                _ = try ReportPeriod(from: from, to: to)
            } catch {
                throw ValidationError("\(error): '--from' is \(from), '--to' is \(to).")
            }
        }
    }

    func run() throws {
        let now = answer.moment.resolvedNow()
        let zone = try answer.moment.resolvedZone()
        let tables = try ReportSources.load(directory: directory, threads: threading.resolvedThreads)
        let period = try period(asOf: now, in: zone)
        let ask = { tables.report.report(period, in: zone, comparison: compare) }
        let report = ask()

        var output = StandardOutput()
        switch answer.output.format {
        case .json:
            output.append(report.json(layout: answer.output.jsonLayout))
            output.appendLine()
        case .csv: output.append(report.csv(byteOrderMark: answer.output.byteOrderMark))
        case .text:
            let text = ReportText(report: report, preset: usedPreset, now: now, zone: zone)
            output.append(text.render(answer.output.style))
        }
        try output.flush()
        tables.loadings.printNotes(includesValues: true)
        if timing {
            tables.loadings.printTiming(
                query: QueryTiming.measure(ask), threads: threading.resolvedThreads)
        }
    }

    /// The preset that was asked for, or the page's own; nil for a period of two dates.
    private var usedPreset: ReportPreset? { from == nil ? preset ?? .last30Days : nil }

    private func period(asOf now: Timestamp, in zone: ZoneOffsets) throws -> ReportPeriod {
        if let from, let to { return try ReportPeriod(from: from, to: to) }
        return (preset ?? .last30Days).period(asOf: now, in: zone)
    }
}

/// The tables of the report, loaded, with what loading them cost.
struct ReportSources {
    /// The tables of the page, in the order of their reading.
    static let tables: [SynthesisTable] = [.schools, .coaches, .interactions, .performanceMetrics]

    let report: ReportTables
    let loadings: [TableLoading]

    /// - Parameter directory: a data directory.
    static func load(directory: String, threads: Int) throws(Failure) -> ReportSources {
        var tables = try PartialTables(directory: directory, threads: threads)
        let schools = try tables.loadSchools(isNeeded: true)
        let coaches = try tables.load(CoachTable.self, .coaches)
        let interactions = try tables.load(InteractionTable.self, .interactions)
        let metrics = try tables.load(MetricTable.self, .performanceMetrics)
        return ReportSources(
            report: ReportTables(
                schools: schools, coaches: coaches, interactions: interactions, metrics: metrics,
                failures: tables.failures),
            loadings: tables.loadings)
    }
}
