import BenchmarkHarness
import CompassPeers
import CompassWorkloads

/// The project's goals for loading and for each page. Those whose workload was not run are left out.
enum Goals {
    static func all(of report: BenchmarkReport) -> [Goal] {
        pages(report) + ratios(report) + filters(report) + allocations(report) + ingest(report)
            + feed(report) + cold(report) + tableFiles(report) + live(report)
            + intervals(report) + timelineLayout(report)
            + activity(report) + reports(report) + partialAnswers(report)
            + pageEvents(report) + memory(report) + peers(report)
    }

    private static let ranges = ["7d", "30d", "90d", "all"]

    private static func pages(_ report: BenchmarkReport) -> [Goal] {
        ranges.flatMap { range -> [Goal] in
            let name = "social.page.\(range)"
            var goals: [Goal] = []
            if let row = report.workload(name, rows: 1_000_000) {
                goals.append(
                    Goal(
                        "\(name) at 1m", row.kernel.nanoseconds.median / 1e3, .atMost, range == "90d" ? 8 : 2,
                        unit: "µs"))
                if let ratio = row.ratio(toReference: SocialPage.copy) {
                    goals.append(Goal("\(name) at 1m ÷ \(SocialPage.copy)", ratio, .atMost, 2, unit: "×"))
                }
            }
            if let row = report.workload("social.scaling.\(range)", rows: 1_000_000),
                let ratio = row.details[QuestionScaling.costRatio]
            {
                goals.append(Goal("\(name) at 1m ÷ smallest size", ratio, .atMost, 1.5, unit: "×"))
            }
            return goals
        }
    }

    private static func ratios(_ report: BenchmarkReport) -> [Goal] {
        var goals: [Goal] = []
        for range in ranges {
            let name = "social.page.\(range)"
            if let ratio = report.workload(name, rows: 10_000)?.ratio {
                goals.append(
                    Goal(
                        "\(name) at 10k, as specified ÷ kernel", ratio, .atLeast,
                        range == "all" ? 20_000 : 100_000, unit: "×"))
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
        let row = report.workload("social.filtered", rows: 1_000_000)
        return [SocialFiltered.defaultChart, SocialFiltered.everyDay].compactMap { group in
            row?.details["slowest: \(group)"].map { slowest in
                Goal("slowest filtered page at 1m, \(group)", slowest / 1e6, .atMost, 1, unit: "ms")
            }
        }
    }

    /// A query that misses this goal has already ended the run.
    private static func allocations(_ report: BenchmarkReport) -> [Goal] {
        let queries = report.queriesWithoutExtraAllocations
        if queries == 0 { return [] }
        let name = "heap allocations beyond the result's, in each of \(queries) queries"
        return [Goal(name, 0, .atMost, 0, unit: "blocks")]
    }

    private static func ingest(_ report: BenchmarkReport) -> [Goal] {
        var goals: [Goal] = []
        let name = "ingest.json"
        if let row = report.workload(name, rows: 1_000_000) {
            if let throughput = row.throughputMBps {
                goals.append(Goal("\(name) at 1m, one thread", throughput / 1e3, .atLeast, 2.3, unit: "GB/s"))
            }
            if let warm = row.details[IngestPosts.usedMemory].flatMap(row.gigabytesPerSecond) {
                goals.append(
                    Goal("\(name) at 1m, \(IngestPosts.usedMemory)", warm, .atLeast, 2.3, unit: "GB/s"))
            }
            if let speedUp = row.speedUp(of: IngestPosts.twoThreads) {
                goals.append(Goal("\(name) at 1m, two threads ÷ one", speedUp, .atLeast, 1.85, unit: "×"))
                if let ofOne = row.ratio(toReference: IngestPosts.twoLoads) {
                    goals.append(
                        Goal(
                            "\(name) at 1m, speed of two threads ÷ that of \(IngestPosts.twoLoads)",
                            speedUp / (2 * ofOne), .atLeast, 0.95, unit: "×"))
                }
            }
        }
        let small = report.workload(name, rows: 10_000)
        if let speedUp = small?.speedUp(of: IngestPosts.twoThreads) {
            goals.append(Goal("\(name) at 10k, two threads ÷ one", speedUp, .atLeast, 1, unit: "×"))
        }
        if let ratio = small?.ratio {
            goals.append(Goal("\(name) at 10k, JSONDecoder ÷ kernel", ratio, .atLeast, 10, unit: "×"))
        }
        return goals
    }

    /// The whole process, including its program and the mapped file.
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

    /// Each engine's time with one thread ÷ the kernel's, at a million posts.
    private static func peers(_ report: BenchmarkReport) -> [Goal] {
        let rows = report.peers.filter { $0.rows == 1_000_000 && $0.threads == 1 }
        var goals = rows.compactMap { peer -> Goal? in
            guard let ratio = peer.ratio, let limit = limit(peer) else { return nil }
            return Goal("\(peer.engine) ÷ kernel, \(peer.question)", ratio, .atLeast, limit, unit: "×")
        }
        let kernel = report.memory.first { $0.rows == 1_000_000 && $0.threads == 1 }
        if let kernel, let smallest = rows.compactMap(\.memoryBytes).min() {
            goals.append(
                Goal(
                    "memory of 1m posts, and of the engine that needs least", Double(kernel.liveBytes) / 1e6,
                    .atMost,
                    Double(smallest) / 1e6, unit: "MB"))
        }
        return goals
    }

    private static func limit(_ peer: PeerResult) -> Double? {
        if peer.question == "ingest.json" { return 3 }
        // Parsing alone, in memory used before, beside a whole table in new memory.
        if peer.question == PeerRun.parsingAlone { return 0.6 }
        if peer.question == "feed.search" { return 4 }
        if peer.question.hasPrefix(FileOpen.name) { return fileLimit(peer) }
        if peer.question.hasPrefix("social.filtered") { return 5 }
        switch (peer.engine, peer.question) {
        case ("numpy-checkpoints", "social.page.30d"), ("numpy-checkpoints", "social.page.all"): return 5
        case ("numpy", "social.page.30d"): return 20
        case ("numpy", "social.page.all"): return 300
        case (_, "social.page.30d"), (_, "social.page.all"): return 200
        default: return nil
        }
    }
}
