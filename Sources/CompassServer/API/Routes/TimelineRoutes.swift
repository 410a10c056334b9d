import CompassKernel
import CompassProgram

extension RouteTable {
    private static let filters: [RouteParameter] =
        [
            RouteParameter(
                "range", .words(TimelineRange.allCases.map(\.rawValue)),
                "Months back from now, or all. The range ends two months after now.", default: "6"),
            RouteParameter(
                "school", .text(maximumByteCount: nil), "Only items of the school with this id or name."),
            RouteParameter(
                "hide",
                .pattern("^(events|interactions|offers|status)(,(events|interactions|offers|status))*$"),
                "The types of items to leave out, separated by commas.", isRepeatable: true),
        ] + RouteParameter.moment

    private static let layout: [RouteParameter] =
        filters + [
            RouteParameter(
                "lanes-page", .number(APILimits.numbers),
                "Show this page of lanes. Without it, and without a size, all."),
            RouteParameter(
                "lanes-per-page", .number(APILimits.numbers),
                "The number of lanes on a page. With a page and without a size 20."),
            RouteParameter(
                "min-width", .percentage, "The minimum width of bars and dots, in percent of the range.",
                default: "2"),
        ]

    /// The Recruiting Timeline.
    static let timelineRoutes: [Route] = [
        Route(
            "GET", "/api/timeline", "The Recruiting Timeline page.", layout,
            response: .json(TimelinePage.self)
        ) { call throws(APIError) in
            call.response(try TimelineRequest(call).page(of: call))
        },
        Route(
            "GET", "/api/timeline.html", "The Recruiting Timeline page without scripts, to read or print.",
            layout, response: .html
        ) { call throws(APIError) in
            RouteCall.response(html: try TimelineRequest(call).page(of: call).html())
        },
        Route(
            "GET", "/api/timeline.csv", "The Recruiting Timeline page as CSV.",
            layout + RouteParameter.csv + [.section(TimelinePage.CSVSection.self)], response: .csv
        ) { call throws(APIError) in
            let csv = try CSVRequest(call.query, TimelinePage.CSVSection.self)
            return RouteCall.response(
                csv: try TimelineRequest(call).page(of: call).csv(
                    byteOrderMark: csv.byteOrderMark, section: csv.section,
                    escapesFormulas: csv.escapesFormulas),
                named: "timeline.csv")
        },
        Route(
            "GET", "/api/timeline.svg", "The Recruiting Timeline page on a sheet of paper, landscape.",
            layout + [
                RouteParameter(
                    "paper", .words(PaperSize.allCases.map(\.rawValue)), "The size of the paper.",
                    default: "a4")
            ], response: .svg
        ) { call throws(APIError) in
            let request = try TimelineRequest(call)
            let paper = try call.query.word("paper", PaperSize.self) ?? .a4
            let (timeline, filter) = try request.resolved(for: call)
            let svg = request.page(of: timeline, filter.filter).svg(
                paper: paper, subtitle: filter.printSubtitle(asOf: request.now, in: request.zone),
                types: request.filters.types)
            return ServerResponse(
                headers: [
                    ("content-type", "image/svg+xml"),
                    ("content-security-policy", SecurityHeaders.documentPolicy),
                ], body: .bytes(svg))
        },
        Route(
            "GET", "/api/timeline/levels",
            "The timeline as a page draws it: the items of a window while they are few, otherwise counts by "
                + "bucket, and a page of the list.",
            filters + [
                RouteParameter("lanes-page", .number(APILimits.numbers), "The page of lanes.", default: "1"),
                TimelineLevels.laneSize.parameter,
                RouteParameter(
                    "from", .instant, "The window's left edge; requires `to`. Without it the range's."),
                RouteParameter("to", .instant, "The window's right edge, after `from`."),
                TimelineLevels.bucketCount.parameter, TimelineLevels.itemLimit.parameter,
                RouteParameter(
                    "list-page", .number(APILimits.numbers), "The page of the list.", default: "1"),
                TimelineLevels.listSize.parameter,
            ], response: .json(TimelineLevels.self)
        ) { call throws(APIError) in
            call.response(try TimelineLevels(call))
        },
    ]
}

/// The parameters of the Recruiting Timeline in a query.
struct TimelineRequest {
    let range: TimelineRange
    let filters: TimelineFilterQuery
    let lanes: TimelineLanes
    let minimumWidth: Double
    let now: Timestamp
    let zone: ZoneOffsets

    init(_ call: RouteCall) throws(APIError) {
        let query = call.query
        (now, zone) = try call.moment()
        range = try query.word("range", TimelineRange.self) ?? .sixMonths
        if range == .allTime, zone.civilDate(at: now).year > APILimits.timelineYear {
            throw APIError(
                400,
                "'now' is too late for 'range=all': a year up to \(APILimits.timelineYear) is accepted.")
        }
        filters = TimelineFilterQuery(
            schools: query.texts("school"), hidden: try query.values("hide", ArgumentReading.itemTypes))
        lanes = TimelineLanes(
            page: try query.number("lanes-page", in: APILimits.numbers),
            size: try query.number("lanes-per-page", in: APILimits.numbers))
        minimumWidth = try query.value("min-width", ArgumentReading.percentage) ?? 2
        let filters = self.filters
        try accepted { try filters.validate(.query) }
    }

    /// Returns the timeline and the filter, for the schools of the tables.
    func resolved(for call: RouteCall) throws(APIError) -> (RecruitingTimeline, ResolvedTimelineFilter) {
        let timeline = try call.ready(call.snapshot.timeline)
        let directory = call.snapshot.schools.value ?? .empty
        let filter = try accepted {
            try filters.resolved(for: { directory.schools(with: timeline.schoolIDs) }, .query)
        }
        return (timeline, filter)
    }

    func page(of call: RouteCall) throws(APIError) -> TimelinePage {
        let (timeline, filter) = try resolved(for: call)
        return page(of: timeline, filter.filter)
    }

    func page(of timeline: RecruitingTimeline, _ filter: TimelineFilter) -> TimelinePage {
        timeline.page(
            range, where: filter, asOf: now, in: zone, minimumWidth: minimumWidth, lanes: lanes)
    }
}
