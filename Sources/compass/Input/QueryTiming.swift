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
