import BenchmarkHarness

/// A workload on the app's tables.
public typealias CompassWorkload = Workload<WorkloadInputs, DatasetSize>

/// All workloads, in the order in which they run.
public enum Workloads {
    /// Workloads that are timed.
    public static let questions: [CompassWorkload] =
        ingest + analytics + feed + changes + cold + files + live + timeline
        + activity + reports + partialAnswers

    private static let ingest = [IngestPosts.array, IngestPosts.lines]
    private static let analytics =
        SocialPage.questions.map(\.workload) + [SocialFiltered.workload, SocialSearch.workload]
    private static let feed =
        [FeedFilter.workload, FeedNext.workload, FeedLinked.workload]
        + FeedSearch.questions.map(\.workload) + FeedSearchOption.questions.map(\.workload)
        + [FeedSearchPass.workload]
    private static let changes = FeedChanges.workloads
    private static let cold =
        ColdChanges.workloads + ColdSearch.questions.map(\.workload) + [
            ColdPage.workload, ColdQueries.workload,
        ]
    private static let files =
        FileOpen.workloads + [FileTables.workload] + FileSave.workloads + FileQueries.workloads
    private static let live =
        LiveChanges.workloads + [LivePayloads.workload] + LivePage.pages.map(\.workload)
        + [LiveSearch.workload, LiveTimeline.workload]
    private static let timeline = IntervalQuestions.workloads + TimelineLayouts.workloads
    private static let activity = ActivityPages.workloads + ActivityInserts.workloads
    private static let partialAnswers = PartialPages.workloads + PartialShards.workloads
    private static let reports = ReportGeneration.workloads + CSVExports.workloads
}
