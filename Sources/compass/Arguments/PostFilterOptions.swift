import ArgumentParser
import CompassKernel
import CompassProgram

/// The filters of all pages of posts.
struct PostFilterOptions: ParsableArguments {
    @Option(help: "Only posts on this platform.")
    var platform: Platform?

    @Option(
        name: .customLong("school"), parsing: .unconditionalSingleValue,
        help: "Only posts of the school with this id or name; repeatable.")
    var schools: [String] = []

    @Option(
        name: .customLong("coach"), parsing: .unconditionalSingleValue,
        help: "Only posts of the coach with this id or name; repeatable.")
    var coaches: [String] = []

    @Option(name: .customLong("sentiment"), help: "Only posts with this sentiment; repeatable.")
    var sentiments: [Sentiment] = []

    @Option(name: .customLong("type"), help: "Only posts of this type.")
    var kind: PostQuery.Kind?

    @Option(
        parsing: .unconditional, help: "Only posts from this day on, YYYY-MM-DD in the zone.",
        transform: ArgumentReading.date)
    var from: CivilDate?

    @Option(
        parsing: .unconditional, help: "Only posts up to this day, included.",
        transform: ArgumentReading.date)
    var to: CivilDate?

    @Option(
        parsing: .unconditional,
        help: "Only posts whose content, author's name or handle contains this text.",
        transform: ArgumentReading.searchText)
    var search: String?

    @Flag(help: "Ignore accents in the search; requires '--search'.")
    var ignoreAccents = false

    @Flag(help: "Search for all words of the text, in any order; requires '--search'.")
    var allWords = false

    func validate() throws { try query.validate(.commandLine) }

    /// The filters, which other programs have, too.
    var query: PostQuery {
        var query = PostQuery()
        query.platform = platform
        query.schools = schools
        query.coaches = coaches
        query.sentiments = sentiments
        query.kind = kind
        query.from = from
        query.to = to
        query.search = search
        query.ignoresAccents = ignoreAccents
        query.searchesAllWords = allWords
        return query
    }

    /// Returns the filter and its description, for the schools and coaches of the tables.
    ///
    /// - Throws: ``Failure`` when there is no such school or coach.
    func resolved(for posts: SocialPosts) throws(Failure) -> ResolvedPostFilter {
        try query.resolved(for: posts, .commandLine)
    }
}

extension PostQuery.Kind: ExpressibleByArgument {}
extension Platform: ExpressibleByArgument {}
extension Sentiment: ExpressibleByArgument {}
