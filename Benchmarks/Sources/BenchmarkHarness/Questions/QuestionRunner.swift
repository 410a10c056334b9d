/// Checks, counts and times prepared workloads.
public struct QuestionRunner {
    /// The key, among a row's details, of the slowest of several cases; absent in a row of one case.
    public static let slowestCase = "slowest"

    /// Whether a quick, rough measurement is sufficient.
    public var isQuick: Bool

    /// Creates a runner.
    public init(isQuick: Bool) { self.isQuick = isQuick }

    /// The measured costs of one case of a workload.
    private struct CaseResult {
        var kernel: [Double]
        var careful: [Double]?
        var specified: [Double]?
        var counts: (kernel: AllocationCount?, careful: AllocationCount?, specified: AllocationCount?)
        var drift: Double?
    }

    /// Returns the row of a workload. Before anything is timed, all results are compared and all allocations
    /// counted.
    ///
    /// - Parameters:
    ///   - name: the workload's name.
    ///   - question: the prepared workload.
    ///   - progress: receives a description of the current step.
    /// - Throws: ``CheckFailure`` if a result differs from a baseline's, or a call allocates more than its
    ///   result owns; errors of the calls.
    public func run(
        _ name: String, _ question: PreparedQuestion, progress: (String) -> Void
    ) throws -> (row: WorkloadResult, countedQueries: Int) {
        var countedQueries = 0
        var counts: [AllocationCount?] = []
        for position in question.cases.indices {
            let title = title(name, question, position)
            progress("checking \(title)")
            try question.cases[position].check()
            let counted = try kernelAllocations(title, question.cases[position])
            counts.append(counted.first)
            countedQueries += counted.queries
        }
        var results: [CaseResult] = []
        for position in question.cases.indices {
            progress("timing \(title(name, question, position))")
            results.append(
                try measure(
                    question.cases[position], counts[position], share: 1 / Double(question.cases.count)))
        }
        var row = row(name, question, results)
        if !question.variants.isEmpty {
            progress("timing variants of \(title(name, question, 0))")
            try addVariants(of: question, to: &row)
        }
        if !question.references.isEmpty {
            progress("timing references of \(title(name, question, 0))")
            try addReferences(of: question, to: &row)
        }
        if let figures = question.figures { row.details.merge(try figures()) { _, figure in figure } }
        row.answerChecked = true
        return (row, countedQueries)
    }

    private func title(_ name: String, _ question: PreparedQuestion, _ position: Int) -> String {
        let form = question.cases[position].name
        return "\(name)\(form.isEmpty ? "" : ", " + form), \(FigureText.grouped(question.rows)) rows"
    }

    /// Counts the kernel's allocations and checks its promise: no blocks except those of the result.
    private func kernelAllocations(
        _ title: String, _ question: QuestionCase
    ) throws -> (first: AllocationCount?, queries: Int) {
        guard let promise = question.resultBlocks else {
            return (try question.kernel.settledAllocations(), 0)
        }
        // Lazily built state, such as a cache, is built here.
        try question.kernel.prepare()
        try question.kernel(0)
        var counts: [AllocationCount] = []
        for index in promise.indices {
            let blocks = try promise.count(index)
            guard let count = try question.kernel.allocations(at: index) else { break }
            try CheckFailure.unless(
                count.allocations == blocks,
                "\(title): \(count.allocations) allocations, but the result owns \(blocks)")
            counts.append(count)
        }
        return (counts.first, counts.count)
    }

