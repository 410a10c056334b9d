/// Another engine's figures for a query, measured side by side with the kernel, or why there are none.
public struct PeerResult: Hashable, Sendable {
    /// The engine, and its form if there are several: `duckdb`, `numpy-checkpoints`.
    public var engine: String
    /// The engine's version; nil if it is not installed.
    public var version: String?
    /// Threads that the engine used; 0 if it was not run.
    public var threads: Int
    /// The workload's name.
    public var question: String
    /// Rows of the queried table.
    public var rows: Int
    /// The engine's times; nil if it was not run.
    public var measurement: Measurement?
    /// The kernel's times with one thread, sampled in turn with the engine's.
    public var kernel: Measurement?
    /// The median of the ratios engine ÷ kernel of samples taken in turn; more means that the kernel is
    /// faster.
    public var ratio: Double?
    /// Bytes that a call reads, for throughput; nil if it reads none.
    public var bytes: Int?
    /// Bytes that the loaded table occupies; nil if they were not measured.
    public var memoryBytes: Int?
    /// Whether the engine's results were compared with the kernel's and were equal.
    public var answerChecked: Bool
    /// The reason why there are no figures, or remarks on them.
    public var note: String?

    /// Creates a result.
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

    /// Writes all keys; missing values are null.
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
