import BenchmarkHarness
import Foundation

/// A cost model with the figures that it is computed from, each with its basis.
public struct ScaleReport: Hashable, Sendable, Codable {
    /// A figure, its unit, and how it was obtained.
    public struct Figure: Hashable, Sendable, Codable {
        /// What the figure is.
        public let name: String
        /// The number.
        public let value: Double
        /// Its unit.
        public let unit: String
        /// How it was obtained.
        public let basis: ScaleModel.Basis
    }

    /// What is given rather than measured here.
    public struct Inputs: Hashable, Sendable, Codable {
        /// The bytes of a post as a line of JSON; nil for those of the generated posts.
        public var bytesPerPost: Double?
        /// The bytes of lines for each byte that zstd makes of them.
        public var zstdRatio: Double
        /// 10⁹ bytes of lines that a core decompresses in a second.
        public var zstdGigabytesPerCore: Double
        /// The bytes of a post in Parquet with all columns.
        public var parquetBytesPerPost: Double
        /// Microseconds of a core for a post in Parquet with all columns.
        public var parquetMicrosPerPost: Double
        /// The bytes of a post in the columns that the page reads.
        public var columnBytesPerPost: Double
        /// Microseconds of a core for a post in these columns.
        public var columnMicrosPerPost: Double

        /// Creates inputs.
        public init(
            bytesPerPost: Double?, zstdRatio: Double, zstdGigabytesPerCore: Double,
            parquetBytesPerPost: Double, parquetMicrosPerPost: Double, columnBytesPerPost: Double,
            columnMicrosPerPost: Double
        ) {
            self.bytesPerPost = bytesPerPost
            self.zstdRatio = zstdRatio
            self.zstdGigabytesPerCore = zstdGigabytesPerCore
            self.parquetBytesPerPost = parquetBytesPerPost
            self.parquetMicrosPerPost = parquetMicrosPerPost
            self.columnBytesPerPost = columnBytesPerPost
            self.columnMicrosPerPost = columnMicrosPerPost
        }
    }

    /// The machine, the commit and the command.
    public let environment: MachineEnvironment
    /// The seed of the posts and of the orders in which answers were merged.
    public let seed: UInt64
    /// The measured and the given figures.
    public let figures: [Figure]
    /// The computed bounds of each form.
    public let forms: [ScaleModel.Cost]
    /// The computed merge at the driver.
    public let driver: ScaleModel.DriverCost

    /// Computes the costs of a cluster.
    public init(
        environment: MachineEnvironment, seed: UInt64, cluster: ScaleModel.Cluster, inputs: Inputs,
        measured: ScaleMeasurement
    ) {
        self.environment = environment
        self.seed = seed
        let model = ScaleModel(cluster)
        let lineBytes = inputs.bytesPerPost ?? measured.lineBytesPerPost
        forms = Self.forms(inputs, measured, lineBytes: lineBytes).map(model.cost)
        driver = model.driverCost(
            .init(
                bytesPerPartial: Double(measured.wholePartialBytes),
                microsPerPartial: (measured.readMillis + measured.mergeMillis) * 1e3
                    / Double(measured.shards),
                finishMicros: measured.finishMillis * 1e3),
            bytesPerPost: lineBytes)
        figures = Self.measuredFigures(measured) + Self.inputFigures(cluster, inputs)
    }

    private static func forms(
        _ inputs: Inputs, _ measured: ScaleMeasurement, lineBytes: Double
    ) -> [ScaleModel.Form] {
        // Lines of other lengths take time in proportion.
        let lineMicros = measured.lineSecondsPerMillion * lineBytes / measured.lineBytesPerPost
        let lineBasis: ScaleModel.Basis = inputs.bytesPerPost == nil ? .measured : .input
        return [
            .init(
                name: "NDJSON", source: .network, bytesPerPost: lineBytes, bytesBasis: lineBasis,
                coreMicrosPerPost: lineMicros, coreBasis: lineBasis == .measured ? .measured : .computed),
            .init(
                name: "NDJSON, zstd", source: .network, bytesPerPost: lineBytes / inputs.zstdRatio,
                bytesBasis: .computed,
                coreMicrosPerPost: lineMicros + lineBytes / (inputs.zstdGigabytesPerCore * 1e3),
                coreBasis: .computed),
            .init(
                name: "Parquet, 15 columns", source: .network, bytesPerPost: inputs.parquetBytesPerPost,
                bytesBasis: .input, coreMicrosPerPost: inputs.parquetMicrosPerPost, coreBasis: .input),
            .init(
                name: "Parquet, the page's 6", source: .network, bytesPerPost: inputs.columnBytesPerPost,
                bytesBasis: .input, coreMicrosPerPost: inputs.columnMicrosPerPost, coreBasis: .input),
            .init(
                name: "table files, local disks", source: .disks,
                bytesPerPost: measured.diskBytesPerPost ?? measured.fileBytesPerPost, bytesBasis: .measured,
                coreMicrosPerPost: measured.openedPartialMillisPerMillion / 1e3, coreBasis: .measured),
        ]
    }