    private func measure(
        _ question: QuestionCase, _ kernelCount: AllocationCount?, share: Double
    ) throws -> CaseResult {
        if !question.inputNames.isEmpty { return try measureInputs(question, kernelCount) }
        let budget = max((isQuick ? 0.1 : 1.0) * share, isQuick ? 0.02 : 0.1)
        let sampler = try Sampler.suited(
            to: question.kernel, minimumSamples: isQuick ? 2 : 7, budgetSeconds: budget / 2)
        let before = try sampler.nanoseconds(of: question.kernel)
        let careful = try question.careful.map { try baselineSamples($0, budget / 2) }
        let specified = try question.specified.map { try baselineSamples($0, budget) }
        let after = try sampler.nanoseconds(of: question.kernel)
        // If the machine is slow for a second, all samples of that second are slow.
        let carefulAfter = try question.careful.map { try baselineSamples($0, budget / 2).samples } ?? []
        return CaseResult(
            kernel: before + after, careful: careful.map { $0.samples + carefulAfter },
            specified: specified?.samples, counts: (kernelCount, careful?.count, specified?.count),
            drift: Self.largestDrift([(before, after), (careful?.samples ?? [], carefulAfter)]))
    }

    /// Measures like ``measure(_:_:share:)``, with each input as a sample.
    private func measureInputs(
        _ question: QuestionCase, _ kernelCount: AllocationCount?
    ) throws -> CaseResult {
        var warmUp = InputSampling(inputCount: question.inputNames.count)
        try warmUp.addRound(of: question.kernel)
        var sampling = InputSampling(inputCount: question.inputNames.count)
        let rounds = isQuick || question.isTimedOnce ? 1 : 3
        for _ in 0..<rounds { try sampling.addRound(of: question.kernel) }
        let budget = isQuick ? 0.05 : 0.5
        let careful = try question.careful.map { try baselineSamples($0, budget) }
        let specified = try question.specified.map { try baselineSamples($0, budget) }
        if !question.isTimedOnce { for _ in 0..<rounds { try sampling.addRound(of: question.kernel) } }
        return CaseResult(
            kernel: sampling.medians, careful: careful?.samples, specified: specified?.samples,
            counts: (kernelCount, careful?.count, specified?.count), drift: sampling.drift)
    }

    /// Returns the ratio of medians, after ÷ before, that is farthest from 1.
    private static func largestDrift(_ halves: [(before: [Double], after: [Double])]) -> Double? {
        halves.filter { !$0.before.isEmpty && !$0.after.isEmpty }
            .map { SampleStatistics.median(of: $0.after) / SampleStatistics.median(of: $0.before) }
            .max { max($0, 1 / $0) < max($1, 1 / $1) }
    }

    /// The first call warms up. A long call also represents the others, and nothing is counted, because
    /// another call would take as long.
    private func baselineSamples(
        _ call: Call, _ budget: Double
    ) throws -> (samples: [Double], count: AllocationCount?) {
        try call.prepare()
        let start = ContinuousClock.now
        try call(0)
        let seconds = Sampler.seconds(since: start)
        if seconds > (isQuick ? 0.2 : 4) { return ([seconds * 1e9], nil) }
        let count = try call.allocations(at: 0)
        let sampler = try Sampler.suited(
            to: call, minimumSamples: isQuick ? 1 : 3, budgetSeconds: budget / 2)
        return (try sampler.nanoseconds(of: call), count)
    }

    private func addVariants(of question: PreparedQuestion, to row: inout WorkloadResult) throws {
        try sampleInTurn(question.variants, with: question.cases[0].kernel) { variant, median, speedUp in
            row.details[variant.name] = median
            row.details["speedUp: " + variant.name] = speedUp
            var text = "\(variant.name): \(FigureText.time(nanoseconds: median)), "
            if let bytes = question.bytesRead {
                text += FigureText.significant(Double(bytes) / median) + " GB/s, "
            }
            row.addNote(
                text + "\(FigureText.significant(speedUp)) times the speed (median of ratios of pairs)")
        }
    }

    private func addReferences(of question: PreparedQuestion, to row: inout WorkloadResult) throws {
        try sampleInTurn(question.references, with: question.cases[0].kernel) { reference, median, ratio in
            row.details["reference: " + reference.name] = median
            row.details["÷ reference: " + reference.name] = ratio
            var text = "\(reference.name): \(FigureText.time(nanoseconds: median))"
            if let count = try reference.call.allocations(at: 0) {
                text += ", \(FigureText.grouped(count.allocations)) blocks"
            }
            row.addNote(
                text
                    + "; the kernel takes \(FigureText.significant(ratio)) times as long (median of ratios of pairs)"
            )
        }
    }

