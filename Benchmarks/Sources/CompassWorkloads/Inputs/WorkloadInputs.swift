import BenchmarkHarness

/// What workloads read: the dataset files, and the tables of one size in memory.
public final class WorkloadInputs {
    /// The files.
    public let datasets: DatasetFolder
    private let report: (String) -> Void
    /// A million posts take gigabytes in the baselines' forms, so only one size is kept.
    private var kept: (size: DatasetSize, inputs: PageInputs)?
    /// By the number of items that was asked for.
    private var keptTimelines: [Int: TimelineInputs] = [:]
    private var keptActivity: ActivityInputs?
    /// By the number of rows that was asked for.
    private var keptReports: [Int: ReportInputs] = [:]

    /// Inputs from a folder of datasets.
    ///
    /// - Parameters:
    ///   - datasets: the files.
    ///   - report: told what is being done.
    public init(datasets: DatasetFolder, report: @escaping (String) -> Void) {
        self.datasets = datasets
        self.report = report
    }

    /// The inputs of pages: the variant with whole seconds, which all grades can read.
    package func page(_ size: DatasetSize) throws -> PageInputs {
        if let kept, kept.size == size { return kept.inputs }
        kept = nil
        let dataset = try datasets.dataset(size, wholeSeconds: true)
        report("loading \(size.rawValue)")
        let inputs = try PageInputs(dataset)
        kept = (size, inputs)
        return inputs
    }

    /// The inputs of the timeline: tables with about so many items.
    package func timeline(itemCount: Int) throws -> TimelineInputs {
        if let inputs = keptTimelines[itemCount] { return inputs }
        // Of large tables only one is kept.
        if itemCount >= DatasetSize.hundredThousand.rows { keptTimelines.removeAll() }
        report("generating a timeline of \(itemCount) items")
        let inputs = try TimelineInputs(itemCount: itemCount)
        keptTimelines[itemCount] = inputs
        return inputs
    }

    /// The inputs of the activity feed: three tables of so many rows each.
    func activity(rowsPerTable: Int) throws -> ActivityInputs {
        if let keptActivity, keptActivity.rows == 3 * rowsPerTable { return keptActivity }
        keptActivity = nil
        report("generating an activity feed of three times \(rowsPerTable) rows")
        let inputs = try ActivityInputs(rowsPerTable: rowsPerTable)
        keptActivity = inputs
        return inputs
    }

    /// The inputs of reports: so many interactions and metrics.
    func report(rowsPerTable: Int) throws -> ReportInputs {
        if let inputs = keptReports[rowsPerTable] { return inputs }
        // Of large tables only one is kept.
        if rowsPerTable >= DatasetSize.hundredThousand.rows { keptReports.removeAll() }
        report("generating \(rowsPerTable) interactions and metrics")
        let inputs = try ReportInputs(rowsPerTable: rowsPerTable)
        keptReports[rowsPerTable] = inputs
        return inputs
    }

    /// Frees the tables.
    public func forgetTables() {
        kept = nil
        keptTimelines = [:]
        keptActivity = nil
        keptReports = [:]
    }
}