    private static func measuredFigures(_ measured: ScaleMeasurement) -> [Figure] {
        func figure(_ name: String, _ value: Double, _ unit: String) -> Figure {
            Figure(name: name, value: value, unit: unit, basis: .measured)
        }
        let perPartial = 1e3 / Double(measured.shards)
        var figures = [
            figure("shards whose answers were merged", Double(measured.shards), ""),
            figure("posts of each shard", Double(measured.postsPerShard), ""),
            figure("merges with equal bytes", Double(measured.equalMerges), ""),
            figure("partial answer of a shard, mean", measured.bytesPerPartial, "bytes"),
            figure("partial answer of all posts as one shard", Double(measured.wholePartialBytes), "bytes"),
            figure("merged answer", Double(measured.mergedBytes), "bytes"),
            figure("reading all answers", measured.readMillis, "ms"),
            figure("merging them", measured.mergeMillis, "ms"),
            figure("both in two levels, one core", measured.twoLevelMillis, "ms"),
            figure("finishing the page", measured.finishMillis, "ms"),
            Figure(
                name: "reading and merging an answer",
                value: (measured.readMillis + measured.mergeMillis) * perPartial, unit: "µs",
                basis: .computed),
            figure("a post as a line", measured.lineBytesPerPost, "bytes"),
            figure("reading lines, one core", measured.lineMegabytesPerSecond, "MB/s"),
            figure("lines to a partial answer, a million posts", measured.lineSecondsPerMillion, "s"),
            figure(
                "another partial answer, a million posts in memory", measured.partialMillisPerMillion, "ms"),
            figure("a post in a table file", measured.fileBytesPerPost, "bytes"),
            figure("opening the table file, in the system's cache", measured.openMillis, "ms"),
            figure(
                "opening it and a first partial answer, a million posts",
                measured.openedPartialMillisPerMillion, "ms"),
        ]
        if let bytes = measured.diskBytesPerPost {
            figures.append(figure("a post of this, read from a disk", bytes, "bytes"))
        }
        return figures
    }

    private static func inputFigures(_ cluster: ScaleModel.Cluster, _ inputs: Inputs) -> [Figure] {
        let bytesPerPost =
            inputs.bytesPerPost.map { [("a post as a line, for the model", $0, "bytes")] } ?? []
        let rows: [(String, Double, String)] =
            [
                ("posts", cluster.posts, ""), ("nodes", Double(cluster.nodes), ""),
                ("cores of a node", Double(cluster.coresPerNode), ""),
                ("network of a node", cluster.networkGigabits, "Gbit/s"),
                ("disks of a node", cluster.diskGigabytes, "GB/s"),
                ("lines of a shard", cluster.shardBytes / 1e6, "MB"),
            ] + bytesPerPost + [
                ("bytes of lines for one of zstd", inputs.zstdRatio, ""),
                ("zstd, decompressed lines, one core", inputs.zstdGigabytesPerCore, "GB/s"),
                ("a post in Parquet, 15 columns", inputs.parquetBytesPerPost, "bytes"),
                ("its time, one core", inputs.parquetMicrosPerPost, "µs"),
                ("a post in Parquet, the page's 6 columns", inputs.columnBytesPerPost, "bytes"),
                ("their time, one core", inputs.columnMicrosPerPost, "µs"),
            ]
        return rows.map { Figure(name: $0.0, value: $0.1, unit: $0.2, basis: .input) }
    }

    /// The report for terminals.
    public var plainText: String {
        var figureTable = TextTable(["figure", "basis", "value", "unit"], wordColumns: 2)
        for figure in figures {
            figureTable.append([figure.name, figure.basis.rawValue, Self.text(figure.value), figure.unit])
        }
        var costs = TextTable(
            [
                "form (all computed)", "bytes", "core time", "bound by", "GB read", "core-seconds",
                "s by cores", "s by source", "s",
            ], wordColumns: 4)
        for cost in forms {
            costs.append(
                [
                    cost.form.name, "of \(cost.form.bytesBasis.rawValue)",
                    "of \(cost.form.coreBasis.rawValue)",
                    cost.bound.rawValue,
                ]
                    + [
                        cost.gigabytes, cost.coreSeconds, cost.secondsByCores, cost.secondsBySource,
                        cost.seconds,
                    ].map(Self.text))
        }
        return """
            \(environment.cpu), \(environment.cores) cores; commit \(environment.commit); \(environment.date)
            \(environment.command)

            \(figureTable.plainText)

            \(costs.plainText)

            driver (computed): \(driver.shards) partial answers, \(Self.text(driver.megabytes)) MB, \
            \(Self.text(driver.networkSeconds)) s of its network; reading, merging and finishing take \
            \(Self.text(driver.flatSeconds)) s of one core, or \(Self.text(driver.twoLevelSeconds)) s in two \
            levels with groups of \(driver.groupSize)

            """
    }

    /// Formats a figure with three significant digits, or as a whole number from 100 on.
    static func text(_ value: Double) -> String {
        if value == 0 { return "0" }
        if value >= 1e9 { return String(format: "%.3g", value) }
        if value >= 100 || value == value.rounded() { return String(format: "%.0f", value) }
        let decimals = max(0, 2 - Int(log10(abs(value)).rounded(.down)))
        return String(format: "%.\(min(decimals, 6))f", value)
    }
}
