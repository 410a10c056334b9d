import CompassKernel
import CompassProgram

/// A parameter of a query, as the document of the API describes it.
package struct RouteParameter: Sendable {
    /// The accepted values.
    package enum Form: Sendable {
        /// `true`, `false`, or no value.
        case flag
        case words([String])
        case number(ClosedRange<Int>)
        /// A number from 0 to 100.
        case percentage
        /// A text of so many bytes at most; nil without a limit.
        case text(maximumByteCount: Int?)
        case date
        case instant
        /// A text of this form, a regular expression.
        case pattern(String)
    }

    package let name: String
    package let summary: String
    package let form: Form
    package var isRepeatable = false
    /// The value that takes effect without the parameter; nil where the summary says more.
    package var fallback: String?

    init(
        _ name: String, _ form: Form, _ summary: String, isRepeatable: Bool = false,
        default fallback: String? = nil
    ) {
        self.name = name
        self.form = form
        self.summary = summary
        self.isRepeatable = isRepeatable
        self.fallback = fallback
    }
}

/// The limits of a single request.
package enum APILimits {
    /// The bytes of a search text in UTF-8.
    package static let searchByteCount = 1_000
    /// The rows of a page, and of a list on it.
    package static let pageSize = 500
    /// The numbers of pages, and of lanes, of which there is no other limit.
    package static let numbers = 1...Int(Int32.max)
    /// The rows of a table.
    package static let rowCounts = 0...Int(Int32.max)
    /// The days of a chart.
    package static let chartDays = 3_660
    /// The last year of a timeline of all items, which lists each month up to now.
    package static let timelineYear = 2_999
}

extension RouteParameter {
    static let moment: [RouteParameter] = [
        RouteParameter(
            "now", .pattern("^(today|\\d{4}-\\d{2}-\\d{2}([Tt ].+)?)$"),
            "The time of the page: an instant, a date or `today`, whose day then ends. Without it, the clock."
        ),
        RouteParameter(
            "zone", .text(maximumByteCount: 255),
            "The time zone of days, an IANA name such as America/New_York. Without it, the server's."),
    ]

    static let csv: [RouteParameter] = [
        RouteParameter("byte-order-mark", .flag, "Begin with a byte order mark, for spreadsheets."),
        RouteParameter(
            "raw", .flag,
            "Leave texts as they are, without the apostrophe that keeps spreadsheets from running them."),
    ]

    static func section<Section: CaseIterable & RawRepresentable<String>>(_ type: Section.Type)
        -> RouteParameter
    {
        RouteParameter(
            "section", .words(type.allCases.map(\.rawValue)), "Only this section, as one table.")
    }

    static let search = RouteParameter(
        "search", .text(maximumByteCount: APILimits.searchByteCount),
        "Only posts whose content, author's name or handle contains this text.")

    static let postFilters: [RouteParameter] = [
        RouteParameter("platform", .words(Platform.allCases.map(\.rawValue)), "Only posts on this platform."),
        RouteParameter(
            "school", .text(maximumByteCount: nil), "Only posts of the school with this id or name.",
            isRepeatable: true),
        RouteParameter(
            "coach", .text(maximumByteCount: nil), "Only posts of the coach with this id or name.",
            isRepeatable: true),
        RouteParameter(
            "sentiment", .words(Sentiment.allCases.map(\.rawValue)), "Only posts with this sentiment.",
            isRepeatable: true),
        RouteParameter("type", .words(PostQuery.Kind.allCases.map(\.rawValue)), "Only posts of this type."),
        RouteParameter("from", .date, "Only posts from this day of the zone on."),
        RouteParameter("to", .date, "Only posts up to this day, included."),
        search,
        RouteParameter("ignore-accents", .flag, "Ignore accents in the search; requires `search`."),
        RouteParameter(
            "all-words", .flag, "Search for all words of the text, in any order; requires `search`."),
    ]

    /// Up to 3,660 days, or all of them.
    static func days(_ summary: String) -> RouteParameter {
        RouteParameter(
            "days", .pattern("^(all|0*([1-9]\\d{0,2}|[12]\\d{3}|3[0-5]\\d{2}|36[0-5]\\d|3660))$"), summary)
    }

    static let pageSize = RouteParameter(
        "page-size", .number(1...APILimits.pageSize), "The maximum number of rows on a page.")
}
