import CompassKernel
import CompassSynthesis

/// The tables of the timeline, loaded, with what loading them cost.
struct LoadedTimeline {
    let timeline: RecruitingTimeline
    /// Empty where the table is not there.
    let schools: SchoolDirectory
    /// The tables in the order of their reading; schools last.
    let loadings: [TableLoading]

    /// - Parameter directory: a data directory.
    static func load(directory: String, threads: Int) throws(Failure) -> LoadedTimeline {
        if directory == "-" {
            throw Failure(
                .usage, "'-' is not accepted: a timeline has four tables, and needs a data directory")
        }
        let folder = try DataDirectory(directory)
        // Every skipped row is part of the answer.
        let options = LoadOptions(maxProblems: .max, threads: threads)
        let eventFile = try folder.neededFile(of: .events)
        let interactionFile = try folder.neededFile(of: .interactions)
        let offerFile = try folder.neededFile(of: .offers)
        let statusFile = try folder.neededFile(of: .schoolStatusHistory)
        let schoolFile = try folder.file(of: .schools)

        let (events, eventLoading) = try load(EventTable.self, eventFile, options)
        let (interactions, interactionLoading) = try load(InteractionTable.self, interactionFile, options)
        let (offers, offerLoading) = try load(OfferTable.self, offerFile, options)
        let (changes, changeLoading) = try load(StatusChangeTable.self, statusFile, options)
        var loadings = [eventLoading, interactionLoading, offerLoading, changeLoading]
        var schools = SchoolDirectory.empty
        if let schoolFile {
            let (directory, loading) = try TableLoading.measured(SchoolDirectory.self, schoolFile, options)
            schools = directory
            loadings.append(loading)
        }
        let timeline = RecruitingTimeline(
            events: events, interactions: interactions, offers: offers, statusChanges: changes,
            schools: schools, reports: loadings.prefix(4).map(\.report))
        return LoadedTimeline(timeline: timeline, schools: schools, loadings: loadings)
    }

    private static func load<Record>(
        _ table: RecordTable<Record>.Type, _ file: TableFile, _ options: LoadOptions
    ) throws(Failure) -> (RecordTable<Record>, TableLoading) {
        try TableLoading.measured(table, file, options)
    }

    /// Says on standard error which rows the answer leaves out, and where to learn more.
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
