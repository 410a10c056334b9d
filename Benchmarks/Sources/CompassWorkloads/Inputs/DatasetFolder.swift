import BenchmarkHarness
import CompassSynthesis
import Foundation

/// The folder of the dataset files; files that are missing or differ from the manifest are generated.
public final class DatasetFolder {
    /// The folder of `manifest.json` and `generated/`.
    public let path: String
    private let manifest: DatasetManifest
    private let report: (String) -> Void
    private let isTrusted: Bool
    private var verified: [String: Dataset] = [:]

    /// The reason why there are no dataset files.
    public struct Failure: Error, CustomStringConvertible {
        /// What is missing, and how to fix it.
        public let description: String
    }

    /// Opens the folder at `path`, or the first `Datasets` in the current folder and its parent folders.
    ///
    /// - Parameters:
    ///   - path: a folder with a `manifest.json`.
    ///   - isTrusted: whether another process has just verified the files.
    ///   - report: receives a description of the current step.
    public init(path: String?, isTrusted: Bool = false, report: @escaping (String) -> Void) throws {
        self.isTrusted = isTrusted
        self.path = try path ?? DatasetFolder.nearest()
        manifest = try DatasetManifest.load(contentsOf: self.path + "/manifest.json")
        self.report = report
    }

    /// The verified files of one dataset.
    public struct Dataset: Sendable {
        /// `social_media_posts` as a JSON array.
        public let postsPath: String
        /// `schools` as a JSON array.
        public let schoolsPath: String
        /// The size of the posts' file.
        public let postsByteCount: Int
        /// The instant at which the dataset was made, in microseconds since 1970-01-01T00:00:00Z.
        public let asOfMicros: Int64
    }

    /// Returns the dataset of a size: the regular one, or its variant with whole seconds, which the
    /// as-specified baseline can read.
    public func dataset(_ size: DatasetSize, wholeSeconds: Bool) throws -> Dataset {
        let name = size.rawValue + (wholeSeconds ? "-whole" : "")
        if let dataset = verified[name] { return dataset }
        guard var entry = manifest.entry(named: name) else {
            throw Failure(description: "\(path)/manifest.json has no dataset \(name)")
        }
        // No workload uses the other tables yet.
        entry.tables.removeAll { ![.socialMediaPosts, .schools].contains($0.table) }
        let directory = "\(path)/generated/\(name)"
        if !isTrusted {
            report("verifying \(name)")
            try entry.generate(into: directory) { [report] table, rows, total in
                report("generating \(name): \(table.rawValue) \(100 * rows / max(total, 1))%")
            }
        }
        let dataset = Dataset(
            postsPath: directory + "/" + SynthesisTable.socialMediaPosts.fileName(lineDelimited: false),
            schoolsPath: directory + "/" + SynthesisTable.schools.fileName(lineDelimited: false),
            postsByteCount: entry.tables.first { $0.table == .socialMediaPosts }?.bytes ?? 0,
            asOfMicros: entry.asOfMicros)
        verified[name] = dataset
        return dataset
    }

    /// Returns the posts of a dataset with one object a line. The file is written from the array if it is
    /// missing or older, into its own folder: a data directory holds a table in one form.
    public func lineDelimitedPosts(_ dataset: Dataset) throws -> (path: String, byteCount: Int) {
        let source = URL(fileURLWithPath: dataset.postsPath)
        let folder = source.deletingLastPathComponent().appendingPathComponent("lines")
        let target = folder.appendingPathComponent(
            source.deletingPathExtension().lastPathComponent + ".ndjson")
        func modified(_ url: URL) -> Date? {
            try? url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        }
        if let array = modified(source), let lines = modified(target), lines >= array {
            let byteCount = try target.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            return (target.path, byteCount)
        }
        report("writing \(target.lastPathComponent)")
        let lines = JSONArrayLines.lineDelimited(try Data(contentsOf: source, options: .alwaysMapped))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try lines.write(to: target, options: .atomic)
        return (target.path, lines.count)
    }

    private static func nearest() throws -> String {
        guard let manifest = NearestFile.path("Datasets/manifest.json") else {
            throw Failure(
                description: "no Datasets/manifest.json here or in a folder above; name one with --datasets")
        }
        return URL(fileURLWithPath: manifest).deletingLastPathComponent().path
    }
}
