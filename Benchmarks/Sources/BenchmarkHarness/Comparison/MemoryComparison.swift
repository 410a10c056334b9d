/// What one table occupies, in two reports.
public struct MemoryComparison: Hashable, Sendable, Encodable {
    /// Under which name memory is chosen.
    public static let name = "memory.posts"

    /// Rows of the table.
    public var rows: Int
    /// Threads that read.
    public var threads: Int
    /// The figures that both reports have.
    public var figures: [Figure]

    /// One figure of a table, in bytes.
    public struct Figure: Hashable, Sendable, Encodable {
        /// The figure's key.
        public var name: String
        /// The older report's.
        public var old: Int
        /// The newer report's.
        public var new: Int
        /// The verdict. The noise threshold holds, because threads do not always meet in the same way.
        public var verdict: Verdict
    }

    init(old: MemoryResult, new: MemoryResult, thresholds: Verdict.Thresholds) {
        func figure(_ name: String, _ value: (MemoryResult) -> Int?) -> Figure? {
            guard let before = value(old), let after = value(new) else { return nil }
            let isKnown = before > 0 && after > 0
            let verdict =
                isKnown
                ? Verdict(ratio: Double(after) / Double(before), thresholds: thresholds)
                : Verdict(exact: before, after, thresholds: thresholds)
            return Figure(name: name, old: before, new: after, verdict: verdict)
        }
        rows = new.rows
        threads = new.threads
        figures = [
            figure("liveBytes", \.liveBytes), figure("peakLiveBytes", \.peakLiveBytes),
            figure("peakResidentBytes", \.peakResidentBytes),
        ].compactMap(\.self)
    }
}

extension MemoryResult {
    func isSameTable(as other: MemoryResult) -> Bool { rows == other.rows && threads == other.threads }
}
