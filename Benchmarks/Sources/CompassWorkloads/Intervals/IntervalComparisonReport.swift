import BenchmarkHarness

/// What questions about intervals take, beside an implicit interval tree.
public struct IntervalComparisonReport: Hashable, Sendable, Codable {
    /// The medians of both, in nanoseconds.
    public struct Times: Hashable, Sendable, Codable {
        /// The time of the index.
        public var kernel: Double
        /// The time of the tree.
        public var tree: Double
        /// How many times as fast the index is: the median of the ratios of all rounds.
        public var ratio: Double

        func divided(by count: Int) -> Times {
            Times(kernel: kernel / Double(count), tree: tree / Double(count), ratio: ratio)
        }
    }

    /// The questions of one distribution, asked in one order.
    public struct Row: Hashable, Sendable, Codable {
        /// How the intervals are distributed.
        public var distribution: IntervalDistribution
        /// Whether the windows are asked about in the order of time.
        public var isSorted: Bool
        /// The intervals that meet a window, on average.
        public var hitsPerWindow: Double
        /// The ids of the intervals that meet a window.
        public var ids: Times
        /// Their number.
        public var counts: Times
        /// The index and the tree from unsorted intervals.
        public var building: Times
    }

    /// The machine, the commit and the command.
    public let environment: MachineEnvironment
    /// The intervals of each distribution.
    public let intervals: Int
    /// The windows of each distribution.
    public let windows: Int
    /// The results.
    public let rows: [Row]

    /// Creates a report.
    public init(environment: MachineEnvironment, intervals: Int, windows: Int, rows: [Row]) {
        self.environment = environment
        self.intervals = intervals
        self.windows = windows
        self.rows = rows
    }

    /// The report as text.
    public var plainText: String {
        var table = TextTable(
            [
                "intervals", "windows", "hits", "ids", "tree", "ratio", "count", "tree", "ratio", "build",
                "tree",
                "ratio",
            ], wordColumns: 2)
        for row in rows {
            func cells(_ times: Times) -> [String] {
                [times.kernel, times.tree].map { FigureText.time(nanoseconds: $0) }
                    + [FigureText.ratio(times.ratio)]
            }
            table.append(
                [
                    row.distribution.rawValue, row.isSorted ? "sorted" : "unsorted",
                    FigureText.significant(row.hitsPerWindow),
                ] + cells(row.ids) + cells(row.counts) + cells(row.building))
        }
        return """
            \(environment.cpu), \(environment.cores) cores; commit \(environment.commit); \(environment.date)
            \(environment.command)

            \(FigureText.grouped(intervals)) intervals, \(FigureText.grouped(windows)) windows; a ratio says how many times as fast the index is

            \(table.plainText)

            """
    }
}
