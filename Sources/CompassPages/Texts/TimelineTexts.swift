import CompassKernel

/// The texts of the Recruiting Timeline.
public struct TimelineTexts: Codable, Hashable, Sendable {
    // MARK: Page

    /// The page's title.
    public var title = "Recruiting Timeline"

    /// The line below the title.
    public var subtitle = "Visual overview of your recruiting journey"

    /// The page's short name, for its tab.
    public var tab = "Timeline"

    /// The link above the title.
    public var backToReports = "← Back to Reports"

    /// Read aloud for the button that prints the timeline.
    public var print = "Print"

    /// The banner when the tables cannot be loaded.
    public var loadFailed = "Unable to load timeline data. Check your connection."

    /// The banner after a fault of the server.
    public var serverError = "Server error. Unable to load data."

    // MARK: Controls

    /// The label of the range.
    public var viewRange = "View Range"

    /// A choice of the range.
    public var threeMonths = TimelineRange.threeMonths.label

    /// A choice of the range.
    public var sixMonths = TimelineRange.sixMonths.label

    /// A choice of the range.
    public var twelveMonths = TimelineRange.twelveMonths.label

    /// A choice of the range.
    public var allTime = TimelineRange.allTime.label

    /// Read aloud for the group of four toggles; not visible.
    public var itemTypes = "Item Types"

    /// A toggle, and an entry of the legend.
    public var events = TimelineItemType.event.pluralName

    /// A toggle, and an entry of the legend.
    public var interactions = TimelineItemType.interaction.pluralName

    /// A toggle, and an entry of the legend.
    public var offers = TimelineItemType.offer.pluralName

    /// A toggle, and an entry of the legend.
    public var statusChanges = TimelineItemType.statusChange.pluralName

    // MARK: Lanes and list

    /// The number of items beside a lane's school. Placeholders: `count`.
    public var itemCount = PluralText(one: "{count} item", other: "{count} items")

    /// The marker of today, and its entry in the legend.
    public var today = "Today"

    /// Read aloud for the legend; not visible.
    public var legend = "Legend"

    /// The tooltip of an item. Placeholders: `label`, `date`.
    public var tooltip: TextTemplate = "{label}, {date}"

    /// The heading of the list below the lanes.
    public var listTitle = "Timeline List"

    // MARK: Details

    /// A line of the alert that shows a status change. Placeholders: `school`.
    public var schoolDetail: TextTemplate = "School: {school}"

    /// A line of the alert that shows a status change. Placeholders: `date`.
    public var dateDetail: TextTemplate = "Date: {date}"

    /// The alert when an item's page cannot be opened.
    public var openFailed = "Unable to open item details. Please try again."

    // MARK: Nothing to show

    /// The icon when there are no items.
    public var emptyIcon = "📊"

    /// The heading when there are no items.
    public var noDataTitle = TimelineState.noData.title ?? ""

    /// The line below that heading.
    public var noDataSubtitle = TimelineState.noData.subtitle ?? ""

    /// The heading when no item matches the filters.
    public var noMatchesTitle = Self.sentence(TimelineState.noMatches.title)

    /// The line below that heading.
    public var noMatchesSubtitle = Self.sentence(TimelineState.noMatches.subtitle)

    /// The heading when no matching item is in the range.
    public var outOfRangeTitle = TimelineState.outOfRange.title ?? ""

    /// The line below that heading.
    public var outOfRangeSubtitle = TimelineState.outOfRange.subtitle ?? ""

    /// A button when there are no items.
    public var addEvent = "Add Event"

    /// A button when there are no items.
    public var addInteraction = "Add Interaction"

    /// A button when there are no items.
    public var addOffer = "Add Offer"

    // MARK: Read aloud

    /// Read aloud for an item. Placeholders: `emoji`, `label`, `school`, `date`.
    public var itemAloud: TextTemplate = "{emoji} {label}. School: {school}. Date: {date}."

    /// Read aloud for a lane. Placeholders: `school`, `count`.
    public var laneAloud = PluralText(
        one: "{school}. {count} item on timeline.",
        other: "{school}. {count} items on timeline.")

    /// Read aloud for a month above the lanes; the month has its full name. Placeholders: `month`, `year`.
    public var monthAloud: TextTemplate = "{month} {year}"

    /// Read aloud for the marker of today. Placeholders: `date`.
    public var todayAloud: TextTemplate = "Today. {date}."

    /// Read aloud for the toggle of events.
    public var showEvents = "Show events"

