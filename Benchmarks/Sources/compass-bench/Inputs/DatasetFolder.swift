import ArgumentParser
import BenchmarkHarness
import CompassSynthesis
import Foundation

/// Where the files to measure on are; what is missing or differs from the manifest is generated.
final class DatasetFolder {
    private let folder: String
    private let manifest: DatasetManifest
    private let progress: ProgressLine
    private var verified: [String: Dataset] = [:]

    /// Opens the folder at `path`, or the first `Datasets` of the current folder and those above it.
    init(path: String?, progress: ProgressLine) throws {
        folder = try path ?? DatasetFolder.nearest()
        manifest = try DatasetManifest.load(contentsOf: folder + "/manifest.json")
        self.progress = progress
    }

    /// Files of one dataset, verified.
    struct Dataset {
        let postsPath: String
        let schoolsPath: String
        let postsByteCount: Int
        let asOfMicros: Int64
    }

    /// The dataset of a size: as it is, or its variant with whole seconds, which the as-specified baseline
    /// can read.
    func dataset(_ size: DatasetSize, wholeSeconds: Bool) throws -> Dataset {
        let name = size.rawValue + (wholeSeconds ? "-whole" : "")
        if let dataset = verified[name] { return dataset }
        guard var entry = manifest.entry(named: name) else {
            throw ValidationError("\(folder)/manifest.json has no dataset \(name)")
        }
        // No workload asks the other tables yet.
        entry.tables.removeAll { ![.socialMediaPosts, .schools].contains($0.table) }
        let directory = "\(folder)/generated/\(name)"
        progress.show("verifying \(name)")
        try entry.generate(into: directory) { [progress] table, rows, total in
            progress.show("generating \(name): \(table.rawValue) \(100 * rows / max(total, 1))%")
        }
        let dataset = Dataset(
            postsPath: directory + "/" + SynthesisTable.socialMediaPosts.fileName(lineDelimited: false),
            schoolsPath: directory + "/" + SynthesisTable.schools.fileName(lineDelimited: false),
            postsByteCount: entry.tables.first { $0.table == .socialMediaPosts }?.bytes ?? 0,
            asOfMicros: entry.asOfMicros)
        verified[name] = dataset
        return dataset
    }

    private static func nearest() throws -> String {
        var directory = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        while true {
            let candidate = directory.appendingPathComponent("Datasets")
            if FileManager.default.fileExists(atPath: candidate.appendingPathComponent("manifest.json").path)
            {
                return candidate.path
            }
            if directory.path == "/" { break }
            directory.deleteLastPathComponent()
        }
        throw ValidationError("no Datasets/manifest.json here or in a folder above; name one with --datasets")
    }
}
