import BenchmarkHarness
import Foundation

/// The cost of a table of many posts, beside that of one of few.
public struct CapacityReport: Hashable, Sendable, Codable {
    /// One table, loaded from a file of lines.
    public struct Table: Hashable, Sendable, Codable {
        /// The posts.
        public var posts: Int
        /// The bytes of the file.
        public var fileBytes: Int
        /// Seconds to load it, the disk included.
        public var seconds: Double
        /// Seconds of processor time to load it.
        public var processorSeconds: Double
        /// The bytes that the table keeps, and the most that loading held, by the allocator; nil where it cannot count.
        public var memory: Memory?
        /// The medians of pages.
        public var pages: [Page]
    }

    /// The bytes of the allocator.
    public struct Memory: Hashable, Sendable, Codable {
        /// The bytes that the table keeps.
        public var keptBytes: Int
        /// The most that was allocated while it was loaded, including what was reserved and never used.
        public var peakBytes: Int
    }

    /// The median time of a page.
    public struct Page: Hashable, Sendable, Codable {
        /// The page.
        public var name: String
        /// Its time in µs.
        public var micros: Double
    }

    /// The most that the large table may cost, as multiples.
    public struct Limits: Hashable, Sendable {
        /// A page, of its time with few posts.
        public var page: Double
        /// A byte of the file, of the processor time with few posts.
        public var loading: Double
        /// The peak of memory, of what is kept.
        public var peak: Double

        /// Creates limits.
        public init(page: Double, loading: Double, peak: Double) {
            self.page = page
            self.loading = loading
            self.peak = peak
        }
    }

    /// The machine, the commit and the command.
    public let environment: MachineEnvironment
    /// The table of few posts, and that of many.
    public let tables: [Table]
    /// The shards of the large file whose merged partial answers were equal to the large table's page.
    public let shards: Int

    /// Creates a report.
    public init(environment: MachineEnvironment, tables: [Table], shards: Int) {
        self.environment = environment
        self.tables = tables
        self.shards = shards
    }

    /// Returns the limits that the large table misses.
    public func missedLimits(_ limits: Limits) -> [String] {
        guard let small = tables.first, let large = tables.last else { return [] }
        var missed: [String] = []
        func require(_ ratio: Double, _ limit: Double, _ what: String) {
            if ratio > limit { missed.append("\(what): \(FigureText.ratio(ratio)), at most \(limit)") }
        }
        for (few, many) in zip(small.pages, large.pages) {
            require(many.micros / few.micros, limits.page, "\(many.name), of its time with fewer posts")
        }
        require(
            large.processorSecondsPerByte / small.processorSecondsPerByte, limits.loading,
            "loading a byte, of its time with fewer posts")
        if let memory = large.memory {
            require(
                Double(memory.peakBytes) / Double(memory.keptBytes), limits.peak,
                "the peak of memory, of what is kept")
        }
        return missed
    }

    /// The report as text.
    public var plainText: String {
        var loads = TextTable(["posts", "file", "load", "processor", "kept", "peak"])
        for table in tables {
            let memory = table.memory
            loads.append([
                FigureText.grouped(table.posts), FigureText.megabytes(table.fileBytes) + " MB",
                FigureText.significant(table.seconds) + " s",
                FigureText.significant(table.processorSecondsPerByte * 1e9) + " s/GB",
                memory.map { FigureText.significant(Double($0.keptBytes) / Double(table.posts)) + " B/post" }
                    ?? "–",
                FigureText.ratio(memory.map { Double($0.peakBytes) / Double($0.keptBytes) }),
            ])
        }
        var pages = TextTable(["page"] + tables.map { FigureText.grouped($0.posts) + " posts" } + ["ratio"])
        for (index, page) in (tables.last?.pages ?? []).enumerated() {
            let micros = tables.map { $0.pages[index].micros }
            pages.append(
                [page.name] + micros.map { FigureText.time(nanoseconds: $0 * 1e3) }
                    + [FigureText.ratio(page.micros / micros[0])])
        }
        return """
            \(environment.cpu), \(environment.cores) cores; commit \(environment.commit); \(environment.date)
            \(environment.command)

            \(loads.plainText)

            \(pages.plainText)

            the merged answers of \(FigureText.count(shards, "shard")) of the file are those of its table

            """
    }
}

extension CapacityReport.Table {
    fileprivate var processorSecondsPerByte: Double { processorSeconds / Double(max(fileBytes, 1)) }
}
