import CompassFiles
import CompassProgram

/// The cost of a query: of the first run, including everything it builds, and of repeated runs, which reuse
/// that.
struct QueryTiming {
    private static let maximumNanos: Int64 = 100_000_000
    private static let maximumRuns = 1_001

    let firstNanos: Int64
    let medianNanos: Int64
    let runs: Int

    /// Runs a query once.
    static func first<Answer>(_ query: () -> Answer) -> (answer: Answer, nanos: Int64) {
        let start = OperatingSystem.monotonicNanos()
        let answer = query()
        return (answer, OperatingSystem.monotonicNanos() - start)
    }

    /// Repeats a query until a tenth of a second has passed, at most 1,001 times and at least 5 times.
    ///
    /// - Parameter firstNanos: the cost of its first run.
    static func repeating<Answer>(_ query: () -> Answer, firstNanos: Int64) -> QueryTiming {
        var samples: [Int64] = []
        var total: Int64 = 0
        while samples.count < 5 || (total < maximumNanos && samples.count < maximumRuns) {
            let start = OperatingSystem.monotonicNanos()
            withExtendedLifetime(query()) {
                samples.append(OperatingSystem.monotonicNanos() - start)
            }
            total += samples[samples.count - 1]
        }
        samples.sort()
        return QueryTiming(
            firstNanos: firstNanos, medianNanos: samples[samples.count / 2], runs: samples.count)
    }
}

/// The cost of preparing loaded tables for a query: names, orders.
struct PreparationTiming {
    /// The step, such as "Bound school names".
    let label: String
    let nanos: Int64

    /// Runs `body` and measures it.
    static func measured<Result>(_ label: String, _ body: () -> Result) -> (Result, PreparationTiming) {
        let start = OperatingSystem.monotonicNanos()
        let result = body()
        return (result, PreparationTiming(label: label, nanos: OperatingSystem.monotonicNanos() - start))
    }
}

extension [TableLoading] {
    /// Prints to standard error the cost of each phase: reading the tables, preparing them, the first query
    /// and a repeated one.
    func printTiming(preparation: PreparationTiming? = nil, query: QueryTiming, threads: Int) {
        var text = ""
        for loading in self {
            let rows = loading.storedRowCount ?? loading.report.rows
            text += "\(loading.isStored ? "Opened" : "Read") \(loading.report.table): "
            text += "\(DisplayText.grouped(rows)) rows, "
            text += "\(DisplayText.oneDecimal(Double(loading.byteCount) / 1e6)) MB in "
            text += Self.millis(loading.nanos)
            // Most of the bytes of an opened table are not read.
            if !loading.isStored { text += ", \(DisplayText.grouped(loading.megabytesPerSecond)) MB/s" }
            text += "\n"
        }
        if contains(where: { !$0.isStored }) {
            text += threads == 1 ? "Read with 1 thread\n" : "Read with up to \(threads) threads\n"
        }
        if let preparation { text += "\(preparation.label): \(Self.millis(preparation.nanos))\n" }
        text += "First query: \(Self.millis(query.firstNanos))"
        let micros = DisplayText.oneDecimal(Double(query.medianNanos) / 1e3)
        let unit = TerminalStyle.current().isUnicode ? "µs" : "us"
        text += "\nRepeated query: \(micros) \(unit), the median of \(DisplayText.grouped(query.runs)) runs\n"
        StandardError.write(text)
    }

    private static func millis(_ nanos: Int64) -> String {
        DisplayText.oneDecimal(Double(nanos) / 1e6) + " ms"
    }
}
