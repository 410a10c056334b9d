import Foundation
import XCTest

@testable import BenchmarkHarness

final class BenchmarkReportJSONTests: XCTestCase {
    private var wholeReport: BenchmarkReport {
        var environment = MachineEnvironment.fixture()
        environment.cpuAffinity = 3
        var report = BenchmarkReport(environment: environment)
        var row = WorkloadResult.fixture(
            kernel: .fixture(2_500.25, spread: 0.031, allocations: 8, bytes: 2_048), careful: .fixture(1e6),
            drift: 1.01)
        row.baseline = .fixture(1e9)
        row.bytes = 7_086_013
        row.note = "a note with \"quotes\" and µ"
        row.details = ["case: twitter": 12.5, "slowest": 99]
        report.workloads = [row, .fixture("ingest.json", kernel: .fixture(1))]
        var memory = MemoryResult.fixture()
        memory.peakResidentBytes = 5_000_000
        report.memory = [memory, .fixture(threads: 2)]
        report.peers = [
            PeerResult(
                engine: "duckdb", version: "1.2.3", threads: 1, question: "social.page.all", rows: 10_000,
                measurement: .fixture(3e6), kernel: .fixture(2e3), ratio: 1_500, bytes: 4, memoryBytes: 5,
                answerChecked: true, note: "packed codes"),
            PeerResult(engine: "polars", version: nil, threads: 0, question: "social.page.all", rows: 10_000),
        ]
        report.queriesWithoutExtraAllocations = 17
        report.remarks = ["a remark"]
        report.goals = [Goal("time", 5, .atMost, 4, unit: "µs"), Goal("speed", 5, .atLeast, 4, unit: "GB/s")]
        return report
    }

    private func object(_ report: BenchmarkReport) throws -> [String: Any] {
        try XCTUnwrap(JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any])
    }

    func testAReportThatIsWrittenAndReadIsTheSame() throws {
        for report in [wholeReport, BenchmarkReport(environment: .fixture())] {
            let bytes = try JSONEncoder().encode(report)
            XCTAssertEqual(try JSONDecoder().decode(BenchmarkReport.self, from: bytes), report)
        }
    }

    func testAMeasuredReportThatIsWrittenAndReadIsTheSame() throws {
        for round in 0..<5 {
            var random = TestRandom(round: round)
            let samples = (0..<50).map { _ in 1_000 * exp(random.normal()) }
            let report = BenchmarkReport.fixture([
                .fixture(kernel: Measurement(nanoseconds: SampleStatistics(samples)))
            ])
            let bytes = try JSONEncoder().encode(report)
            XCTAssertEqual(try JSONDecoder().decode(BenchmarkReport.self, from: bytes), report, random.label)
        }
    }

    func testEveryKeyIsThereAndNullWhereNothingIsKnown() throws {
        let environmentKeys = [
            "cpu", "cores", "os", "compiler", "commit", "date", "command", "cpuAffinity",
        ]
        let workloadKeys = [
            "name", "rows", "unit", "kernel", "baseline", "careful", "ratio", "carefulRatio",
            "throughputMBps",
            "answerChecked", "bytes", "drift", "note", "details",
        ]
        let measurementKeys = [
            "median", "min", "p90", "p99", "spread", "samples", "allocations", "allocatedBytes",
        ]
        let memoryKeys = [
            "rows", "threads", "liveBytes", "peakLiveBytes", "allocations", "reportedBytes", "textBytes",
            "fileBytes",
            "peakResidentBytes",
        ]
        let peerKeys = [
            "engine", "version", "threads", "question", "rows", "measurement", "kernel", "ratio", "bytes",
            "memoryBytes", "answerChecked", "note",
        ]
        var whole = wholeReport
        var bare = BenchmarkReport.fixture([.fixture(kernel: .fixture(1))], memory: [.fixture()])
        bare.peers = [whole.peers[1]]
        whole.workloads.removeLast()
        for (report, nulls) in [
            (whole, []),
            (
                bare,
                [
                    "cpuAffinity", "baseline", "careful", "ratio", "carefulRatio", "throughputMBps", "bytes",
                    "drift",
                    "note", "allocations", "allocatedBytes", "peakResidentBytes", "version",
                    "measurement", "kernel", "memoryBytes",
                ]
            ),
        ] {
            let json = try object(report)
            XCTAssertEqual(json["schemaVersion"] as? Int, 1)
            let row = try XCTUnwrap((json["workloads"] as? [[String: Any]])?.first)
            XCTAssertEqual(row["unit"] as? String, "ns")
            for (part, keys) in [
                (json["environment"], environmentKeys), (row, workloadKeys), (row["kernel"], measurementKeys),
                ((json["memory"] as? [Any])?.first, memoryKeys),
                ((json["peers"] as? [Any])?.first, peerKeys),
            ] {
                let object = try XCTUnwrap(part as? [String: Any])
                XCTAssertEqual(object.keys.sorted(), keys.sorted())
                for (key, value) in object where value is NSNull { XCTAssertTrue(nulls.contains(key), key) }
            }
        }
        let json = try object(bare)
        let row = try XCTUnwrap((json["workloads"] as? [[String: Any]])?.first)
        for key in ["baseline", "careful", "ratio", "carefulRatio", "throughputMBps"] {
            XCTAssertTrue(row[key] is NSNull, key)
        }
    }

    func testRatiosAreBaselineMedianOverKernelMedian() throws {
        let row = WorkloadResult.fixture(kernel: .fixture(2_000), careful: .fixture(50_000))
        XCTAssertEqual(row.carefulRatio, 25)
        let json = try object(.fixture([row]))
        XCTAssertEqual((json["workloads"] as? [[String: Any]])?.first?["carefulRatio"] as? Double, 25)
    }

    func testAnotherSchemaVersionIsRefused() throws {
        var json = try object(wholeReport)
        json["schemaVersion"] = 2
        let bytes = try JSONSerialization.data(withJSONObject: json)
        XCTAssertThrowsError(try JSONDecoder().decode(BenchmarkReport.self, from: bytes))
    }

    func testAReportWithoutAnAffinityIsRead() throws {
        var json = try object(wholeReport)
        var environment = try XCTUnwrap(json["environment"] as? [String: Any])
        environment.removeValue(forKey: "cpuAffinity")
        json["environment"] = environment
        let bytes = try JSONSerialization.data(withJSONObject: json)
        XCTAssertNil(try JSONDecoder().decode(BenchmarkReport.self, from: bytes).environment.cpuAffinity)
    }
}
