import BenchmarkHarness
import CompassKernel
import Foundation

/// What searches need: the time in which the first of them builds it, and the bytes that stay. It is built in
/// a process that has done nothing but load the posts.
public enum SearchIndexBuild {
    /// The workload's name.
    public static let name = "feed.search.build"
    /// What is measured.
    public static let purpose = "builds what searches need, in a process of its own: time and memory"
    /// The subcommand with which a program calls itself.
    public static let probeCommand = "search-probe"
    /// The key, among the row's details, of the bytes of the index's columns.
    public static let indexBytes = "indexBytes"
    /// The key of the bytes of the texts that are searched, as the baseline counts them.
    public static let searchableBytes = "searchableBytes"

    /// What one process has found.
    public struct Probe: Codable, Sendable {
        /// The time in which the index was built, the allocator's counting left out.
        public var nanoseconds: Double
        /// The processor time of the building thread.
        public var processorNanoseconds: Double
        /// The allocator's bytes after building less those before.
        public var liveBytes: Int
        /// The most of these at any time of building.
        public var peakLiveBytes: Int
        /// What the table itself says of ``liveBytes``.
        public var reportedBytes: Int
        /// Posts of the table.
        public var rows: Int
        /// Posts in which the text is found that every process looks for.
        public var matchCount: Int
    }

    /// What every process looks for.
    private static let text = "camp"

    /// Loads a file and builds what searches need: the half that is measured in a process of its own.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - counts: whether the index is built once more, to count its bytes; else they are zero.
    /// - Returns: nil where allocations cannot be counted.
    public static func probe(path: String, counts: Bool) throws -> Probe? {
        let timed = try PostTable.load(contentsOf: path).table
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
            matchCount: social.feedMatchCount(where: .search(text), in: .utc))
    }

    /// Asks processes of their own.
    ///
    /// - Parameters:
    ///   - datasets: the files.
    ///   - size: the rows.
    ///   - times: how many processes; the first of them counts bytes.
    ///   - program: a program that knows the subcommand ``probeCommand``.
    public static func probes(
        _ datasets: DatasetFolder, _ size: DatasetSize, times: Int, program: URL
    ) throws -> [Probe] {
        let dataset = try datasets.dataset(size, wholeSeconds: true)
        return try (0..<times).map { number in
            let process = Process()
            process.executableURL = program
            process.arguments = [probeCommand, dataset.postsPath] + (number == 0 ? ["--counts"] : [])
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

    /// The row of a size.
    ///
    /// - Parameters:
    ///   - inputs: the posts, of which the baseline tells how many bytes are searched.
    ///   - times: how many processes build.
    public static func measure(
        _ inputs: WorkloadInputs, _ size: DatasetSize, times: Int, program: URL
    ) throws -> WorkloadResult {
        let page = try inputs.page(size)
        let probes = try probes(inputs.datasets, size, times: times, program: program)
        let searched = try page.foldedText()
        let matchCount = searched.count(matching: text)
        try CheckFailure.unless(
            probes.allSatisfy { $0.matchCount == matchCount },
            "\(name): the built index finds \(probes[0].matchCount) posts, not \(matchCount)")
        let live = probes.map(\.liveBytes).max() ?? 0
        let columns = probes.map(\.reportedBytes).max() ?? 0
        // What the allocator adds is its own: jemalloc rounds large blocks up by as much as a fifth.
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
        row.details[indexBytes] = Double(columns)
        row.details[searchableBytes] = Double(searched.searchableByteCount)
        return row
    }
}
