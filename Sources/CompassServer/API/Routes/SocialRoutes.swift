import CompassKernel
import CompassProgram

extension RouteTable {
    private static let parameters: [RouteParameter] =
        [
            RouteParameter(
                "range", .pattern("^(all|0*[1-9]\\d{0,5})$"),
                "7, 30, 90 or another number of days back from now, or all. Without it 30; all with dates."
            ),
            RouteParameter(
                "top", .number(0...APILimits.pageSize),
                "The maximum number of schools, and of coaches, in the lists.", default: "5"),
            RouteParameter(
                "recent", .number(0...APILimits.pageSize),
                "The maximum number of recruiting posts in the list.",
                default: "5"),
            RouteParameter.days(
                "Days of the chart, or all since the first post. Without it those of the range; with "
                    + "`range=all` the chosen days, otherwise 30."),
            RouteParameter("compare", .flag, "Compare with the previous period of equal length."),
            RouteParameter("heat-map", .flag, "Also count posts by weekday and hour."),
        ] + RouteParameter.postFilters + RouteParameter.moment

    /// Social Analytics.
    static let socialRoutes: [Route] = [
        Route(
            "GET", "/api/social", "The Social Analytics page.", parameters,
            response: .json(SocialAnalyticsPage.self),
            lengthenedBy: ["top", "recent", "days", "heat-map"]
        ) { call throws(APIError) in
            call.response(try SocialRequest(call).page(of: call))
        },
        Route(
            "GET", "/api/social.html", "The Social Analytics page without scripts, to read or print.",
            parameters, response: .html
        ) { call throws(APIError) in
            RouteCall.response(html: try SocialRequest(call).page(of: call).html())
        },
        Route(
            "GET", "/api/social.csv", "The Social Analytics page as CSV.",
            parameters + RouteParameter.csv + [.section(SocialAnalyticsPage.CSVSection.self)],
            response: .csv
        ) { call throws(APIError) in
            let request = try SocialRequest(call)
            let csv = try CSVRequest(call.query, SocialAnalyticsPage.CSVSection.self)
            try csv.requires("heat-map", isGiven: request.heatMap) { $0 == .heatMap }
            try csv.requires("compare", isGiven: request.comparison) { $0 == .previous }
            return RouteCall.response(
                csv: try request.page(of: call).csv(
                    byteOrderMark: csv.byteOrderMark, section: csv.section,
                    escapesFormulas: csv.escapesFormulas),
                named: "social.csv")
        },
    ]
}

/// The parameters of Social Analytics in a query.
private struct SocialRequest {
    let posts: PostRequest
    let range: AnalyticsRange
    let top: Int
    let recent: Int
    let days: ChartDays
    let comparison: Bool
    let heatMap: Bool

    init(_ call: RouteCall) throws(APIError) {
        let query = call.query
        posts = try PostRequest(call)
        range = posts.query.analyticsRange(try query.value("range", ArgumentReading.range))
        top = try query.number("top", in: 0...APILimits.pageSize) ?? 5
        recent = try query.number("recent", in: 0...APILimits.pageSize) ?? 5
        days = try query.chartDays() ?? .sameAsRange
        comparison = try query.flag("compare")
        heatMap = try query.flag("heat-map")
    }

    func page(of call: RouteCall) throws(APIError) -> SocialAnalyticsPage {
        let social = try call.ready(call.snapshot.posts)
        try posts.checkChart(days, range: range, of: social)
        return social.analyticsPage(
            range, where: try posts.filter(for: social), asOf: posts.now, in: posts.zone, topSchools: top,
            topCoaches: top, recentPosts: recent, days: days, comparison: comparison, heatMap: heatMap)
    }
}
