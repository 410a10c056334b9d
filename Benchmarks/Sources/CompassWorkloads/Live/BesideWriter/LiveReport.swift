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

    /// What 99.9 in 100 pages and searches may take.
    package struct Limits: Sendable {
        /// The processor time of a page without a search, in microseconds.
        package var pageMicros: Double
        /// What more is allowed on a slow or busy machine: the processor time of a page, divided by what
        /// 99.9 in 100 of the same pages take at rest.
        package var pageRatio: Double
        /// The processor time of a search, divided by what 99.9 in 100 of the same searches take at rest: a
        /// search costs what its matches do, a millisecond among a million posts.
        package var searchRatio: Double

        package init(pageMicros: Double, pageRatio: Double, searchRatio: Double) {
            self.pageMicros = pageMicros
            self.pageRatio = pageRatio
            self.searchRatio = searchRatio
        }
    }

    /// One kind of page, or several.
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
    /// All pages without a search first, then each kind.
    package var pages: [Row]
    /// The same pages of the last posts, compacted, by as many readers after the writer has ended.
    package var pagesAtRest: Row
    /// A loop that reads no memory, after each page and search beside the writer. The difference between its 99.9th
    /// percentile and its median is what the machine adds to any work.
    package var fixedLoop: Row
    /// The same loop at rest.
    package var fixedLoopAtRest: Row
    /// The pages of a search.
    package var searches: Row
    /// The same searches, likewise at rest.
    package var searchesAtRest: Row
    /// The number of pages, searches among them, that were compared with the baseline's.
    package var compared: Int
    /// The distinct change numbers among them.
    package var comparedChanges: Int
    package var differences: [String]

    /// The number of pages and searches that were requested beside the writer.
    package var requestCount: Int { (pages.first?.pages ?? 0) + searches.pages }

    /// Returns which results are wrong; empty if none is.
    package func wrongResults() -> [String] {
        if let first = differences.first {
            return [
                "\(differences.count) of \(compared) pages differ from the baseline's with seed \(seed); "
                    + "the first: \(first)"
            ]
        }
        return compared == 0 ? ["no page was compared"] : []
    }

    /// Returns which limits of time are missed; empty if all are met.
    package func missedLimits(_ limits: Limits) -> [String] {
        var missed: [String] = []
        if writer.perSecond < writer.wantedPerSecond / 2 {
            missed.append(
                "the writer applied \(Int(writer.perSecond)) payloads a second, less than half of "
                    + "\(Int(writer.wantedPerSecond))")
        }
        let pageMicros = max(limits.pageMicros, pagesAtRest.processor.p999 * limits.pageRatio)
        if let all = pages.first, all.processor.p999 > pageMicros {
            missed.append(
                "99.9 in 100 pages take up to \(Int(all.processor.p999.rounded(.up))) µs of processor time, "
                    + "more than \(Int(limits.pageMicros)) µs and \(limits.pageRatio) times what they take at "
                    + "rest")
        }
        let searchMicros = searchesAtRest.processor.p999 * limits.searchRatio
        if searches.processor.p999 > searchMicros {
            missed.append(
                "99.9 in 100 searches take up to \(Int(searches.processor.p999.rounded(.up))) µs of processor "
                    + "time, more than \(Int(searchMicros)) µs, \(limits.searchRatio) times what they take at rest"
            )
        }
        return missed
    }
}
