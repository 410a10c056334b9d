import CompassBaseline
import CompassKernel

extension BaselineActivityPage {
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
}

extension BaselineActivityFilter {
    init(_ filter: ActivityFilter) {
        self.init(
            type: filter.type.flatMap { BaselineActivityType(rawValue: $0.rawValue) },
            range: BaselineActivityRange(rawValue: filter.range.rawValue) ?? .all,
            search: BaselineText(filter.search), searchesWholeText: filter.searchesWholeText)
    }
}
