import BenchmarkHarness
import CompassKernel

/// Something that happens to a page, and for how long it holds the main actor.
struct PageEvent: Sendable {
    /// The name: `pages.<page>.<event>`.
    let name: String
    /// A one-line description.
    let purpose: String
    /// The number of samples; expensive events have fewer.
    var sampleCount = 300
    /// How long nothing must happen for an event to be over: more where another thread works meanwhile.
    var quietSeconds = 0.004
    /// Makes the event ready on a stage.
    let prepare: @MainActor @Sendable (PageStages) throws -> Steps

    /// What is done for each sample.
    struct Steps {
        /// What comes before the event with a running number; not measured.
        var before: @MainActor (Int) throws -> Void = { _ in }
        /// The event with a running number.
        var event: @MainActor (Int) throws -> Void
        /// Whether all has happened that the event leads to.
        var isDone: @MainActor () -> Bool = { true }
        /// Compares the page with the kernel's results.
        var check: @MainActor () throws -> Void
        /// What comes after all samples.
        var after: @MainActor () throws -> Void = {}
    }

    /// Checks the event's outcome, then measures it.
    @MainActor
    func measure(_ stages: PageStages, isQuick: Bool) throws -> WorkloadResult {
        let turns = stages.turns
        let steps = try prepare(stages)
        let checkedCount = min(3, sampleCount)
        let count = isQuick ? min(sampleCount, 30) : sampleCount
        var samples: [MainActorTurns.Sample] = []
        for number in 0..<checkedCount + count {
            try turns.run(quietSeconds: quietSeconds) { try steps.before(number) }
            let sample = try turns.sample(quietSeconds: quietSeconds, isDone: steps.isDone) {
                try steps.event(number)
            }
            if number < checkedCount { try check(steps, turns) } else { samples.append(sample) }
        }
        try check(steps, turns)
        try turns.run { try steps.after() }
        return row(samples, stages.size)
    }

    /// Compares the page; what is late, because other programs keep the processors busy, is waited for.
    @MainActor
    private func check(_ steps: Steps, _ turns: MainActorTurns) throws {
        for _ in 0..<40 {
            do { return try steps.check() } catch is CheckFailure { try turns.run(quietSeconds: 0.25) }
        }
        try steps.check()
    }

    /// The keys of a row's details, all in nanoseconds.
    static let longest = "longest", processor = "processor, 99 in 100", total = "all turns, 99 in 100"

    private func row(_ samples: [MainActorTurns.Sample], _ size: DatasetSize) -> WorkloadResult {
        let processor = SampleStatistics(samples.map(\.longestProcessor)).ninetyNinthPercentile
        let total = SampleStatistics(samples.map(\.total)).ninetyNinthPercentile
        let longest = samples.map(\.longest).max() ?? 0
        let statistics = SampleStatistics(samples.map(\.longest))
        var row = WorkloadResult(
            name: name, rows: size.rows, kernel: Measurement(nanoseconds: statistics),
            note: "a sample is the longest turn of the main actor in one event; 99 in 100 are within "
                + FigureText.time(nanoseconds: statistics.ninetyNinthPercentile) + ", the longest took "
                + FigureText.time(nanoseconds: longest) + "; 99 in 100 within "
                + FigureText.time(nanoseconds: processor)
                + " of processor time, and all turns of an event within "
                + FigureText.time(nanoseconds: total))
        row.answerChecked = true
        row.details = [
            Self.longest: longest, Self.processor: processor, Self.total: total,
            // Inputs differ from sample to sample, and so do their times.
            "inputs": Double(samples.count),
        ]
        return row
    }
}
