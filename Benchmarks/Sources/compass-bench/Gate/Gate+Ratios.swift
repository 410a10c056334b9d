import BenchmarkHarness
import CompassWorkloads
import Foundation

extension Gate {
    /// Workloads that the baseline as specified completes within a second.
    private static let specifiedQuestions: Set = ["social.page.all", "ingest.json"]

    /// Times relative to other times of this run, after the results were compared.
    func ratios(limits: [String: [LimitMetric: Double]]) throws -> [GateFigure] {
        var measurements: [PatientMeasurement] = []
        // The largest size first, because its baseline's tables use gigabytes until the next size is loaded.
        let scaled = try Workloads.questions.compactMap { workload in
            try workload.scalingName.flatMap { isChosen($0) ? $0 : nil }.map { name in
                (name: name, workload: workload, large: try checked(workload, largest))
            }
        }
        for (name, workload, large) in scaled {
            let small = try checked(workload, Self.size)
            measurements.append(
                PatientMeasurement(name, .rowsRatio) {
                    let row = try QuestionScaling.run(name, large: large, small: small, isQuick: false)
                    return row.details[QuestionScaling.costRatio] ?? .infinity
                })
        }
        for workload in Workloads.questions where isChosen(workload.name) {
            measurements += try againstBaselines(workload)
        }
        progress.show("timing")
        defer { inputs.forgetTables() }
        return try PatientMeasurement.figures(of: measurements, limits: limits) { seconds in
            progress.show("measuring again what misses its limit, after \(FigureText.significant(seconds)) s")
            Thread.sleep(forTimeInterval: seconds)
        }
    }

    private func checked(_ workload: CompassWorkload, _ size: DatasetSize) throws -> PreparedQuestion {
        let question = try prepare(workload, size)
        progress.show("checking \(workload.name) at \(size.rawValue)")
        for one in question.cases { try one.checkCareful() }
        return question
    }

    private func againstBaselines(_ workload: CompassWorkload) throws -> [PatientMeasurement] {
        let isSpecified = Self.specifiedQuestions.contains(workload.name)
        let question = try prepare(workload, Self.size)
        let cases = question.cases.filter { $0.careful != nil || (isSpecified && $0.specified != nil) }
        if cases.isEmpty { return [] }
        progress.show("checking \(workload.name) at \(Self.size.rawValue)")
        for one in cases {
            try one.checkCareful()
            if isSpecified { try one.checkSpecified?() }
        }
        let careful = cases.compactMap { one in one.careful.map { (one.kernel, $0) } }
        let specified = cases.compactMap { one in one.specified.map { (one.kernel, $0) } }
        var measurements: [PatientMeasurement] = []
        if !careful.isEmpty {
            measurements.append(
                PatientMeasurement(workload.name, .carefulRatio) { try Self.medianRatio(careful) })
        }
        if isSpecified, !specified.isEmpty {
            measurements.append(
                PatientMeasurement(workload.name, .specifiedRatio) { try Self.medianRatio(specified) })
        }
        return measurements
    }

    /// Returns the median over cases of the fastest baseline ÷ the fastest kernel, in processor time.
    private static func medianRatio(_ cases: [(kernel: Call, baseline: Call)]) throws -> Double {
        let ratios = try cases.map { one in
            let batch = try Sampler.suited(to: one.kernel, budgetSeconds: 0).callsPerBatch
            var (kernel, baseline) = (Double.infinity, Double.infinity)
            // They run in turn, so that a temporary slowdown of the machine affects both.
            for _ in 0..<3 {
                kernel = min(
                    kernel,
                    try ThreadTime.fewestSeconds(of: one.kernel, callsPerBatch: batch, budgetSeconds: 0.02))
                baseline = min(
                    baseline, try ThreadTime.fewestSeconds(of: one.baseline, budgetSeconds: 0.02))
            }
            return baseline / max(kernel, 1e-9)
        }
        return SampleStatistics.median(of: ratios)
    }
}
