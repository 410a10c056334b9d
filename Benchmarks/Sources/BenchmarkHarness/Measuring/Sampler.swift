/// Takes samples of how long calls last, in nanoseconds.
///
/// A sample is the mean of a batch of calls, so that the clock (some 30 ns a reading) does not show. Each
/// call is given a running number, by which it can vary its input: a branch predictor must not learn one
/// answer.
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
        warmUpBatches: Int = 1, callsPerBatch: Int = 1, minimumSamples: Int = 3, maximumSamples: Int = 2_000,
        budgetSeconds: Double = 0.5
    ) {
        self.warmUpBatches = warmUpBatches
        self.callsPerBatch = max(callsPerBatch, 1)
        self.minimumSamples = max(minimumSamples, 1)
        self.maximumSamples = max(maximumSamples, minimumSamples, 1)
        self.budgetSeconds = budgetSeconds
    }

    /// A sampler for one call, which is tried a few times: as many calls in a batch as take 100 µs, of which
    /// reading the clock twice is less than a thousandth.
    ///
    /// - Parameters:
    ///   - call: what is to be sampled; its running numbers begin at 0.
    ///   - minimumSamples: the fewest samples.
    ///   - budgetSeconds: seconds after which no further sample is begun.
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

    /// As many calls as take 100 µs, a power of two; at most 4,096.
    ///
    /// - Parameters:
    ///   - call: what is tried.
    ///   - clock: seconds since any instant.
    static func callsPerBatch(for call: Call, clock: () -> Double) throws -> Int {
        var calls = 1
        while calls < 4_096 {
            try call.prepare()
            let start = clock()
            for index in 0..<calls { try call(index) }
            if clock() - start >= 100e-6 { break }
            calls *= 2
        }
        return calls
    }

    /// Samples a call, whose result is consumed and destroyed within the measured time.
    public func nanoseconds(of call: Call) throws -> [Double] {
        try inTurn([call])[0]
    }

    /// Samples several calls in turn, so that whatever disturbs the machine disturbs all of them.
    ///
    /// - Returns: the samples of each call, as many of one as of another.
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

    /// The mean of one batch.
    ///
    /// - Parameters:
    ///   - batch: its running number, from which those of its calls follow.
    ///   - call: what is sampled.
    func nanoseconds(ofBatch batch: Int, _ call: Call) throws -> Double {
        let firstIndex = batch * callsPerBatch
        try call.prepare()
        let start = ContinuousClock.now
        for index in firstIndex..<firstIndex + callsPerBatch { try call(index) }
        return Sampler.seconds(since: start) * 1e9 / Double(callsPerBatch)
    }

    /// Seconds since an instant.
    public static func seconds(since start: ContinuousClock.Instant) -> Double {
        let elapsed = (ContinuousClock.now - start).components
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
    }
}
