import CompassKernel

/// The texts that several pages share.
public struct CommonTexts: Codable, Hashable, Sendable {
    // MARK: Buttons

    /// The button of every banner and of a failed page that can be loaded again.
    public var tryAgain = "Try Again"

    /// The button that loads a page again, and the widget's.
    public var refresh = "Refresh"

    /// Read aloud for the button that empties a search field.
    public var clearSearch = "Clear search"

    /// The button that keeps the text of a sheet.
    public var save = "Save"

    /// The button that leaves a sheet as it was.
    public var cancel = "Cancel"

    /// The button that closes an alert, a notice or a sheet.
    public var close = "Close"

    /// The button that takes back what a notice reports.
    public var undo = "Undo"

    /// The button that confirms a question.
    public var yes = "Yes"

    /// The button that declines a question.
    public var no = "No"

    // MARK: Loading

    /// Read aloud for placeholders and for a turning wheel; not visible.
    public var loading = "Loading..."

    // MARK: Failures

    /// The banner above saved contents while there is no network.
    public var offlineBanner = "You're offline. Showing saved data."

    /// The notice after a change that was refused because there is no network.
    public var offlineChange = "You're offline. Your change was not saved."

    /// The banner when the server did not answer in time; Reports has its own.
    public var timedOut = "Connection timed out"

    /// The banner after a fault of the server; Timeline and Reports have their own.
    public var serverError = "Server error. Please try again."

    /// The banner when the server refuses the data to this user; without a button.
    public var forbidden = "You don't have access to this data."

    /// The banner when the server asks to wait; syncing has its own text.
    public var tooManyRequests = "Too many requests. Please wait a moment."

    /// The banner when a table's rows cannot be read.
    public var malformed = "The server's answer could not be read. Please try again."

    /// The notice after the server refused a change that was already visible.
    public var changeUndone = "Your change could not be saved and was undone."

    // MARK: Labels

    /// The first choice of a filter by platform, type or sentiment: no filter.
    public var all = "All"

    /// The first choice of a filter by school: no filter.
    public var allSchools = "All Schools"

    /// The label of a filter by school.
    public var school = "School"

    /// The label of a filter by date, and of a report's dates.
    public var dateRange = "Date Range"

    /// The label of a search field.
    public var search = "Search"

    /// The button that opens the filters.
    public var filter = "Filter"

    /// The first card of both pages of posts.
    public var totalPosts = "Total Posts"

    /// The name of the platform Twitter: filter, chart, post.
    public var twitter = "Twitter/X"

    /// The name of the platform Instagram: filter, chart, post.
    public var instagram = "Instagram"

    /// The name of a sentiment, without an emoji: chart, read aloud.
    public var veryPositive = Sentiment.veryPositive.label

    /// The name of a sentiment, without an emoji: chart, read aloud.
    public var positive = Sentiment.positive.label

    /// The name of a sentiment, without an emoji: chart, read aloud.
    public var neutral = Sentiment.neutral.label

    /// The name of a sentiment, without an emoji: chart, read aloud.
    public var negative = Sentiment.negative.label

    /// The number of posts: below the filters, and after a school's name. Placeholders: `count`.
    public var postCount = PluralText(one: "{count} post", other: "{count} posts")

    // MARK: Pages of a list

    /// The button to the page before this one.
    public var previous = "Previous"

    /// The button to the page after this one.
    public var next = "Next"

    /// The number of the page between both buttons; also read aloud. Placeholders: `page`, `pageCount`.
    public var page: TextTemplate = "Page {page} of {pageCount}"

    // MARK: Read aloud

    /// Read aloud for a card with a subtitle. Placeholders: `label`, `value`, `subtitle`.
    public var cardAloud: TextTemplate = "{label}: {value}. {subtitle}"

    /// Read aloud for a card without a subtitle. Placeholders: `label`, `value`.
    public var cardWithoutSubtitleAloud: TextTemplate = "{label}: {value}."

    /// Creates the English texts.
    public init() {}

    /// Reads the texts of a translation; those that it lacks are English.
    ///
    /// - Throws: `DecodingError` if a text is not of its kind.
    public init(from decoder: any Decoder) throws {
        self.init()
        let texts = try decoder.container(keyedBy: CodingKeys.self)
        try texts.read(.tryAgain, into: &tryAgain)
        try texts.read(.refresh, into: &refresh)
        try texts.read(.clearSearch, into: &clearSearch)
        try texts.read(.save, into: &save)
        try texts.read(.cancel, into: &cancel)
        try texts.read(.close, into: &close)
        try texts.read(.undo, into: &undo)
        try texts.read(.yes, into: &yes)
        try texts.read(.no, into: &no)
        try texts.read(.loading, into: &loading)
        try texts.read(.offlineBanner, into: &offlineBanner)
        try texts.read(.offlineChange, into: &offlineChange)
        try texts.read(.timedOut, into: &timedOut)
        try texts.read(.serverError, into: &serverError)
        try texts.read(.forbidden, into: &forbidden)
        try texts.read(.tooManyRequests, into: &tooManyRequests)
        try texts.read(.malformed, into: &malformed)
        try texts.read(.changeUndone, into: &changeUndone)
        try texts.read(.all, into: &all)
        try texts.read(.allSchools, into: &allSchools)
        try texts.read(.school, into: &school)
        try texts.read(.dateRange, into: &dateRange)
        try texts.read(.search, into: &search)
        try texts.read(.filter, into: &filter)
        try texts.read(.totalPosts, into: &totalPosts)
        try texts.read(.twitter, into: &twitter)
        try texts.read(.instagram, into: &instagram)
        try texts.read(.veryPositive, into: &veryPositive)
        try texts.read(.positive, into: &positive)
        try texts.read(.neutral, into: &neutral)
        try texts.read(.negative, into: &negative)
        try texts.read(.postCount, into: &postCount)
        try texts.read(.previous, into: &previous)
        try texts.read(.next, into: &next)
        try texts.read(.page, into: &page)
        try texts.read(.cardAloud, into: &cardAloud)
        try texts.read(.cardWithoutSubtitleAloud, into: &cardWithoutSubtitleAloud)
    }
}

extension CommonTexts {
    /// Returns the name of a sentiment, without an emoji.
    public func label(of sentiment: Sentiment) -> String {
        switch sentiment {
        case .veryPositive: veryPositive
        case .positive: positive
        case .neutral: neutral
        case .negative: negative
        }
    }

    /// Returns the name of a platform.
    public func name(of platform: Platform) -> String {
        switch platform {
        case .twitter: twitter
        case .instagram: instagram
        }
    }

    /// Returns what is read aloud for a card; without a subtitle, or with an empty one, the shorter text.
    public func cardAloud(label: String, value: String, subtitle: String? = nil) -> String {
        let subtitle = subtitle ?? ""
        let template = subtitle.isEmpty ? cardWithoutSubtitleAloud : cardAloud
        return template.text(["label": label, "value": value, "subtitle": subtitle])
    }
}
