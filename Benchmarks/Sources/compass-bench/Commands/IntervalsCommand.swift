import ArgumentParser
import BenchmarkHarness
import CompassWorkloads

/// Measures the interval index beside an implicit interval tree.
struct IntervalsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "intervals",
        abstract: "Measure the interval index beside other indexes.",
        discussion: """
            The implicit interval tree is our own, after Li and Rong (2021), and stands for cgranges; superintervals is \
            measured if its library is given. Intervals of four distributions are generated from a seed, and windows that \
            each meet some of them. The ids of the intervals that meet a window, their number, and building are timed in \
            turn.

            Exits 1 when two indexes find other intervals, 69 when the library cannot be loaded.
            """)

    @Option(help: "The intervals of each distribution.")
    var intervals = 1_000_000

    @Option(help: "The windows of each distribution.")
    var windows = 200_000

    @Option(help: "The seed of intervals and windows.")
    var seed: UInt64 = 1

    @Option(help: "How many times each is measured.")
    var rounds = 3

    @Option(help: "The library of superintervals, which CI/build-superintervals builds and prints.")
    var superintervals: String?

    @Option(help: "Write the figures as JSON to this file.")
    var json: String?

    func validate() throws {
        for (name, value) in [("intervals", intervals), ("windows", windows)] {
            guard (1...100_000_000).contains(value) else {
                throw ValidationError("--\(name) is from 1 to 100000000")
            }
        }
        guard (1...1_000).contains(rounds) else { throw ValidationError("--rounds is from 1 to 1000") }
        try OutputFile.requireWritable([json])
    }

    func run() throws {
        let progress = ProgressLine()
        defer { progress.clear() }
        let library: SuperintervalsLibrary?
        do {
            library = try superintervals.map { try SuperintervalsLibrary(path: $0) }
        } catch let failure as SuperintervalsLibrary.Failure {
            throw Refusal(failure.description, status: .unavailable).reported()
        }
        try progress.reportingFailures {
            let rows = try IntervalComparison(
                intervals: intervals, windows: windows, seed: seed, rounds: rounds, superintervals: library,
                report: progress.show
            ).run()
            let report = IntervalComparisonReport(
                environment: .current(arguments: Array(CommandLine.arguments.dropFirst())),
                intervals: intervals, windows: windows, rows: rows)
            progress.clear()
            print(report.plainText, terminator: "")
            try OutputFile.write(report, to: json)
        }
    }
}
