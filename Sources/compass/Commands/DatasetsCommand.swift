import ArgumentParser
import CompassSynthesis

/// `compass datasets`: the datasets that a manifest lists.
struct DatasetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "datasets",
        abstract: "Generate the datasets of a manifest, and verify their checksums.",
        discussion: """
            Files that exist and have the checksum of the manifest are not written again.

            Examples:
              compass datasets Datasets/manifest.json Datasets/generated --only 10k
              compass datasets Datasets/manifest.json Datasets/generated --verify
            """)

    @Argument(help: "The manifest, a JSON file.")
    var manifest: String

    @Argument(help: "The directory that has a directory for each dataset.")
    var folder: String

    @Option(help: "Only the dataset with this name; repeatable.")
    var only: [String] = []

    @Flag(help: "Only verify existing files.")
    var verify = false

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
        let style = TerminalStyle.current()
        for entry in try chosenEntries(of: manifest) {
            let outcome = try handle(entry)
            var output = StandardOutput()
            output.appendLine("\(DisplayText.harmless(entry.name, style)): \(outcome)")
            try output.flush()
        }
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

    /// Makes or verifies one dataset; answers what was done.
    private func handle(_ entry: DatasetManifest.Entry) throws(Failure) -> String {
        let directory = folder.hasSuffix("/") ? folder + entry.name : folder + "/" + entry.name
        var progress = ProgressBar(total: entry.tables.reduce(0) { $0 + $1.rows })
        var rowsBefore = 0
        do throws(DatasetError) {
            if verify {
                try entry.verify(directory: directory)
                return "verified"
            }
            let outcome = try entry.generate(into: directory) { table, rows, rowCount in
                progress.show(rowsBefore + rows, label: table.rawValue)
                if rows == rowCount { rowsBefore += rowCount }
            }
            progress.clear()
            switch outcome {
            case .alreadyThere: return "verified"
            case .generated(let tables):
                return "generated \(tables.count == 1 ? "1 table" : "\(tables.count) tables"), verified"
            }
        } catch {
            progress.clear()
            throw Failure(error)
        }
    }
}
