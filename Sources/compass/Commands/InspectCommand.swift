import ArgumentParser
import CompassKernel
import CompassSynthesis

/// `compass inspect`: what loading tables would keep, and what is wrong with their rows.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Report what is wrong with the rows of tables.",
        discussion: """
            Tables are loaded as pages load them. Exits 65 when a document is malformed, after reporting the \
            others.
            """)

    @Argument(
        help: """
            Data directories, files that are called after their table, or '-' for social_media_posts on \
            standard input.
            """)
    var paths: [String]

    @Flag(help: "Exit 65 also when rows were skipped.")
    var strict = false

    @Flag(help: "List each problem in text, not groups of like ones.")
    var verbose = false

    @Option(
        parsing: .unconditional,
        help: "How many problems, or groups of them, to list for each table; all are counted. (default: 100)",
        transform: { try ArgumentReading.number($0, in: 0...Int.max) })
    var maxProblems = 100

    @OptionGroup(title: "Answer") var output: OutputOptions
    @OptionGroup(title: "Reading") var loading: LoadingOptions

    func validate() throws {
        if loading.ndjson, !paths.contains("-") {
            throw ValidationError(
                "'--ndjson' is accepted with '-' only: files say by their names what they are.")
        }
        if verbose, output.format != .text {
            throw ValidationError(
                "'--verbose' is accepted with '--format text' only: the others list each problem.")
        }
        for path in paths { try ArgumentReading.requirePath(path) }
        if paths.filter({ $0 == "-" }).count > 1 {
            throw ValidationError("'-' is accepted once: standard input can be read once.")
        }
    }

    func run() throws {
        let sources = try paths.flatMap { path in try TableSource.all(at: path, isNDJSON: loading.ndjson) }
        let options = LoadOptions(
            maxProblems: isGrouped ? max(maxProblems, Self.groupedProblemLimit) : maxProblems,
            threads: loading.resolvedThreads)
        var inspections: [Inspection] = []
        for source in sources { inspections.append(try Inspection.of(source, options)) }

        var answer = StandardOutput()
        switch output.format {
        case .json:
            answer.append(inspections.json(layout: output.jsonLayout))
            answer.appendLine()
        case .csv: answer.append(inspections.csv(byteOrderMark: output.byteOrderMark))
        case .text: answer.append(inspections.text(output.style, isVerbose: verbose, limit: maxProblems))
        }
        try answer.flush()
        try checkOutcome(inspections)
    }

    /// Whether like problems share a line.
    private var isGrouped: Bool { output.format == .text && !verbose }

    /// Groups must know their problems; of more than so many in a table, which take some 200 MB, no one reads all.
    private static let groupedProblemLimit = 1_000_000

    private func checkOutcome(_ inspections: [Inspection]) throws(Failure) {
        let failures = inspections.compactMap(\.failure)
        if let first = failures.first {
            let status = failures.first { $0.status == .malformedData }?.status ?? first.status
            // The text form has shown each of them already.
            let count = failures.count == 1 ? "1 table" : "\(failures.count) tables"
            throw Failure(
                status,
                output.format == .text ? ["\(count) could not be read"] : failures.flatMap(\.messages))
        }
        let skipped = inspections.reduce(0) { $0 + ($1.report?.skipped ?? 0) }
        if strict, skipped > 0 {
            throw Failure(.malformedData, skipped == 1 ? "1 row was skipped" : "\(skipped) rows were skipped")
        }
    }
}

/// Where a table comes from.
enum TableSource {
    case file(TableFile)
    case standardInput(DocumentFormat)

    /// The tables of a command line's argument.
    static func all(at path: String, isNDJSON: Bool) throws(Failure) -> [TableSource] {
        if path == "-" { return [.standardInput(isNDJSON ? .ndjson : .json)] }
        switch try DataDirectory.fileKind(path) {
        case .nothing: throw Failure(.noInput, "\(path): no such file or directory")
        case .file: return [.file(try tableFile(path))]
        case .directory:
            let files = try DataDirectory(path).files()
            guard !files.isEmpty else { throw Failure(.noInput, "\(path) holds no table: \(acceptedNames)") }
            return files.map { .file($0) }
        }
    }

    private static func tableFile(_ path: String) throws(Failure) -> TableFile {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        for table in SynthesisTable.allCases {
            for format in [DocumentFormat.json, .ndjson]
            where name == table.fileName(lineDelimited: format == .ndjson) {
                return TableFile(table: table, path: path, format: format)
            }
        }
        throw Failure(.usage, "\(path) is not called after a table: \(acceptedNames)")
    }

    private static var acceptedNames: String {
        let tables = SynthesisTable.allCases.map(\.rawValue).joined(separator: ", ")
        return "accepted are \(tables), each with .json or .ndjson"
    }
}
