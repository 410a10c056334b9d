import ArgumentParser
import CompassKernel

/// The filters of all pages of posts, as someone has chosen them.
package struct PostQuery {
    /// The kinds of posts to filter by.
    package enum Kind: String, CaseIterable, Sendable {
        case flagged
        case recruiting
    }

    package var platform: Platform?
    /// Ids or names.
    package var schools: [String] = []
    /// Ids or names.
    package var coaches: [String] = []
    package var sentiments: [Sentiment] = []
    package var kind: Kind?
    package var from: CivilDate?
    package var to: CivilDate?
    package var search: String?
    package var ignoresAccents = false
    package var searchesAllWords = false

    package init() {}

    /// - Throws: an error for options that do not fit together.
    package func validate(_ spelling: OptionSpelling) throws(ValidationError) {
        for (isGiven, name) in [(ignoresAccents, "ignore-accents"), (searchesAllWords, "all-words")]
        where isGiven && search == nil {
            throw ValidationError("\(spelling(name)) is accepted only with \(spelling("search")).")
        }
        try NamedIDArgument.requireText(schools, .school, spelling)
        try NamedIDArgument.requireText(coaches, .coach, spelling)
        if let from, let to, from > to {
            throw ValidationError(
                "\(spelling("from")) (\(from)) must not be after \(spelling("to")) (\(to)).")
        }
    }

    /// The search; nil when every post matches.
    package var searchQuery: SearchQuery? {
        guard let search else { return nil }
        var options: SearchQuery.Options = []
        if ignoresAccents { options.insert(.ignoringAccents) }
        if searchesAllWords { options.insert(.allWords) }
        let query = SearchQuery(search, options: options)
        return query.matchesAll ? nil : query
    }

    /// Whether posts are filtered by days.
    package var hasDates: Bool { from != nil || to != nil }

    /// Returns the range of the Social Analytics page: the chosen one, by default that of the page, or all
    /// posts when days are chosen.
    package func analyticsRange(_ chosen: AnalyticsRange?) -> AnalyticsRange {
        chosen ?? (hasDates ? .all : .last(days: 30))
    }

    /// The days in words, such as "Feb 1 to Feb 28, 2026"; nil when all days are included.
    package var datesDescription: String? {
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
    package func resolved(
        for posts: SocialPosts, _ spelling: OptionSpelling
    ) throws(Failure) -> ResolvedPostFilter {
        try resolved(spelling, schools: { posts.knownSchools }, coaches: { posts.knownCoaches })
    }

    /// Returns the filter and its description.
    ///
    /// - Parameters:
    ///   - schools: the schools of the directory and of the posts, needed only to filter by them.
    ///   - coaches: likewise.
    /// - Throws: ``Failure`` when there is no such school or coach.
    package func resolved(
        _ spelling: OptionSpelling, schools: () -> [NamedID], coaches: () -> [NamedID]
    ) throws(Failure) -> ResolvedPostFilter {
        let schools = try Self.chosen(.school, by: self.schools, spelling, among: schools)
        let coaches = try Self.chosen(.coach, by: self.coaches, spelling, among: coaches)
        return ResolvedPostFilter(
            filter: filter(schools: schools.ids, coaches: coaches.ids),
            query: self, schools: schools.names, coaches: coaches.names)
    }

    private static func chosen(
        _ kind: NamedIDArgument.Kind, by texts: [String], _ spelling: OptionSpelling,
        among known: () -> [NamedID]
    ) throws(Failure) -> (ids: [String], names: [String]) {
        if texts.isEmpty { return ([], []) }
        return try NamedIDArgument(kind: kind, known: known(), spelling: spelling).chosen(by: texts)
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
        if let searchQuery { filter = filter && .search(searchQuery) }
        return filter
    }
}

/// The filters of a page of posts, with the ids of schools and coaches.
package struct ResolvedPostFilter {
    package let filter: PostFilter
    fileprivate let query: PostQuery
    /// The names of the chosen schools.
    fileprivate let schools: [String]
    fileprivate let coaches: [String]

    /// The filters in words, without the dates; empty when there are none.
    package var description: String {
        var parts: [String] = []
        if let platform = query.platform { parts.append("platform \(platform.rawValue)") }
        if !schools.isEmpty { parts.append("school " + schools.joined(separator: " or ")) }
        if !coaches.isEmpty { parts.append("coach " + coaches.joined(separator: " or ")) }
        if !query.sentiments.isEmpty {
            parts.append("sentiment " + query.sentiments.map(\.rawValue).joined(separator: " or "))
        }
        if let kind = query.kind { parts.append(kind.rawValue) }
        if let search = query.searchQuery {
            let words = query.searchesAllWords ? "with all words of" : "with"
            let accents = query.ignoresAccents ? " in any accents" : ""
            parts.append("\(words) \"\(search.text)\"" + accents)
        }
        return parts.joined(separator: ", ")
    }
}
