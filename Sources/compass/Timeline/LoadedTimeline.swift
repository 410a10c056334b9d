import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// The tables of the timeline, with their loading costs.
struct LoadedTimeline {
    let timeline: RecruitingTimeline
    /// The schools; empty when the table is missing.
    let schools: SchoolDirectory
    /// The tables in reading order; schools last.
    let loadings: [TableLoading]
    let preparation: PreparationTiming

    /// The schools of the directory and of the rows.
    var knownSchools: [NamedID] { schools.schools(with: timeline.schoolIDs) }

    /// - Parameter directory: a data directory or a table file.
    static func load(
        directory: String, threads: Int, cache: TableCache? = nil
    ) throws(Failure) -> LoadedTimeline {
        if directory == "-" {
            throw Failure(
                .usage,
                "'-' is not accepted: a timeline has four tables and requires a data directory or a table "
                    + "file")
        }
        let source = try DataSource(directory)
        // Every skipped row is part of the output.
        let options = LoadOptions(maxProblems: .max, threads: threads, cache: cache)
        try source.require([.events, .interactions, .offers, .schoolStatusHistory])

        let (events, eventLoading) = try source.loadRequired(EventTable.self, .events, options)
        let (interactions, interactionLoading) = try source.loadRequired(
            InteractionTable.self, .interactions, options)
        let (offers, offerLoading) = try source.loadRequired(OfferTable.self, .offers, options)
        let (changes, changeLoading) = try source.loadRequired(
            StatusChangeTable.self, .schoolStatusHistory, options)
        var loadings = [eventLoading, interactionLoading, offerLoading, changeLoading]
        var schools = SchoolDirectory.empty
        if let (directory, loading) = try source.load(SchoolDirectory.self, .schools, options) {
            schools = directory
            loadings.append(loading)
        }
        let (timeline, preparation) = PreparationTiming.measured("Bound school names") {
            RecruitingTimeline(
                events: events, interactions: interactions, offers: offers, statusChanges: changes,
                schools: schools, ingestReports: loadings.prefix(4).map(\.report))
        }
        return LoadedTimeline(
            timeline: timeline, schools: schools, loadings: loadings, preparation: preparation)
    }

    /// Prints to standard error which rows the page omits, and where to learn more.
    func printNotes(for page: TimelinePage) {
        loadings.printNotes()
        let reversed = page.skipped.count - loadings.prefix(4).reduce(0) { $0 + $1.report.skipped }
        if reversed > 0 {
            let events =
                reversed == 1 ? "1 event ends before it starts" : "\(reversed) events end before they start"
            StandardError.writeLine(
                "Note: \(loadings[0].source): \(events); '--format json' lists them under skipped.")
        }
    }
}
