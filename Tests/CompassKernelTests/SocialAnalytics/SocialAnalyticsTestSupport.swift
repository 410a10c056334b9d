import XCTest

@testable import CompassKernel

/// One post of a hand-made table.
struct SamplePost {
    var id: String
    var date: String
    var school: String?
    var platform = Platform.twitter
    var sentiment: Sentiment?
    var isRecruiting = false
    var isFlagged = false

    init(
        _ id: String, _ date: String, _ school: String? = nil, _ sentiment: Sentiment? = nil,
        on platform: Platform = .twitter, recruiting: Bool = false, flagged: Bool = false
    ) {
        self.id = id
        self.date = date
        self.school = school
        self.sentiment = sentiment
        self.platform = platform
        isRecruiting = recruiting
        isFlagged = flagged
    }

    var json: String {
        func text(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "null" }
        return """
            {"id":"\(id)","platform":"\(platform.rawValue)","post_date":"\(date)","school_id":\(text(school)),\
            "sentiment":\(text(sentiment?.rawValue)),"is_recruiting_related":\(isRecruiting),\
            "flagged_for_review":\(isFlagged)}
            """
    }
}

/// The posts, bound to schools given by id and name.
func social(
    _ posts: [SamplePost], _ schools: KeyValuePairs<String, String> = [:], file: StaticString = #filePath,
    line: UInt = #line
) throws -> SocialPosts {
    let postText = "[" + posts.map(\.json).joined(separator: ",") + "]"
    let schoolText =
        "[" + schools.map { "{\"id\":\"\($0)\",\"name\":\"\($1)\"}" }.joined(separator: ",") + "]"
    let (table, report) = try PostTable.load(json: postText.utf8)
    XCTAssertEqual(report.loaded, posts.count, file: file, line: line)
    XCTAssertEqual(report.warnings, 0, file: file, line: line)
    return try table.bound(to: SchoolDirectory.load(json: schoolText.utf8).table)
}

/// RFC 3339 text of an instant.
func text(_ micros: Int64) -> String { Timestamp(micros: micros).description }

extension SocialPosts {
    /// Returns the heat map of an analytics page.
    func heatMap(
        _ range: AnalyticsRange, where filter: PostFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets
    ) -> HeatMap {
        analyticsPage(range, where: filter, asOf: now, in: zone, days: .last(0), heatMap: true).heatMap!
    }
}
