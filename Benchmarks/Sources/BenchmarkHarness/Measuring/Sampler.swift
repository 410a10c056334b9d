/// Samples the duration of calls, in nanoseconds.
///
/// A sample is the mean of a batch of calls, so that the clock's overhead (some 30 ns a reading) is
/// negligible. Each call gets a running number with which it can vary its input, so that a branch predictor
/// does not learn one result.
public struct Sampler: Hashable, Sendable {
    /// Batches that are run before samples are taken.
    public var warmUpBatches: Int
    /// Calls in a batch.
    public var callsPerBatch: Int
    /// The minimum number of samples, however long they take.
    public var minimumSamples: Int
    /// The maximum number of samples.
    public var maximumSamples: Int
    /// Seconds after which no further sample is started, once the minimum is reached.
    public var budgetSeconds: Double

    /// Creates a sampler; the defaults suit calls that take milliseconds.
    public init(
        warmUpBatches: Int = 1, callsPerBatch: Int = 1, minimumSamples: Int = 3, maximumSamples: Int = 2_000,
        budgetSeconds: Double = 0.5
    ) {
        self.warmUpBatches = warmUpBatches
        self.callsPerBatch = max(callsPerBatch, 1)
        self.minimumSamples = max(minimumSamples, 1)
        self.maximumSamples = max(maximumSamples, minimumSamples, 1)
        self.budgetSeconds = budgetSeconds
    }

    /// Creates a sampler for one call after a few trial calls: a batch takes about 100 µs, of which reading
    /// the clock twice is less than a thousandth.
    ///
    /// - Parameters:
    ///   - call: the call to sample; its running numbers begin at 0.
    ///   - minimumSamples: the minimum number of samples.
    ///   - budgetSeconds: seconds after which no further sample is started.
    public static func suited(
        to call: Call, minimumSamples: Int = 3, budgetSeconds: Double
    ) throws -> Sampler {
        let start = ContinuousClock.now
        let calls = try callsPerBatch(for: call) { Self.seconds(since: start) }
        return Sampler(
            warmUpBatches: calls > 1 ? 8 : 0, callsPerBatch: calls,
            minimumSamples: calls > 1 ? max(minimumSamples, 50) : minimumSamples, budgetSeconds: budgetSeconds
        )
    }

    /// Returns the number of calls that take 100 µs, a power of two; at most 4,096.
    ///
    /// - Parameters:
    ///   - call: the call to try.
    ///   - clock: seconds since any fixed instant.
    static func callsPerBatch(for call: Call, clock: () -> Double) throws -> Int {
        var calls = 1
        while calls < 4_096 {
            try call.prepare()
            let start = clock()
            try call.run(0..<calls)
            if clock() - start >= 100e-6 { break }
            calls *= 2
        }
        return calls
    }

    /// Samples a call, whose result is consumed and destroyed within the measured time.
    public func nanoseconds(of call: Call) throws -> [Double] {
        try inTurn([call])[0]
    }

    /// Samples several calls in turn, so that a disturbance of the machine affects all of them.
    ///
    /// - Returns: the samples of each call, the same number for each.
    public func inTurn(_ calls: [Call]) throws -> [[Double]] {
        for batch in 0..<warmUpBatches {
            for call in calls { _ = try nanoseconds(ofBatch: batch, call) }
        }
        var samples = calls.map { _ in [Double]() }
        let start = ContinuousClock.now
        for taken in 0..<maximumSamples {
            if taken >= minimumSamples, Sampler.seconds(since: start) >= budgetSeconds { break }
            for (position, call) in calls.enumerated() {
                samples[position].append(try nanoseconds(ofBatch: warmUpBatches + taken, call))
            }
        }
        return samples
    }

    /// Returns the mean of one batch.
    ///
    /// - Parameters:
    ///   - batch: its running number, from which those of its calls are derived.
    ///   - call: the sampled call.
    func nanoseconds(ofBatch batch: Int, _ call: Call) throws -> Double {
        let firstIndex = batch * callsPerBatch
        try call.prepare()
        let start = ContinuousClock.now
        try call.run(firstIndex..<firstIndex + callsPerBatch)
        return Sampler.seconds(since: start) * 1e9 / Double(callsPerBatch)
    }

    /// Seconds since an instant.
    public static func seconds(since start: ContinuousClock.Instant) -> Double {
        let elapsed = (ContinuousClock.now - start).components
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
    }
}
