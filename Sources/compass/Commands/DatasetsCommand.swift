import ArgumentParser
import CompassFiles
import CompassProgram
import CompassSynthesis

/// `compass datasets`: the datasets that a manifest lists.
struct DatasetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "datasets",
        abstract: "Generate the datasets of a manifest, and verify their checksums.",
        discussion: """
            Files that exist and have the checksum of the manifest are not written again. Standard error tells how \
            many bytes will be written before they are; an interruption leaves nothing of the dataset that was \
            being written.

            Examples:
              compass datasets Datasets/manifest.json Datasets/generated --only 10k
              compass datasets Datasets/manifest.json Datasets/generated --verify
            """)

    @Argument(help: "The manifest, a JSON file.", completion: .file(extensions: ["json"]))
    var manifest: String

    @Argument(help: "The directory that has a directory for each dataset.", completion: .directory)
    var folder: String

    @Option(help: "Only the dataset with this name; repeatable.")
    var only: [String] = []

    @Flag(help: "Only verify existing files.")
    var verify = false

    @OptionGroup var drawing: DrawingOptions

    func validate() throws {
        try ArgumentReading.requirePath(manifest)
        try ArgumentReading.requirePath(folder)
    }

    func run() throws {
        let manifest: DatasetManifest
        do throws(DatasetError) {
            manifest = try DatasetManifest.load(contentsOf: self.manifest)
        } catch {
            throw Failure(error)
        }
        if try DataDirectory.fileKind(folder, isOutput: !verify) == .file {
            throw Failure(.cannotCreate, "\(folder) exists and is not a directory")
        }
        let entries = try chosenEntries(of: manifest)
        if verify {
            for entry in entries {
                _ = try outdatedTables(of: entry)
                try report(entry, "verified")
            }
            return
        }
        // Existing files are read once, to know what must be written before anything is written.
        let plans = try entries.map { entry in (entry: entry, tables: try outdatedTables(of: entry)) }
        announce(plans.flatMap(\.tables))
        for (entry, tables) in plans {
            try generate(tables, of: entry)
            let count = tables.count == 1 ? "1 table" : "\(tables.count) tables"
            try report(entry, tables.isEmpty ? "verified" : "generated \(count), verified")
        }
    }

    private func report(_ entry: DatasetManifest.Entry, _ outcome: String) throws(Failure) {
        var output = StandardOutput()
        output.appendLine("\(DisplayText.harmless(entry.name, drawing.style())): \(outcome)")
        try output.flush()
    }

    private func chosenEntries(of manifest: DatasetManifest) throws(Failure) -> [DatasetManifest.Entry] {
        if only.isEmpty { return manifest.datasets }
        var entries: [DatasetManifest.Entry] = []
        for name in only {
            guard let entry = manifest.entry(named: name) else {
                let known = manifest.datasets.map(\.name).joined(separator: ", ")
                throw Failure(.usage, "the manifest has no dataset \(name); it has \(known)")
            }
            entries.append(entry)
        }
        return entries
    }

    /// Returns the tables that are missing or differ from the manifest; with `--verify` that is a failure.
    private func outdatedTables(
        of entry: DatasetManifest.Entry
    ) throws(Failure) -> [DatasetManifest.Table] {
        var outdated: [DatasetManifest.Table] = []
        for table in entry.tables {
            var single = entry
            single.tables = [table]
            do throws(DatasetError) {
                try single.verify(directory: path(of: entry))
            } catch {
                if verify { throw Failure(error) }
                outdated.append(table)
            }
        }
        return outdated
    }

    private func announce(_ tables: [DatasetManifest.Table]) {
        guard !tables.isEmpty else { return }
        let gigabytes = Double(tables.reduce(0) { $0 + $1.bytes }) / 1e9
        let size =
            gigabytes < 0.1
            ? "\(DisplayText.oneDecimal(gigabytes * 1_000)) MB" : "\(DisplayText.oneDecimal(gigabytes)) GB"
        let files = tables.count == 1 ? "1 file" : "\(tables.count) files"
        StandardError.writeLine("Writing \(size) in \(files) into \(folder)")
    }

    private func path(of entry: DatasetManifest.Entry) -> String { DataDirectory.join(folder, entry.name) }

    /// Writes tables of a dataset, all of them or none.
    private func generate(
        _ tables: [DatasetManifest.Table], of entry: DatasetManifest.Entry
    ) throws(Failure) {
        guard !tables.isEmpty else { return }
        var progress = ProgressBar(total: tables.reduce(0) { $0 + $1.rows })
        defer { progress.clear() }
        let generator: DatasetGenerator
        do throws(SynthesisError) {
            generator = try DatasetGenerator(entry.options)
        } catch {
            throw Failure(DatasetError.options(error))
        }
        let target = try UnfinishedFolder(path(of: entry))
        var rowsBefore = 0
        for table in tables {
            let (bytes, sha256) = try target.write(table.table, of: generator) { rows in
                progress.show(rowsBefore + rows, label: table.table.rawValue)
            }
            guard bytes == table.bytes, sha256 == table.sha256 else {
                let file = DataDirectory.join(path(of: entry), table.table.fileName(lineDelimited: false))
                throw Failure(.mismatch(path: file, expected: table, bytes: bytes, sha256: sha256))
            }
            rowsBefore += table.rows
        }
        try target.publish()
    }
}
