import CompassBaseline
import CompassKernel

// The kernel's results in the baseline's form, texts byte for byte.

extension BaselineActivityPage {
    package init(_ page: ActivityPage) {
        self.init(
            total: page.total, page: page.page, totalPages: page.totalPages,
            failures: page.failures.map { BaselineSourceFailure(table: $0.table, reason: $0.reason) },
            events: page.events.map { BaselineActivityEvent($0) })
    }

    /// Returns the first difference from `wanted`; nil when there is none.
    package func difference(from wanted: BaselineActivityPage) -> String? {
        if self == wanted { return nil }
        let (found, expected) = ([total, page, totalPages], [wanted.total, wanted.page, wanted.totalPages])
        if found != expected { return "total, page, pages: \(found), wanted \(expected)" }
        if failures != wanted.failures { return "failures: \(failures), wanted \(wanted.failures)" }
        if let pair = zip(events, wanted.events).first(where: { $0 != $1 }) {
            return "\(pair.0), wanted \(pair.1)"
        }
        return "\(events.count) events, wanted \(wanted.events.count)"
    }
}

extension BaselineActivityEvent {
    package init(_ event: ActivityEvent) {
        self.init(
            id: BaselineText(event.id), type: BaselineActivityType(event.type),
            time: event.timestamp.timestamp.micros, title: BaselineText(event.title),
            description: BaselineText(event.description), icon: BaselineText(event.icon),
            entityType: event.entityType.rawValue, entityID: event.entityID.map { BaselineText($0) },
            entityName: BaselineText(event.entityName), clickURL: event.clickURL.map { BaselineText($0) },
            relativeTime: event.relativeTime)
    }
}

extension BaselineActivityType {
    package init(_ type: ActivityType) {
        self =
            switch type {
            case .interaction: .interaction
            case .schoolStatusChange: .statusChange
            case .documentUpload: .documentUpload
            }
    }

    package var kernel: ActivityType {
        switch self {
        case .interaction: .interaction
        case .statusChange: .schoolStatusChange
        case .documentUpload: .documentUpload
        }
    }
}

extension BaselineActivityFilter {
    package var kernel: ActivityFilter {
        ActivityFilter(
            type: type?.kernel, range: ActivityRange(rawValue: range.rawValue) ?? .all, search: search.string,
            searchesWholeText: searchesWholeText)
    }
}
