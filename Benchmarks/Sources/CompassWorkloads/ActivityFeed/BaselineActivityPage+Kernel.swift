import BenchmarkHarness
import CompassBaseline
import CompassKernel

extension BaselineActivityPage {
    /// Converts the kernel's page to the baseline's type, so that both can be compared.
    init(_ page: ActivityPage) {
        self.init(
            total: page.total, page: page.page, totalPages: page.totalPages,
            failures: page.failures.map { BaselineSourceFailure(table: $0.table, reason: $0.reason) },
            events: page.events.map { BaselineActivityEvent($0) })
    }

    /// Returns the first page of a feed that merges the events of several feeds.
    init(merging pages: [BaselineActivityPage], size: Int) {
        let total = pages.reduce(0) { $0 + $1.total }
        let events = pages.flatMap(\.events).sorted { left, right in
            left.time == right.time ? left.id < right.id : left.time > right.time
        }
        self.init(
            total: total, page: 1, totalPages: total == 0 ? 1 : (total - 1) / size + 1,
            events: Array(events.prefix(size)))
    }

    /// Throws at the first difference.
    func check(equals expected: BaselineActivityPage, _ question: String) throws {
        if self == expected { return }
        let place = zip(events, expected.events).enumerated().first { $1.0 != $1.1 }?.offset
        throw CheckFailure(
            "\(question): \(total) events on \(totalPages) pages, not \(expected.total) on "
                + "\(expected.totalPages)\(place.map { ", or event \($0) of the page differs" } ?? "")")
    }
}

extension BaselineActivityEvent {
    fileprivate init(_ event: ActivityEvent) {
        self.init(
            id: BaselineText(event.id),
            type: BaselineActivityType(rawValue: event.type.rawValue) ?? .interaction,
            time: event.timestamp.timestamp.micros, title: BaselineText(event.title),
            description: BaselineText(event.description), icon: BaselineText(event.icon),
            entityType: event.entityType.rawValue, entityID: event.entityID.map { BaselineText($0) },
            entityName: BaselineText(event.entityName), clickURL: event.clickURL.map { BaselineText($0) },
            relativeTime: event.relativeTime)
    }
}

extension BaselineActivityFilter {
    init(_ filter: ActivityFilter) {
        self.init(
            type: filter.type.flatMap { BaselineActivityType(rawValue: $0.rawValue) },
            range: BaselineActivityRange(rawValue: filter.range.rawValue) ?? .all,
            search: BaselineText(filter.search), searchesWholeText: filter.searchesWholeText)
    }
}
