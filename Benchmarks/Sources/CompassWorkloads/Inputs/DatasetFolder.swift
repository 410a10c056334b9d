import BenchmarkHarness
import CompassSynthesis
import Foundation

/// Where the files to measure on are; what is missing or differs from the manifest is generated.
public final class DatasetFolder {
    /// The folder of `manifest.json` and `generated/`.
    public let path: String
    private let manifest: DatasetManifest
    private let report: (String) -> Void
    private let isTrusted: Bool
    private var verified: [String: Dataset] = [:]

    /// Why there are no files to measure on.
    public struct Failure: Error, CustomStringConvertible {
        /// What is missing, and what to do.
        public let description: String
    }

    /// Opens the folder at `path`, or the first `Datasets` of the current folder and those above it.
    ///
    /// - Parameters:
    ///   - path: a folder with a `manifest.json`.
    ///   - isTrusted: whether another process has verified the files just now.
    ///   - report: told what is being done.
    public init(path: String?, isTrusted: Bool = false, report: @escaping (String) -> Void) throws {
        self.isTrusted = isTrusted
        self.path = try path ?? DatasetFolder.nearest()
        manifest = try DatasetManifest.load(contentsOf: self.path + "/manifest.json")
        self.report = report
    }

    /// Files of one dataset, verified.
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

    /// The dataset of a size: as it is, or its variant with whole seconds, which the as-specified baseline
    /// can read.
    public func dataset(_ size: DatasetSize, wholeSeconds: Bool) throws -> Dataset {
        let name = size.rawValue + (wholeSeconds ? "-whole" : "")
        if let dataset = verified[name] { return dataset }
        guard var entry = manifest.entry(named: name) else {
            throw Failure(description: "\(path)/manifest.json has no dataset \(name)")
        }
        // No workload asks the other tables yet.
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

    /// The posts of a dataset with one object a line, written from the array when it is missing or older, into
    /// a folder of its own: a data directory holds a table in one form.
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
