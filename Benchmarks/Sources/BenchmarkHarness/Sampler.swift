/// Takes samples of how long calls last, in nanoseconds.
///
/// A sample is the mean of a batch of calls, so that the clock (some 30 ns a reading) does not show. Each call
/// is given a running number, by which it can vary its input: a branch predictor must not learn one answer.
public struct Sampler: Hashable, Sendable {
    /// Batches that are run before samples are taken.
    public var warmUpBatches: Int
    /// Calls in a batch.
    public var callsPerBatch: Int
    /// The fewest samples, however long they take.
    public var minimumSamples: Int
    /// The most samples.
    public var maximumSamples: Int
    /// Seconds after which no further sample is begun, once there are enough.
    public var budgetSeconds: Double

    /// A sampler; by default for calls that last milliseconds.
    public init(
        warmUpBatches: Int = 1, callsPerBatch: Int = 1, minimumSamples: Int = 3, maximumSamples: Int = 400,
        budgetSeconds: Double = 0.5
    ) {
        self.warmUpBatches = warmUpBatches
        self.callsPerBatch = max(callsPerBatch, 1)
        self.minimumSamples = max(minimumSamples, 1)
        self.maximumSamples = max(maximumSamples, minimumSamples, 1)
        self.budgetSeconds = budgetSeconds
    }

    /// Samples `call`, whose result is consumed and destroyed within the measured time.
    public func nanoseconds<Result>(of call: (_ index: Int) throws -> Result) rethrows -> [Double] {
        try pairs(call, { _ in }).first
    }

    /// Samples two calls in turn, so that whatever disturbs the machine disturbs both.
    public func pairs<First, Second>(
        _ first: (_ index: Int) throws -> First, _ second: (_ index: Int) throws -> Second
    ) rethrows -> (first: [Double], second: [Double]) {
        for batch in 0..<warmUpBatches {
            _ = try sample(batch, first)
            _ = try sample(batch, second)
        }
        var samples: (first: [Double], second: [Double]) = ([], [])
        let start = ContinuousClock.now
        while samples.first.count < maximumSamples {
            if samples.first.count >= minimumSamples, Sampler.seconds(since: start) >= budgetSeconds { break }
            let batch = warmUpBatches + samples.first.count
            samples.first.append(try sample(batch, first))
            samples.second.append(try sample(batch, second))
        }
        return samples
    }

    /// The mean of one batch.
    private func sample<Result>(_ batch: Int, _ call: (Int) throws -> Result) rethrows -> Double {
        let firstIndex = batch * callsPerBatch
        let start = ContinuousClock.now
        for index in firstIndex..<firstIndex + callsPerBatch { blackHole(try call(index)) }
        return Sampler.seconds(since: start) * 1e9 / Double(callsPerBatch)
    }

    /// Seconds since an instant.
    public static func seconds(since start: ContinuousClock.Instant) -> Double {
        let elapsed = (ContinuousClock.now - start).components
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
    }
}
