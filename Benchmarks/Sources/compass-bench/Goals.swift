import BenchmarkHarness

/// The project's goals for loading and for the Social Analytics page. Those whose workload was not run are
/// left out.
enum Goals {
    static func all(of report: BenchmarkReport) -> [Goal] {
        pages(report) + ratios(report) + filters(report) + allocations(report) + ingest(report)
            + memory(report)
    }

    private static func pages(_ report: BenchmarkReport) -> [Goal] {
        SocialPage.questions.flatMap { question -> [Goal] in
            var goals: [Goal] = []
            if let row = report.workload(question.name, rows: 1_000_000) {
                goals.append(
                    Goal(
                        "\(question.name) at 1m", row.kernel.nanoseconds.median / 1e3, .atMost,
                        question.name.hasSuffix("90d") ? 8 : 5, unit: "µs"))
            }
            if let row = report.workload(PageScaling.name(question), rows: 1_000_000),
                let ratio = row.details["costRatio"]
            {
                goals.append(Goal("\(question.name) at 1m ÷ smallest size", ratio, .atMost, 1.5, unit: "×"))
            }
            return goals
        }
    }

    private static func ratios(_ report: BenchmarkReport) -> [Goal] {
        var goals: [Goal] = []
        for question in SocialPage.questions {
            guard let row = report.workload(question.name, rows: 10_000) else { continue }
            if let ratio = row.ratio {
                let limit = question.range == .all ? 20_000.0 : 100_000
                goals.append(
                    Goal("\(question.name) at 10k, as specified ÷ kernel", ratio, .atLeast, limit, unit: "×"))
            }
        }
        if let ratio = report.workload("social.page.all", rows: 10_000)?.carefulRatio {
            goals.append(Goal("social.page.all at 10k, careful ÷ kernel", ratio, .atLeast, 200, unit: "×"))
        }
        if let ratio = report.workload("social.page.all", rows: 1_000_000)?.carefulRatio {
            goals.append(Goal("social.page.all at 1m, careful ÷ kernel", ratio, .atLeast, 10_000, unit: "×"))
        }
        return goals
    }

    private static func filters(_ report: BenchmarkReport) -> [Goal] {
        let row = report.workload(SocialFiltered.description.name, rows: 1_000_000)
        var goals: [Goal] = []
        if let slowest = row?.details["slowestWithDefaultChart"] {
            let name = "slowest filtered page at 1m, the page's own chart"
            goals.append(Goal(name, slowest / 1e6, .atMost, 1, unit: "ms"))
        }
        if let slowest = row?.details["slowestWithEveryDay"] {
            let name = "slowest filtered page at 1m, a chart of every day"
            goals.append(Goal(name, slowest / 1e6, .atMost, 1, unit: "ms"))
        }
        return goals
    }

    /// A query that misses this goal has ended the run already.
    private static func allocations(_ report: BenchmarkReport) -> [Goal] {
        let queries = report.queriesWithoutExtraAllocations
        if queries == 0 { return [] }
        let name = "heap allocations beyond the result's, in each of \(queries) queries"
        return [Goal(name, 0, .atMost, 0, unit: "blocks")]
    }

    private static func ingest(_ report: BenchmarkReport) -> [Goal] {
        var goals: [Goal] = []
        let name = IngestJSON.description.name
        if let row = report.workload(name, rows: 1_000_000) {
            if let throughput = row.throughputMBps {
                goals.append(Goal("\(name) at 1m, one thread", throughput / 1e3, .atLeast, 1.1, unit: "GB/s"))
            }
            if let speedUp = row.details["speedUpOfTwoThreads"] {
                goals.append(Goal("\(name) at 1m, two threads ÷ one", speedUp, .atLeast, 1.7, unit: "×"))
            }
        }
        if let ratio = report.workload(name, rows: 100_000)?.details["decoderRatio"] {
            goals.append(Goal("\(name) at 100k, JSONDecoder ÷ kernel", ratio, .atLeast, 10, unit: "×"))
        }
        return goals
    }

    /// The whole process, its program and the mapped file included.
    private static func residentPeak(_ result: MemoryResult, _ table: String) -> [Goal] {
        guard let peak = result.peakResidentBytes else { return [] }
        let limit = 1.3 * Double(result.liveBytes) + Double(result.fileBytes)
        return [
            Goal(
                "resident peak of loading \(table)", Double(peak) / 1e6, .atMost, limit / 1e6, unit: "MB")
        ]
    }

    private static func memory(_ report: BenchmarkReport) -> [Goal] {
        report.memory.filter { $0.rows == 1_000_000 }.flatMap { result in
            let table = "1m posts, \(result.threads) thread\(result.threads == 1 ? "" : "s")"
            return [
                Goal(
                    "memory of \(table), beyond the text", result.bytesPerRowBeyondText, .atMost, 48,
                    unit: "bytes a post"),
                Goal("memory of \(table)", Double(result.liveBytes) / 1e6, .atMost, 453, unit: "MB"),
                Goal("peak of loading \(table) ÷ what stays", result.peakRatio, .atMost, 1.3, unit: "×"),
            ] + residentPeak(result, table)
        }
    }
}
