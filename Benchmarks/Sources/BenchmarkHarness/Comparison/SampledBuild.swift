/// One build of a program, ready to sample a question.
public protocol SampledBuild {
    /// What it says of the question before anything is timed.
    var greeting: SampleGreeting { get }

    /// Compares the kernel's answers with the baselines'; throws where they differ.
    func check() throws

    /// Samples every case of the question.
    ///
    /// - Parameters:
    ///   - firstBatch: the running number of the first batch.
    ///   - batches: how many batches a sample is made of.
    ///   - callsPerBatch: the calls in a batch of each case.
    /// - Returns: nanoseconds a call of each case: the median of its batches.
    func nanoseconds(firstBatch: Int, batches: Int, callsPerBatch: [Int]) throws -> [Double]
}

/// What a build says of a question before anything is timed.
public struct SampleGreeting: Hashable, Sendable, Codable {
    /// The form of what builds and their comparison tell each other.
    public var protocolVersion = SampleGreeting.currentVersion
    /// Rows of the table that is asked.
    public var rows: Int
    /// The forms in which the question is asked.
    public var cases: [Case]

    /// The version that this build speaks.
    public static let currentVersion = 1

    /// One form of the question.
    public struct Case: Hashable, Sendable, Codable {
        /// Its name; empty where there is only one.
        public var name: String
        /// The calls that a batch needs for the clock not to show.
        public var callsPerBatch: Int
        /// Nanoseconds that such a batch lasts.
        public var batchNanoseconds: Double
        /// Blocks that a call allocates; nil where they are not counted.
        public var allocations: Int?
        /// Bytes of these blocks; nil where they are not counted.
        public var allocatedBytes: Int?
    }
}

/// What a build answers, one JSON object a line.
enum SampleAnswer: Hashable, Sendable, Codable {
    case greeting(SampleGreeting)
    case checked
    case nanoseconds([Double])
    case failure(String)
    case unknownQuestion(String)
}
