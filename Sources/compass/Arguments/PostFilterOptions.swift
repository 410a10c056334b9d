import ArgumentParser
import CompassKernel
import CompassProgram

/// The filters of all pages of posts.
struct PostFilterOptions: ParsableArguments {
    /// The kinds of posts to filter by.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case flagged
        case recruiting
    }

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
    var kind: Kind?

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

    func validate() throws {
        for (isGiven, name) in [(ignoreAccents, "--ignore-accents"), (allWords, "--all-words")]
        where isGiven && search == nil {
            throw ValidationError("'\(name)' is accepted only with '--search'.")
        }
        try NamedIDArgument.requireText(schools, .school)
        try NamedIDArgument.requireText(coaches, .coach)
        if let from, let to, from > to {
            throw ValidationError("'--from' (\(from)) must not be after '--to' (\(to)).")
        }
    }

    /// The search; nil when every post matches.
    var query: SearchQuery? {
        guard let search else { return nil }
        var options: SearchQuery.Options = []
        if ignoreAccents { options.insert(.ignoringAccents) }
        if allWords { options.insert(.allWords) }
        let query = SearchQuery(search, options: options)
        return query.matchesAll ? nil : query
    }

    /// Whether posts are filtered by days.
    var hasDates: Bool { from != nil || to != nil }

    /// The days in words, such as "Feb 1 to Feb 28, 2026"; nil when all days are included.
    var datesDescription: String? {
        switch (from, to) {
        case (let from?, let to?):
            if from == to { return to.labelWithYear }
            return (from.year == to.year ? from.label : from.labelWithYear) + " to " + to.labelWithYear
        case (let from?, nil): return "from \(from.labelWithYear)"
        case (nil, let to?): return "up to \(to.labelWithYear)"
        case (nil, nil): return nil
        }
    }

    /// Returns the filter and its description, for the schools and coaches of the tables.
    ///
    /// - Throws: ``Failure`` when there is no such school or coach.
    func resolved(for posts: SocialPosts) throws(Failure) -> ResolvedPostFilter {
        let schools = try Self.chosen(.school, by: self.schools, among: { posts.knownSchools })
        let coaches = try Self.chosen(.coach, by: self.coaches, among: { posts.knownCoaches })
        return ResolvedPostFilter(
            filter: filter(schools: schools.ids, coaches: coaches.ids),
            description: description(schools: schools.names, coaches: coaches.names))
    }

    private static func chosen(
        _ kind: NamedIDArgument.Kind, by texts: [String], among known: () -> [NamedID]
    ) throws(Failure) -> (ids: [String], names: [String]) {
        if texts.isEmpty { return ([], []) }
        return try NamedIDArgument(kind: kind, known: known()).chosen(by: texts)
    }

    private func filter(schools: [String], coaches: [String]) -> PostFilter {
        var filter = PostFilter.dates(from: from, to: to)
        if let platform { filter = filter && .platform(platform) }
        if !schools.isEmpty { filter = filter && .schools(schools) }
        if !coaches.isEmpty { filter = filter && .coaches(coaches) }
        if !sentiments.isEmpty { filter = filter && .sentiment(Set(sentiments)) }
        switch kind {
        case .flagged: filter = filter && .flagged
        case .recruiting: filter = filter && .recruiting
        case nil: break
        }
        if let query { filter = filter && .search(query) }
        return filter
    }

    /// Returns the filters in words, without the dates; empty when there are none.
    private func description(schools: [String], coaches: [String]) -> String {
        var parts: [String] = []
        if let platform { parts.append("platform \(platform.rawValue)") }
        if !schools.isEmpty { parts.append("school " + schools.joined(separator: " or ")) }
        if !coaches.isEmpty { parts.append("coach " + coaches.joined(separator: " or ")) }
        if !sentiments.isEmpty {
            parts.append("sentiment " + sentiments.map(\.rawValue).joined(separator: " or "))
        }
        if let kind { parts.append(kind.rawValue) }
        if let query {
            let words = allWords ? "with all words of" : "with"
            parts.append("\(words) \"\(query.text)\"" + (ignoreAccents ? " in any accents" : ""))
        }
        return parts.joined(separator: ", ")
    }
}

/// The filters of a page of posts, with the ids of schools and coaches.
struct ResolvedPostFilter {
    let filter: PostFilter
    /// The filters in words, without the dates; empty when there are none.
    let description: String
}

extension Platform: ExpressibleByArgument {}
extension Sentiment: ExpressibleByArgument {}
