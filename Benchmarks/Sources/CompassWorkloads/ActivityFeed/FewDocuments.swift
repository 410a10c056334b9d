import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// A feed of all interactions and status changes with very few documents, spread from the newest event to the
/// oldest: the events of a page of a rare type are far apart in the order.
struct FewDocuments {
    private static let count = 21
    /// Filters for the documents: by their type, and by a text that no other event has.
    static let filters = (type: ActivityFilter(type: .documentUpload), search: ActivityPages.missingSearch)

    private let inputs: ActivityInputs
    private let feed: ActivityFeed
    private let documents: BaselineActivityFeed

    init(of inputs: ActivityInputs) {
        self.inputs = inputs
        let now = Timestamp(micros: inputs.instant(0))
        let ends = [1, .max].flatMap { inputs.feed.page($0, size: 1, asOf: now, in: inputs.zone).events }
            .map(\.timestamp.timestamp.micros)
        let (newest, oldest) = (ends.first ?? 0, ends.last ?? 0)
        let title = "Transcript \(ActivityPages.missingSearch.search)"
        let rows = (0..<Self.count).map { number in
            (id: "few-\(number)", micros: newest - (newest - oldest) / Int64(Self.count - 1) * Int64(number))
        }
        feed = ActivityFeed(
            interactions: inputs.interactions, statusChanges: inputs.statusChanges,
            documents: DocumentTable(
                rows.map {
                    Document(
                        id: $0.id, type: "transcript", time: Timestamp(micros: $0.micros), title: title)
                }),
            schools: inputs.schools)
        documents = BaselineActivityFeed(
            documents: .init(
                rows.map {
                    BaselineDocument(
                        id: BaselineText($0.id), type: "transcript", time: $0.micros,
                        title: BaselineText(title))
                }))
    }

    /// Builds what searches in shown texts require.
    func prepareForSearch() { feed.prepareForSearch() }

    /// Returns the first page under a filter as a case of a workload.
    ///
    /// - Parameters:
    ///   - question: the workload's name, for differences.
    ///   - filter: one of ``filters``.
    func questionCase(_ name: String, of question: String, where filter: ActivityFilter) -> QuestionCase {
        func page(_ index: Int) -> ActivityPage {
            feed.page(where: filter, asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
        }
        return QuestionCase(name: name, kernel: Call { page($0) }) {
            for index in inputs.checkedIndices {
                let wanted = documents.page(
                    filter: BaselineActivityFilter(filter), now: inputs.instant(index), zone: inputs.timeZone)
                try CheckFailure.unless(
                    wanted.total == Self.count, "\(question), \(name): not all documents are found")
                try BaselineActivityPage(page(index)).check(
                    equals: wanted, "\(question), \(name), careful")
            }
            if filter.type != nil { return }
            // The search finds nothing in the other tables.
            let others = try inputs.expectedPages(filter, among: ActivityPages.allFilters)
            try CheckFailure.unless(
                others.allSatisfy { $0.total == 0 }, "\(question), \(name): other events are found, too")
        }
    }
}
