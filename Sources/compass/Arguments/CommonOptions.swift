import ArgumentParser
import CompassKernel

/// The forms of an answer.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
    case csv
}

/// What every answer about a moment takes: the moment, the zone and the form.
struct AnswerOptions: ParsableArguments {
    @OptionGroup var moment: MomentOptions
    @OptionGroup var output: OutputOptions
}

/// The moment that a page is asked at, and the zone of its days.
struct MomentOptions: ParsableArguments {
    @Option(
        help: "The instant that the page is asked at, RFC 3339. (default: the clock)",
        transform: ArgumentReading.instant)
    var now: Timestamp?

    @Option(
        help: "The time zone of days, an IANA name. (default: TZ, then the machine's zone, then UTC)",
        transform: ArgumentReading.zone)
    var zone: ZoneOffsets?

    func resolvedNow() -> Timestamp { now ?? Timestamp(micros: OperatingSystem.clockMicros()) }

    func resolvedZone() throws(Failure) -> ZoneOffsets {
        if let zone { return zone }
        return try MachineZone.current()
    }
}

/// The form of an answer.
struct OutputOptions: ParsableArguments {
    @OptionGroup var drawing: DrawingOptions

    @Option(help: "The form of the answer.")
    var format = OutputFormat.text

    @Flag(help: "Indent JSON for people.")
    var pretty = false

    @Flag(help: "Begin CSV with a byte order mark, for spreadsheets.")
    var byteOrderMark = false

    var jsonLayout: JSONLayout { pretty ? .indented : .compact }

    /// How text is drawn.
    var style: TerminalStyle { drawing.style() }

    func validate() throws {
        if pretty, format != .json {
            throw ValidationError("'--pretty' is accepted with '--format json' only.")
        }
        if byteOrderMark, format != .csv {
            throw ValidationError("'--byte-order-mark' is accepted with '--format csv' only.")
        }
    }
}

/// How tables are read.
struct LoadingOptions: ParsableArguments {
    @OptionGroup var threading: ThreadOptions

    @Flag(help: "Standard input is NDJSON, one object a line; used with '-'.")
    var ndjson = false

    /// - Throws: an error for `--ndjson` where files are read.
    func requireStandardInput(_ directory: String) throws {
        if ndjson, directory != "-" {
            throw ValidationError(
                "'--ndjson' is accepted with '-' only: files say by their names what they are.")
        }
    }

    var resolvedThreads: Int { threading.resolvedThreads }
}

/// How many threads work.
struct ThreadOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "Threads that read a table, from 1. (default: the number of processors)",
        transform: { try ArgumentReading.number($0, in: 1...1_024) })
    var threads: Int?

    var resolvedThreads: Int { threads ?? OperatingSystem.processorCount }
}
