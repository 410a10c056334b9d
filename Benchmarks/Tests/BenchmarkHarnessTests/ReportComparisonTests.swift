import Foundation
import XCTest

@testable import BenchmarkHarness

final class ReportComparisonTests: XCTestCase {
    private func compare(
        _ old: WorkloadResult, _ new: WorkloadResult, newCPU: String = "Processor A"
    ) throws -> RowComparison {
        let comparison = ReportComparison(
            old: .fixture([old]), new: .fixture([new], environment: .fixture(cpu: newCPU)))
        return try XCTUnwrap(comparison.rows.first)
    }

    func testMediansDecide() throws {
        for (new, verdict) in [
            (1_000, .same), (1_020, .same), (1_050, .slightlyWorse), (1_200, .worse), (950, .slightlyBetter),
            (500, .better),
        ] as [(Double, Verdict)] {
            let row = try compare(.fixture(kernel: .fixture(1_000)), .fixture(kernel: .fixture(new)))
            XCTAssertEqual(row.verdict, verdict, "\(new)")
            XCTAssertEqual(row.isWorse, verdict == .worse, "\(new)")
            XCTAssertFalse(row.isNoisy)
        }
    }

    func testARowThatDriftedTellsNoSmallerChangeAndIsNoisy() throws {
        let old = WorkloadResult.fixture(kernel: .fixture(1_000), drift: 1.2)
        let row = try compare(old, .fixture(kernel: .fixture(1_190)))
        XCTAssertEqual(row.verdict, .same)
        XCTAssertTrue(row.isNoisy)
        XCTAssertEqual(row.uncertainty, 0.2, accuracy: 1e-12)
        XCTAssertEqual(try compare(old, .fixture(kernel: .fixture(1_210))).verdict, .worse)
        // A drift to half the time is as large as one to twice the time.
        let fast = WorkloadResult.fixture(kernel: .fixture(1_000), drift: 0.5)
        XCTAssertEqual(try compare(fast, .fixture(kernel: .fixture(1_000))).uncertainty, 1, accuracy: 1e-12)
    }

    func testFewScatteredSamplesMakeARowNoisy() throws {
        let scattered = WorkloadResult.fixture(kernel: .fixture(1_000, spread: 0.3, samples: 9))
        let row = try compare(scattered, .fixture(kernel: .fixture(1_100)))
        XCTAssertEqual(row.uncertainty, 1.2533 * 0.1, accuracy: 1e-9)
        XCTAssertTrue(row.isNoisy)
        XCTAssertEqual(row.verdict, .same)
    }

    func testThatCasesDifferIsNoNoise() throws {
        var filters = WorkloadResult.fixture(kernel: .fixture(1_000, spread: 0.9, samples: 33))
        filters.details[QuestionRunner.slowestCase] = 9_000
        let row = try compare(filters, filters)
        XCTAssertEqual(row.uncertainty, 0)
        XCTAssertFalse(row.isNoisy)
    }

    func testCountsAreExact() throws {
        let old = WorkloadResult.fixture(kernel: .fixture(1_000, allocations: 8, bytes: 100_000))
        let same = try compare(old, old)
        XCTAssertEqual(same.allocationVerdict, .same)
        XCTAssertEqual(same.byteVerdict, .same)
        let more = try compare(old, .fixture(kernel: .fixture(1_000, allocations: 9, bytes: 100_001)))
        XCTAssertEqual(more.allocationVerdict, .worse)
        XCTAssertEqual(more.byteVerdict, .slightlyWorse)
        XCTAssertTrue(more.isWorse)
        let uncounted = try compare(old, .fixture(kernel: .fixture(1_000)))
        XCTAssertNil(uncounted.allocationVerdict)
        XCTAssertNil(uncounted.byteVerdict)
    }

    func testTheCarefulBaselineOfTheSameRunIsTheFigureThatNeedsNoMachine() throws {
        // Twice the time on a machine that is half as fast.
        let old = WorkloadResult.fixture(kernel: .fixture(1_000), careful: .fixture(50_000))
        let new = WorkloadResult.fixture(kernel: .fixture(2_000), careful: .fixture(100_000))
        let row = try compare(old, new, newCPU: "Processor B")
        XCTAssertEqual(row.timeRatio, 2)
        XCTAssertEqual(row.carefulRelativeRatio, 1)
        XCTAssertEqual(row.basis, .careful)
        XCTAssertEqual(row.verdict, .same)
        let onOneMachine = try compare(old, new)
        XCTAssertEqual(onOneMachine.basis, .time)
        XCTAssertEqual(onOneMachine.verdict, .worse)
        XCTAssertEqual(onOneMachine.carefulRelativeRatio, 1)
    }

    func testOtherProcessorsWithoutACarefulBaselineAreNotComparable() throws {
        let row = try compare(
            .fixture(kernel: .fixture(1_000)), .fixture(kernel: .fixture(9_000)), newCPU: "Processor B")
        XCTAssertNil(row.verdict)
        XCTAssertFalse(row.isWorse)
    }

