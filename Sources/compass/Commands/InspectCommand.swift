import ArgumentParser
import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// `compass inspect`: the result of loading tables, and the problems of their rows.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Report which rows of tables cannot be loaded, and why.",
        discussion: """
            Tables are loaded as pages load them. If a document or a table file is malformed, the others are reported \
            and the command exits with 65. Of a table file, the reports that were saved with it are shown, and what is inside.

            Examples:
              compass inspect data
              compass inspect - --max-problems 10 --format json < posts.ndjson
              compass inspect season.compass --verify
            """)

    @Argument(
        help: """
            Data directories, table files, files that are named after their table, or '-' for social_media_posts on \
            standard input.
            """,
        completion: .file(extensions: ["json", "ndjson", "gz", "compass"]))
    var paths: [String]

    @Flag(help: "Also exit with 65 if rows were skipped.")
    var strict = false

    @Flag(help: "Read all bytes of a table file, and exit with 65 if one is not as it was saved.")
    var verify = false

    @Flag(help: "List each problem in text, not groups of like ones, and each section of a table file.")
    var verbose = false

    @Option(
        parsing: .unconditional,
        help: """
            The maximum number of problems, or groups of problems, in the list of a table; all are counted. \
            (default: 100)
            """,
        transform: { try ArgumentReading.number($0, in: 0...Int.max) })
    var maxProblems = 100

    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Reading") var loading: LoadingOptions

    func validate() throws {
        if loading.ndjson, !paths.contains("-") {
            throw ValidationError(
                "'--ndjson' is accepted only with '-': the format of a file follows from its name.")
        }
        if verbose, output.format != .text {
            throw ValidationError(
                "'--verbose' is accepted only with '--format text': the others list each problem.")
        }
        for path in paths { try ArgumentReading.requirePath(path) }
        if paths.filter({ $0 == "-" }).count > 1 {
            throw ValidationError("'-' is accepted only once.")
        }
        _ = try output.csv.section(of: InspectionSection.self)
    }

    func run() throws {
        var sources: [TableSource] = []
        var files: [StoredTables] = []
        var damage: [Failure] = []
        for path in paths {
            guard try path != "-" && DataSource.isTableFile(path) else {
                if verify {
                    throw Failure(
                        .usage, "'--verify' is accepted only with table files, and \(path) is none")
                }
                sources += try TableSource.all(at: path, isNDJSON: loading.ndjson)
                continue
            }
            try notingDamage(in: &damage) { () throws(Failure) in
                let file = try StoredTables.opening(path, verify: verify ? .all : .read)
                files.append(file)
                sources += try DataSource.file(file).tables().map { .stored(file, $0) }
            }
        }
        if sources.isEmpty, files.isEmpty, !damage.isEmpty {
            throw Failure(.malformedData, damage.flatMap(\.messages))
        }
        let options = LoadOptions(
            maxProblems: isGrouped ? max(maxProblems, Self.groupedProblemLimit) : maxProblems,
            threads: loading.resolvedThreads)
        var inspections: [Inspection] = []
        for source in sources {
            try notingDamage(in: &damage) { () throws(Failure) in
                inspections.append(try Inspection.of(source, options))
            }
        }
        let inspection = InspectionResult(
            inspections: inspections,
            files: files.map { InspectedFile(file: $0, isVerified: verify) })

        var answer = StandardOutput()
        switch output.format {
        case .json:
            answer.append(inspection.json(layout: output.jsonLayout))
            answer.appendLine()
        case .csv:
            let csv = output.csv
            answer.append(
                csv: inspection.csv(
                    byteOrderMark: csv.byteOrderMark, section: try csv.section(of: InspectionSection.self),
                    escapesFormulas: !csv.raw),
                for: output.target)
        case .text: answer.append(inspection.text(output.style, isVerbose: verbose, limit: maxProblems))
        }
        try answer.flush(to: output.target)
        try checkOutcome(inspections, damage)
    }

    /// Does a part of the work; damage of a table file is noted, so that the others are reported.
    private func notingDamage(in damage: inout [Failure], _ work: () throws(Failure) -> Void) throws(Failure)
    {
        do throws(Failure) { try work() } catch {
            guard error.status == .malformedData else { throw error }
            damage.append(error)
        }
    }

    /// Whether similar problems share a line.
    private var isGrouped: Bool { output.format == .text && !verbose }

    /// Grouping requires all problems of a table in memory: this many take some 200 MB, and nobody reads
    /// more.
    private static let groupedProblemLimit = 1_000_000

    private func checkOutcome(_ inspections: [Inspection], _ damage: [Failure]) throws(Failure) {
        let failures = inspections.compactMap(\.failure)
        if let first = failures.first {
            let status = failures.first { $0.status == .malformedData }?.status ?? first.status
            // The text output has already shown each of them.
            let count = failures.count == 1 ? "1 table" : "\(failures.count) tables"
            let messages =
                output.format == .text ? ["\(count) could not be read"] : failures.flatMap(\.messages)
            throw Failure(damage.isEmpty ? status : .malformedData, damage.flatMap(\.messages) + messages)
        }
        if !damage.isEmpty { throw Failure(.malformedData, damage.flatMap(\.messages)) }
        let skipped = inspections.reduce(0) { $0 + ($1.report?.skipped ?? 0) }
        if strict, skipped > 0 {
            throw Failure(.malformedData, skipped == 1 ? "1 row was skipped" : "\(skipped) rows were skipped")
        }
    }
}

/// The source of a table.
enum TableSource {
    case file(DocumentFile)
    case standardInput(isNDJSON: Bool)
    case stored(StoredTables, SynthesisTable)

    /// Returns the tables of a command-line argument.
    static func all(at path: String, isNDJSON: Bool) throws(Failure) -> [TableSource] {
        if path == "-" { return [.standardInput(isNDJSON: isNDJSON)] }
        switch try DataDirectory.fileKind(path) {
        case .nothing: throw Failure(.noInput, "\(path): no such file or directory")
        case .file: return [.file(try tableFile(path))]
        case .directory:
            let files = try DataDirectory(path).files()
            guard !files.isEmpty else { throw Failure(.noInput, "\(path) has no table: \(acceptedNames)") }
            return files.map { .file($0) }
        }
    }

    private static func tableFile(_ path: String) throws(Failure) -> DocumentFile {
        for table in SynthesisTable.allCases {
            for (name, format, isPacked) in DocumentFile.names(of: table) {
                let file = DocumentFile(table: table, path: path, format: format, isPacked: isPacked)
                if file.name == name { return file }
            }
        }
        throw Failure(.usage, "\(path) is neither a table file nor named after a table: \(acceptedNames)")
    }

    private static var acceptedNames: String {
        let tables = SynthesisTable.allCases.map(\.rawValue).joined(separator: ", ")
        return "accepted are \(tables), each with .json or .ndjson, and .gz after it where it is compressed"
    }
}
