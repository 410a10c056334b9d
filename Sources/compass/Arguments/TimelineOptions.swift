import ArgumentParser
import CompassKernel
import CompassProgram

/// The filters of the timeline.
struct TimelineFilterOptions: ParsableArguments {
    @Option(
        name: .customLong("school"), parsing: .unconditionalSingleValue,
        help: "Only items of the school with this id or name.")
    var schools: [String] = []

    @Option(
        name: .customLong("hide"), parsing: .unconditionalSingleValue,
        help: """
            The types of items to leave out: events, interactions, offers, status; separated by commas.
            """,
        completion: .list(["events", "interactions", "offers", "status"]),
        transform: ArgumentReading.itemTypes)
    var hidden: [TimelineItemTypes] = []

    func validate() throws {
        try NamedIDArgument.requireText(schools, .school)
        if schools.count > 1 {
            throw ValidationError("'--school' is given more than once: one id or name is accepted.")
        }
    }

    /// The kinds of items to show.
    var types: TimelineItemTypes { hidden.reduce(into: .all) { $0.subtract($1) } }

    /// Returns the filter and its description, for the schools of the tables.
    ///
    /// - Throws: ``Failure`` when there is no such school, or several have the name.
    func resolved(for known: [NamedID]) throws(Failure) -> ResolvedTimelineFilter {
        var school: NamedID?
        if let text = schools.first {
            let id = try NamedIDArgument(kind: .school, known: known).id(of: text)
            school = known.first { $0.id.utf8.elementsEqual(id.utf8) }
        }
        return ResolvedTimelineFilter(
            filter: TimelineFilter(schoolID: school?.id, types: types), sentence: sentence(school))
    }

    /// Returns the filters as a sentence; empty when everything is shown.
    private func sentence(_ school: NamedID?) -> String {
        if types.isEmpty { return "Everything hidden" }
        var parts: [String] = []
        if let school { parts.append("school " + (school.name ?? school.id)) }
        if types != .all {
            let shown = TimelineItemType.allCases.filter { types.contains(TimelineItemTypes($0)) }
            parts.append(shown.map { $0.pluralName.lowercased() }.joined(separator: " and "))
        }
        return parts.isEmpty ? "" : "Only " + parts.joined(separator: ", ")
    }
}

/// The filters of a timeline, with the id of the school.
struct ResolvedTimelineFilter {
    let filter: TimelineFilter
    /// The filters as a sentence; empty when everything is shown.
    let sentence: String
}

/// The output format of a timeline, which also supports printing.
struct TimelineOutputOptions: ParsableArguments {
    /// The output formats.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        case json
        case csv
        case svg
    }

    @OptionGroup var drawing: DrawingOptions

    @Option(help: "The format of the output.")
    var format = Format.text

    @Flag(help: "Indent the JSON.")
    var pretty = false

    @OptionGroup var csv: CSVOutputOptions

    @Option(help: "The paper size of the SVG. (default: a4)")
    var paper: PaperSize?

    @OptionGroup private var destination: TargetOptions

    func validate() throws {
        for (isGiven, name, form) in [
            (pretty, "--pretty", Format.json), (paper != nil, "--paper", .svg),
        ] where isGiven && format != form {
            throw ValidationError("'\(name)' is accepted only with '--format \(form.rawValue)'.")
        }
        if format != .csv { try csv.requireAbsent() }
    }

    var jsonLayout: JSONLayout { pretty ? .indented : .compact }

    var target: OutputTarget { destination.target }
    /// Whether the output goes to a file.
    var isFile: Bool { target.isFile }

    /// The style of text.
    var style: TerminalStyle { drawing.style(isFile: isFile) }
}
