import CompassKernel

/// What a page shows of its load.
public enum LoadPhase: Hashable, Sendable {
    /// The page has not appeared.
    case idle
    /// The first load has begun; nothing is shown yet.
    case waiting
    /// The first load takes long: a placeholder is shown.
    case placeholder
    /// The page is shown.
    case content
    /// There is nothing to show.
    case failed(PageFailure)
}

/// The reason why a page has nothing to show.
public struct PageFailure: Hashable, Sendable {
    /// The text for the user.
    public var text: String
    /// Whether a button to try again makes sense.
    public var canRetry: Bool

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - text: the text for the user.
    ///   - canRetry: whether a button to try again makes sense.
    public init(text: String, canRetry: Bool) {
        self.text = text
        self.canRetry = canRetry
    }
}

/// A message for the user. Announce it to a screen reader once, when it appears.
public struct PageNotice: Hashable, Sendable {
    /// The place and the color of a message.
    public enum Kind: String, Hashable, Sendable {
        /// A failure, on top of the page.
        case banner
        /// A hint beside the field that it concerns.
        case inline
        /// A question or a failure that must be answered.
        case alert
        /// A success, on top of the page.
        case success
        /// The device has no network.
        case offline
    }

    /// The text.
    public var text: String
    /// The place and the color.
    public var kind: Kind
    /// Whether a button to try again makes sense.
    public var canRetry: Bool

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - text: the text for the user.
    ///   - kind: the place and the color.
    ///   - canRetry: whether a button to try again makes sense.
    public init(text: String, kind: Kind, canRetry: Bool = false) {
        self.text = text
        self.kind = kind
        self.canRetry = canRetry
    }
}

/// What a page shows in place of a list without rows.
public struct EmptyState: Hashable, Sendable {
    /// An emoji.
    public var icon: String
    /// The heading.
    public var title: String
    /// The line below it; nil if there is none.
    public var subtitle: String?
    /// The labels of the buttons below, possibly none.
    public var actions: [String]

    /// Creates an empty state.
    ///
    /// - Parameters:
    ///   - icon: an emoji.
    ///   - title: the heading.
    ///   - subtitle: the line below it; nil for none.
    ///   - actions: the labels of the buttons below.
    public init(icon: String, title: String, subtitle: String?, actions: [String] = []) {
        self.icon = icon
        self.title = title
        self.subtitle = subtitle
        self.actions = actions
    }
}

/// Where a page leads to.
public enum PageDestination: Hashable, Sendable {
    /// The session is over.
    case login
    /// Social Media Monitoring, with these filters.
    case socialFeed(FeedFilters)
    /// Social Analytics.
    case socialAnalytics
    /// Reports.
    case reports
    /// A path of the app, such as `/schools/17`.
    case path(String)
}

extension PageDestination {
    /// Returns the page of a school.
    static func school(_ id: String) -> PageDestination {
        .path("/schools/" + PercentEncoding.encoded(id.utf8))
    }
}
