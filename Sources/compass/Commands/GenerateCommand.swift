import ArgumentParser
import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// `compass generate`: a data directory of synthetic rows.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Write a data directory with synthetic rows in all nine tables.",
        discussion: """
            The same arguments give the same bytes on every machine. Existing tables of the same format are replaced, \
            all of them once the last is written; an interruption leaves no files. At the end, standard error \
            shows the next commands to try, with the '--now' that fits the rows.

            Examples:
              compass generate data --posts 2000
              compass generate data --posts 100000 --seed 7 --ndjson
            """)

    @Argument(
        help: "The directory to write into; it is created if it does not exist.", completion: .directory)
    var directory: String

    @Option(
        parsing: .unconditional,
        help: "The number of rows of social_media_posts; the other tables are sized in proportion.",
        transform: { try ArgumentReading.number($0, in: 0...SynthesisOptions.maximumPosts) })
    var posts: Int

    @Option(
        parsing: .unconditional, help: "The seed of the random content, a number from 0. (default: 1)",
        transform: ArgumentReading.seed)
    var seed: UInt64 = 1

    @Option(
        help: "The instant of the newest possible post. (default: 2026-03-01T12:00:00Z)",
        transform: ArgumentReading.instant)
    var asOf = Timestamp(micros: SynthesisOptions.defaultAsOfMicros)

    @Flag(help: "Write NDJSON, one object per line, instead of JSON arrays.")
    var ndjson = false

    @Flag(help: "Write times without fractions of a second.")
    var wholeSeconds = false

    @OptionGroup var drawing: DrawingOptions

    func validate() throws {
        try ArgumentReading.requirePath(directory)
        guard SynthesisOptions.asOfMicrosLimits ~= asOf.micros else {
            throw ValidationError("'--as-of' is accepted from the year 1900 to 9998.")
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
        try write(generator)
        NextCommands(directory: directory, asOf: asOf).print()
    }

    private func write(_ generator: DatasetGenerator) throws(Failure) {
        var progress = ProgressBar(
            total: SynthesisTable.allCases.reduce(0) { $0 + generator.rowCount(of: $1) })
        defer { progress.clear() }
        let folder = try UnfinishedFolder(directory)
        var rowsBefore = 0
        for table in SynthesisTable.allCases {
            _ = try folder.write(table, of: generator) { rows in
                progress.show(rowsBefore + rows, label: table.rawValue)
            }
            rowsBefore += generator.rowCount(of: table)
        }
        try folder.publish()
    }

    /// Checks that the folder does not contain a table in another format, which would then exist twice.
    private func checkTarget() throws(Failure) {
        switch try DataDirectory.fileKind(directory, isOutput: true) {
        case .nothing: return
        case .file: throw Failure(.cannotCreate, "\(directory) exists and is not a directory")
        case .directory: break
        }
        for table in SynthesisTable.allCases {
            let own = table.fileName(lineDelimited: ndjson)
            for name in DocumentFile.names(of: table).map(\.name) where name != own {
                let other = DataDirectory.join(directory, name)
                guard try DataDirectory.fileKind(other, isOutput: true) == .nothing else {
                    throw Failure(
                        .cannotCreate,
                        "\(other) exists: the directory would have \(table.rawValue) in several formats")
                }
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
