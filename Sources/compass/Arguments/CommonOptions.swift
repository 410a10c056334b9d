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
        help: """
            The time of the page: an instant such as 2026-03-01T12:00:00Z, a date or 'today', whose day then ends. \
            (default: the clock)
            """,
        transform: { try MomentArgument($0) })
    var now: MomentArgument?

    @Option(
        help: "The time zone of days, an IANA name. (default: TZ, then the zone of the machine, then UTC)",
        transform: ArgumentReading.zone)
    var zone: ZoneOffsets?

    func resolvedNow(in zone: ZoneOffsets) -> Timestamp {
        let clock = Timestamp(micros: OperatingSystem.clockMicros())
        return now?.timestamp(clock: clock, in: zone) ?? clock
    }

    func resolvedZone() throws(Failure) -> ZoneOffsets {
        if let zone { return zone }
        return try MachineZone.current()
    }
}

/// The form of an answer.
struct OutputOptions: ParsableArguments {
    @Option(help: "The format of the output.")
    var format = OutputFormat.text

    @Flag(help: "Indent the JSON.")
    var pretty = false

    @Flag(help: "Begin the CSV with a byte order mark, for spreadsheets.")
    var byteOrderMark = false

    var jsonLayout: JSONLayout { pretty ? .indented : .compact }

    func validate() throws {
        if pretty, format != .json {
            throw ValidationError("'--pretty' is accepted only with '--format json'.")
        }
        if byteOrderMark, format != .csv {
            throw ValidationError("'--byte-order-mark' is accepted only with '--format csv'.")
        }
    }
}

/// How tables are read.
struct LoadingOptions: ParsableArguments {
    @OptionGroup var threading: ThreadOptions

    @Flag(help: "Read standard input as NDJSON, one object per line. (default: detected)")
    var ndjson = false

    /// - Throws: an error for `--ndjson` where files are read.
    func requireStandardInput(_ directory: String) throws {
        if ndjson, directory != "-" {
            throw ValidationError(
                "'--ndjson' is accepted only with '-': the format of a file follows from its name.")
        }
    }

    var resolvedThreads: Int { threading.resolvedThreads }
}

/// How many threads work.
struct ThreadOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "The number of threads that read a table, from 1. (default: the number of processors)",
        transform: { try ArgumentReading.number($0, in: 1...1_024) })
    var threads: Int?

    var resolvedThreads: Int { threads ?? OperatingSystem.processorCount }
}