    /// Read aloud for the toggle of interactions.
    public var showInteractions = "Show interactions"

    /// Read aloud for the toggle of offers.
    public var showOffers = "Show offers"

    /// Read aloud for the toggle of status changes.
    public var showStatusChanges = "Show status changes"

    /// Read aloud for a toggle that is on. Placeholders: `label`.
    public var checkedAloud: TextTemplate = "{label}. Checked."

    /// Read aloud for a toggle that is off. Placeholders: `label`.
    public var uncheckedAloud: TextTemplate = "{label}. Unchecked."

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
        try texts.read(.backToReports, into: &backToReports)
        try texts.read(.print, into: &print)
        try texts.read(.loadFailed, into: &loadFailed)
        try texts.read(.serverError, into: &serverError)
        try texts.read(.viewRange, into: &viewRange)
        try texts.read(.threeMonths, into: &threeMonths)
        try texts.read(.sixMonths, into: &sixMonths)
        try texts.read(.twelveMonths, into: &twelveMonths)
        try texts.read(.allTime, into: &allTime)
        try texts.read(.itemTypes, into: &itemTypes)
        try texts.read(.events, into: &events)
        try texts.read(.interactions, into: &interactions)
        try texts.read(.offers, into: &offers)
        try texts.read(.statusChanges, into: &statusChanges)
        try texts.read(.itemCount, into: &itemCount)
        try texts.read(.today, into: &today)
        try texts.read(.legend, into: &legend)
        try texts.read(.tooltip, into: &tooltip)
        try texts.read(.listTitle, into: &listTitle)
        try texts.read(.schoolDetail, into: &schoolDetail)
        try texts.read(.dateDetail, into: &dateDetail)
        try texts.read(.openFailed, into: &openFailed)
        try texts.read(.emptyIcon, into: &emptyIcon)
        try texts.read(.noDataTitle, into: &noDataTitle)
        try texts.read(.noDataSubtitle, into: &noDataSubtitle)
        try texts.read(.noMatchesTitle, into: &noMatchesTitle)
        try texts.read(.noMatchesSubtitle, into: &noMatchesSubtitle)
        try texts.read(.outOfRangeTitle, into: &outOfRangeTitle)
        try texts.read(.outOfRangeSubtitle, into: &outOfRangeSubtitle)
        try texts.read(.addEvent, into: &addEvent)
        try texts.read(.addInteraction, into: &addInteraction)
        try texts.read(.addOffer, into: &addOffer)
        try texts.read(.itemAloud, into: &itemAloud)
        try texts.read(.laneAloud, into: &laneAloud)
        try texts.read(.monthAloud, into: &monthAloud)
        try texts.read(.todayAloud, into: &todayAloud)
        try texts.read(.showEvents, into: &showEvents)
        try texts.read(.showInteractions, into: &showInteractions)
        try texts.read(.showOffers, into: &showOffers)
        try texts.read(.showStatusChanges, into: &showStatusChanges)
        try texts.read(.checkedAloud, into: &checkedAloud)
        try texts.read(.uncheckedAloud, into: &uncheckedAloud)
    }
}

extension TimelineTexts {
    /// The page ends these texts of the kernel with a period.
    private static func sentence(_ text: String?) -> String { text.map { $0 + "." } ?? "" }

    /// Returns the name of a range.
    public func label(of range: TimelineRange) -> String {
        switch range {
        case .threeMonths: threeMonths
        case .sixMonths: sixMonths
        case .twelveMonths: twelveMonths
        case .allTime: allTime
        }
    }

    /// Returns the name of a kind of items.
    public func label(of type: TimelineItemType) -> String {
        switch type {
        case .event: events
        case .interaction: interactions
        case .offer: offers
        case .statusChange: statusChanges
        }
    }

    /// Returns what is read aloud for an item.
    public func itemAloud(emoji: String, label: String, school: String, date: String) -> String {
        itemAloud.text(["emoji": emoji, "label": label, "school": school, "date": date])
    }

    /// Returns what is read aloud for a lane.
    public func laneAloud(school: String, count: Int) -> String {
        laneAloud.text(count: count, ["school": school])
    }

    /// Returns what is read aloud for the toggle of a kind of items.
    public func toggleAloud(_ type: TimelineItemType, isOn: Bool) -> String {
        let label =
            switch type {
            case .event: showEvents
            case .interaction: showInteractions
            case .offer: showOffers
            case .statusChange: showStatusChanges
            }
        return (isOn ? checkedAloud : uncheckedAloud).text(["label": label])
    }
}
