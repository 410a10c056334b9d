/// Samples of a call for each of the inputs that it goes through.
///
/// A batch of calls would blur which input is slow, so each call is timed for itself. Rounds go through all
/// inputs before one is repeated: whatever disturbs the machine for a while disturbs no input alone.
public struct InputSampling {
    /// The nanoseconds of each input, one for each round.
    public private(set) var samples: [[Double]]

    /// No samples yet.
    public init(inputCount: Int) { samples = Array(repeating: [], count: inputCount) }

    /// Times one call for each input.
    ///
    /// - Parameter call: its running numbers are the inputs.
    public mutating func addRound(of call: Call) throws {
        for input in samples.indices {
            try call.prepare()
            let start = ContinuousClock.now
            try call(input)
            samples[input].append(Sampler.seconds(since: start) * 1e9)
        }
    }

    /// Adds a sample for each input.
    public mutating func addRound(_ nanoseconds: [Double]) {
        for (input, time) in zip(samples.indices, nanoseconds) { samples[input].append(time) }
    }

    /// The sample of each input that came last.
    public var lastRound: [Double] { samples.compactMap(\.last) }

    /// The median of each input's samples.
    public var medians: [Double] { samples.map(SampleStatistics.median) }

    /// How much slower the later half of the rounds was, as the median over inputs of the halves' ratios.
    public var drift: Double? {
        let halves = samples.filter { $0.count >= 2 }.map { values in
            let middle = values.count / 2
            return SampleStatistics.median(of: Array(values[middle...]))
                / SampleStatistics.median(of: Array(values[..<middle]))
        }
        return halves.isEmpty ? nil : SampleStatistics.median(of: halves)
    }
}
