import ArgumentParser
import CompassKernel
import CompassProgram

/// The filters of the activity feed.
struct ActivityFilterOptions: ParsableArguments {
    @Option(help: "Only activities of this type.")
    var type: ActivityType?

    @Option(help: "The last 7, 30 or 90 times 24 hours, or all.")
    var range = ActivityRange.all

    @Option(
        parsing: .unconditional,
        help: "Only activities whose title or description, as shown, contains this text.",
        transform: ArgumentReading.searchText)
    var search: String?

    @Flag(help: "Search whole texts, not only what the description shows; requires '--search'.")
    var fullText = false

    func validate() throws {
        if fullText, search == nil {
            throw ValidationError("'--full-text' is accepted only with '--search'.")
        }
    }

    var filter: ActivityFilter {
        ActivityFilter(type: type, range: range, search: search ?? "", searchesWholeText: fullText)
    }

    /// The filters in words, without the range; empty when there are none.
    var description: String {
        var parts: [String] = []
        if let type { parts.append(type.label.lowercased()) }
        let query = SearchQuery(search ?? "")
        if !query.matchesAll {
            parts.append("with \"\(query.text)\"" + (fullText ? " anywhere in the text" : ""))
        }
        return parts.joined(separator: ", ")
    }
}

extension ActivityType: ExpressibleByArgument {}
extension ActivityRange: ExpressibleByArgument {}
