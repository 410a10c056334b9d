import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// The report of a period, from loaded tables.
package enum ReportGeneration {
    static let workloads = [generate, periods, random, first, second]

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

    private static let random = CompassWorkload(
        name: "report.random", purpose: "the reports of 1,000 random periods"
    ) { inputs, size in
        let inputs = try inputs.report(rowsPerTable: size.rows)
        let periods = RandomPeriods(inputs)
        let one = QuestionCase(
            kernel: Call { periods.kernel(inputs, $0) }, careful: Call { try periods.careful(inputs, $0) }
        ) {
            for index in 0..<20 {
                try BaselineReport(periods.kernel(inputs, index)).check(
                    equals: try periods.careful(inputs, index), "report.random")
            }
        }
        return PreparedQuestion(rows: inputs.rows, cases: [one], notes: [note])
    }

    private static let first = afterLoading(
        "report.first", reportCount: 1, "the first report of loaded tables, which reads all rows")

    private static let second = afterLoading(
        "report.second", reportCount: 2,
        "the first two reports of loaded tables, of which the second one counts blocks of rows")

    private static func afterLoading(
        _ name: String, reportCount: Int, _ purpose: String
    ) -> CompassWorkload {
        CompassWorkload(name: name, purpose: purpose) { inputs, size in
            let inputs = try inputs.report(rowsPerTable: size.rows)
            let periods = RandomPeriods(inputs)
            func kernel(_ index: Int) -> ReportPage {
                let tables = inputs.reopened()
                for earlier in 1..<reportCount { _ = periods.kernel(tables, inputs, index + earlier) }
                return periods.kernel(tables, inputs, index)
            }
            let one = QuestionCase(kernel: Call(kernel)) {
                for index in 0..<3 {
                    try BaselineReport(kernel(index)).check(equals: try periods.careful(inputs, index), name)
                }
            }
            var question = PreparedQuestion(rows: inputs.rows, cases: [one], notes: [note])
            question.hasLongCalls = true
            return question
        }
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

/// A thousand periods that begin and end on random days of the data, of which each call has the next one.
private struct RandomPeriods: Sendable {
    private static let count = 1_000
    /// The generated rows are spread over two years and more.
    private static let dayCount = 730

    private let days: [(from: BaselineDay, to: BaselineDay)]

    init(_ inputs: ReportInputs) {
        let today = BaselineReportPreset.last30Days.days(now: inputs.instant(0), zone: inputs.timeZone).to
        var random = SplitMix64(seed: 29)
        days = (0..<Self.count).map { _ in
            let ages = [0, 1].map { _ in Int(random.next() % UInt64(Self.dayCount)) }
            return (today.adding(days: -max(ages[0], ages[1])), today.adding(days: -min(ages[0], ages[1])))
        }
    }

    private func days(_ index: Int) -> (from: BaselineDay, to: BaselineDay) { days[index % days.count] }

    func kernel(_ inputs: ReportInputs, _ index: Int) -> ReportPage {
        kernel(inputs.tables, inputs, index)
    }

    func kernel(_ tables: Reports, _ inputs: ReportInputs, _ index: Int) -> ReportPage {
        let (from, to) = days(index)
        // A day of the calendar has no other representation, and none is after the last one.
        guard let period = try? ReportPeriod(from: from.kernel, to: to.kernel) else {
            preconditionFailure("a period ends before it begins")
        }
        return tables.page(period, in: inputs.zone)
    }

    func careful(_ inputs: ReportInputs, _ index: Int) throws -> BaselineReport {
        let (from, to) = days(index)
        return try inputs.careful().report(from: from, to: to, comparison: false)
    }
}
