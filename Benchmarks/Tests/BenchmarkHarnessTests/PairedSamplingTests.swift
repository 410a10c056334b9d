import Foundation
import XCTest

@testable import BenchmarkHarness

final class PairedSamplingTests: XCTestCase {
    /// A build with simulated times.
    private final class FakeBuild: SampledBuild {
        let greeting: SampleGreeting
        let name: String
        let log: (String) -> Void
        let nanosecondsOfCase: (Int) -> Double
        var checkError: (any Error)?

        init(
            _ name: String, cases: [String] = [""], rows: Int = 10, calls: Int = 4, allocations: Int? = 8,
            log: @escaping (String) -> Void = { _ in }, nanoseconds: @escaping (Int) -> Double
        ) {
            self.name = name
            self.log = log
            nanosecondsOfCase = nanoseconds
            greeting = SampleGreeting(
                rows: rows,
                cases: cases.map {
                    .init(
                        name: $0, callsPerBatch: calls, batchNanoseconds: 100_000, allocations: allocations,
                        allocatedBytes: allocations.map { $0 * 100 })
                })
        }

        func check() throws {
            log("check \(name)")
            if let checkError { throw checkError }
        }

        func nanoseconds(firstBatch: Int, batches: Int, callsPerBatch: [Int]) throws -> [Double] {
            log("\(name) \(firstBatch) \(batches) \(callsPerBatch)")
            return greeting.cases.indices.map(nanosecondsOfCase)
        }
    }

    func testTheOrderIsSwappedFromPairToPairAndAnswersAreCheckedOnce() throws {
        var log: [String] = []
        let sampling = PairedSampling(pairs: 4, rounds: 2)
        _ = try sampling.run(
            "w", startOld: { FakeBuild("A", calls: 4, log: { log.append($0) }) { _ in 1 } },
            startNew: { FakeBuild("B", calls: 7, log: { log.append($0) }) { _ in 1 } }, progress: { _ in })
        let round = ["A 0 5 [7]", "B 0 5 [7]", "A 0 5 [7]", "B 0 5 [7]", "B 5 5 [7]", "A 5 5 [7]"]
        XCTAssertEqual(log, ["check A", "check B"] + round + round)
    }

    func testPairsAreSpreadEvenlyOverRounds() {
        XCTAssertEqual(PairedSampling(pairs: 60, rounds: 5).pairsPerRound, 12)
        XCTAssertEqual(PairedSampling(pairs: 61, rounds: 5).pairsPerRound, 13)
        XCTAssertEqual(PairedSampling(pairs: 3, rounds: 5).rounds, 3)
        XCTAssertEqual(PairedSampling(pairs: 3, rounds: 5).pairsPerRound, 1)
    }

    private func run(
        _ sampling: PairedSampling = PairedSampling(), old: @escaping () -> FakeBuild,
        new: @escaping () -> FakeBuild
    ) throws -> BuildComparisonRow {
        try sampling.run("w", startOld: old, startNew: new, progress: { _ in })
    }

    func testTheSameBuildTwiceIsTheSameUnderNoiseThatBothShare() throws {
        var random = TestRandom()
        var (samples, speed) = (0, 1.0)
        func nanoseconds(_: Int) -> Double {
            // The machine's speed changes by half from pair to pair.
            if samples % 2 == 0 { speed = Double.random(in: 1..<1.5, using: &random) }
            samples += 1
            return 1_000 * speed * exp(0.01 * random.normal())
        }
        let row = try run(
            old: { FakeBuild("A", nanoseconds: nanoseconds) },
            new: { FakeBuild("B", nanoseconds: nanoseconds) })
        XCTAssertEqual(row.verdict, .same, random.label)
        XCTAssertEqual(row.ratio.median, 1, accuracy: 0.02, random.label)
        XCTAssertEqual(row.pairs, 60)
        XCTAssertFalse(row.isWorse)
        XCTAssertTrue(row.ratio.lower <= row.ratio.median && row.ratio.median <= row.ratio.upper)
    }

