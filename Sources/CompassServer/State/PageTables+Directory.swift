import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// The tables of a data directory, or of a table file.
extension PageTables {
    /// Reads a table; a failure is noted.
    ///
    /// - Parameters:
    ///   - opening: the directory or the file.
    ///   - served: where it is.
    ///   - searchIndexing: when the search index of posts is built.
    mutating func read(
        _ table: SynthesisTable, of opening: ServedSource.Opening, _ served: ServedSource, threads: Int,
        searchIndexing: SearchIndexing
    ) {
        do throws(Failure) {
            var partial = PartialTables(try opening.source.get(), threads: threads)
            switch table {
            case .socialMediaPosts: posts = try partial.loadPosts(searchIndexing: searchIndexing)
            case .schools: schools = try partial.loadSchools(isRequired: true)
            case .coaches: coaches = try partial.load(CoachTable.self, table)
            // The timeline reports which rows of its tables it omits.
            case .interactions:
                interactions = try partial.load(InteractionTable.self, table, maxProblems: .max)
            case .schoolStatusHistory:
                statusChanges = try partial.load(StatusChangeTable.self, table, maxProblems: .max)
            case .documents: documents = try partial.load(DocumentTable.self, table)
            case .performanceMetrics: metrics = try partial.load(MetricTable.self, table)
            case .events: events = try partial.load(EventTable.self, table, maxProblems: .max)
            case .offers: offers = try partial.load(OfferTable.self, table, maxProblems: .max)
            }
            if let failure = partial.failures.first {
                note(table, failure: failure.reason, isMissing: !partial.missing.isEmpty)
            } else {
                note(table, partial.loadings.first?.report)
            }
        } catch {
            note(table, failure: served.publicMessage(error))
        }
    }
}
