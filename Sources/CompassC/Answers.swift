import CCompass
import CompassKernel

/// The format of a result.
enum AnswerFormat {
    case json(JSONLayout)
    case csv(byteOrderMark: Bool)
    case html(HTMLForm)

    init(_ constant: Int32, _ name: String) throws(CallFailure) {
        self = try Arguments.choice(
            constant,
            of: [
                (COMPASS_ANSWER_JSON, "COMPASS_ANSWER_JSON", .json(.compact)),
                (COMPASS_ANSWER_JSON_INDENTED, "COMPASS_ANSWER_JSON_INDENTED", .json(.indented)),
                (COMPASS_ANSWER_CSV, "COMPASS_ANSWER_CSV", .csv(byteOrderMark: false)),
                (COMPASS_ANSWER_CSV_WITH_MARK, "COMPASS_ANSWER_CSV_WITH_MARK", .csv(byteOrderMark: true)),
                (COMPASS_ANSWER_HTML, "COMPASS_ANSWER_HTML", .html(.fragment)),
                (COMPASS_ANSWER_HTML_DOCUMENT, "COMPASS_ANSWER_HTML_DOCUMENT", .html(.document)),
            ], name)
    }

    /// Returns a result as a text that the caller destroys.
    func text(
        json: (JSONLayout) -> [UInt8], csv: (_ byteOrderMark: Bool) -> [UInt8], html: (HTMLForm) -> [UInt8]
    ) -> compass_text {
        let bytes =
            switch self {
            case .json(let layout): json(layout)
            case .csv(let byteOrderMark): csv(byteOrderMark)
            case .html(let form): html(form)
            }
        return HandleTable.shared.insert(TextObject(bytes))
    }
}

extension AnswerFormat {
    func text(of page: SocialAnalyticsPage) -> compass_text {
        text(json: { page.json(layout: $0) }, csv: { page.csv(byteOrderMark: $0) }, html: { page.html($0) })
    }

    func text(of page: FeedPage) -> compass_text {
        text(json: { page.json(layout: $0) }, csv: { page.csv(byteOrderMark: $0) }, html: { page.html($0) })
    }

    func text(of feed: LinkedFeedPage) -> compass_text {
        text(
            json: { feed.json(layout: $0) }, csv: { feed.page.csv(byteOrderMark: $0, linked: feed.counts) },
            html: { feed.html($0) })
    }

    func text(of page: ReportPage) -> compass_text {
        text(json: { page.json(layout: $0) }, csv: { page.csv(byteOrderMark: $0) }, html: { page.html($0) })
    }

    func text(of page: ActivityPage) -> compass_text {
        text(json: { page.json(layout: $0) }, csv: { page.csv(byteOrderMark: $0) }, html: { page.html($0) })
    }
}
