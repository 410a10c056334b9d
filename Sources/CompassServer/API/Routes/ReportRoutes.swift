import CompassKernel
import CompassProgram

extension RouteTable {
    private static let parameters: [RouteParameter] =
        [
            RouteParameter(
                "preset", .words(ReportPreset.allCases.map(\.rawValue)), "A period that ends today.",
                default: "30d"),
            RouteParameter("from", .date, "The first day of the period; requires `to`, without `preset`."),
            RouteParameter("to", .date, "The last day of the period, included; requires `from`."),
            RouteParameter("compare", .flag, "Compare with the previous period of equal length."),
        ] + RouteParameter.moment

    /// Reports.
    static let reportRoutes: [Route] = [
        Route(
            "GET", "/api/report", "The Reports page.", parameters, response: .json(ReportPage.self)
        ) { call throws(APIError) in
            call.response(try ReportRequest(call).page(of: call))
        },
        Route(
            "GET", "/api/report.html", "The Reports page without scripts, to read or print.",
            parameters, response: .html
        ) { call throws(APIError) in
            RouteCall.response(html: try ReportRequest(call).page(of: call).html())
        },
        Route(
            "GET", "/api/report.csv", "The page's export.",
            parameters + RouteParameter.csv + [.section(ReportPage.CSVSection.self)], response: .csv
        ) { call throws(APIError) in
            let request = try ReportRequest(call)
            let csv = try CSVRequest(call.query, ReportPage.CSVSection.self)
            try csv.requires("compare", isGiven: request.comparison) { $0.isOfPreviousPeriod }
            return RouteCall.response(
                csv: try request.page(of: call).csv(
                    byteOrderMark: csv.byteOrderMark, section: csv.section,
                    escapesFormulas: csv.escapesFormulas),
                named: "recruiting-report.csv")
        },
    ]
}

/// The parameters of Reports in a query.
private struct ReportRequest {
    let period: ReportPeriodQuery
    let comparison: Bool
    let now: Timestamp
    let zone: ZoneOffsets

    init(_ call: RouteCall) throws(APIError) {
        let query = call.query
        (now, zone) = try call.moment()
        comparison = try query.flag("compare")
        let period = ReportPeriodQuery(
            preset: try query.word("preset", ReportPreset.self),
            from: try query.value("from", ArgumentReading.date),
            to: try query.value("to", ArgumentReading.date))
        try accepted { try period.validate(.query) }
        self.period = period
    }

    func page(of call: RouteCall) throws(APIError) -> ReportPage {
        try call.ready(call.snapshot.reports).page(
            period.period(asOf: now, in: zone), asOf: now, in: zone, comparison: comparison)
    }
}