    func testASlowerBuildIsWorseAndAFasterOneBetter() throws {
        for (factor, verdict) in [(1.3, .worse), (1.06, .slightlyWorse), (0.7, .better)]
            as [(Double, Verdict)]
        {
            var random = TestRandom()
            func nanoseconds(_ mean: Double) -> Double { mean * exp(0.01 * random.normal()) }
            let row = try run(
                old: { FakeBuild("A") { _ in nanoseconds(1_000) } },
                new: { FakeBuild("B") { _ in nanoseconds(1_000 * factor) } })
            XCTAssertEqual(row.verdict, verdict, random.label)
            XCTAssertEqual(row.isWorse, verdict == .worse)
            XCTAssertEqual(row.newNanoseconds / row.oldNanoseconds, factor, accuracy: 0.02)
        }
    }

    func testOneCaseOfManyThatGotSlowerIsFound() throws {
        let names = (0..<30).map { "filter \($0)" }
        let row = try run(
            PairedSampling(pairs: 20, bootstrap: Bootstrap(resampleCount: 200)),
            old: { FakeBuild("A", cases: names) { 100 * Double($0 + 1) } },
            new: { FakeBuild("B", cases: names) { $0 == 17 ? 3_600 : 100 * Double($0 + 1) } })
        // Twice the time in one of 30 cases: the 30th root of 2.
        XCTAssertEqual(row.ratio.median, pow(2, 1.0 / 30), accuracy: 1e-9)
        XCTAssertEqual(row.verdict, .slightlyWorse)
        XCTAssertEqual(row.changedCases.map(\.name), ["filter 17"])
        XCTAssertEqual(row.changedCases.first?.ratio.median, 2)
        XCTAssertTrue(row.isWorse)
    }

    func testAllocationsAreExact() throws {
        let row = try run(
            old: { FakeBuild("A", allocations: 8) { _ in 1 } },
            new: { FakeBuild("B", allocations: 9) { _ in 1 } })
        XCTAssertEqual(row.allocationVerdict, .worse)
        XCTAssertEqual(row.byteVerdict, .worse)
        XCTAssertTrue(row.isWorse)
        let uncounted = try run(
            old: { FakeBuild("A", allocations: nil) { _ in 1 } }, new: { FakeBuild("B") { _ in 1 } })
        XCTAssertNil(uncounted.allocationVerdict)
    }

    func testAWrongAnswerThrowsBeforeAnythingIsSampled() {
        var log: [String] = []
        func wrong() -> FakeBuild {
            let build = FakeBuild("B", log: { log.append($0) }) { _ in 1 }
            build.checkError = CheckFailure("differs")
            return build
        }
        XCTAssertThrowsError(try run(old: { FakeBuild("A") { _ in 1 } }, new: wrong))
        XCTAssertEqual(log, ["check B"])
    }

    func testBuildsThatDoNotAskTheSameAreNotCompared() {
        XCTAssertThrowsError(
            try run(old: { FakeBuild("A", rows: 1) { _ in 1 } }, new: { FakeBuild("B", rows: 2) { _ in 1 } }))
        XCTAssertThrowsError(
            try run(
                old: { FakeBuild("A", cases: ["x"]) { _ in 1 } },
                new: { FakeBuild("B", cases: ["y"]) { _ in 1 } }))
    }

    func testTheTextNamesTheSeedAndTheVerdict() throws {
        var comparison = BuildComparison(
            oldProgram: "old/compass-bench", newProgram: "new/compass-bench", environment: .fixture(),
            sampling: PairedSampling(pairs: 4, rounds: 2, bootstrap: Bootstrap(seed: 77)))
        comparison.rows = [
            try run(
                comparison.sampling, old: { FakeBuild("A") { _ in 1_000 } },
                new: { FakeBuild("B") { _ in 2_000 } })
        ]
        let text = comparison.plainText
        for part in [
            "2,000 resamples, seed 77", "2.000× … 2.000×", "worse", "something is WORSE", "2 rounds of 2",
        ] {
            XCTAssertTrue(text.contains(part), part)
        }
        XCTAssertTrue(comparison.markdown.contains("| w | 10 | 1 µs | 2 µs |"), comparison.markdown)
    }
}
