import BenchmarkHarness
import CompassKernel
import Foundation

/// The cost of the search index: the time in which the first search builds it, and its live bytes. It is
/// built in a process that has only loaded the posts.
public enum SearchIndexBuild {
    /// The workload's name.
    public static let name = "feed.search.build"
    /// What is measured.
    public static let purpose = "builds what searches need, in a process of its own: time and memory"
    /// The subcommand with which a program runs itself.
    public static let probeCommand = "search-probe"
    /// The key, among the row's details, of the bytes of the index's columns.
    public static let indexBytes = "indexBytes"
    /// The key of the peak of live bytes during building ÷ those that stay.
    public static let peakRatio = "peakRatio"
    /// The key of the time in which two threads build it.
    public static let twoThreads = "two threads"
    /// The key of the bytes of the searched texts, as the baseline counts them.
    public static let searchableBytes = "searchableBytes"

    /// The results of one process.
    public struct Probe: Codable, Sendable {
        /// The time to build the index, without the allocator's counting.
        public var nanoseconds: Double
        /// The processor time of the building thread.
        public var processorNanoseconds: Double
        /// The allocator's bytes after building minus those before.
        public var liveBytes: Int
        /// The peak of these bytes during building.
        public var peakLiveBytes: Int
        /// The table's own estimate of ``liveBytes``.
        public var reportedBytes: Int
        /// Posts of the table.
        public var rows: Int
        /// The posts that contain the text for which every process searches.
        public var matchCount: Int
    }

    /// The text for which every process searches.
    private static let text = "camp"

    /// Loads a file and builds the search index. This part runs in its own process.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - threads: the number of threads that build it.
    ///   - counts: whether the index is built once more, to count its bytes; otherwise they are zero.
    /// - Returns: nil if allocations cannot be counted.
    public static func probe(path: String, threads: Int = 1, counts: Bool) throws -> Probe? {
        let options = LoadOptions(threads: threads)
        let timed = try PostTable.load(contentsOf: path, options: options).table
        let (start, startOfThread) = (ContinuousClock.now, ThreadTime.seconds)
        timed.prepareForSearch()
        let nanoseconds = Sampler.seconds(since: start) * 1e9
        let processorNanoseconds = (ThreadTime.seconds - startOfThread) * 1e9
        // Counting takes several times as long as building.
        let posts = counts ? try PostTable.load(contentsOf: path).table : timed
        let counted = AllocationCount.during(in: .all) { posts.prepareForSearch() }
        guard let count = counted.count else { return nil }
        let social = posts.bound(to: try SchoolDirectory.load(json: Array("[]".utf8)).table)
        return Probe(
            nanoseconds: nanoseconds, processorNanoseconds: processorNanoseconds, liveBytes: count.liveBytes,
            peakLiveBytes: count.peakLiveBytes,
            reportedBytes: posts.searchIndexByteCount, rows: posts.count,
            matchCount: social.matchCount(where: .search(text), in: .utc))
    }

    /// Measures in separate processes.
    ///
    /// - Parameters:
    ///   - datasets: the files.
    ///   - size: the rows.
    ///   - times: the number of processes; the first of them counts bytes if there is one thread.
    ///   - threads: the number of threads that build it.
    ///   - program: a program that has the subcommand ``probeCommand``.
    public static func probes(
        _ datasets: DatasetFolder, _ size: DatasetSize, times: Int, threads: Int = 1, program: URL
    ) throws -> [Probe] {
        let dataset = try datasets.dataset(size, wholeSeconds: true)
        return try (0..<times).map { number in
            let process = Process()
            process.executableURL = program
            process.arguments =
                [probeCommand, dataset.postsPath, "--threads", String(threads)]
                + (number == 0 && threads == 1 ? ["--counts"] : [])
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            let answer = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            try CheckFailure.unless(
                process.terminationStatus == 0, "the search probe of \(dataset.postsPath) failed")
            return try JSONDecoder().decode(Probe.self, from: answer)
        }
    }

    /// Returns the row of a size.
    ///
    /// - Parameters:
    ///   - inputs: the posts, in which the baseline counts the searched bytes.
    ///   - times: the number of processes that build the index.
    public static func measure(
        _ inputs: WorkloadInputs, _ size: DatasetSize, times: Int, program: URL
    ) throws -> WorkloadResult {
        let page = try inputs.page(size)
        let probes = try probes(inputs.datasets, size, times: times, program: program)
        let pairs = try Self.probes(inputs.datasets, size, times: times, threads: 2, program: program)
        let searched = try page.foldedText()
        let matchCount = searched.count(matching: text)
        try CheckFailure.unless(
            (probes + pairs).allSatisfy { $0.matchCount == matchCount },
            "\(name): the built index finds \(probes[0].matchCount) posts, not \(matchCount)")
        let live = probes.map(\.liveBytes).max() ?? 0
        let columns = probes.map(\.reportedBytes).max() ?? 0
        // The allocator's overhead is excluded: jemalloc rounds large blocks up by as much as a fifth.
        try CheckFailure.unless(
            live == 0 || (columns <= live && Double(live) < 1.25 * Double(columns)),
            "\(name): the table says that its index takes \(columns) bytes, the allocator \(live)")
        let share = Double(columns) / Double(max(searched.searchableByteCount, 1))
        let peak = Double(probes.map(\.peakLiveBytes).max() ?? 0) / Double(max(live, 1))
        var row = WorkloadResult(
            name: name, rows: page.rows,
            kernel: Measurement(nanoseconds: SampleStatistics(probes.map(\.nanoseconds))),
            note: FigureText.time(nanoseconds: probes.map(\.processorNanoseconds).min() ?? 0)
                + " of processor time at best; keeps \(FigureText.significant(Double(columns) / 1e6)) MB, "
                + "\(FigureText.significant(share)) bytes for each of searchable text, the folded copy among "
                + "them, in blocks of \(FigureText.significant(Double(live) / 1e6)) MB; peak "
                + "\(FigureText.significant(peak)) times that")
        row.answerChecked = true
        let two = SampleStatistics.median(of: pairs.map(\.nanoseconds))
        row.details[twoThreads] = two
        row.details["speedUp: " + twoThreads] = row.kernel.nanoseconds.median / two
        row.details[peakRatio] = peak
        row.details[indexBytes] = Double(columns)
        row.details[searchableBytes] = Double(searched.searchableByteCount)
        return row
    }
}
