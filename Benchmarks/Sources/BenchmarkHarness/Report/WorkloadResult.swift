/// One row of the report: a workload at one size, for the kernel and the baselines, on the same file.
public struct WorkloadResult: Hashable, Sendable {
    /// The workload's name, `<page>.<question>`.
    public var name: String
    /// Rows of the queried table.
    public var rows: Int
    /// The kernel.
    public var kernel: Measurement
    /// The baseline in the grade "as specified"; nil if it was not measured.
    public var baseline: Measurement?
    /// The baseline in the grade "careful"; nil if it was not measured.
    public var careful: Measurement?
    /// Bytes that a call reads, for throughput; nil if it reads none.
    public var bytes: Int?
    /// What the row does not show, mainly what was not measured and why.
    public var note: String?
    /// A median after everything else was measured ÷ the one before, of the kernel or of the careful
    /// baseline, whichever is farther from 1; on a noisy machine it is far from 1. Nil if both were measured
    /// once.
    public var drift: Double?
    /// Whether the kernel's result was compared with a baseline's, at these rows, and was equal.
    public var answerChecked = false
    /// Further figures of this workload, by their keys.
    public var details: [String: Double] = [:]

    /// Creates a row.
    public init(
        name: String, rows: Int, kernel: Measurement, baseline: Measurement? = nil,
        careful: Measurement? = nil, bytes: Int? = nil, note: String? = nil
    ) {
        self.name = name
        self.rows = rows
        self.kernel = kernel
        self.baseline = baseline
        self.careful = careful
        self.bytes = bytes
        self.note = note
    }

    /// Baseline median ÷ kernel median.
    public var ratio: Double? { baseline.map { $0.nanoseconds.median / kernel.nanoseconds.median } }

    /// Careful median ÷ kernel median.
    public var carefulRatio: Double? { careful.map { $0.nanoseconds.median / kernel.nanoseconds.median } }

    /// Bytes read per second by the kernel's median, in 10^6.
    public var throughputMBps: Double? { bytes.map { Double($0) * 1e3 / kernel.nanoseconds.median } }
}

extension WorkloadResult: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, rows, unit, kernel, baseline, careful, ratio, carefulRatio, throughputMBps
        case answerChecked, bytes, drift, note, details
    }

    /// Writes all keys; missing values are null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(rows, forKey: .rows)
        try container.encode("ns", forKey: .unit)
        try container.encode(kernel, forKey: .kernel)
        try container.encode(baseline, forKey: .baseline)
        try container.encode(careful, forKey: .careful)
        try container.encode(ratio, forKey: .ratio)
        try container.encode(carefulRatio, forKey: .carefulRatio)
        try container.encode(throughputMBps, forKey: .throughputMBps)
        try container.encode(answerChecked, forKey: .answerChecked)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(drift, forKey: .drift)
        try container.encode(note, forKey: .note)
        try container.encode(details, forKey: .details)
    }

    /// Reads what ``encode(to:)`` writes; ratios and throughput are computed anew.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        rows = try container.decode(Int.self, forKey: .rows)
        kernel = try container.decode(Measurement.self, forKey: .kernel)
        baseline = try container.decode(Measurement?.self, forKey: .baseline)
        careful = try container.decode(Measurement?.self, forKey: .careful)
        answerChecked = try container.decode(Bool.self, forKey: .answerChecked)
        bytes = try container.decode(Int?.self, forKey: .bytes)
        drift = try container.decode(Double?.self, forKey: .drift)
        note = try container.decode(String?.self, forKey: .note)
        details = try container.decode([String: Double].self, forKey: .details)
    }
}
