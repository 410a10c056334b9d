import BenchmarkHarness

/// What questions about intervals take, beside other indexes.
public struct IntervalComparisonReport: Hashable, Sendable, Codable {
    /// The median of a peer.
    public struct PeerTime: Hashable, Sendable, Codable {
        /// The peer.
        public var name: String
        /// Its time, in nanoseconds.
        public var nanoseconds: Double
        /// How many times as fast the interval index is: the median of the ratios of all rounds.
        public var ratio: Double
    }

    /// The medians of one question.
    public struct Times: Hashable, Sendable, Codable {
        /// The time of the interval index, in nanoseconds.
        public var kernel: Double
        /// The times of the others, the tree first.
        public var peers: [PeerTime]

        func divided(by count: Int) -> Times {
            var times = self
            times.kernel /= Double(count)
            for place in times.peers.indices { times.peers[place].nanoseconds /= Double(count) }
            return times
        }

        /// How many times as fast as the fastest peer the index is.
        var leastRatio: Double { peers.map(\.ratio).min() ?? .infinity }
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
        /// The indexes from unsorted intervals; in the row of unsorted windows alone.
        public var building: Times?

        /// Which windows are asked about.
        fileprivate var order: String { isSorted ? "sorted" : "unsorted" }
    }

    /// The machine, the commit and the command.
    public let environment: MachineEnvironment
    /// The intervals of each distribution.
    public let intervals: Int
    /// The windows of each distribution.
    public let windows: Int
    /// The results.
    public let rows: [Row]
    /// How the results compare with the fastest peer.
    public let goals: [Goal]

    /// Creates a report.
    public init(environment: MachineEnvironment, intervals: Int, windows: Int, rows: [Row]) {
        self.environment = environment
        self.intervals = intervals
        self.windows = windows
        self.rows = rows
        goals = Self.goals(rows)
    }

    private static func goals(_ rows: [Row]) -> [Goal] {
        func goal(_ row: Row, _ question: String, _ ratio: Double, _ limit: Double) -> Goal {
            Goal("\(row.distribution.rawValue), \(question)", ratio, .atLeast, limit, unit: "×")
        }
        return rows.flatMap { row in
            let building = (row.building?.peers ?? []).map { peer in
                // The tree has no more than its nodes; superintervals, as the index, columns of its own.
                goal(row, "building ÷ \(peer.name)", peer.ratio, peer.name == "tree" ? 1 / 1.5 : 1)
            }
            return [
                goal(row, "ids, \(row.order) windows", row.ids.leastRatio, 1.2),
                goal(row, "counts, \(row.order) windows", row.counts.leastRatio, 2),
            ] + building
        }
    }

    /// The report as text.
    public var plainText: String {
        """
        \(environment.cpu), \(environment.cores) cores; commit \(environment.commit); \(environment.date)
        \(environment.command)

        \(FigureText.grouped(intervals)) intervals, \(FigureText.grouped(windows)) windows; a ratio says how many times as fast the index is

        \(table("ids") { $0.ids })

        \(table("count") { $0.counts })

        \(table("build") { $0.building })

        \(Goal.table(of: goals).plainText)

        """
    }

    /// Returns the times of one question.
    private func table(_ question: String, _ times: (Row) -> Times?) -> String {
        let peers = rows.first.map { $0.ids.peers.flatMap { [$0.name, "ratio"] } } ?? []
        var table = TextTable(["intervals", "windows", "hits", question] + peers, wordColumns: 2)
        for row in rows {
            guard let times = times(row) else { continue }
            table.append(
                [row.distribution.rawValue, row.order, FigureText.significant(row.hitsPerWindow)]
                    + [FigureText.time(nanoseconds: times.kernel)]
                    + times.peers.flatMap {
                        [FigureText.time(nanoseconds: $0.nanoseconds), FigureText.ratio($0.ratio)]
                    })
        }
        return table.plainText
    }
}
