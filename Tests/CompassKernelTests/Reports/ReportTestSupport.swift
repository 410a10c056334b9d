import XCTest

@testable import CompassKernel

extension SchoolDirectory {
    /// Returns a directory of the given rows, each a list of members.
    static func of(_ rows: [String]) throws -> SchoolDirectory {
        let (table, report) = try load(json: "[\(rows.map { "{\($0)}" }.joined(separator: ","))]".utf8)
        XCTAssertEqual(report.skipped + report.warnings, 0)
        return table
    }
}

extension InteractionTable {
    /// An interaction at each of the given instants.
    static func at(_ times: String...) -> InteractionTable {
        InteractionTable(
            times.enumerated().map { Interaction(id: "\($0)", type: "email", time: instant($1)) })
    }
}

extension MetricTable {
    /// A metric of one type with each of the given values, on 2026-01-10.
    static func of(_ values: [Double?], type: String = "velocity") -> MetricTable {
        MetricTable(
            values.enumerated().map {
                PerformanceMetric(id: "\($0)", type: type, time: .day(day("2026-01-10")), value: $1)
            })
    }
}

extension Reports {
    /// Returns tables of the given rows; the others are empty.
    static func of(
        schools: SchoolDirectory = .empty, coaches: CoachTable = .empty,
        interactions: InteractionTable = .empty, metrics: MetricTable = .empty
    ) -> Reports {
        Reports(schools: schools, coaches: coaches, interactions: interactions, metrics: metrics)
    }
}

extension ReportPeriod {
    /// Returns the days from one text to another.
    init(_ from: String, _ to: String) throws {
        try self.init(from: day(from), to: day(to))
    }
}

extension [CategoryCount] {
    /// Returns names and counts as one text.
    var text: String { map { "\($0.name) \($0.count)" }.joined(separator: ", ") }
}
