/// The figures of readers beside a writer.
package struct LiveReport: Codable, Sendable {
    /// Times of one kind of page, in microseconds.
    package struct Times: Codable, Sendable {
        package var median: Double
        package var p99: Double
        package var p999: Double
        package var maximum: Double

        /// - Parameter nanoseconds: samples in any order.
        init(_ nanoseconds: [UInt64]) {
            let sorted = nanoseconds.sorted()
            /// The smallest sample that at least this share of the samples does not exceed.
            func rank(_ perMille: Int) -> Double {
                guard !sorted.isEmpty else { return 0 }
                return Double(sorted[max(0, (sorted.count * perMille + 999) / 1_000 - 1)]) / 1_000
            }
            (median, p99, p999, maximum) = (rank(500), rank(990), rank(999), rank(1_000))
        }
    }

    /// One kind of page, or all of them.
    package struct Row: Codable, Sendable {
        package var name: String
        package var pages: Int
        /// Processor time of the reader's thread.
        package var processor: Times
        package var wall: Times
    }

    /// How the writer kept its rate.
    package struct Writer: Codable, Sendable {
        package var wantedPerSecond: Double
        package var applied: Int
        package var seconds: Double
        /// How long after its time a payload was published.
        package var lag: Times
        package var perSecond: Double { seconds > 0 ? Double(applied) / seconds : 0 }
    }

    package var rows: Int
    package var readers: Int
    package var seed: UInt64
    package var writer: Writer
    /// All pages first, then each kind.
    package var pages: [Row]
    /// The number of pages that were compared with the baseline's.
    package var compared: Int
    /// The distinct change numbers among them.
    package var comparedChanges: Int
    package var differences: [String]

    /// Returns why the run fails; empty if it does not.
    package func failures(limitMicros: Double) -> [String] {
        var failures: [String] = []
        if let first = differences.first {
            failures.append(
                "\(differences.count) of \(compared) pages differ from the baseline's with seed \(seed); "
                    + "the first: \(first)")
        }
        if compared == 0 { failures.append("no page was compared") }
        if writer.perSecond < writer.wantedPerSecond / 2 {
            failures.append(
                "the writer applied \(Int(writer.perSecond)) payloads a second, less than half of "
                    + "\(Int(writer.wantedPerSecond))")
        }
        if let all = pages.first, all.processor.p999 > limitMicros {
            failures.append(
                "99.9 in 100 pages take up to \(Int(all.processor.p999.rounded(.up))) µs of processor time, "
                    + "more than \(Int(limitMicros)) µs")
        }
        return failures
    }
}
