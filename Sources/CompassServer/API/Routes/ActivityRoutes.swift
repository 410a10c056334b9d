import CompassKernel
import CompassProgram

extension RouteTable {
    private static let parameters: [RouteParameter] =
        [
            RouteParameter(
                "page", .number(APILimits.numbers),
                "The page to show; a number after the last page shows the last page.",
                default: "1"),
            RouteParameter.pageSize,
            RouteParameter(
                "type", .words(ActivityType.allCases.map(\.rawValue)), "Only activities of this type."),
            RouteParameter(
                "range", .words(ActivityRange.allCases.map(\.rawValue)),
                "The last 7, 30 or 90 times 24 hours, or all.",
                default: "all"),
            RouteParameter(
                "search", .text(maximumByteCount: APILimits.searchByteCount),
                "Only activities whose title or description, as shown, contains this text."),
            RouteParameter(
                "full-text", .flag,
                "Search whole texts, not only what the description shows; requires `search`."),
            RouteParameter(
                "limit-per-table", .number(APILimits.rowCounts),
                "The maximum number of rows of each table, the newest first. Without it, all."),
        ] + RouteParameter.moment

    /// The Activity Feed.
    static let activityRoutes: [Route] = [
        Route(
            "GET", "/api/activity", "The Activity Feed page. The default of `page-size` is 20.", parameters,
            response: .json(ActivityPage.self)
        ) { call throws(APIError) in
            call.response(try ActivityRequest(call).page(of: call))
        },
        Route(
            "GET", "/api/activity/widget", "The 10 newest activities, as the first page shows them.",
            RouteParameter.moment, response: .json(ActivityWidget.self)
        ) { call throws(APIError) in
            let (now, zone) = try call.moment()
            let feed = try call.ready(call.snapshot.activity).feed
            return call.response(ActivityWidget(events: feed.widget(asOf: now, in: zone)))
        },
        Route(
            "GET", "/api/activity.html", "The Activity Feed page without scripts, to read or print.",
            parameters, response: .html
        ) { call throws(APIError) in
            RouteCall.response(html: try ActivityRequest(call).page(of: call).html())
        },
        Route(
            "GET", "/api/activity.csv",
            "The Activity Feed as CSV: all activities that match, unless `page` or `page-size` is given.",
            parameters + RouteParameter.csv + [.section(ActivityPage.CSVSection.self)], response: .csv
        ) { call throws(APIError) in
            let request = try ActivityRequest(call)
            let csv = try CSVRequest(call.query, ActivityPage.CSVSection.self)
            if request.number == nil, request.size == nil {
                return ServerResponse(
                    headers: RouteCall.csvHeaders("activity.csv"), body: try request.export(csv, of: call))
            }
            return RouteCall.response(
                csv: try request.page(of: call).csv(
                    byteOrderMark: csv.byteOrderMark, section: csv.section,
                    escapesFormulas: csv.escapesFormulas),
                named: "activity.csv")
        },
    ]
}

/// The newest activities.
struct ActivityWidget: KeyedValue {
    let events: [ActivityEvent]

    static func writeMembers(of widget: ActivityWidget?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.list("events", widget?.events)
    }
}

/// The parameters of the Activity Feed in a query.
private struct ActivityRequest {
    /// The events of a chunk of an export: some hundred kilobytes.
    private static let chunkEventCount = 1_000

    let number: Int?
    let size: Int?
    private let limitPerTable: Int?
    let filter: ActivityFilter
    let now: Timestamp
    let zone: ZoneOffsets

    init(_ call: RouteCall) throws(APIError) {
        let query = call.query
        (now, zone) = try call.moment()
        number = try query.number("page", in: APILimits.numbers)
        size = try query.number("page-size", in: 1...APILimits.pageSize)
        limitPerTable = try query.number("limit-per-table", in: APILimits.rowCounts)
        let search = try query.searchText()
        let isWhole = try query.flag("full-text")
        if isWhole, search == nil { throw APIError(400, "'full-text' is accepted only with 'search'.") }
        filter = ActivityFilter(
            type: try query.word("type", ActivityType.self),
            range: try query.word("range", ActivityRange.self) ?? .all, search: search ?? "",
            searchesWholeText: isWhole)
    }

    private func feed(of call: RouteCall) throws(APIError) -> ActivityFeed {
        try call.ready(call.snapshot.activity).feed(limitPerTable: limitPerTable)
    }

    func page(of call: RouteCall) throws(APIError) -> ActivityPage {
        try feed(of: call).page(
            number ?? 1, size: size ?? ActivityPage.defaultPageSize, where: filter, asOf: now, in: zone)
    }

    /// Returns all activities that match, as `ActivityFeed.writeCSV` writes them, made page by page as the
    /// reader takes them.
    func export(
        _ csv: CSVRequest<ActivityPage.CSVSection>, of call: RouteCall
    ) throws(APIError) -> ServerResponse.Body {
        let feed = try feed(of: call)
        let (filter, now, zone) = (filter, now, zone)
        return .chunks { write in
            var number = 1
            var page = feed.page(size: Self.chunkEventCount, where: filter, asOf: now, in: zone)
            let pageCount = page.totalPages
            page.totalPages = 1
            try await write(
                page.csv(
                    byteOrderMark: csv.byteOrderMark, section: csv.section,
                    escapesFormulas: csv.escapesFormulas))
            if csv.section != nil, csv.section != .events { return }
            while number < pageCount {
                number += 1
                let more = feed.page(
                    number, size: Self.chunkEventCount, where: filter, asOf: now, in: zone)
                try await write(
                    CSVRows.withoutHeader(more.csv(section: .events, escapesFormulas: csv.escapesFormulas)))
            }
        }
    }
}
