import ArgumentParser
import BenchmarkHarness
import CompassWorkloads
import Foundation

/// Measures readers beside a writer, and compares what they read with the baseline.
struct LiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live", abstract: "Read pages without pause beside a writer, and compare them.",
        discussion: """
            One thread applies payloads at a fixed rate: new, late, edited, moved and removed posts. After each it \
            publishes a copy of the posts. Readers take the latest copy and request feed pages, searches, the \
            analytics page of 30 days and linked counts. One in --compare pages is kept with its change number; \
            afterwards the baseline applies the same payloads up to that number, and its page must be equal.

            Exits 1 when one differs, or when a limit is missed in each of --attempts runs: when the writer does not \
            keep half of its rate, when 99.9 in 100 pages take more processor time than --limit-us and more than \
            --limit-page times what they take without the writer, or 99.9 in 100 searches more than --limit-search \
            times what they take without the writer. For that, all is repeated on the last posts, compacted, by as \
            many readers: what a busy machine adds is there as well. A search costs what its matches do, so it has \
            no limit in µs.

            After each page a thread runs a loop of 20 to 40 µs that reads no memory. The difference between the \
            99.9th percentile and the median of these loops is what the machine adds to any work.
            """)

    @Option(help: "The size, one of \(DatasetSize.allNames).", transform: DatasetSize.one)
    var size = DatasetSize.tenThousand

    @Option(help: "How long the threads run, in seconds.")
    var seconds = 10.0

    @Option(help: "Payloads a second.")
    var rate = 2_000.0

    @Option(help: "The number of reading threads.")
    var readers = 2

    @Option(help: "The seed of the payloads and of the readers' choices.")
    var seed: UInt64 = 1

    @Option(help: "One in so many pages is compared.")
    var compare = 100

    @Option(name: .customLong("limit-us"), help: "The limit of processor time of 99.9 in 100 pages, in µs.")
    var limitMicros = 200.0

    @Option(
        name: .customLong("limit-page"),
        help: "What is allowed beyond --limit-us, as a multiple of the pages' time without the writer.")
    var limitPage = 2.0

    @Option(
        name: .customLong("limit-search"),
        help: "The limit of 99.9 in 100 searches, as a multiple of their time without the writer.")
    var limitSearch = 3.0

    @Option(help: "How often the threads run if a limit is missed, each time with the next seed.")
    var attempts = 1

    @Option(help: "Write the figures as JSON to this file.")
    var json: String?

    @Option(help: "The folder of manifest.json and generated/; by default Datasets/ here or above.")
    var datasets: String?

    func validate() throws {
        guard seconds > 0, seconds <= 3_600 else { throw ValidationError("--seconds is from 0 to 3600") }
        guard rate >= 1, rate <= 100_000 else { throw ValidationError("--rate is from 1 to 100000") }
        guard (1...64).contains(readers) else { throw ValidationError("--readers is from 1 to 64") }
        guard compare >= 1 else { throw ValidationError("--compare is at least 1") }
        guard limitMicros > 0 else { throw ValidationError("--limit-us is more than 0") }
        guard limitPage > 0 else { throw ValidationError("--limit-page is more than 0") }
        guard limitSearch > 0 else { throw ValidationError("--limit-search is more than 0") }
        guard (1...10).contains(attempts) else { throw ValidationError("--attempts is from 1 to 10") }
        try OutputFile.requireWritable([json])
    }

    func run() throws {
        let progress = ProgressLine()
        defer { progress.clear() }
        progress.begin(steps: 3 * attempts)
        let folder = try DatasetFolder(path: datasets, report: progress.show)
        let inputs = WorkloadInputs(datasets: folder, report: progress.show)
        let limits = LiveReport.Limits(
            pageMicros: limitMicros, pageRatio: limitPage, searchRatio: limitSearch)
        try progress.reportingFailures {
            var missed: [String] = []
            for attempt in 0..<attempts {
                let report = try measure(
                    try inputs.page(size), seed: seed &+ UInt64(attempt), progress)
                progress.clear()
                print(Self.text(report))
                try OutputFile.write(report, to: json)
                let wrong = report.wrongResults()
                if !wrong.isEmpty {
                    throw Refusal(wrong.joined(separator: "\n"), status: .failure).reported()
                }
                missed = report.missedLimits(limits)
                if missed.isEmpty { return }
                // Noise of the machine passes, a regression does not.
                if attempt < attempts - 1 { print("\(missed.joined(separator: "\n")): measuring again\n") }
            }
            throw Refusal(missed.joined(separator: "\n"), status: .failure).reported()
        }
    }

    /// Runs the threads once and compares the pages that they have kept.
    private func measure(
        _ inputs: PageInputs, seed: UInt64, _ progress: ProgressLine
    ) throws -> LiveReport {
        let live = try ReadersBesideWriter(
            inputs,
            .init(
                seconds: seconds, payloadsPerSecond: rate, readers: readers, seed: seed,
                pagesPerComparison: compare))
        progress.advance()
        progress.show("reading beside the writer")
        var report = try live.measure()
        progress.advance()
        progress.show("comparing \(live.kept.count) pages with the baseline")
        try live.compare(into: &report)
        progress.advance()
        return report
    }

    private static func text(_ report: LiveReport) -> String {
        var table = TextTable([
            "µs", "pages", "CPU p50", "p99", "p99.9", "max", "wall p50", "p99", "p99.9", "max",
        ])
        let others = [
            report.pagesAtRest, report.fixedLoop, report.fixedLoopAtRest, report.searches,
            report.searchesAtRest,
        ]
        for row in report.pages + others {
            let times = [row.processor, row.wall].flatMap { [$0.median, $0.p99, $0.p999, $0.maximum] }
            table.append([row.name, "\(row.pages)"] + times.map { String(format: "%.1f", $0) })
        }
        let writer = report.writer
        let share = Double(report.compared) / Double(max(report.requestCount, 1))
        return """
            \(report.rows) posts, \(report.readers) readers, seed \(report.seed)
            \(table.plainText)
            writer: \(writer.applied) payloads in \(String(format: "%.2f", writer.seconds)) s, \
            \(Int(writer.perSecond)) of \(Int(writer.wantedPerSecond)) a second; published after its time: \
            median \(String(format: "%.0f", writer.lag.median)) µs, p99 \(String(format: "%.0f", writer.lag.p99)) \
            µs, max \(String(format: "%.0f", writer.lag.maximum)) µs
            compared: \(report.compared) pages (\(String(format: "%.2f", share * 100))%) at \
            \(report.comparedChanges) change numbers, \(report.compared - report.differences.count) equal, \
            \(report.differences.count) different
            """ + report.differences.prefix(20).map { "\nseed \(report.seed), \($0)" }.joined()
    }
}
