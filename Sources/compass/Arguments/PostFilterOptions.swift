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

    @Option(help: "Only posts from this day of the zone on, YYYY-MM-DD.", transform: ArgumentReading.date)
    var from: CivilDate?

    @Option(help: "Only posts up to this day of the zone, whole.", transform: ArgumentReading.date)
    var to: CivilDate?

    @Option(help: "Not available yet in this version.")
    var search: String?

    @Flag(help: "Not available yet in this version.")
    var ignoreAccents = false

    func validate() throws {
        if search != nil || ignoreAccents {
            throw ValidationError(
                "Search is not available yet in this version: leave out '--search' and '--ignore-accents'.")
        }
        if schools.contains("") { throw ValidationError("'--school' must not be empty: an id is accepted.") }
        if let from, let to, from > to {
            throw ValidationError("'--from' (\(from)) must not be after '--to' (\(to)).")
        }
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
        return filter
    }

    /// The filters in words; empty when every post is asked for.
    var description: String {
        var parts: [String] = []
        if let platform { parts.append("platform \(platform.rawValue)") }
        if !schools.isEmpty { parts.append("school " + schools.joined(separator: " or ")) }
        if !sentiments.isEmpty {
            parts.append("sentiment " + sentiments.map(\.rawValue).joined(separator: " or "))
        }
        if let kind { parts.append(kind.rawValue) }
        if let from { parts.append("from \(from)") }
        if let to { parts.append("to \(to)") }
        return parts.joined(separator: ", ")
    }
}

extension Platform: ExpressibleByArgument {}
extension Sentiment: ExpressibleByArgument {}
