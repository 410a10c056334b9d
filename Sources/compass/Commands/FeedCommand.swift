import ArgumentParser
import CompassKernel

/// `compass feed`: the Social Media Monitoring page.
struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Show the Social Media Monitoring page.",
        discussion: """
            Needs the table social_media_posts; schools, where it is there, gives schools their names. Posts come \
            newest first; a page ends with the cursor that the next one takes. CSV holds all posts that match, unless \
            '--page-size' or '--after' asks for a page. What a search found is marked only in colours on a terminal.
            """)

    @Argument(help: "A data directory, or '-' for social_media_posts on standard input.")
    var directory: String

    @Option(
        parsing: .unconditional, help: "How many posts to list at most. (default: 50; all as CSV)",
        transform: { try ArgumentReading.number($0, in: 1...Int.max) })
    var pageSize: Int?

    @Option(parsing: .unconditional, help: "Begin behind this cursor, the nextCursor of the page before.")
    var after: String?

    @Flag(help: "Count posts for each filter under all other filters, too.")
    var linked = false

    @Option(
        parsing: .unconditional,
        help: """
            Days of the activity chart: a number, or all since the first post; used with '--linked'. (default: 30)
            """,
        transform: ArgumentReading.activityDays)
    var days: ActivityDays?

    @Flag(help: "Print to standard error what reading and asking cost.")
    var timing = false

    @OptionGroup(title: "Filters") var filters: PostFilterOptions
    @OptionGroup(title: "Answer") var answer: AnswerOptions
    @OptionGroup(title: "Reading") var loading: LoadingOptions

    func validate() throws {
        try ArgumentReading.requirePath(directory)
        try loading.requireStandardInput(directory)
        if days != nil, !linked { throw ValidationError("'--days' is accepted with '--linked' only.") }
    }

    func run() throws {
        let now = answer.moment.resolvedNow()
        let zone = try answer.moment.resolvedZone()
        let cursor = try resolvedCursor()
        let tables = try SocialTables.load(directory: directory, loading)
        let pageSize = pageSize ?? FeedPage.defaultPageSize
        let ask = { () -> (page: FeedPage, counts: LinkedCounts?) in
            guard linked else {
                let page = tables.social.feed(
                    where: filters.filter, asOf: now, in: zone, pageSize: pageSize, after: cursor)
                return (page, nil)
            }
            let feed = tables.social.linkedFeed(
                where: filters.filter, asOf: now, in: zone, pageSize: pageSize, after: cursor,
                days: days ?? .last(30))
            return (feed.page, feed.counts)
        }
        let (page, counts) = ask()

        var export: OutputStream?
        var output = StandardOutput()
        switch answer.output.format {
        case .json:
            let layout = answer.output.jsonLayout
            output.append(
                counts.map { LinkedFeed(page: page, counts: $0).json(layout: layout) }
                    ?? page.json(layout: layout))
            output.appendLine()
        case .csv where self.pageSize == nil && cursor == nil:
            export = try OutputStream.written { stream throws(Failure) in
                try tables.social.writeFeedPageCSV(
                    where: filters.filter, asOf: now, in: zone, linked: counts,
                    byteOrderMark: answer.output.byteOrderMark
                ) { bytes throws(Failure) in
                    try stream.write(bytes)
                }
            }
        case .csv:
            output.append(page.csv(byteOrderMark: answer.output.byteOrderMark, linked: counts))
        case .text:
            let text = FeedText(
                page: page, linked: counts, now: now, zone: zone,
                filters: filters.description(with: tables.schools), isContinued: cursor != nil)
            output.append(text.render(answer.output.style))
        }
        try output.flush()
        tables.loadings.printNotes()
        if timing {
            export?.printTiming()
            tables.loadings.printTiming(query: QueryTiming.measure(ask), threads: loading.resolvedThreads)
        }
    }

    private func resolvedCursor() throws(Failure) -> FeedCursor? {
        guard let after else { return nil }
        do throws(FeedCursorError) {
            return try FeedCursor(after)
        } catch {
            throw Failure(.malformedData, "--after: \(error)")
        }
    }
}
