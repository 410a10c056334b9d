import CompassBaseline
import CompassKernel

/// The same filter for kernel and baseline; conditions are added to both at once.
package struct FilterPair {
    package private(set) var kernel = PostFilter.all
    package private(set) var baseline = BaselineFilter()

    package init() {}

    package mutating func restrict(to platforms: Set<BaselinePlatform>) {
        kernel = kernel && .platforms(Set(platforms.map { $0 == .twitter ? .twitter : .instagram }))
        baseline.platforms = baseline.platforms?.intersection(platforms) ?? platforms
    }

    package mutating func restrict(to schools: [BaselineText]) {
        kernel = kernel && .schools(schools.map(\.string))
        baseline.schoolIDs = baseline.schoolIDs?.intersection(schools) ?? Set(schools)
    }

    package mutating func restrict(toCoaches coaches: [BaselineText]) {
        kernel = kernel && .coaches(coaches.map(\.string))
        baseline.coachIDs = baseline.coachIDs?.intersection(coaches) ?? Set(coaches)
    }

    package mutating func restrict(to sentiments: Set<BaselineSentiment>) {
        kernel =
            kernel
            && .sentiment(Set(sentiments.compactMap { CompassKernel.Sentiment(rawValue: $0.rawValue) }))
        baseline.sentiments = baseline.sentiments?.intersection(sentiments) ?? sentiments
    }

    package mutating func restrict(recruiting: Bool) {
        kernel = kernel && .recruiting(recruiting)
        // No post meets both conditions: an empty set of platforms matches none.
        if baseline.recruiting == !recruiting { baseline.platforms = [] }
        baseline.recruiting = recruiting
    }

    package mutating func restrict(flagged: Bool) {
        kernel = kernel && .flagged(flagged)
        if baseline.flagged == !flagged { baseline.platforms = [] }
        baseline.flagged = flagged
    }

    package mutating func restrict(search: BaselineText, ignoresAccents: Bool = false, allWords: Bool = false)
    {
        var options: SearchQuery.Options = []
        if ignoresAccents { options.insert(.ignoringAccents) }
        if allWords { options.insert(.allWords) }
        kernel = kernel && .search(search.string, options: options)
        baseline.searches.append(
            BaselineSearch(search, ignoresAccents: ignoresAccents, findsAllWords: allWords))
    }

    /// Days since 1970-01-01, both ends included.
    package mutating func restrict(from: Int?, to: Int?) {
        kernel =
            kernel
            && .dates(
                from: from.map { CivilDate(daysSinceEpoch: Int32($0)) },
                to: to.map { CivilDate(daysSinceEpoch: Int32($0)) })
        baseline.from = [baseline.from, from.map { BaselineDay(daysSinceEpoch: $0) }].compactMap { $0 }.max()
        baseline.to = [baseline.to, to.map { BaselineDay(daysSinceEpoch: $0) }].compactMap { $0 }.min()
    }
}
