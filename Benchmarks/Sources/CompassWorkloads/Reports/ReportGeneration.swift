import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// The report of a period, from loaded tables.
package enum ReportGeneration {
    static let workloads = [generate, periods]

    private static let note = "interactions and metrics, as many of each"

    private static let generate = CompassWorkload(
        name: "report.generate", purpose: "the report of the last 30 days"
    ) { inputs, size in
        let inputs = try inputs.report(rowsPerTable: size.rows)
        let question = ReportQuestion(preset: .last30Days)
        func specified(_ index: Int) throws -> BaselineReport {
            let (from, to) = question.days(inputs, index)
            return SpecifiedReport.report(try inputs.specified(), from: from, to: to, zone: inputs.timeZone)
        }
        let isSpecifiedMeasured = size < .million
        var one = QuestionCase(
            kernel: Call { question.kernel(inputs, $0) }, careful: Call { try question.careful(inputs, $0) },
            specified: isSpecifiedMeasured ? Call(specified) : nil
        ) {
            try question.check("report.generate", inputs)
        }
        if isSpecifiedMeasured {
            one.checkSpecified = {
                try BaselineReport(question.kernel(inputs, 0)).check(
                    equals: try specified(0), "report.generate, as specified")
            }
        }
        return PreparedQuestion(
            rows: inputs.rows, cases: [one],
            notes: [note] + (isSpecifiedMeasured ? [] : ["as specified not measured: minutes of formatting"]))
    }

    /// The group of reports of few rows.
    package static let fewRows = "100 records"
    /// The group of reports of all rows.
    package static let allRows = "all rows"

    private static let periods = CompassWorkload(
        name: "report.periods", purpose: "the report of each preset, compared or not; also of 100 records"
    ) { inputs, size in
        let all = try inputs.report(rowsPerTable: size.rows)
        let few = try inputs.report(rowsPerTable: 100)
        let presets = ReportPreset.allCases.map { ReportQuestion(preset: $0) }
        let compared = [
            ReportQuestion(preset: .last30Days, isCompared: true), .init(preset: .lastYear, isCompared: true),
        ]
        let cases = [(allRows, all), (fewRows, few)].flatMap { group, inputs in
            (presets + compared).map { question in
                let name = "\(question.name), \(group)"
                var one = QuestionCase(name: name, kernel: Call { question.kernel(inputs, $0) }) {
                    try question.check("report.periods, \(name)", inputs)
                }
                one.group = group
                return one
            }
        }
        return PreparedQuestion(
            rows: all.rows, cases: cases,
            notes: [
                note, "half of the cases are the same at every size: of 100 interactions and 100 metrics",
            ])
    }
}

/// One period, for the kernel and for the baselines.
struct ReportQuestion: Sendable {
    var preset: ReportPreset
    var isCompared = false

    var name: String { preset.rawValue + (isCompared ? " compared" : "") }

    func kernel(_ inputs: ReportInputs, _ index: Int) -> ReportPage {
        let period = preset.period(asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
        return inputs.tables.page(period, in: inputs.zone, comparison: isCompared)
    }

    func days(_ inputs: ReportInputs, _ index: Int) -> (from: BaselineDay, to: BaselineDay) {
        let preset = BaselineReportPreset(rawValue: preset.rawValue) ?? .last30Days
        return preset.days(now: inputs.instant(index), zone: inputs.timeZone)
    }

    func careful(_ inputs: ReportInputs, _ index: Int) throws -> BaselineReport {
        let (from, to) = days(inputs, index)
        return try inputs.careful().report(from: from, to: to, comparison: isCompared)
    }

    func check(_ name: String, _ inputs: ReportInputs) throws {
        for index in [0, inputs.instants.count - 1] {
            try BaselineReport(kernel(inputs, index)).check(
                equals: try careful(inputs, index), "\(name), careful")
        }
    }
}
