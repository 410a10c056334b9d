/// The texts of the pages: everything that a front end shows or reads aloud and that is not data.
public struct PageTexts: Codable, Hashable, Sendable {
    /// Shared by several pages.
    public var common = CommonTexts()
    /// Social Analytics.
    public var socialAnalytics = SocialAnalyticsTexts()
    /// Social Media Monitoring.
    public var socialFeed = SocialFeedTexts()
    /// The Recruiting Timeline.
    public var timeline = TimelineTexts()
    /// The Activity Feed and its widget.
    public var activity = ActivityTexts()
    /// Reports.
    public var reports = ReportTexts()
    /// A front end in a browser.
    public var web = WebTexts()

    /// The English texts.
    public static let english = PageTexts()

    /// Creates the English texts.
    public init() {}

    /// Reads a translation; the texts that it lacks are English, and keys of no text are ignored.
    ///
    /// - Throws: `DecodingError` if a text is not of its kind.
    public init(from decoder: any Decoder) throws {
        self.init()
        let groups = try decoder.container(keyedBy: CodingKeys.self)
        try groups.read(.common, into: &common)
        try groups.read(.socialAnalytics, into: &socialAnalytics)
        try groups.read(.socialFeed, into: &socialFeed)
        try groups.read(.timeline, into: &timeline)
        try groups.read(.activity, into: &activity)
        try groups.read(.reports, into: &reports)
        try groups.read(.web, into: &web)
    }
}
