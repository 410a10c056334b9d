import BenchmarkHarness

/// A question about the app's tables.
public typealias CompassWorkload = Workload<WorkloadInputs, DatasetSize>

/// All workloads, in the order in which they run.
public enum Workloads {
    /// Questions that are timed.
    public static let questions: [CompassWorkload] =
        [IngestPosts.array, IngestPosts.lines] + SocialPage.questions.map(\.workload) + [
            SocialFiltered.workload
        ]
}
