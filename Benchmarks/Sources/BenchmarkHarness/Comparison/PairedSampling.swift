/// Samples two builds in interleaved pairs.
///
/// Whatever disturbs the machine for longer than a pair disturbs both of its samples. Which build goes first
/// is swapped from pair to pair (A B, B A, …), so that neither always follows the other. Processes differ in
/// where their memory lies, so the pairs are spread over rounds, each with new processes.
public struct PairedSampling: Hashable, Sendable, Codable {
    /// Pairs in all, at least; as many in one round as in another.
    public var pairs: Int
    /// How often both builds are started anew.
    public var rounds: Int
    /// How intervals are made.
    public var bootstrap: Bootstrap
    /// Which changes count.
    public var thresholds: Verdict.Thresholds

    /// By default 60 pairs in 5 rounds.
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

    /// Compares two builds by one question.
    ///
    /// In the first round both compare their answers with the baselines' before anything is timed.
    ///
    /// - Parameters:
    ///   - name: the workload's name.
    ///   - startOld: starts the older build anew.
    ///   - startNew: starts the newer build anew.
    ///   - progress: told what is being done.
    /// - Throws: what the builds throw; ``CheckFailure`` when they do not ask the same.
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

    /// Batches of a sample: their median counts, so that one interruption does not. Long ones are interrupted
    /// anyway.
    private static let batchesOfShortSamples = 5
    private static let shortBatchNanoseconds = 20e6

    private func sampleRound(
        _ old: any SampledBuild, _ new: any SampledBuild
    ) throws -> (old: [[Double]], new: [[Double]]) {
        // Both get the same calls with the same running numbers.
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
