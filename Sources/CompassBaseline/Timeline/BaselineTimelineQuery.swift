/// How far back the timeline looks.
public enum BaselineTimelineRange: Hashable, Sendable {
    /// A number of calendar months.
    case months(Int)
    /// All time that has items.
    case allTime

    /// The range's name in the page's result.
    public var kind: String {
        switch self {
        case .months(let months): String(months)
        case .allTime: "all"
        }
    }
}

/// The filter of the timeline.
public struct BaselineTimelineFilter: Hashable, Sendable {
    /// The only school to show; nil for all schools.
    public var schoolID: BaselineText?
    /// The kinds to show.
    public var types: Set<BaselineTimelineType>

    /// Creates a filter; without arguments it passes everything.
    public init(
        schoolID: BaselineText? = nil, types: Set<BaselineTimelineType> = Set(BaselineTimelineType.allCases)
    ) {
        self.schoolID = schoolID
        self.types = types
    }

    func accepts(_ item: BaselineTimelineItem) -> Bool {
        types.contains(item.type) && (schoolID == nil || item.schoolID == schoolID)
    }
}

/// A page of lanes: its number, from 1, and the number of lanes on a page.
public struct BaselineLanesPage: Hashable, Sendable {
    /// The number, from 1; a number out of range becomes the nearest one.
    public var number: Int
    /// The size, at least 1.
    public var size: Int

    /// Creates a page of lanes.
    public init(number: Int, size: Int) {
        self.number = number
        self.size = size
    }
}
