import CompassKernel

/// What asking a question once costs, measured by asking it often.
struct QueryTiming {
    private static let longestNanos: Int64 = 100_000_000
    private static let mostRuns = 1_001

    let medianNanos: Int64
    let runs: Int

    /// Asks until a tenth of a second has passed, at most 1,001 times and at least 5 times.
    static func measure<Answer>(_ ask: () -> Answer) -> QueryTiming {
        var samples: [Int64] = []
        var total: Int64 = 0
        while samples.count < 5 || (total < longestNanos && samples.count < mostRuns) {
            let start = OperatingSystem.monotonicNanos()
            withExtendedLifetime(ask()) {
                samples.append(OperatingSystem.monotonicNanos() - start)
            }
            total += samples[samples.count - 1]
        }
        samples.sort()
        return QueryTiming(medianNanos: samples[samples.count / 2], runs: samples.count)
    }
}

extension SocialTables {
    /// Says on standard error what reading each table and asking the question cost.
    func printTiming(query: QueryTiming, threads: Int) {
        var text = ""
        for loading in loadings {
            let millis = DisplayText.oneDecimal(Double(loading.nanos) / 1e6)
            text += "Read \(loading.report.table): \(DisplayText.grouped(loading.report.rows)) rows, "
            text += "\(DisplayText.oneDecimal(Double(loading.byteCount) / 1e6)) MB in \(millis) ms, "
            text += "\(DisplayText.grouped(loading.megabytesPerSecond)) MB/s\n"
        }
        let micros = DisplayText.oneDecimal(Double(query.medianNanos) / 1e3)
        let unit = TerminalStyle.current().isUnicode ? "µs" : "us"
        text +=
            "Asked for the page: \(micros) \(unit), the median of \(DisplayText.grouped(query.runs)) runs "
        text += threads == 1 ? "(read by 1 thread)\n" : "(read by up to \(threads) threads)\n"
        StandardError.write(text)
    }
}

extension SocialTables.Loading {
    /// The speed of reading, rounded.
    var megabytesPerSecond: Int { Int((Double(byteCount) * 1_000 / Double(max(1, nanos))).rounded()) }
}
