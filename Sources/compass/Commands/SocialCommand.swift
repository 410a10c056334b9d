import ArgumentParser
import CompassFiles
import CompassKernel
import CompassProgram

/// `compass social`: the Social Analytics page.
struct SocialCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "social", abstract: "Show the Social Analytics page.",
        discussion: """
            Requires the table social_media_posts. The tables schools and coaches are optional: they have the names.

            '--from' and '--to' without '--range' select all posts of those days; with '--range', both apply.

            '--stream' takes several files of any size: *.ndjson and *.json (arrays), NDJSON compressed as *.gz or on \
            standard input (arrays of at most 64 MB), data directories and table files. The page is that of one table if \
            no id and no URL is there twice.

            Examples:
              compass social data --now 2026-03-01
              compass social data --from 2026-02-01 --to 2026-02-28
              compass social data --range all --school "Rice University" --format json
            """)

    @Argument(help: Self.pathsHelp, completion: TablesArgument.completion)
    var paths: [String]

    @Option(
        parsing: .unconditional,
        help: """
            7, 30, 90 or another number of days back from now, or all. (default: 30; all with '--from' or '--to')
            """,
        completion: .days, transform: ArgumentReading.range)
    var range: AnalyticsRange?

    @Option(
        parsing: .unconditional,
        help: "The maximum number of schools, and of coaches, in the lists. (default: 5)",
        transform: { try ArgumentReading.number($0, in: 0...Int.max) })
    var top = 5

    @Option(
        parsing: .unconditional, help: "The maximum number of recruiting posts in the list. (default: 5)",
        transform: { try ArgumentReading.number($0, in: 0...Int.max) })
    var recent = 5

    @Option(
        parsing: .unconditional,
        help: """
            Days of the activity chart: a number, or all since the first post. (default: the days of the range; \
            with '--range all' the chosen days, otherwise 30)
            """,
        completion: .days,
        transform: ArgumentReading.activityDays)
    var days = ChartDays.sameAsRange

    @Flag(help: "Compare with the previous period of equal length.")
    var compare = false

    @Flag(help: "Also count posts by weekday and hour.")
    var heatMap = false

    @Flag(help: "Print load and query times to standard error.")
    var timing = false

    @OptionGroup(title: "Large files") var streaming: StreamOptions
    @OptionGroup(title: "Filters") var filters: PostFilterOptions
    @OptionGroup(title: "Output") var answer: AnswerOptions
    @OptionGroup(title: "Output") var listing: ListingOptions
    @OptionGroup(title: "Reading") var loading: LoadingOptions
    @OptionGroup(title: "Reading") var caching: CacheOptions

    func validate() throws {
        for path in paths { try ArgumentReading.requirePath(path) }
        try streaming.validate(paths, ndjson: loading.ndjson, cache: caching.cache)
        if !streaming.stream { try loading.requireStandardInput(paths[0]) }
        let section = try answer.output.csv.section(of: SocialAnalyticsPage.CSVSection.self)
        if section == .heatMap, !heatMap {
            throw ValidationError("'--section heatMap' is accepted only with '--heat-map'.")
        }
        if section == .previous, !compare {
            throw ValidationError("'--section previous' is accepted only with '--compare'.")
        }
    }

    private static let pathsHelp = ArgumentHelp(
        "A data directory or a table file, or '-' for social_media_posts on standard input; with '--stream' several, and "
            + "files of posts.", valueName: TablesArgument.valueName)

    func run() throws {
        try streaming.requireOnePath(paths)
        let zone = try answer.moment.resolvedZone()
        let now = answer.moment.resolvedNow(in: zone)
        let range = filters.query.analyticsRange(self.range)
        if streaming.stream { return try runStream(range, now, zone) }
        let tables = try SocialTables.load(directory: paths[0], loading, cache: caching.tableCache)
        let filter = try filters.resolved(for: tables.social)
        let ask = {
            tables.social.analyticsPage(
                range, where: filter.filter, asOf: now, in: zone, topSchools: top, topCoaches: top,
                recentPosts: recent, days: days, comparison: compare, heatMap: heatMap)
        }
        let (page, firstNanos) = QueryTiming.first(ask)
        let hint = EmptyRangeHint(
            of: tables.social, range: range, from: filters.from, to: filters.to, asOf: now, in: zone)
        try write(page, filter, hint, now, zone)
        hint?.print()
        tables.loadings.printNotes()
        if timing {
            tables.loadings.printTiming(
                preparation: tables.preparation, query: .repeating(ask, firstNanos: firstNanos),
                threads: loading.resolvedThreads)
        }
    }

    /// Shows the page of files that are read in chunks.
    private func runStream(_ range: AnalyticsRange, _ now: Timestamp, _ zone: ZoneOffsets) throws {
        let start = OperatingSystem.monotonicNanos()
        let streamed = try StreamedSocial.read(
            paths, streaming, loading, filters.query,
            StreamedSocial.Parameters(
                range: range, now: now, zone: zone, top: top, recent: recent, days: days, compare: compare,
                heatMap: heatMap))
        let nanos = OperatingSystem.monotonicNanos() - start
        try write(streamed.page, streamed.filter, streamed.hint, now, zone)
        streamed.hint?.print()
        streamed.loadings.printNotes()
        if timing { streamed.printTiming(nanos: nanos, threads: loading.resolvedThreads) }
    }

    private func write(
        _ page: SocialAnalyticsPage, _ filter: ResolvedPostFilter, _ hint: EmptyRangeHint?,
        _ now: Timestamp, _ zone: ZoneOffsets
    ) throws {
        var output = StandardOutput()
        switch answer.output.format {
        case .json:
            output.append(page.json(layout: answer.output.jsonLayout))
            output.appendLine()
        case .csv:
            let csv = answer.output.csv
            output.append(
                csv: page.csv(
                    byteOrderMark: csv.byteOrderMark,
                    section: try csv.section(of: SocialAnalyticsPage.CSVSection.self),
                    escapesFormulas: !csv.raw),
                for: answer.output.target)
        case .text:
            let text = SocialText(
                page: page, now: now, zone: zone,
                filters: filter.description, dates: filters.query.datesDescription, hint: hint?.sentence,
                showsIDs: listing.ids, isCompared: compare, topLimit: top,
                recentLimit: recent)
            output.append(text.render(answer.output.style))
        }
        try output.flush(to: answer.output.target)
    }
}
