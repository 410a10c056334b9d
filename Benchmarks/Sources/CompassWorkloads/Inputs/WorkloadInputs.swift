import BenchmarkHarness

/// The inputs of workloads: the dataset files, and the in-memory tables of one size.
public final class WorkloadInputs {
    /// The files.
    public let datasets: DatasetFolder
    private let report: (String) -> Void
    /// A million posts take gigabytes in the baselines' forms, so only one size is kept.
    private var kept: (size: DatasetSize, inputs: PageInputs)?
    /// The inputs by their requested number of items.
    private var keptTimelines: [Int: TimelineInputs] = [:]
    private var keptActivity: ActivityInputs?
    /// The inputs by their requested number of rows.
    private var keptReports: [Int: ReportInputs] = [:]
    private var keptTables: (rowCount: Int, tables: OtherTables)?

    /// Creates inputs from a folder of datasets.
    ///
    /// - Parameters:
    ///   - datasets: the files.
    ///   - report: receives a description of the current step.
    public init(datasets: DatasetFolder, report: @escaping (String) -> Void) {
        self.datasets = datasets
        self.report = report
    }

    /// Returns the inputs of pages: the variant with whole seconds, which all grades can read.
    package func page(_ size: DatasetSize) throws -> PageInputs {
        if let kept, kept.size == size { return kept.inputs }
        kept = nil
        let dataset = try datasets.dataset(size, wholeSeconds: true)
        report("loading \(size.rawValue)")
        let inputs = try PageInputs(dataset)
        kept = (size, inputs)
        return inputs
    }

    /// Returns the inputs of the timeline: tables with about the given number of items.
    package func timeline(itemCount: Int) throws -> TimelineInputs {
        if let inputs = keptTimelines[itemCount] { return inputs }
        // Only one large table is kept.
        if itemCount >= DatasetSize.hundredThousand.rows { keptTimelines.removeAll() }
        report("generating a timeline of \(itemCount) items")
        let inputs = try TimelineInputs(itemCount: itemCount)
        keptTimelines[itemCount] = inputs
        return inputs
    }

    /// Returns the inputs of the activity feed: three tables with the given number of rows each.
    func activity(rowsPerTable: Int) throws -> ActivityInputs {
        if let keptActivity, keptActivity.rows == 3 * rowsPerTable { return keptActivity }
        keptActivity = nil
        report("generating an activity feed of three times \(rowsPerTable) rows")
        let inputs = try ActivityInputs(rowsPerTable: rowsPerTable)
        keptActivity = inputs
        return inputs
    }

    /// Returns the inputs of reports with the given number of interactions and of metrics.
    func report(rowsPerTable: Int) throws -> ReportInputs {
        if let inputs = keptReports[rowsPerTable] { return inputs }
        // Only one large table is kept.
        if rowsPerTable >= DatasetSize.hundredThousand.rows { keptReports.removeAll() }
        report("generating \(rowsPerTable) interactions and metrics")
        let inputs = try ReportInputs(rowsPerTable: rowsPerTable)
        keptReports[rowsPerTable] = inputs
        return inputs
    }

    /// Returns a file with about the given number of rows of all tables but that of posts.
    func otherTables(rowCount: Int) throws -> OtherTables {
        if let keptTables, keptTables.rowCount == rowCount { return keptTables.tables }
        keptTables = nil
        report("generating \(rowCount) rows of other tables")
        let tables = try OtherTables(rowCount: rowCount)
        keptTables = (rowCount, tables)
        return tables
    }

    /// Frees the tables.
    public func forgetTables() {
        kept = nil
        keptTimelines = [:]
        keptActivity = nil
        keptReports = [:]
        keptTables = nil
    }
}
