import ArgumentParser
import CompassFiles
import CompassKernel
import CompassProgram

/// `compass feed`: the Social Media Monitoring page.
struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Show the Social Media Monitoring page.",
        discussion: """
            Requires the table social_media_posts. The tables schools and coaches are optional: they have the names. Posts \
            are listed newest first, and a page ends with the cursor of the next page. CSV has all posts that match, \
            unless '--page-size' or '--after' selects a page. Search results are highlighted on a terminal with \
            colors.

            Examples:
              compass feed data --platform twitter --type recruiting
              compass feed data --search camp --ignore-accents
              compass feed data --from 2026-02-01 --format csv > posts.csv
            """)

    @Argument(help: TablesArgument.helpWithStandardInput, completion: TablesArgument.completion)
    var directory: String

    @Option(
        parsing: .unconditional, help: "The maximum number of posts on a page. (default: 50; in CSV all)",
        transform: { try ArgumentReading.number($0, in: 1...Int.max) })
    var pageSize: Int?

    @Option(parsing: .unconditional, help: "Continue after this cursor, the nextCursor of the previous page.")
    var after: String?

    @Flag(help: "Also count posts for each filter, under all other filters.")
    var linked = false

    @Option(
        parsing: .unconditional,
        help: """
            Days of the activity chart: a number, or all since the first post; requires '--linked'. (default: 30)
            """,
        completion: .days,
        transform: ArgumentReading.activityDays)
    var days: ChartDays?

    @Flag(help: "Print load and query times to standard error.")
    var timing = false

    @OptionGroup(title: "Filters") var filters: PostFilterOptions
    @OptionGroup(title: "Output") var answer: AnswerOptions
    @OptionGroup(title: "Output") var listing: ListingOptions
    @OptionGroup(title: "Reading") var loading: LoadingOptions
    @OptionGroup(title: "Reading") var caching: CacheOptions

    func validate() throws {
        try ArgumentReading.requirePath(directory)
        try loading.requireStandardInput(directory)
        if days != nil, !linked { throw ValidationError("'--days' is accepted only with '--linked'.") }
        if let section = try answer.output.csv.section(of: FeedPage.CSVSection.self), section.isLinked,
            !linked
        {
            throw ValidationError("'--section \(section.rawValue)' is accepted only with '--linked'.")
        }
    }

    func run() throws {
        let zone = try answer.moment.resolvedZone()
        let now = answer.moment.resolvedNow(in: zone)
        let cursor = try resolvedCursor()
        let tables = try SocialTables.load(directory: directory, loading, cache: caching.tableCache)
        let filter = try filters.resolved(for: tables.social)
        let pageSize = pageSize ?? FeedPage.defaultPageSize
        let ask = { () -> (page: FeedPage, counts: LinkedCounts?) in
            guard linked else {
                let page = tables.social.feedPage(
                    where: filter.filter, asOf: now, in: zone, pageSize: pageSize, after: cursor)
                return (page, nil)
            }
            let feed = tables.social.linkedFeedPage(
                where: filter.filter, asOf: now, in: zone, pageSize: pageSize, after: cursor,
                days: days ?? .last(30))
            return (feed.page, feed.counts)
        }
        let ((page, counts), firstNanos) = QueryTiming.first(ask)
        let hint = EmptyRangeHint(
            of: tables.social, range: .all, from: filters.from, to: filters.to, asOf: now, in: zone)

        let csv = answer.output.csv
        let section = try csv.section(of: FeedPage.CSVSection.self)
        var export: OutputStream?
        var output = StandardOutput()
        switch answer.output.format {
        case .json:
            let layout = answer.output.jsonLayout
            output.append(
                counts.map { LinkedFeedPage(page: page, counts: $0).json(layout: layout) }
                    ?? page.json(layout: layout))
            output.appendLine()
        case .csv where self.pageSize == nil && cursor == nil:
            export = try OutputStream.written(to: answer.output.target) { stream throws(Failure) in
                try tables.social.writeFeedCSV(
                    where: filter.filter, asOf: now, in: zone, linked: counts,
                    byteOrderMark: csv.byteOrderMark, section: section, escapesFormulas: !csv.raw
                ) { bytes throws(Failure) in
                    try stream.write(bytes)
                }
            }
        case .csv:
            output.append(
                csv: page.csv(
                    byteOrderMark: csv.byteOrderMark, section: section, escapesFormulas: !csv.raw,
                    linked: counts),
                for: answer.output.target)
        case .text:
            let text = FeedText(
                page: page, linked: counts, now: now, zone: zone,
                filters: filter.description, dates: filters.query.datesDescription, hint: hint?.sentence,
                showsIDs: listing.ids, isContinued: cursor != nil)
            output.append(text.render(answer.output.style))
        }
        if export == nil { try output.flush(to: answer.output.target) }
        hint?.print()
        tables.loadings.printNotes()
        if timing {
            export?.printTiming()
            tables.loadings.printTiming(
                preparation: tables.preparation, query: .repeating(ask, firstNanos: firstNanos),
                threads: loading.resolvedThreads)
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
