/// Samples of a call for each of its inputs.
///
/// A batch of calls would hide which input is slow, so each call is timed individually. A round covers all
/// inputs before one is repeated, so a temporary disturbance does not affect a single input only.
public struct InputSampling {
    /// The nanoseconds of each input, one value for each round.
    public private(set) var samples: [[Double]]

    /// Creates an instance without samples.
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

    /// The latest sample of each input.
    public var lastRound: [Double] { samples.compactMap(\.last) }

    /// The median of each input's samples.
    public var medians: [Double] { samples.map(SampleStatistics.median) }

    /// The median over inputs of the ratio of the later half of the rounds to the earlier half.
    public var drift: Double? {
        let halves = samples.filter { $0.count >= 2 }.map { values in
            let middle = values.count / 2
            return SampleStatistics.median(of: Array(values[middle...]))
                / SampleStatistics.median(of: Array(values[..<middle]))
        }
        return halves.isEmpty ? nil : SampleStatistics.median(of: halves)
    }
}