    /// Samples each call in turn with the kernel's.
    ///
    /// - Parameter body: receives a call, its median, and the median of the ratios of the kernel's samples to
    ///   those of the call.
    private func sampleInTurn(
        _ calls: [PreparedQuestion.PairedCall], with kernel: Call,
        _ body: (_ call: PreparedQuestion.PairedCall, _ median: Double, _ ratio: Double) throws -> Void
    ) throws {
        let sampler = try Sampler.suited(
            to: kernel, minimumSamples: isQuick ? 2 : 7, budgetSeconds: isQuick ? 0.2 : 2)
        for paired in calls {
            let samples = try sampler.inTurn([kernel, paired.call])
            try body(
                paired, SampleStatistics(samples[1]).median,
                SampleStatistics.medianOfRatios(samples[0], samples[1]))
        }
    }
}

extension QuestionRunner {
    /// Returns the samples of one case, or the medians of all cases.
    private func row(_ name: String, _ question: PreparedQuestion, _ results: [CaseResult]) -> WorkloadResult
    {
        let medians = results.map { SampleStatistics.median(of: $0.kernel) }
        let slowest = medians.indices.max { medians[$0] < medians[$1] } ?? 0
        func combined(_ samples: (CaseResult) -> [Double]?, _ count: AllocationCount?) -> Measurement? {
            let known = results.compactMap(samples)
            if known.isEmpty { return nil }
            let values = known.count == 1 ? known[0] : known.map(SampleStatistics.median)
            return Measurement(nanoseconds: SampleStatistics(values), count: count)
        }
        let counts = results[slowest].counts
        var row = WorkloadResult(
            name: name, rows: question.rows,
            kernel: combined(\.kernel, counts.kernel)
                ?? Measurement(nanoseconds: SampleStatistics(medians)),
            baseline: combined(\.specified, counts.specified), careful: combined(\.careful, counts.careful),
            bytes: question.bytesRead)
        let drifts = results.compactMap(\.drift)
        row.drift = drifts.isEmpty ? nil : SampleStatistics.median(of: drifts)
        if results.count > 1 {
            row.addNote(
                "a sample is the median of one of \(results.count) cases; the slowest is "
                    + "\"\(question.cases[slowest].name)\" with \(FigureText.time(nanoseconds: medians[slowest]))"
                    + "; its allocations are shown")
            row.details[Self.slowestCase] = medians[slowest]
            for (one, median) in zip(question.cases, medians) {
                row.details["case: " + one.name] = median
                if one.group.isEmpty { continue }
                row.details["slowest: " + one.group] = max(row.details["slowest: " + one.group] ?? 0, median)
            }
        }
        if results.count == 1 { addInputs(of: question.cases[0], results[0].kernel, to: &row) }
        for note in question.notes { row.addNote(note) }
        return row
    }
}

extension QuestionRunner {
    private func addInputs(of question: QuestionCase, _ medians: [Double], to row: inout WorkloadResult) {
        let names = question.inputNames
        guard !names.isEmpty, let slowest = medians.indices.max(by: { medians[$0] < medians[$1] }) else {
            return
        }
        row.addNote(
            (question.isTimedOnce ? "a sample is" : "a sample is the median of")
                + " one of \(names.count) inputs; the slowest is \"\(names[slowest])\" with "
                + FigureText.time(nanoseconds: medians[slowest])
                + ", 99 in 100 are within \(FigureText.time(nanoseconds: row.kernel.nanoseconds.ninetyNinthPercentile))"
        )
        row.details[WorkloadResult.inputCount] = Double(names.count)
        row.details[Self.slowestCase] = medians[slowest]
    }
}

extension WorkloadResult {
    fileprivate mutating func addNote(_ text: String) {
        note = [note, text].compactMap(\.self).joined(separator: "; ")
    }
}
