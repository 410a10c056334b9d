// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

/// The tables of reports.
final class ReportsObject: HandleObject {
    static let handleKind = HandleKind.reports

    let tables: Reports

    init(_ tables: Reports) { self.tables = tables }
}

@c @implementation
public func compass_reports_create(
    _ tables: UnsafePointer<compass_tables>!, _ reports: UnsafeMutablePointer<compass_reports>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try reports.result("reports")
        let tables = try PageTables(tables)
        let reports = Reports(
            schools: try tables.schools(), coaches: try tables.coaches(),
            interactions: try tables.interactions()?.table, metrics: try tables.metrics()?.table,
            failures: tables.failures(of: [.schools, .coaches, .interactions, .metrics]))
        result.pointee = HandleTable.shared.insert(ReportsObject(reports))
    }
}

@c @implementation
public func compass_reports_page(
    _ reports: compass_reports, _ options: UnsafePointer<compass_report_options>!,
    _ answer: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let answer = try answer.result("answer")
        let query = try ReportQuery(options)
        let tables = try object(reports, ReportsObject.self, "reports").tables
        answer.pointee = query.answer(about: tables)
    }
}

@c @implementation
public func compass_reports_destroy(_ reports: compass_reports) -> compass_status {
    attempt { () throws(CallFailure) in try destroy(reports, .reports, "reports") }
}

/// The query that the options of the Reports page describe.
struct ReportQuery {
    let period: ReportPeriod
    /// When the report is made; nil if the caller did not tell.
    let now: Timestamp?
    let zone: ZoneOffsets
    let isCompared: Bool
    let format: AnswerFormat

    init(_ options: UnsafePointer<compass_report_options>?) throws(CallFailure) {
        let options = try Arguments.requiredOptions(
            options, version: COMPASS_REPORT_OPTIONS_VERSION, "options")
        isCompared =
            try Arguments.flags(options.flags, known: COMPASS_REPORT_COMPARE, "options.flags") != 0
        format = try AnswerFormat(options.format, "options.format")
        zone = try Arguments.zone(options.zone, "options.zone")
        let instant = try Arguments.instant(options.now_micros, "options.now_micros")
        let (from, to) = (try options.from.day("options.from"), try options.to.day("options.to"))
        if let preset = try Self.preset(options.preset) {
            guard from == nil, to == nil else {
                throw CallFailure(
                    COMPASS_INVALID_ARGUMENT,
                    "options.preset is given with options.from or options.to; leave one of them out: "
                        + "COMPASS_PRESET_NONE (0) lets the days count")
            }
            period = preset.period(asOf: instant, in: zone)
            now = instant
        } else {
            period = try Self.period(from: from, to: to)
            now = options.now_micros == 0 ? nil : instant
        }
    }

    func answer(about tables: Reports) -> compass_text {
        format.text(of: tables.page(period, asOf: now, in: zone, comparison: isCompared))
    }

    func partialAnswer(about tables: Reports, _ shard: UInt32) -> PartialAnswer {
        tables.partialReport(period, asOf: now, in: zone, comparison: isCompared, shard: shard)
    }

    private static func preset(_ constant: Int32) throws(CallFailure) -> ReportPreset? {
        try Arguments.choice(
            constant,
            of: [
                (COMPASS_PRESET_NONE, "COMPASS_PRESET_NONE", nil),
                (COMPASS_PRESET_7_DAYS, "COMPASS_PRESET_7_DAYS", .last7Days),
                (COMPASS_PRESET_30_DAYS, "COMPASS_PRESET_30_DAYS", .last30Days),
                (COMPASS_PRESET_90_DAYS, "COMPASS_PRESET_90_DAYS", .last90Days),
                (COMPASS_PRESET_6_MONTHS, "COMPASS_PRESET_6_MONTHS", .last6Months),
                (COMPASS_PRESET_YEAR_TO_DATE, "COMPASS_PRESET_YEAR_TO_DATE", .yearToDate),
                (COMPASS_PRESET_1_YEAR, "COMPASS_PRESET_1_YEAR", .lastYear),
            ], "options.preset")
    }

    private static func period(from: CivilDate?, to: CivilDate?) throws(CallFailure) -> ReportPeriod {
        guard let from, let to else {
            throw CallFailure(
                COMPASS_INVALID_ARGUMENT,
                "options.preset is COMPASS_PRESET_NONE, so options.from and options.to are both needed")
        }
        do throws(ReportPeriodError) {
            return try ReportPeriod(from: from, to: to)
        } catch {
            throw .invalid("options.to", to, accepted: "\(error), which is \(from)")
        }
    }
}
