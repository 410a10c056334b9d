/// Another engine's answer to a question, measured side by side with the kernel, or why there is none.
public struct PeerResult: Hashable, Sendable {
    /// The engine, and its form where there are several: `duckdb`, `numpy-checkpoints`.
    public var engine: String
    /// The engine's version; nil when it is not installed.
    public var version: String?
    /// Threads that the engine used; 0 when it was not run.
    public var threads: Int
    /// The workload's name.
    public var question: String
    /// Rows of the table that was asked.
    public var rows: Int
    /// The engine's times; nil when it was not run.
    public var measurement: Measurement?
    /// The kernel's times, sampled in turn with the engine's, with one thread.
    public var kernel: Measurement?
    /// The median of the ratios engine ÷ kernel of samples taken in turn; more means that the kernel is
    /// faster.
    public var ratio: Double?
    /// Bytes that a call reads, for throughput; nil where it reads none.
    public var bytes: Int?
    /// Bytes that the loaded table occupies; nil where it was not measured.
    public var memoryBytes: Int?
    /// Whether the engine's answers were compared with the kernel's and were equal.
    public var answerChecked: Bool
    /// Why there are no figures, or what must be known of them.
    public var note: String?

    /// A result.
    public init(
        engine: String, version: String?, threads: Int, question: String, rows: Int,
        measurement: Measurement? = nil,
        kernel: Measurement? = nil, ratio: Double? = nil, bytes: Int? = nil, memoryBytes: Int? = nil,
        answerChecked: Bool = false, note: String? = nil
    ) {
        self.engine = engine
        self.version = version
        self.threads = threads
        self.question = question
        self.rows = rows
        self.measurement = measurement
        self.kernel = kernel
        self.ratio = ratio
        self.bytes = bytes
        self.memoryBytes = memoryBytes
        self.answerChecked = answerChecked
        self.note = note
    }
}

extension PeerResult: Codable {
    private enum CodingKeys: String, CodingKey {
        case engine, version, threads, question, rows, measurement, kernel, ratio, bytes
        case memoryBytes, answerChecked, note
    }

    /// Writes all keys; what does not exist is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(engine, forKey: .engine)
        try container.encode(version, forKey: .version)
        try container.encode(threads, forKey: .threads)
        try container.encode(question, forKey: .question)
        try container.encode(rows, forKey: .rows)
        try container.encode(measurement, forKey: .measurement)
        try container.encode(kernel, forKey: .kernel)
        try container.encode(ratio, forKey: .ratio)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(memoryBytes, forKey: .memoryBytes)
        try container.encode(answerChecked, forKey: .answerChecked)
        try container.encode(note, forKey: .note)
    }
}
