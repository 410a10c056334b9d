/// The texts of a front end in a browser alone: around the pages, of charts that filter each other, of lanes
/// that move.
public struct WebTexts: Codable, Hashable, Sendable {
    // MARK: Every page

    /// The first page's title, and its tab.
    public var home = "Home"

    /// Read aloud for the button that opens the list of pages.
    public var menu = "Menu"

    /// Read aloud for the list of pages.
    public var pages = "Pages"

    /// The banner while the server still reads its tables.
    public var loadingData = "The data is being read. This page follows by itself."

    /// The banner when the server does not accept what the page asks for. Placeholders: `reason`.
    public var refused: TextTemplate = "The server refused this request: {reason}"

    /// The title in place of a page that the browser does not have.
    public var notHereTitle = "Not part of this program"

    /// The line below that title.
    public var notHere = "This page belongs to the app itself, which is not shown here."

    /// The button below that line.
    public var toSocial = "To Social Media Monitoring"

    // MARK: Charts

    /// The button below a chart that shows its numbers.
    public var showTable = "Show as table"

    /// A column of such a table: the number of posts.
    public var posts = "Posts"

    /// A column of such a table: the percentage.
    public var share = "Share"

    /// A column of such a table: the day.
    public var date = "Date"

    /// The line below the chart of days.
    public var dayHint =
        "Drag over the days to filter by them. "
        + "With the keyboard: arrows move, Enter chooses, Shift with an arrow widens."

    // MARK: Filters

    /// The label of the list of filters that charts have set.
    public var filtered = "Filtered by"

    /// Read aloud for the button that removes a filter. Placeholders: `filter`.
    public var removeFilter: TextTemplate = "Remove filter {filter}"

    /// A filter by days. Placeholders: `from`, `to`.
    public var days: TextTemplate = "{from} – {to}"

    /// The link to the posts that pass the filters; their number by `common.postCount`. Placeholders:
    /// `posts`.
    public var showInFeed: TextTemplate = "Show {posts} in the feed"

    // MARK: Timeline

    /// Read aloud for the button that moves the lanes to earlier days.
    public var earlier = "Earlier"

    /// Read aloud for the button that moves the lanes to later days.
    public var later = "Later"

    /// Read aloud for the button that shows fewer days.
    public var zoomIn = "Zoom in"

    /// Read aloud for the button that shows more days.
    public var zoomOut = "Zoom out"

    /// The button that shows all days of the range.
    public var wholeRange = "Whole range"

    /// Read aloud for a month or year of a lane with too many items to show each; how many of which type.
    /// Placeholders: `period`, `items`, `parts`.
    public var period: TextTemplate = "{period}: {items} ({parts})"

    // MARK: Reports

    /// The switch that adds figures of the period before.
    public var comparePeriods = "Compare with the period before"

    /// The figure of the period before, below a card's value. Placeholders: `value`.
    public var before: TextTemplate = "{value} before"

    /// Creates the English texts.
    public init() {}

    /// Reads the texts of a translation; those that it lacks are English.
    ///
    /// - Throws: `DecodingError` if a text is not of its kind.
    public init(from decoder: any Decoder) throws {
        self.init()
        let texts = try decoder.container(keyedBy: CodingKeys.self)
        try texts.read(.home, into: &home)
        try texts.read(.menu, into: &menu)
        try texts.read(.pages, into: &pages)
        try texts.read(.loadingData, into: &loadingData)
        try texts.read(.refused, into: &refused)
        try texts.read(.notHereTitle, into: &notHereTitle)
        try texts.read(.notHere, into: &notHere)
        try texts.read(.toSocial, into: &toSocial)
        try texts.read(.showTable, into: &showTable)
        try texts.read(.posts, into: &posts)
        try texts.read(.share, into: &share)
        try texts.read(.date, into: &date)
        try texts.read(.dayHint, into: &dayHint)
        try texts.read(.filtered, into: &filtered)
        try texts.read(.removeFilter, into: &removeFilter)
        try texts.read(.days, into: &days)
        try texts.read(.showInFeed, into: &showInFeed)
        try texts.read(.earlier, into: &earlier)
        try texts.read(.later, into: &later)
        try texts.read(.zoomIn, into: &zoomIn)
        try texts.read(.zoomOut, into: &zoomOut)
        try texts.read(.wholeRange, into: &wholeRange)
        try texts.read(.period, into: &period)
        try texts.read(.comparePeriods, into: &comparePeriods)
        try texts.read(.before, into: &before)
    }
}
