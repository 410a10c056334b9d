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
        completion: .list(["events", "interactions", "offers", "status"]),
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

    @Option(help: "The form of the answer.")
    var format = Format.text

    @Flag(help: "Indent JSON for people.")
    var pretty = false

    @OptionGroup var csv: CSVOutputOptions

    @Option(help: "The paper that SVG fits. (default: a4)")
    var paper: PaperSize?

    @OptionGroup private var destination: TargetOptions

    func validate() throws {
        for (isGiven, name, form) in [
            (pretty, "--pretty", Format.json), (paper != nil, "--paper", .svg),
        ] where isGiven && format != form {
            throw ValidationError("'\(name)' is accepted with '--format \(form.rawValue)' only.")
        }
        if format != .csv { try csv.requireAbsent() }
    }

    var jsonLayout: JSONLayout { pretty ? .indented : .compact }

    var target: OutputTarget { destination.target }
    /// Whether the answer goes into a file.
    var isFile: Bool { target.isFile }

    /// The columns that text is laid out for.
    var textWidth: Int { isFile ? TerminalStyle.width : TerminalStyle.currentWidth() }
}
