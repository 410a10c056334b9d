/// Samples two builds in interleaved pairs.
///
/// A disturbance that lasts longer than a pair affects both of its samples. The order of the builds
/// alternates from pair to pair (A B, B A, …), so that neither always follows the other. Memory layout
/// differs between processes, so the pairs are spread over rounds, each with new processes.
public struct PairedSampling: Hashable, Sendable, Codable {
    /// The minimum number of pairs in total; every round has the same number.
    public var pairs: Int
    /// The number of times that both builds are restarted.
    public var rounds: Int
    /// How confidence intervals are computed.
    public var bootstrap: Bootstrap
    /// The thresholds at which a change counts.
    public var thresholds: Verdict.Thresholds

    /// Creates a sampling; by default 60 pairs in 5 rounds.
    public init(
        pairs: Int = 60, rounds: Int = 5, bootstrap: Bootstrap = Bootstrap(),
        thresholds: Verdict.Thresholds = .init()
    ) {
        precondition(pairs > 0 && rounds > 0, "nothing to sample")
        self.pairs = pairs
        self.rounds = min(rounds, pairs)
        self.bootstrap = bootstrap
        self.thresholds = thresholds
    }

    /// Pairs of one round.
    public var pairsPerRound: Int { (pairs + rounds - 1) / rounds }

    /// Compares a workload in two builds.
    ///
    /// In the first round both builds compare their results with the baselines' before anything is timed.
    ///
    /// - Parameters:
    ///   - name: the workload's name.
    ///   - startOld: starts a new process of the older build.
    ///   - startNew: starts a new process of the newer build.
    ///   - progress: receives a description of the current step.
    /// - Throws: errors of the builds; ``CheckFailure`` if they do not run the same cases.
    public func run(
        _ name: String, startOld: () throws -> any SampledBuild, startNew: () throws -> any SampledBuild,
        progress: (String) -> Void
    ) throws -> BuildComparisonRow {
        var samples = PairedSamples()
        var greetings: (old: SampleGreeting, new: SampleGreeting)?
        for round in 0..<rounds {
            progress("\(name): preparing round \(round + 1) of \(rounds)")
            let (old, new) = (try startOld(), try startNew())
            try requireSameQuestion(name, old.greeting, new.greeting)
            if round == 0 {
                greetings = (old.greeting, new.greeting)
                progress("\(name): checking the answers")
                try old.check()
                try new.check()
            }
            progress("\(name): round \(round + 1) of \(rounds)")
            samples.append(try sampleRound(old, new))
        }
        guard let greetings else { preconditionFailure("no round") }
        return BuildComparisonRow(
            name: name, old: greetings.old, new: greetings.new, samples: samples, sampling: self)
    }

    private func requireSameQuestion(_ name: String, _ old: SampleGreeting, _ new: SampleGreeting) throws {
        try CheckFailure.unless(
            old.rows == new.rows, "\(name): one build asks \(old.rows) rows, the other \(new.rows)")
        try CheckFailure.unless(
            old.cases.map(\.name) == new.cases.map(\.name), "\(name): the builds do not have the same cases")
    }

    /// Batches of a sample: the median of several short ones is robust against a single interruption. Long
    /// ones are interrupted in any case.
    private static let batchesOfShortSamples = 5
    private static let shortBatchNanoseconds = 20e6

    private func sampleRound(
        _ old: any SampledBuild, _ new: any SampledBuild
    ) throws -> (old: [[Double]], new: [[Double]]) {
        // Both builds get the same calls with the same running numbers.
        let calls = zip(old.greeting.cases, new.greeting.cases).map {
            max($0.callsPerBatch, $1.callsPerBatch)
        }
        let longest = (old.greeting.cases + new.greeting.cases).map(\.batchNanoseconds).max() ?? 0
        let batches = longest > Self.shortBatchNanoseconds ? 1 : Self.batchesOfShortSamples
        func sample(_ build: any SampledBuild, _ pair: Int) throws -> [Double] {
            try build.nanoseconds(firstBatch: pair * batches, batches: batches, callsPerBatch: calls)
        }
        for build in [old, new] { _ = try sample(build, 0) }
        var samples: (old: [[Double]], new: [[Double]]) = ([], [])
        for pair in 0..<pairsPerRound {
            if pair.isMultiple(of: 2) {
                samples.old.append(try sample(old, pair))
                samples.new.append(try sample(new, pair))
            } else {
                samples.new.append(try sample(new, pair))
                samples.old.append(try sample(old, pair))
            }
        }
        return samples
    }
}
