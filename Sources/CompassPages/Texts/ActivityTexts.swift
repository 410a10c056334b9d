import CompassKernel

/// The texts of the Activity Feed and of its widget.
public struct ActivityTexts: Codable, Hashable, Sendable {
    // MARK: Page

    /// The page's title.
    public var title = "Activity History"

    /// The line below the title.
    public var subtitle = "Track all your recruiting activity"

    /// The page's short name, for its tab.
    public var tab = "Activity"

    /// The banner when no table can be loaded.
    public var loadFailed = "Unable to load activities. Check your connection."

    /// The banner when some tables cannot be loaded. Placeholders: `labels`.
    public var someFailed: TextTemplate = "Some activities could not be loaded: {labels}."

    /// The label of the filter by type.
    public var activityType = "Activity Type"

    /// A choice of the filter by type; also in `someFailed`.
    public var interactions = ActivityType.interaction.label

    /// A choice of the filter by type; also in `someFailed`.
    public var statusChanges = ActivityType.schoolStatusChange.label

    /// A choice of the filter by type; also in `someFailed`.
    public var documents = ActivityType.documentUpload.label

    /// A choice of the filter by date.
    public var allTime = ActivityRange.all.label

    /// A choice of the filter by date.
    public var last7Days = ActivityRange.week.label

    /// A choice of the filter by date.
    public var last30Days = ActivityRange.month.label

    /// A choice of the filter by date.
    public var last90Days = ActivityRange.quarter.label

    /// In the empty search field.
    public var searchPlaceholder = "Search activities..."

    // MARK: Nothing to show

    /// The icon when there are no activities.
    public var emptyIcon = "✨"

    /// The heading when there are no activities.
    public var emptyTitle = "No activities found"

    /// The line below the heading.
    public var emptySubtitle = "Try adjusting your filters or search query"

    // MARK: Widget

    /// The widget's title.
    public var widgetTitle = "Recent Activity"

    /// The link from the widget to the page.
    public var viewAll = "View All Activity →"

    /// In place of the widget's list without activities.
    public var widgetEmpty = "No recent activity"

    /// The widget's note when changes have not been reported for a while.
    public var livePaused = "Live updates paused"

    // MARK: Read aloud

    /// Read aloud for an activity; the icon by its description. Placeholders: `icon`, `title`, `description`,
    /// `time`.
    public var itemAloud: TextTemplate = "{icon}: {title}. {description}. {time}"

    /// The description of the icon 📧.
    public var emailIcon = "Email"

    /// The description of the icon ☎️.
    public var phoneCallIcon = "Phone call"

    /// The description of the icon 💬.
    public var textIcon = "Text message"

    /// The description of the icon 🤝.
    public var visitIcon = "In-person visit"

    /// The description of the icon 💻.
    public var virtualMeetingIcon = "Virtual meeting"

    /// The description of the icon ⛺.
    public var campIcon = "Camp"

    /// The description of the icon 🎬.
    public var showcaseIcon = "Showcase"

    /// The description of the icon 🐦.
    public var tweetIcon = "Tweet"

    /// The description of the icon 📱.
    public var directMessageIcon = "Direct message"

    /// The description of the icon 📍.
    public var statusChangeIcon = "Status change"

    /// The description of the icon 📄.
    public var documentIcon = "Document"

    /// The description of the icon 📝, and of any other.
    public var interactionIcon = "Interaction"

    /// Creates the English texts.
    public init() {}

    /// Reads the texts of a translation; those that it lacks are English.
    ///
    /// - Throws: `DecodingError` if a text is not of its kind.
    public init(from decoder: any Decoder) throws {
        self.init()
        let texts = try decoder.container(keyedBy: CodingKeys.self)
        try texts.read(.title, into: &title)
        try texts.read(.subtitle, into: &subtitle)
        try texts.read(.tab, into: &tab)
        try texts.read(.loadFailed, into: &loadFailed)
        try texts.read(.someFailed, into: &someFailed)
        try texts.read(.activityType, into: &activityType)
        try texts.read(.interactions, into: &interactions)
        try texts.read(.statusChanges, into: &statusChanges)
        try texts.read(.documents, into: &documents)
        try texts.read(.allTime, into: &allTime)
        try texts.read(.last7Days, into: &last7Days)
        try texts.read(.last30Days, into: &last30Days)
        try texts.read(.last90Days, into: &last90Days)
        try texts.read(.searchPlaceholder, into: &searchPlaceholder)
        try texts.read(.emptyIcon, into: &emptyIcon)
        try texts.read(.emptyTitle, into: &emptyTitle)
        try texts.read(.emptySubtitle, into: &emptySubtitle)
        try texts.read(.widgetTitle, into: &widgetTitle)
        try texts.read(.viewAll, into: &viewAll)
        try texts.read(.widgetEmpty, into: &widgetEmpty)
        try texts.read(.livePaused, into: &livePaused)
        try texts.read(.itemAloud, into: &itemAloud)
        try texts.read(.emailIcon, into: &emailIcon)
        try texts.read(.phoneCallIcon, into: &phoneCallIcon)
        try texts.read(.textIcon, into: &textIcon)
        try texts.read(.visitIcon, into: &visitIcon)
        try texts.read(.virtualMeetingIcon, into: &virtualMeetingIcon)
        try texts.read(.campIcon, into: &campIcon)
        try texts.read(.showcaseIcon, into: &showcaseIcon)
        try texts.read(.tweetIcon, into: &tweetIcon)
        try texts.read(.directMessageIcon, into: &directMessageIcon)
        try texts.read(.statusChangeIcon, into: &statusChangeIcon)
        try texts.read(.documentIcon, into: &documentIcon)
        try texts.read(.interactionIcon, into: &interactionIcon)
    }
}

extension ActivityTexts {
    /// Returns the name of a type.
    public func label(of type: ActivityType) -> String {
        switch type {
        case .interaction: interactions
        case .schoolStatusChange: statusChanges
        case .documentUpload: documents
        }
    }

    /// Returns the name of a range.
    public func label(of range: ActivityRange) -> String {
        switch range {
        case .all: allTime
        case .week: last7Days
        case .month: last30Days
        case .quarter: last90Days
        }
    }

    /// Returns what is read aloud for an activity.
    ///
    /// - Parameters:
    ///   - icon: the emoji, as `ActivityEvent.icon` has it.
    ///   - title: the activity's title.
    ///   - description: the line below the title.
    ///   - time: the relative time.
    public func itemAloud(icon: String, title: String, description: String, time: String) -> String {
        itemAloud.text([
            "icon": iconDescription(of: icon), "title": title, "description": description, "time": time,
        ])
    }

    /// Returns the description of an icon that `ActivityEvent.icon` may have.
    public func iconDescription(of icon: String) -> String {
        switch icon {
        case "📧": emailIcon
        case "☎️": phoneCallIcon
        case "💬": textIcon
        case "🤝": visitIcon
        case "💻": virtualMeetingIcon
        case "⛺": campIcon
        case "🎬": showcaseIcon
        case "🐦": tweetIcon
        case "📱": directMessageIcon
        case "📍": statusChangeIcon
        case "📄": documentIcon
        default: interactionIcon
        }
    }
}
