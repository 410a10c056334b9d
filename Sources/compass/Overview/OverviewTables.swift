import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// All readable tables, each loaded once.
struct OverviewTables {
    /// The posts; nil when they are missing.
    let social: SocialPosts?
    /// The timeline; nil when one of its tables is missing.
    let timeline: RecruitingTimeline?
    let activity: ActivityFeed
    let reportSources: ReportSources
    var report: Reports { reportSources.report }
    /// The tables that are missing or cannot be read.
    let failures: [SourceFailure]
    /// The missing tables.
    let missing: [SynthesisTable]
    let loadings: [TableLoading]
    let preparation: PreparationTiming

    /// - Parameter directory: a data directory or a table file.
    static func load(
        directory: String, threads: Int, cache: TableCache? = nil
    ) throws(Failure) -> OverviewTables {
        try PartialTables.refuseStandardInput(directory)
        var (source, changes) = try DataSource.opening(directory)
        var tables = PartialTables(source, threads: threads, cache: cache)
        var posts = try tables.loadPosts()
        changes.applyForCommand(to: &posts)
        let schools = try tables.loadSchools(isRequired: true)
        let coaches = try tables.load(CoachTable.self, .coaches)
        // The timeline reports which rows of its tables it omits.
        let interactions = try tables.load(InteractionTable.self, .interactions, maxProblems: .max)
        let events = try tables.load(EventTable.self, .events, maxProblems: .max)
        let offers = try tables.load(OfferTable.self, .offers, maxProblems: .max)
        let statusChanges = try tables.load(StatusChangeTable.self, .schoolStatusHistory, maxProblems: .max)
        let documents = try tables.load(DocumentTable.self, .documents)
        let metrics = try tables.load(MetricTable.self, .performanceMetrics)

        try tables.requireAny(of: SynthesisTable.allCases)
        let loadings = tables.loadings
        let start = OperatingSystem.monotonicNanos()
        var timeline: RecruitingTimeline?
        if let events, let interactions, let offers, let statusChanges {
            timeline = RecruitingTimeline(
                events: events, interactions: interactions, offers: offers, statusChanges: statusChanges,
                schools: schools ?? .empty, ingestReports: loadings.map(\.report))
        }
        let social = posts.map { $0.bound(to: schools ?? .empty, coaches: coaches ?? .empty) }
        let activity = ActivityFeed(
            interactions: interactions, statusChanges: statusChanges, documents: documents,
            schools: schools ?? .empty,
            failures: tables.failures(of: ActivitySources.tables, exceptMissing: .schools))
        let preparation = PreparationTiming(
            label: "Bound names and merged activities",
            nanos: OperatingSystem.monotonicNanos() - start)
        let failures = tables.failures(of: ReportSources.tables)
        return OverviewTables(
            social: social, timeline: timeline, activity: activity,
            reportSources: ReportSources(
                report: Reports(
                    schools: schools, coaches: coaches, interactions: interactions, metrics: metrics,
                    failures: failures),
                interactions: interactions, metrics: metrics, failures: failures, loadings: loadings),
            failures: tables.failures, missing: tables.missing, loadings: loadings,
            preparation: preparation)
    }
}
