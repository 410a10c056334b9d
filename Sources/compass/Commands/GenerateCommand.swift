import ArgumentParser
import CompassKernel
import CompassSynthesis

/// `compass generate`: a data directory of synthetic rows.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Write all nine tables, filled with synthetic rows.",
        discussion: """
            The same arguments give the same bytes everywhere. Tables of the same form that are in the folder \
            already are overwritten.
            """)

    @Argument(help: "The folder to write into, created where it does not exist.")
    var directory: String

    @Option(
        parsing: .unconditional,
        help: "Rows of social_media_posts; the other tables are sized in proportion.",
        transform: { try ArgumentReading.number($0, in: 0...SynthesisOptions.maximumPosts) })
    var posts: Int

    @Option(
        parsing: .unconditional, help: "Chooses the content; any number from 0. (default: 1)",
        transform: ArgumentReading.seed)
    var seed: UInt64 = 1

    @Option(
        help: "The instant after which no post is. (default: 2026-03-01T12:00:00Z)",
        transform: ArgumentReading.instant)
    var asOf = Timestamp(micros: SynthesisOptions.defaultAsOfMicros)

    @Flag(help: "Write one object a line instead of JSON arrays.")
    var ndjson = false

    @Flag(help: "Leave the fractions of seconds out.")
    var wholeSeconds = false

    @OptionGroup var drawing: DrawingOptions

    func validate() throws {
        try ArgumentReading.requirePath(directory)
        guard SynthesisOptions.asOfMicrosLimits ~= asOf.micros else {
            throw ValidationError("'--as-of' is accepted within the years 1900 to 9998.")
        }
    }

    func run() throws {
        let generator: DatasetGenerator
        do throws(SynthesisError) {
            generator = try DatasetGenerator(
                SynthesisOptions(
                    posts: posts, seed: seed, asOfMicros: asOf.micros, lineDelimited: ndjson,
                    wholeSeconds: wholeSeconds))
        } catch {
            throw Failure(.usage, error.description)
        }
        try checkTarget()
        let total = SynthesisTable.allCases.reduce(0) { $0 + generator.rowCount(of: $1) }
        var progress = ProgressBar(total: total)
        var rowsBefore = 0
        var table = SynthesisTable.allCases[0]
        do throws(DatasetError) {
            try generator.writeFiles(into: directory) { current, rows in
                if current != table {
                    rowsBefore += generator.rowCount(of: table)
                    table = current
                }
                progress.show(rowsBefore + rows, label: current.rawValue)
            }
        } catch {
            progress.clear()
            throw Failure(error)
        }
        progress.clear()
    }

    /// The folder must not hold a table in the other form already: it would then hold it twice.
    private func checkTarget() throws(Failure) {
        switch try DataDirectory.fileKind(directory, isOutput: true) {
        case .nothing: return
        case .file: throw Failure(.cannotCreate, "\(directory) exists and is not a directory")
        case .directory: break
        }
        for table in SynthesisTable.allCases {
            let other = DataDirectory.join(directory, table.fileName(lineDelimited: !ndjson))
            guard try DataDirectory.fileKind(other, isOutput: true) == .nothing else {
                throw Failure(
                    .cannotCreate, "\(other) exists: the folder would hold \(table.rawValue) in both forms")
            }
        }
    }
}

extension Failure {
    init(_ error: DatasetError) {
        switch error {
        case .file: self.init(.cannotCreate, error.description)
        case .unwritable: self.init(.inputOutput, error.description)
        case .invalidManifest, .mismatch, .options: self.init(.malformedData, error.description)
        case .missing, .unreadable: self.init(.noInput, error.description)
        }
    }
}
