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

    func validate() throws { try query.validate(.commandLine) }

    /// The filters, which other programs have, too.
    var query: TimelineFilterQuery { TimelineFilterQuery(schools: schools, hidden: hidden) }

    /// The kinds of items to show.
    var types: TimelineItemTypes { query.types }

    /// Returns the filter and its description, for the schools of the tables.
    ///
    /// - Throws: ``Failure`` when there is no such school, or several have the name.
    func resolved(for known: [NamedID]) throws(Failure) -> ResolvedTimelineFilter {
        try query.resolved(for: { known }, .commandLine)
    }
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
