/// The memory of one table in two reports.
public struct MemoryComparison: Hashable, Sendable, Encodable {
    /// The name that selects memory figures.
    public static let name = "memory.posts"

    /// Rows of the table.
    public var rows: Int
    /// The number of reading threads.
    public var threads: Int
    /// The figures that both reports have.
    public var figures: [Figure]

    /// One figure of a table, in bytes.
    public struct Figure: Hashable, Sendable, Encodable {
        /// The figure's key.
        public var name: String
        /// The older report's value.
        public var old: Int
        /// The newer report's value.
        public var new: Int
        /// The verdict.
        public var verdict: Verdict
    }

    /// Compares a table in two reports.
    ///
    /// Live bytes, and the peak of one thread, are the same in every run, so they are compared exactly. The
    /// peaks of several threads depend on scheduling: in ten runs over one file they differed by up to 14%.
    init(old: MemoryResult, new: MemoryResult, thresholds: Verdict.Thresholds) {
        func figure(_ name: String, _ value: (MemoryResult) -> Int?, isExact: Bool) -> Figure? {
            guard let before = value(old), let after = value(new) else { return nil }
            let verdict =
                isExact || before <= 0 || after <= 0
                ? Verdict(exact: before, after, thresholds: thresholds)
                : Verdict(
                    ratio: Double(after) / Double(before), uncertainty: new.threads > 1 ? 0.15 : 0,
                    thresholds: thresholds)
            return Figure(name: name, old: before, new: after, verdict: verdict)
        }
        rows = new.rows
        threads = new.threads
        figures = [
            figure("liveBytes", \.liveBytes, isExact: true),
            figure("peakLiveBytes", \.peakLiveBytes, isExact: threads == 1),
            figure("peakResidentBytes", \.peakResidentBytes, isExact: false),
        ].compactMap(\.self)
    }
}

extension MemoryResult {
    func isSameTable(as other: MemoryResult) -> Bool { rows == other.rows && threads == other.threads }
}
