import ArgumentParser
import CompassKernel
import CompassProgram

/// The output formats.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
    case csv
}

/// The common options of pages: the moment, the zone and the format.
struct AnswerOptions: ParsableArguments {
    @OptionGroup var moment: MomentOptions
    @OptionGroup var output: OutputOptions
}

/// The format of the output.
struct OutputOptions: ParsableArguments {
    @OptionGroup var drawing: DrawingOptions

    @Option(help: "The format of the output.")
    var format = OutputFormat.text

    @Flag(help: "Indent the JSON.")
    var pretty = false

    @OptionGroup var csv: CSVOutputOptions
    @OptionGroup private var destination: TargetOptions

    var jsonLayout: JSONLayout { pretty ? .indented : .compact }
    var target: OutputTarget { destination.target }

    /// The style of text.
    var style: TerminalStyle { drawing.style(isFile: target.isFile) }

    func validate() throws {
        if pretty, format != .json {
            throw ValidationError("'--pretty' is accepted only with '--format json'.")
        }
        if format != .csv { try csv.requireAbsent() }
    }
}

/// The destination of the output.
struct TargetOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: """
            Write the output into this file, which is replaced once all of it is written. (default: standard output)
            """,
        completion: .file())
    var output: String?

    func validate() throws {
        if output == "" { throw ValidationError("'--output' must not be empty: a path is accepted.") }
    }

    var target: OutputTarget { OutputTarget(output) }
}

/// The format of CSV.
struct CSVOutputOptions: ParsableArguments {
    @Flag(help: "Begin the CSV with a byte order mark, for spreadsheets.")
    var byteOrderMark = false

    @Option(
        help: """
            Only this section of the CSV, as one table: the JSON key of a list or object, such as activityByDay.
            """,
        completion: .custom { words, _, _ in SectionNames.offered(for: words) })
    var section: String?

    @Flag(
        help:
            "Leave texts in the CSV as they are, without the apostrophe that keeps spreadsheets from running them."
    )
    var raw = false

    /// - Throws: an error when a CSV option was given, for output that is not CSV.
    func requireAbsent() throws {
        for (isGiven, name) in [
            (byteOrderMark, "--byte-order-mark"), (section != nil, "--section"), (raw, "--raw"),
        ]
        where isGiven {
            throw ValidationError("'\(name)' is accepted only with '--format csv'.")
        }
    }

    /// Returns the requested section; nil for all.
    ///
    /// - Throws: an error that lists what is accepted.
    func section<Section: CSVSections>(of type: Section.Type) throws -> Section? {
        guard let section else { return nil }
        if let known = Section(rawValue: section) { return known }
        let names = Section.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("'--section \(section)': this command has the sections \(names).")
    }
}

/// The options for reading tables.
struct LoadingOptions: ParsableArguments {
    @OptionGroup var threading: ThreadOptions

    @Flag(help: "Read standard input as NDJSON, one object per line. (default: detected)")
    var ndjson = false

    /// - Throws: an error for `--ndjson` when files are read.
    func requireStandardInput(_ directory: String) throws {
        if ndjson, directory != "-" {
            throw ValidationError(
                "'--ndjson' is accepted only with '-': the format of a file follows from its name.")
        }
    }

    var resolvedThreads: Int { threading.resolvedThreads }
}

/// The number of threads.
struct ThreadOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "The number of threads that read a table, from 1. (default: the number of processors)",
        transform: { try ArgumentReading.number($0, in: 1...1_024) })
    var threads: Int?

    var resolvedThreads: Int { threads ?? OperatingSystem.processorCount }
}
