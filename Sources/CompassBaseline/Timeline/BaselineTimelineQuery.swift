/// How far back the timeline looks.
public enum BaselineTimelineRange: Hashable, Sendable {
    /// So many calendar months.
    case months(Int)
    /// As far as there are items.
    case allTime

    /// As the page's answer names it.
    public var kind: String {
        switch self {
        case .months(let months): String(months)
        case .allTime: "all"
        }
    }
}

/// Which items the timeline shows.
public struct BaselineTimelineFilter: Hashable, Sendable {
    /// The only school; nil for all of them.
    public var schoolID: BaselineText?
    /// The kinds.
    public var types: Set<BaselineTimelineType>

    /// A filter; everything when nothing is given.
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

/// A page of lanes: the page's number, from 1, and the number of lanes on a page.
public struct BaselineLanesPage: Hashable, Sendable {
    /// From 1; a page that there is not becomes the nearest one.
    public var number: Int
    /// At least 1.
    public var size: Int

    /// A page of lanes.
    public init(number: Int, size: Int) {
        self.number = number
        self.size = size
    }
}
