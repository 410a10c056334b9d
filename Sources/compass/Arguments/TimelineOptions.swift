import ArgumentParser
import CompassKernel

/// The filters of the timeline.
struct TimelineFilterOptions: ParsableArguments {
    @Option(
        name: .customLong("school"), parsing: .unconditionalSingleValue,
        help: "Only items of the school with this id.")
    var schools: [String] = []

    @Option(
        name: .customLong("hide"), parsing: .unconditionalSingleValue,
        help: """
            Kinds of items to leave out: events, interactions, offers, status; separated by commas.
            """,
        transform: ArgumentReading.itemTypes)
    var hidden: [TimelineItemTypes] = []

    func validate() throws {
        if schools.contains("") { throw ValidationError("'--school' must not be empty: an id is accepted.") }
        if schools.count > 1 {
            throw ValidationError("'--school' is given more than once: one id is accepted.")
        }
    }

    private var school: String? { schools.first }

    /// The kinds of items that are shown.
    var types: TimelineItemTypes { hidden.reduce(into: .all) { $0.subtract($1) } }

    var filter: TimelineFilter { TimelineFilter(schoolId: school, types: types) }

    /// The filters as a sentence; empty when everything is asked for.
    ///
    /// - Parameter schools: names schools; one that it does not list, or lists without a name, is called by its id.
    func sentence(with schools: SchoolDirectory) -> String {
        if types.isEmpty { return "Everything hidden" }
        var parts: [String] = []
        if let school {
            let name = schools.name(of: school).flatMap { VisibleText.isBlank($0) ? nil : $0 }
            parts.append("school " + (name ?? school))
        }
        if types != .all {
            let shown = TimelineItemType.allCases.filter { types.contains(TimelineItemTypes($0)) }
            parts.append(shown.map { $0.pluralName.lowercased() }.joined(separator: " and "))
        }
        return parts.isEmpty ? "" : "Only " + parts.joined(separator: ", ")
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

    @OptionGroup var drawing: DrawingOptions

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

    /// How text is drawn.
    var style: TerminalStyle { drawing.style(isFile: isFile) }
}
