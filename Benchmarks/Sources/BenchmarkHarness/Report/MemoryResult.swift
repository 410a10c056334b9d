/// The memory of a loaded table, and the peak while loading it.
public struct MemoryResult: Hashable, Sendable {
    /// Rows of the table.
    public var rows: Int
    /// The number of reading threads.
    public var threads: Int
    /// The allocator's bytes after loading minus those before.
    public var liveBytes: Int
    /// The peak of live bytes while loading, minus those before. The mapped file is not included.
    public var peakLiveBytes: Int
    /// Blocks that were allocated while loading.
    public var allocations: Int
    /// The table's own estimate of its memory.
    public var reportedBytes: Int
    /// The unescaped bytes of all stored texts.
    public var textBytes: Int
    /// The size of the document, which is mapped while it is read.
    public var fileBytes: Int
    /// The process's peak resident memory (VmHWM), including the pages of the mapped file; nil if the system
    /// does not report it.
    public var peakResidentBytes: Int?

    /// Creates a result.
    public init(
        rows: Int, threads: Int, liveBytes: Int, peakLiveBytes: Int, allocations: Int, reportedBytes: Int,
        textBytes: Int, fileBytes: Int, peakResidentBytes: Int?
    ) {
        self.rows = rows
        self.threads = threads
        self.liveBytes = liveBytes
        self.peakLiveBytes = peakLiveBytes
        self.allocations = allocations
        self.reportedBytes = reportedBytes
        self.textBytes = textBytes
        self.fileBytes = fileBytes
        self.peakResidentBytes = peakResidentBytes
    }

    /// Live bytes of a row beyond its texts.
    public var bytesPerRowBeyondText: Double { Double(liveBytes - textBytes) / Double(max(rows, 1)) }

    /// The peak relative to the live bytes after loading.
    public var peakRatio: Double { Double(peakLiveBytes) / Double(max(liveBytes, 1)) }
}

extension MemoryResult: Codable {
    private enum CodingKeys: String, CodingKey {
        case rows, threads, liveBytes, peakLiveBytes, allocations, reportedBytes, textBytes
        case fileBytes, peakResidentBytes
    }

    /// Writes all keys; missing values are null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rows, forKey: .rows)
        try container.encode(threads, forKey: .threads)
        try container.encode(liveBytes, forKey: .liveBytes)
        try container.encode(peakLiveBytes, forKey: .peakLiveBytes)
        try container.encode(allocations, forKey: .allocations)
        try container.encode(reportedBytes, forKey: .reportedBytes)
        try container.encode(textBytes, forKey: .textBytes)
        try container.encode(fileBytes, forKey: .fileBytes)
        try container.encode(peakResidentBytes, forKey: .peakResidentBytes)
    }
}
