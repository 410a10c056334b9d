/// One build of a program, ready to sample a workload.
public protocol SampledBuild {
    /// The description of the workload before anything is timed.
    var greeting: SampleGreeting { get }

    /// Compares the kernel's results with the baselines'; throws if they differ.
    func check() throws

    /// Samples every case of the workload.
    ///
    /// - Parameters:
    ///   - firstBatch: the running number of the first batch.
    ///   - batches: the number of batches in a sample.
    ///   - callsPerBatch: the calls in a batch of each case.
    /// - Returns: nanoseconds per call of each case: the median of its batches.
    func nanoseconds(firstBatch: Int, batches: Int, callsPerBatch: [Int]) throws -> [Double]
}

/// A build's description of a workload before anything is timed.
public struct SampleGreeting: Hashable, Sendable, Codable {
    /// The version of the protocol between builds and their comparison.
    public var protocolVersion = SampleGreeting.currentVersion
    /// Rows of the queried table.
    public var rows: Int
    /// The cases of the workload.
    public var cases: [Case]

    /// The protocol version of this build.
    public static let currentVersion = 1

    /// One case of the workload.
    public struct Case: Hashable, Sendable, Codable {
        /// The case's name; empty if there is only one.
        public var name: String
        /// The calls that a batch requires to make the clock's overhead negligible.
        public var callsPerBatch: Int
        /// The duration of such a batch in nanoseconds.
        public var batchNanoseconds: Double
        /// Blocks that a call allocates; nil if they are not counted.
        public var allocations: Int?
        /// Bytes of these blocks; nil if they are not counted.
        public var allocatedBytes: Int?
    }
}

/// A build's replies, one JSON object a line.
enum SampleAnswer: Hashable, Sendable, Codable {
    case greeting(SampleGreeting)
    case checked
    case nanoseconds([Double])
    case failure(String)
    case unknownQuestion(String)
}
