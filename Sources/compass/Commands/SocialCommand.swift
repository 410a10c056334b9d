import ArgumentParser
import CompassKernel

/// `compass social`: the Social Analytics page.
struct SocialCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "social", abstract: "Show the Social Analytics page.",
        discussion:
            "Needs the table social_media_posts; schools, where it is there, gives schools their names.")

    @Argument(
        help: "A data directory, or '-' for social_media_posts on standard input.", completion: .directory)
    var directory: String

    @Option(
        parsing: .unconditional,
        help: "7, 30, 90, another number of days, or all. (default: 30)", completion: .days,
        transform: ArgumentReading.range)
    var range = AnalyticsRange.last(days: 30)

    @Option(
        parsing: .unconditional, help: "How many schools to list. (default: 5)",
        transform: { try ArgumentReading.number($0, in: 0...Int.max) })
    var top = 5

    @Option(
        parsing: .unconditional, help: "How many recruiting posts to list. (default: 5)",
        transform: { try ArgumentReading.number($0, in: 0...Int.max) })
    var recent = 5

    @Option(
        parsing: .unconditional,
        help: """
            Days of the activity chart: a number, or all since the first post. (default: those of the range, \
            30 for all)
            """,
        completion: .days,
        transform: ArgumentReading.activityDays)
    var days = ActivityDays.sameAsRange

    @Flag(help: "Compare with the equally long period before.")
    var compare = false

    @Flag(help: "Count posts by weekday and hour, too.")
    var heatMap = false

    @Flag(help: "Print to standard error what reading and asking cost.")
    var timing = false

    @OptionGroup(title: "Filters") var filters: PostFilterOptions
    @OptionGroup(title: "Answer") var answer: AnswerOptions
    @OptionGroup(title: "Reading") var loading: LoadingOptions

    func validate() throws {
        try ArgumentReading.requirePath(directory)
        try loading.requireStandardInput(directory)
        let section = try answer.output.csv.section(of: SocialAnalyticsPage.CSVSection.self)
        if section == .heatMap, !heatMap {
            throw ValidationError("'--section heatMap' is accepted with '--heat-map' only.")
        }
        if section == .previous, !compare {
            throw ValidationError("'--section previous' is accepted with '--compare' only.")
        }
    }

    func run() throws {
        let now = answer.moment.resolvedNow()
        let zone = try answer.moment.resolvedZone()
        let tables = try SocialTables.load(directory: directory, loading)
        let ask = {
            tables.social.analytics(
                range, where: filters.filter, asOf: now, in: zone, topSchools: top, recentPosts: recent,
                activity: days, comparison: compare)
        }
        let page = ask()
        let hours =
            heatMap
            ? tables.social.heatMap(range, where: filters.filter, asOf: now, in: zone) : nil

        var output = StandardOutput()
        switch answer.output.format {
        case .json:
            output.append(page.json(layout: answer.output.jsonLayout, heatMap: hours))
            output.appendLine()
        case .csv:
            let csv = answer.output.csv
            output.append(
                csv: page.csv(
                    byteOrderMark: csv.byteOrderMark,
                    section: try csv.section(of: SocialAnalyticsPage.CSVSection.self),
                    escapesFormulas: !csv.raw, heatMap: hours),
                for: answer.output.target)
        case .text:
            let text = SocialText(
                page: page, heatMap: hours, now: now, zone: zone,
                filters: filters.description(with: tables.schools), isCompared: compare, topLimit: top,
                recentLimit: recent)
            output.append(text.render(.current(isFile: answer.output.target.isFile)))
        }
        try output.flush(to: answer.output.target)
        tables.loadings.printNotes()
        if timing {
            tables.loadings.printTiming(query: QueryTiming.measure(ask), threads: loading.resolvedThreads)
        }
    }
}
