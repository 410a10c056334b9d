import XCTest

@testable import BenchmarkHarness
@testable import CompassWorkloads

/// The cost model against numbers computed by hand.
final class ScaleModelTests: XCTestCase {
    // 20 GB/s of network, 32 GB/s of disks, 64 cores.
    private let model = ScaleModel(
        .init(
            posts: 1e9, nodes: 16, coresPerNode: 4, networkGigabits: 10, diskGigabytes: 2, shardBytes: 250e6))

    private func form(
        _ source: ScaleModel.Source, bytesPerPost: Double, coreMicrosPerPost: Double
    ) -> ScaleModel.Form {
        .init(
            name: "", source: source, bytesPerPost: bytesPerPost, bytesBasis: .input,
            coreMicrosPerPost: coreMicrosPerPost, coreBasis: .measured)
    }

    func testTheNetworkBoundsLongRows() {
        let cost = model.cost(of: form(.network, bytesPerPost: 700, coreMicrosPerPost: 0.64))
        XCTAssertEqual(cost.gigabytes, 700, accuracy: 1e-9)
        XCTAssertEqual(cost.coreSeconds, 640, accuracy: 1e-9)
        XCTAssertEqual(cost.secondsByCores, 10, accuracy: 1e-9)
        XCTAssertEqual(cost.secondsBySource, 35, accuracy: 1e-9)
        XCTAssertEqual(cost.bound, .network)
        XCTAssertEqual(cost.seconds, 35, accuracy: 1e-9)
    }

    func testCoresBoundCompressedRows() {
        let cost = model.cost(of: form(.network, bytesPerPost: 200, coreMicrosPerPost: 1.28))
        XCTAssertEqual(cost.secondsByCores, 20, accuracy: 1e-9)
        XCTAssertEqual(cost.secondsBySource, 10, accuracy: 1e-9)
        XCTAssertEqual(cost.bound, .cores)
        XCTAssertEqual(cost.seconds, 20, accuracy: 1e-9)
    }

    func testLocalDisksDoNotUseTheNetwork() {
        let cost = model.cost(of: form(.disks, bytesPerPost: 64, coreMicrosPerPost: 0.064))
        XCTAssertEqual(cost.secondsByCores, 1, accuracy: 1e-9)
        XCTAssertEqual(cost.secondsBySource, 2, accuracy: 1e-9)
        XCTAssertEqual(cost.bound, .disks)
    }

    func testTheDriverMergesAsManyAnswersAsThereAreShards() {
        // 10⁹ posts of 625 bytes are 2,500 shards of 250 MB.
        let cost = model.driverCost(
            .init(bytesPerPartial: 10_000, microsPerPartial: 100, finishMicros: 500), bytesPerPost: 625)
        XCTAssertEqual(cost.shards, 2_500)
        XCTAssertEqual(cost.megabytes, 25, accuracy: 1e-9)
        XCTAssertEqual(cost.networkSeconds, 0.02, accuracy: 1e-9)
        XCTAssertEqual(cost.flatSeconds, 0.2505, accuracy: 1e-9)
        XCTAssertEqual(cost.groupSize, 50)
        XCTAssertEqual(cost.twoLevelSeconds, 0.0105, accuracy: 1e-9)
    }

    func testAtLeastOneShardIsMerged() {
        var cluster = model.cluster
        cluster.posts = 1
        let cost = ScaleModel(cluster).driverCost(
            .init(bytesPerPartial: 1, microsPerPartial: 1, finishMicros: 0), bytesPerPost: 700)
        XCTAssertEqual(cost.shards, 1)
        XCTAssertEqual(cost.groupSize, 1)
    }

    func testInputsAreAddedToMeasuredRates() throws {
        var measured = ScaleMeasurement()
        measured.shards = 100
        measured.readMillis = 4
        measured.mergeMillis = 6
        measured.finishMillis = 1
        measured.wholePartialBytes = 10_000
        measured.lineBytesPerPost = 700
        measured.lineSecondsPerMillion = 0.5
        measured.fileBytesPerPost = 300
        measured.openedPartialMillisPerMillion = 20
        let inputs = ScaleReport.Inputs(
            bytesPerPost: 1_400, zstdRatio: 3.5, zstdGigabytesPerCore: 1.4, parquetBytesPerPost: 146,
            parquetMicrosPerPost: 1.5, columnBytesPerPost: 29, columnMicrosPerPost: 0.36)
        let environment = MachineEnvironment(
            cpu: "Processor", cores: 2, os: "Linux", compiler: "Swift", commit: "0", date: "2026",
            command: "compass-bench scale")
        func report() -> ScaleReport {
            ScaleReport(
                environment: environment, seed: 1, cluster: model.cluster, inputs: inputs, measured: measured)
        }
        let forms = report().forms.map(\.form)
        XCTAssertEqual(forms[0].bytesPerPost, 1_400)
        XCTAssertEqual(forms[0].coreMicrosPerPost, 1, accuracy: 1e-9)
        XCTAssertEqual(forms[0].bytesBasis, .input)
        XCTAssertEqual(forms[0].coreBasis, .computed)
        XCTAssertEqual(forms[1].bytesPerPost, 400, accuracy: 1e-9)
        XCTAssertEqual(forms[1].coreMicrosPerPost, 2, accuracy: 1e-9)
        XCTAssertEqual(forms[3].bytesPerPost, 29)
        XCTAssertEqual(forms[4].bytesPerPost, 300)
        XCTAssertEqual(forms[4].coreMicrosPerPost, 0.02, accuracy: 1e-9)
        XCTAssertEqual(report().driver.flatSeconds, (5_600 * 100 + 1_000) / 1e6, accuracy: 1e-9)
        // Only what is read counts where that is known.
        measured.diskBytesPerPost = 40
        XCTAssertEqual(report().forms[4].form.bytesPerPost, 40)
    }

    func testFiguresHaveThreeDigits() {
        let texts = [0, 0.01234, 0.5, 1, 3.14159, 42.42, 707.4, 1e9].map(ScaleReport.text)
        XCTAssertEqual(texts, ["0", "0.0123", "0.500", "1", "3.14", "42.4", "707", "1e+09"])
    }
}
