import BenchmarkHarness
import CompassBaseline
import CompassKernel
import Foundation

/// A PostgREST array, mapped from its file, to a table that can be asked: scanning, validation, columns,
/// duplicates, indexes.
enum IngestJSON {
    static let description = Workloads.Description(
        name: "ingest.json", purpose: "JSON array to queryable table, with one thread and with two")

    static func run(_ names: Set<String>, in context: BenchmarkContext) throws {
        guard names.contains(description.name) else { return }
        for size in context.sizes {
            let dataset = try context.datasets.dataset(size, wholeSeconds: false)
            context.progress.show("checking \(description.name) at \(size.rawValue)")
            try check(dataset)
            context.progress.show("\(description.name) at \(size.rawValue)")
            var result = try measure(size, dataset, context)
            result.answerChecked = true
            context.report.workloads.append(result)
        }
    }

    private static func load(_ dataset: DatasetFolder.Dataset, threads: Int) throws -> PostTable {
        try PostTable.load(contentsOf: dataset.postsPath, options: LoadOptions(threads: threads)).table
    }

    /// Compares the tables through the widest page there is: every day, every school, every recruiting post
    /// with all its texts.
    private static func check(_ dataset: DatasetFolder.Dataset) throws {
        let posts = try BaselineTables.posts(path: dataset.postsPath)
        let schools = try BaselineTables.schools(path: dataset.schoolsPath)
        let directory = try SchoolDirectory.load(contentsOf: dataset.schoolsPath).table
        guard let zone = TimeZone(identifier: PageInputs.zoneIdentifier) else {
            throw CheckFailure("the platform does not know \(PageInputs.zoneIdentifier)")
        }
        let expected = BaselineAnalytics.page(
            posts: posts, schools: schools, range: .all, now: dataset.asOfMicros, zone: zone,
            topSchools: .max, recentPosts: .max, activity: .every)
        for threads in [1, 2] {
            let table = try load(dataset, threads: threads)
            let page = table.bound(to: directory).analytics(
                .all, asOf: Timestamp(micros: dataset.asOfMicros),
                in: try ZoneOffsets(identifier: PageInputs.zoneIdentifier), topSchools: .max,
                recentPosts: .max, activity: .every)
            try BaselineSocialPage(page).check(
                equals: expected, "\(description.name), \(table.count) rows, \(threads) threads")
        }
    }

    private static func measure(
        _ size: DatasetSize, _ dataset: DatasetFolder.Dataset, _ context: BenchmarkContext
    ) throws -> WorkloadResult {
        let sampler = Sampler(
            warmUpBatches: 1, minimumSamples: context.isQuick ? 2 : 7, maximumSamples: 200,
            budgetSeconds: context.isQuick ? 0.5 : 2)
        let samples = try sampler.pairs(
            { _ in try load(dataset, threads: 1) }, { _ in try load(dataset, threads: 2) })
        let speedUp = SampleStatistics.medianOfRatios(samples.first, samples.second)
        let one = SampleStatistics(samples.first)
        let two = SampleStatistics(samples.second)
        let (_, count) = try AllocationCount.during { try load(dataset, threads: 1) }
        let decoder = size == .million ? nil : try decoderSamples(dataset, context)
        let throughput = Double(dataset.postsByteCount) / two.median
        var result = WorkloadResult(
            name: description.name, rows: size.rows, kernel: Measurement(nanoseconds: one, count: count),
            baseline: decoder.map { Measurement(nanoseconds: SampleStatistics($0.decoder)) },
            bytes: dataset.postsByteCount,
            note: "two threads: \(FigureText.time(nanoseconds: two.median)), "
                + "\(FigureText.significant(throughput)) GB/s, "
                + "\(FigureText.significant(speedUp)) times one thread's speed (median of ratios of pairs); "
                + decoderNote(decoder, dataset)
                + "; careful not measured: that grade has no loader of its own")
        if let decoder {
            let ratio = SampleStatistics.medianOfRatios(decoder.decoder, decoder.kernel)
            result.pairedRatio = ratio
            result.details["decoderRatio"] = ratio
        }
        result.details["speedUpOfTwoThreads"] = speedUp
        result.details["twoThreads"] = two.median
        result.details["twoThreadsThroughputMBps"] = throughput * 1e3
        return result
    }

    private static func decoderNote(
        _ samples: (decoder: [Double], kernel: [Double])?, _ dataset: DatasetFolder.Dataset
    ) -> String {
        guard let samples else { return "JSONDecoder not measured: it would take gigabytes" }
        let throughput = Double(dataset.postsByteCount) * 1e3 / SampleStatistics(samples.decoder).median
        let ratio = SampleStatistics.medianOfRatios(samples.decoder, samples.kernel)
        return "JSONDecoder: \(FigureText.significant(throughput)) MB/s, "
            + "\(FigureText.significant(ratio)) times the kernel's time (median of ratios of pairs)"
    }

    /// The platform's decoder into structs, dates left as texts, in turn with the kernel.
    private static func decoderSamples(
        _ dataset: DatasetFolder.Dataset, _ context: BenchmarkContext
    ) throws -> (decoder: [Double], kernel: [Double]) {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: dataset.postsPath), options: .alwaysMapped)
        let sampler = Sampler(
            warmUpBatches: context.isQuick ? 0 : 1, minimumSamples: context.isQuick ? 1 : 5,
            maximumSamples: 9,
            budgetSeconds: 1)
        let samples = try sampler.pairs(
            { _ in try SpecifiedLoader.decodePosts(bytes) }, { _ in try load(dataset, threads: 1) })
        return (samples.first, samples.second)
    }
}
