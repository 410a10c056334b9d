import BenchmarkHarness
import CompassBaseline
import CompassSynthesis
import CompassWorkloads
import Foundation

/// Small datasets with the names of the large ones: unoptimized code is slow.
final class SmallDatasets {
    static let posts = 600

    let folder: URL
    let inputs: WorkloadInputs

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("compass-workloads-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let entries = try [false, true].map { isWhole in
            try DatasetManifest.make(
                name: "10k" + (isWhole ? "-whole" : ""),
                SynthesisOptions(posts: Self.posts, schools: 40, wholeSeconds: isWhole))
        }
        try DatasetManifest(datasets: entries).save(to: folder.appendingPathComponent("manifest.json").path)
        inputs = WorkloadInputs(datasets: try DatasetFolder(path: folder.path) { _ in }) { _ in }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

/// A reproducible source of numbers, and the text that a failure prints so that it can be repeated.
struct SeededNumbers: RandomNumberGenerator {
    let label: String
    private var generator: SplitMix64

    init() {
        let seed = ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"].flatMap(UInt64.init) ?? 20_261_121
        label = "COMPASS_TEST_SEED=\(seed)"
        generator = SplitMix64(seed: seed)
    }

    mutating func next() -> UInt64 { generator.next() }
}