    func testDifferentEnvironmentsArePointedOutFirst() {
        let comparison = ReportComparison(
            old: .fixture([.fixture(kernel: .fixture(1))]),
            new: .fixture(
                [.fixture(kernel: .fixture(1))],
                environment: .fixture(cpu: "Processor B", compiler: "Swift 7")))
        XCTAssertEqual(comparison.environmentDifferences.map(\.name), ["cpu", "compiler"])
        let lines = comparison.plainText.split(separator: "\n")
        XCTAssertEqual(lines[2], "  DIFFERENT cpu: Processor A → Processor B")
        XCTAssertEqual(lines[3], "  DIFFERENT compiler: Swift 6.3 → Swift 7")
    }

    func testRowsOfOneSideAreListed() {
        let old = BenchmarkReport.fixture(
            [.fixture("a", kernel: .fixture(1)), .fixture("b", kernel: .fixture(1))],
            memory: [.fixture(), .fixture(threads: 2)])
        let new = BenchmarkReport.fixture(
            [.fixture("b", kernel: .fixture(1)), .fixture("b", rows: 1_000_000, kernel: .fixture(1))],
            memory: [.fixture(), .fixture(rows: 100_000)])
        let comparison = ReportComparison(old: old, new: new)
        XCTAssertEqual(comparison.rows.map(\.name), ["b"])
        XCTAssertEqual(comparison.onlyInOld, ["a, 10,000 rows", "memory.posts, 10,000 rows, 2 threads"])
        XCTAssertEqual(comparison.onlyInNew, ["b, 1,000,000 rows", "memory.posts, 100,000 rows, 1 threads"])
        XCTAssertEqual(comparison.memory.count, 1)
        let chosen = ReportComparison(old: old, new: new) { $0 == "a" }
        XCTAssertEqual(chosen.onlyInOld, ["a, 10,000 rows"])
        XCTAssertTrue(chosen.rows.isEmpty && chosen.memory.isEmpty && chosen.onlyInNew.isEmpty)
    }

    private func memoryVerdicts(threads: Int, live: Int, resident: Int) -> [Verdict] {
        var (old, new) = (
            MemoryResult.fixture(threads: threads), MemoryResult.fixture(threads: threads, live: live)
        )
        old.peakResidentBytes = 1_000
        new.peakResidentBytes = resident
        return ReportComparison(old: .fixture([], memory: [old]), new: .fixture([], memory: [new]))
            .memory.flatMap(\.figures).map(\.verdict)
    }

    func testMemoryOfOneThreadIsExactButForTheResidentPeak() {
        XCTAssertEqual(memoryVerdicts(threads: 1, live: 1_000_000, resident: 1_020), [.same, .same, .same])
        XCTAssertEqual(
            memoryVerdicts(threads: 1, live: 1_000_001, resident: 1_050),
            [.slightlyWorse, .slightlyWorse, .slightlyWorse])
        XCTAssertEqual(
            memoryVerdicts(threads: 1, live: 1_200_000, resident: 1_200), [.worse, .worse, .worse])
        XCTAssertEqual(memoryVerdicts(threads: 1, live: 800_000, resident: 800), [.better, .better, .better])
    }

    func testPeaksOfSeveralThreadsMayDiffer() {
        XCTAssertEqual(memoryVerdicts(threads: 2, live: 1_140_000, resident: 1_140), [.worse, .same, .same])
        XCTAssertEqual(
            memoryVerdicts(threads: 2, live: 1_160_000, resident: 1_160), [.worse, .worse, .worse])
    }

    func testAnythingWorseIsTold() {
        let old = BenchmarkReport.fixture([.fixture(kernel: .fixture(100))], memory: [.fixture()])
        XCTAssertFalse(ReportComparison(old: old, new: old).isAnythingWorse)
        let slow = BenchmarkReport.fixture([.fixture(kernel: .fixture(120))], memory: [.fixture()])
        XCTAssertTrue(ReportComparison(old: old, new: slow).isAnythingWorse)
        XCTAssertTrue(ReportComparison(old: old, new: slow).plainText.hasSuffix("something is WORSE\n"))
        let large = BenchmarkReport.fixture(
            [.fixture(kernel: .fixture(100))], memory: [.fixture(live: 1_200_000)])
        XCTAssertTrue(ReportComparison(old: old, new: large).isAnythingWorse)
    }

    func testJSONHasAllKeysAndTheVerdicts() throws {
        let old = WorkloadResult.fixture(kernel: .fixture(1_000))
        let comparison = ReportComparison(old: .fixture([old]), new: .fixture([old]))
        let json = try XCTUnwrap(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(comparison)) as? [String: Any])
        XCTAssertEqual(json["schemaVersion"] as? Int, 1)
        let row = try XCTUnwrap((json["rows"] as? [[String: Any]])?.first)
        XCTAssertEqual(row["verdict"] as? String, "same")
        for key in [
            "oldCarefulRatio", "newCarefulRatio", "carefulRelativeRatio", "allocationVerdict", "byteVerdict",
        ] {
            XCTAssertTrue(row[key] is NSNull, key)
        }
    }
}
