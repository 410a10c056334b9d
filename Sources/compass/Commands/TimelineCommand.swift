import ArgumentParser
import CompassKernel

/// `compass timeline`: the Recruiting Timeline page.
struct TimelineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline", abstract: "Show the Recruiting Timeline page.",
        discussion: """
            Needs the tables events, interactions, offers and school_status_history; schools, where it is there, \
            gives schools their names. All lanes are answered unless a page of them is asked for. '--format svg' \
            prints one sheet of paper, landscape.
            """)

    @Argument(help: "A data directory.")
    var directory: String

    @Option(help: "Months back from now, or all; always two months ahead.")
    var range = TimelineRange.sixMonths

    @Option(
        parsing: .unconditional, help: "Answer this page of lanes, from 1.",
        transform: { try ArgumentReading.number($0, in: 1...Int.max) })
    var lanesPage: Int?

    @Option(
        parsing: .unconditional, help: "Lanes on a page. (default: 20 where a page is asked for)",
        transform: { try ArgumentReading.number($0, in: 1...Int.max) })
    var lanesPerPage: Int?

    @Option(
        parsing: .unconditional,
        help: "The least width of bars and dots, in percent of the range. (default: 2)",
        transform: ArgumentReading.percentage)
    var minWidth = 2.0

    @Flag(help: "Print to standard error what reading and asking cost.")
    var timing = false

    @OptionGroup(title: "Filters") var filters: TimelineFilterOptions
    @OptionGroup(title: "Answer") var moment: MomentOptions
    @OptionGroup(title: "Answer") var output: TimelineOutputOptions
    @OptionGroup(title: "Reading") var threading: ThreadOptions

    func validate() throws { try ArgumentReading.requirePath(directory) }

    func run() throws {
        let now = moment.resolvedNow()
        let zone = try moment.resolvedZone()
        let tables = try LoadedTimeline.load(directory: directory, threads: threading.resolvedThreads)
        let ask = {
            tables.timeline.page(
                range, where: filters.filter, asOf: now, in: zone, minimumWidth: minWidth, lanes: lanes)
        }
        let page = ask()

        var answer = StandardOutput()
        switch output.format {
        case .json:
            answer.append(page.json(layout: output.jsonLayout))
            answer.appendLine()
        case .csv: answer.append(page.csv(byteOrderMark: output.byteOrderMark))
        case .svg:
            answer.append(
                page.svg(
                    paper: output.paper ?? .a4, subtitle: subtitle(now: now, zone, tables.schools),
                    types: filters.types))
        case .text:
            let text = TimelineText(
                page: page, now: now, zone: zone, filters: filters.sentence(with: tables.schools),
                types: filters.types)
            answer.append(text.render(output.style))
        }
        try answer.flush(toFile: output.output)
        tables.printNotes(for: page)
        if timing {
            tables.loadings.printTiming(
                query: QueryTiming.measure(ask), threads: threading.resolvedThreads)
        }
    }

    private var lanes: TimelineLanes {
        if lanesPage == nil, lanesPerPage == nil { return .all }
        return .page(lanesPage ?? 1, size: lanesPerPage ?? TimelineLanes.defaultPageSize)
    }

    /// The line below the heading of a print.
    private func subtitle(now: Timestamp, _ zone: ZoneOffsets, _ schools: SchoolDirectory) -> String {
        let filters = filters.sentence(with: schools)
        let first = filters.isEmpty ? "Visual overview of your recruiting journey" : filters
        return [first, "asked at " + zone.clockText(at: now), zone.identifier].joined(separator: " · ")
    }
}

extension TimelineRange: ExpressibleByArgument {}
extension PaperSize: ExpressibleByArgument {}
