/// The kinds of events of the activity feed.
public enum BaselineActivityType: String, CaseIterable, Codable, Hashable, Sendable {
    case interaction
    case statusChange = "school_status_change"
    case documentUpload = "document_upload"

    /// The table whose rows become events of this kind.
    public var table: String {
        switch self {
        case .interaction: "interactions"
        case .statusChange: "school_status_history"
        case .documentUpload: "documents"
        }
    }
}

/// How far back the activity feed looks.
public enum BaselineActivityRange: String, CaseIterable, Codable, Hashable, Sendable {
    case all
    case week
    case month
    case quarter

    /// The number of 24-hour days; nil for all events.
    var days: Int64? {
        switch self {
        case .all: nil
        case .week: 7
        case .month: 30
        case .quarter: 90
        }
    }
}

/// The filter of the activity feed.
public struct BaselineActivityFilter: Hashable, Sendable {
    /// The only kind to show; nil for all kinds.
    public var type: BaselineActivityType?
    /// How far back to look; future events are always included.
    public var range: BaselineActivityRange
    /// The text that the title or description must contain.
    public var search: BaselineText
    /// Whether descriptions are searched before they are shortened.
    public var searchesWholeText: Bool

    /// Creates a filter; without arguments it passes everything.
    public init(
        type: BaselineActivityType? = nil, range: BaselineActivityRange = .all, search: BaselineText = "",
        searchesWholeText: Bool = false
    ) {
        self.type = type
        self.range = range
        self.search = search
        self.searchesWholeText = searchesWholeText
    }

    /// Returns the earliest instant that is shown, in microseconds since 1970-01-01T00:00:00Z; nil for all
    /// events.
    func cutoff(now: Int64) -> Int64? {
        range.days.map { days in
            let (cutoff, overflow) = now.subtractingReportingOverflow(days * 86_400_000_000)
            return overflow ? .min : cutoff
        }
    }
}
