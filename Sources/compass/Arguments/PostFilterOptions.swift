import ArgumentParser
import CompassKernel

/// The filters that all pages of posts take.
struct PostFilterOptions: ParsableArguments {
    /// The kinds of posts that can be asked for.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case flagged
        case recruiting
    }

    @Option(help: "Only posts of this platform.")
    var platform: Platform?

    @Option(
        name: .customLong("school"), parsing: .unconditionalSingleValue,
        help: "Only posts of the school with this id; repeatable.")
    var schools: [String] = []

    @Option(name: .customLong("sentiment"), help: "Only posts with this sentiment; repeatable.")
    var sentiments: [Sentiment] = []

    @Option(name: .customLong("type"), help: "Only posts of this kind.")
    var kind: Kind?

    @Option(
        parsing: .unconditional, help: "Only posts from this day of the zone on, YYYY-MM-DD.",
        transform: ArgumentReading.date)
    var from: CivilDate?

    @Option(
        parsing: .unconditional, help: "Only posts up to this day of the zone, whole.",
        transform: ArgumentReading.date)
    var to: CivilDate?

    @Option(
        parsing: .unconditional,
        help: "Only posts of which the content, the author's name or handle contains this text.",
        transform: ArgumentReading.searchText)
    var search: String?

    @Flag(help: "Search as if letters had no accents; used with '--search'.")
    var ignoreAccents = false

    @Flag(help: "Search for all words of the text, each anywhere; used with '--search'.")
    var allWords = false

    func validate() throws {
        for (isGiven, name) in [(ignoreAccents, "--ignore-accents"), (allWords, "--all-words")]
        where isGiven && search == nil {
            throw ValidationError("'\(name)' is accepted with '--search' only.")
        }
        if schools.contains("") { throw ValidationError("'--school' must not be empty: an id is accepted.") }
        if let from, let to, from > to {
            throw ValidationError("'--from' (\(from)) must not be after '--to' (\(to)).")
        }
    }

    /// What to search for; nil when every post matches.
    var query: SearchQuery? {
        guard let search else { return nil }
        var options: SearchQuery.Options = []
        if ignoreAccents { options.insert(.ignoringAccents) }
        if allWords { options.insert(.allWords) }
        let query = SearchQuery(search, options: options)
        return query.matchesAll ? nil : query
    }

    var filter: PostFilter {
        var filter = PostFilter.dates(from: from, to: to)
        if let platform { filter = filter && .platform(platform) }
        if !schools.isEmpty { filter = filter && .schools(schools) }
        if !sentiments.isEmpty { filter = filter && .sentiment(Set(sentiments)) }
        switch kind {
        case .flagged: filter = filter && .flagged
        case .recruiting: filter = filter && .recruiting
        case nil: break
        }
        if let query { filter = filter && .search(query) }
        return filter
    }

    /// The filters in words; empty when every post is asked for.
    ///
    /// - Parameter schools: names schools; one that it does not list is called by its id.
    func description(with schools: SchoolDirectory) -> String {
        var parts: [String] = []
        if let platform { parts.append("platform \(platform.rawValue)") }
        if !self.schools.isEmpty {
            let names = self.schools.map { schools.name(of: $0) ?? $0 }
            parts.append("school " + names.joined(separator: " or "))
        }
        if !sentiments.isEmpty {
            parts.append("sentiment " + sentiments.map(\.rawValue).joined(separator: " or "))
        }
        if let kind { parts.append(kind.rawValue) }
        if let from { parts.append("from \(from)") }
        if let to { parts.append("to \(to)") }
        if let query {
            let words = allWords ? "with all words of" : "with"
            parts.append("\(words) \"\(query.text)\"" + (ignoreAccents ? " in any accents" : ""))
        }
        return parts.joined(separator: ", ")
    }
}

extension Platform: ExpressibleByArgument {}
extension Sentiment: ExpressibleByArgument {}
