import XCTest

@testable import BenchmarkHarness

final class PatientMeasurementTests: XCTestCase {
    /// A measurement that takes its values from a list and counts its calls.
    private final class Script {
        var values: [Double]
        var count = 0

        init(_ values: [Double]) { self.values = values }

        func next() -> Double {
            count += 1
            return values.removeFirst()
        }
    }

    private let limits: [String: [LimitMetric: Double]] = ["page": [.carefulRatio: 100]]

    private func run(_ script: Script) throws -> (figure: Double, pauses: [Double]) {
        var pauses: [Double] = []
        let figures = try PatientMeasurement.figures(
            of: [PatientMeasurement("page", .carefulRatio, measure: script.next)], limits: limits
        ) { pauses.append($0) }
        return (figures[0].value, pauses)
    }

    func testWhatKeepsItsLimitIsMeasuredOnce() throws {
        let (figure, pauses) = try run(Script([150]))
        XCTAssertEqual(figure, 150)
        XCTAssertEqual(pauses, [])
    }

    func testNoisePasses() throws {
        let (figure, pauses) = try run(Script([50, 60, 120]))
        XCTAssertEqual(figure, 120)
        XCTAssertEqual(pauses, [2, 5])
    }

    func testARegressionStays() throws {
        let script = Script([50, 60, 55, 1_000])
        let (figure, pauses) = try run(script)
        XCTAssertEqual(figure, 55)
        XCTAssertEqual(pauses, [2, 5])
        XCTAssertEqual(script.count, 3)
    }

    func testOnlyWhatMissesItsLimitIsMeasuredAgain() throws {
        let good = Script([150])
        let noisy = Script([50, 150])
        let unlimited = Script([1])
        let figures = try PatientMeasurement.figures(
            of: [
                PatientMeasurement("good", .carefulRatio, measure: good.next),
                PatientMeasurement("noisy", .carefulRatio, measure: noisy.next),
                PatientMeasurement("new", .carefulRatio, measure: unlimited.next),
            ], limits: ["good": [.carefulRatio: 100], "noisy": [.carefulRatio: 100]]
        ) { _ in }
        XCTAssertEqual(figures.map(\.value), [150, 150, 1])
        XCTAssertEqual([good.count, noisy.count, unlimited.count], [1, 2, 1])
    }
}
