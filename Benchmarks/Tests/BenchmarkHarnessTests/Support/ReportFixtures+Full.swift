@testable import BenchmarkHarness

extension PeerResult {
    static func fixture(
        _ engine: String, threads: Int = 1, question: String = "social.page.30d", rows: Int = 1_000_000,
        median: Double = 3_400_000, bytes: Int? = nil, memoryBytes: Int? = nil
    ) -> PeerResult {
        PeerResult(
            engine: engine, version: "1.2", threads: threads, question: question, rows: rows,
            measurement: .fixture(median), kernel: .fixture(2_000), ratio: median / 2_000, bytes: bytes,
            memoryBytes: memoryBytes, answerChecked: true)
    }

    static func notRun(_ engine: String, because note: String? = nil) -> PeerResult {
        PeerResult(
            engine: engine, version: nil, threads: 0, question: "all", rows: 1_000_000, note: note)
    }
}

extension BenchmarkReport {
    /// Every part of a report: a page and a document at three sizes, memory, engines, remarks and goals.
    static var full: BenchmarkReport {
        var workloads: [WorkloadResult] = []
        for (rows, scale) in [(10_000, 1.0), (100_000, 10.0), (1_000_000, 100.0)] {
            var page = WorkloadResult.fixture(
                rows: rows, kernel: .fixture(2_000, allocations: 20, bytes: 4_000),
                careful: .fixture(100_000 * scale, allocations: 500, bytes: 90_000), drift: 1.02)
            if rows < 1_000_000 {
                page.baseline = .fixture(1_000_000_000 * scale, samples: 1, allocations: 5_000_000)
            }
            var ingest = WorkloadResult.fixture(
                "ingest.json", rows: rows, kernel: .fixture(5_000_000 * scale, allocations: 400), drift: 0.98)
            ingest.bytes = rows * 700
            ingest.details = ["two threads": 2_500_000 * scale, "speedUp: two threads": 2]
            if rows < 1_000_000 { ingest.baseline = .fixture(70_000_000 * scale) }
            ingest.note = "careful not measured"
            workloads += [page, ingest]
        }
        var report = BenchmarkReport.fixture(
            workloads, memory: [.fixture(rows: 1_000_000, live: 300_000_000)])
        report.peers = [
            .fixture("duckdb", memoryBytes: 453_000_000),
            .fixture("duckdb", threads: 2, median: 1_900_000),
            .fixture("duckdb", question: "ingest.json", median: 2e9, bytes: 700_000_000),
            .fixture("polars", question: "social.filtered, recruiting", median: 9_700_000),
            .notRun("chdb", because: "not run: no module of that name"),
        ]
        report.queriesWithoutExtraAllocations = 12
        report.remarks = ["Something was left out."]
        report.goals = [
            Goal("social.page.30d at 1m", 2, .atMost, 5, unit: "µs"),
            Goal("ingest.json at 1m, one thread", 1, .atLeast, 1.1, unit: "GB/s"),
        ]
        return report
    }
}
