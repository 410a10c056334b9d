import CompassBaseline
import CompassKernel

// The kernel's results in the baseline's form, texts byte for byte.

extension BaselineActivityPage: BaselineResult {
    /// Converts a value of the kernel.
    public init(_ page: ActivityPage) {
        self.init(
            total: page.total, page: page.page, totalPages: page.totalPages,
            failures: page.failures.map { BaselineSourceFailure(table: $0.table, reason: $0.reason) },
            events: page.events.map { BaselineActivityEvent($0) })
    }

    /// Returns the names and values of the parts that differ from those of `wanted`.
    public func differences(from wanted: BaselineActivityPage) -> [String] {
        if self == wanted { return [] }
        var differences = Differences(self, wanted)
        differences.compare("total", \.total)
        differences.compare("page", \.page)
        differences.compare("pages", \.totalPages)
        differences.compare("failures", \.failures)
        differences.compareRows("events", \.events)
        return differences.texts
    }
}

extension BaselineActivityEvent {
    /// Converts a value of the kernel.
    public init(_ event: ActivityEvent) {
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
    /// Converts a value of the kernel.
    public init(_ type: ActivityType) {
        self =
            switch type {
            case .interaction: .interaction
            case .schoolStatusChange: .statusChange
            case .documentUpload: .documentUpload
            }
    }

    /// The value in the kernel\'s form.
    public var kernel: ActivityType {
        switch self {
        case .interaction: .interaction
        case .statusChange: .schoolStatusChange
        case .documentUpload: .documentUpload
        }
    }
}

extension BaselineActivityFilter {
    /// The value in the kernel\'s form.
    public var kernel: ActivityFilter {
        ActivityFilter(
            type: type?.kernel, range: ActivityRange(rawValue: range.rawValue) ?? .all, search: search.string,
            searchesWholeText: searchesWholeText)
    }
}
