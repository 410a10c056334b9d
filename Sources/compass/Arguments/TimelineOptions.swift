import ArgumentParser
import CompassKernel

/// The filters of the timeline.
struct TimelineFilterOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "Only items of the school with this id.")
    var school: String?

    @Option(
        name: .customLong("hide"), parsing: .unconditionalSingleValue,
        help: """
            Kinds of items to leave out: events, interactions, offers, status; separated by commas.
            """,
        transform: ArgumentReading.itemTypes)
    var hidden: [TimelineItemTypes] = []

    func validate() throws {
        if school == "" { throw ValidationError("'--school' must not be empty: an id is accepted.") }
    }

    /// The kinds of items that are shown.
    var types: TimelineItemTypes { hidden.reduce(into: .all) { $0.subtract($1) } }

    var filter: TimelineFilter { TimelineFilter(schoolId: school, types: types) }

    /// The filters in words; empty when everything is asked for.
    ///
    /// - Parameter schools: names schools; one that it does not list is called by its id.
    func description(with schools: SchoolDirectory) -> String {
        var parts: [String] = []
        if let school { parts.append("school " + (schools.name(of: school) ?? school)) }
        if types != .all {
            let shown = TimelineItemType.allCases.filter { types.contains(TimelineItemTypes($0)) }
            parts.append(
                shown.isEmpty
                    ? "nothing, all kinds are hidden"
                    : shown.map { $0.pluralName.lowercased() }.joined(separator: " and "))
        }
        return parts.joined(separator: ", ")
    }
}

/// The form of a timeline, which can be printed, too.
struct TimelineOutputOptions: ParsableArguments {
    /// The forms of the answer.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        case json
        case csv
        case svg
    }

    @Option(help: "The form of the answer.")
    var format = Format.text

    @Flag(help: "Indent JSON for people.")
    var pretty = false

    @Flag(help: "Begin CSV with a byte order mark, for spreadsheets.")
    var byteOrderMark = false

    @Option(help: "The paper that SVG fits. (default: a4)")
    var paper: PaperSize?

    @Option(
        name: .shortAndLong, help: "Write the answer into this file. (default: standard output)")
    var output: String?

    func validate() throws {
        for (isGiven, name, form) in [
            (pretty, "--pretty", Format.json), (byteOrderMark, "--byte-order-mark", .csv),
            (paper != nil, "--paper", .svg),
        ] where isGiven && format != form {
            throw ValidationError("'\(name)' is accepted with '--format \(form.rawValue)' only.")
        }
        if output == "" { throw ValidationError("'--output' must not be empty: a path is accepted.") }
    }

    var jsonLayout: JSONLayout { pretty ? .indented : .compact }

    /// Whether the answer goes into a file.
    var isFile: Bool { output.map { $0 != "-" } ?? false }

    /// The columns that text is laid out for.
    var textWidth: Int { isFile ? TerminalStyle.width : TerminalStyle.currentWidth() }
}
