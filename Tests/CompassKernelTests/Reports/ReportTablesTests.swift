import XCTest

@testable import CompassKernel

final class ReportTablesTests: XCTestCase {
    private func sections(
        _ tables: Reports, from: String = "2026-01-01", to: String = "2026-01-31",
        in zone: ZoneOffsets = .utc
    ) throws -> ReportSections {
        tables.page(try ReportPeriod(from, to), in: zone).sections
    }

    func testSchoolsCountWholeAndWithoutEmptyCategories() throws {
        let schools = try SchoolDirectory.of([
            #""id":1,"name":"a","status":"interested","division":"D1""#,
            #""id":2,"name":"b","status":"committed","division":"""#,
            #""id":3,"name":"c","status":"interested","division":null"#,
            #""id":4,"name":"d","status":null"#, #""id":5,"name":"e","status":"Älter","division":"D2""#,
            #""id":6,"name":"f","status":"aged","division":"D1""#,
            #""id":6,"name":"g","status":"Bold","division":"d1""#,
        ])
        let report = try sections(.of(schools: schools)).schools
        XCTAssertEqual(report.total, 6)
        XCTAssertEqual(report.byStatus.text, "interested 2, Bold 1, committed 1, Älter 1")
        XCTAssertEqual(report.byDivision.text, "D1 1, d1 1, D2 1")
    }

    func testCoachesAndHowOftenTheyGotInTouch() throws {
        let coaches = CoachTable([
            Coach(id: "1", schoolID: "s", responsivenessScore: 50), Coach(id: "2", schoolID: "s"),
            Coach(id: "3", schoolID: "t", responsivenessScore: 75.5), Coach(id: "4", schoolID: "gone"),
            Coach(id: "4"),
        ])
        let directions = ["inbound", "outbound", nil, "inbound", "Inbound", "inbound"]
        let interactions = InteractionTable(
            directions.enumerated().map { row, direction in
                Interaction(
                    id: "\(row)", type: "email", time: instant("2026-01-3\(row == 5 ? 0 : 1)T00:00:00Z"),
                    direction: direction)
            })
        let report = try sections(.of(coaches: coaches, interactions: interactions), from: "2026-01-31")
            .coaches
        XCTAssertEqual(
            report, CoachReport(total: 4, responseRate: 50, meanResponsiveness: 62.75, schoolCount: 2))
        let few = try sections(.of(coaches: CoachTable([Coach(id: "1")]), interactions: interactions)).coaches
        XCTAssertEqual(few, CoachReport(total: 1, responseRate: 300, meanResponsiveness: nil, schoolCount: 0))
        let none = try sections(.of(interactions: interactions)).coaches
        XCTAssertEqual(none, CoachReport(total: 0, responseRate: 0, meanResponsiveness: nil, schoolCount: 0))
    }

    func testInteractionsByTypeAndSentiment() throws {
        let rows: [(String, Sentiment?)] = [
            ("text", nil), ("email", .positive), ("email", .neutral), ("", nil), ("text", .negative),
            ("Email", nil),
        ]
        let table = InteractionTable(
            rows.enumerated().map {
                Interaction(
                    id: "\($0)", type: $1.0, time: instant("2026-01-15T12:00:00Z"), sentiment: $1.1)
            })
        let report = try sections(.of(interactions: table)).interactions
        XCTAssertEqual(report.total, 6)
        XCTAssertEqual(report.byType.text, "email 2, text 2,  1, Email 1")
        XCTAssertEqual(report.bySentiment.text, "neutral 4, negative 1, positive 1")
        let unknown = InteractionTable([
            Interaction(id: "1", type: "x", time: instant("2026-01-15T12:00:00Z"))
        ])
        XCTAssertEqual(try sections(.of(interactions: unknown)).interactions.bySentiment.text, "neutral 1")
    }

    /// 2026-03-08 has 23 hours in New York and begins at 05:00 UTC.
    func testBothEndsOfThePeriodAreWholeDaysOfTheZone() throws {
        let newYork = try systemZone("America/New_York")
        let table = InteractionTable.at(
            "2026-03-08T04:59:59.999999Z", "2026-03-08T05:00:00Z", "2026-03-09T03:59:59.999999Z",
            "2026-03-09T04:00:00Z")
        let tables = Reports.of(interactions: table)
        let one = try sections(tables, from: "2026-03-08", to: "2026-03-08", in: newYork)
        XCTAssertEqual(one.interactions.total, 2)
        XCTAssertEqual(
            try sections(tables, from: "2026-03-08", to: "2026-03-08").interactions.total, 2)
        XCTAssertEqual(
            try sections(tables, from: "2026-03-09", to: "2026-03-09", in: newYork).interactions.total, 1)
    }

    /// A day belongs to a period by its date in every zone, an instant by the days of the zone.
    func testMetricsCountByTheirDayOrInstant() throws {
        let kiritimati = try systemZone("Pacific/Kiritimati")
        let times: [DayOrInstant] = [
            .day(day("2026-01-09")), .day(day("2026-01-10")), .day(day("2026-01-11")),
            .instant(instant("2026-01-09T10:00:00Z")), .instant(instant("2026-01-09T09:59:59Z")),
            .instant(instant("2026-01-10T10:00:00Z")),
        ]
        for wanted in 0..<1 << times.count {
            let table = MetricTable(
                times.enumerated().filter { wanted >> $0.offset & 1 != 0 }.map {
                    PerformanceMetric(id: "\($0)", type: "v", time: $1)
                })
            let count = [1, 3].count { wanted >> $0 & 1 != 0 }
            let report = try sections(
                .of(metrics: table), from: "2026-01-10", to: "2026-01-10", in: kiritimati)
            XCTAssertEqual(report.metrics.total, count, "\(wanted)")
        }
    }

    func testMetricsWithoutAValueCountButHaveNoSummary() throws {
        let values: [(String, Double?)] = [
            ("velocity", 80), ("sixty", nil), ("velocity", nil), ("velocity", -2.5), ("", 0), ("pop", 2),
        ]
        let table = MetricTable(
            values.enumerated().map {
                PerformanceMetric(id: "\($0)", type: $1.0, time: .day(day("2026-01-10")), value: $1.1)
            })
        let report = try sections(.of(metrics: table)).metrics
        XCTAssertEqual(report.total, 6)
        XCTAssertEqual(report.byType.text, "velocity 3,  1, pop 1, sixty 1")
        XCTAssertEqual(
            report.summaries,
            [
                MetricSummary(type: "velocity", count: 2, mean: 38.75, max: 80, min: -2.5),
                MetricSummary(type: "", count: 1, mean: 0, max: 0, min: 0),
                MetricSummary(type: "pop", count: 1, mean: 2, max: 2, min: 2),
            ])
    }

    func testMeansAreExactWhereRoundingWouldLoseValues() throws {
        let (huge, tiny) = (Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude)
        let cases: [([Double?], Double)] = [
            ([1e100, 1, -1e100], 1.0 / 3), ([1, 1e100, 1, -1e100], 0.5), ([0.1, 0.1, 0.1], 0.1),
            ([huge, huge], huge), ([huge, huge, huge, nil], huge), ([-huge, -huge], -huge),
            ([huge, huge, -huge, -huge, 5], 1), ([huge, -huge, huge], huge / 3),
            ([tiny, tiny], tiny), ([-tiny, 0, 0], 0), ([-0.0], 0),
        ]
        for (values, mean) in cases {
            let report = try sections(.of(metrics: .of(values))).metrics
            XCTAssertEqual(report.summaries.map(\.mean), [mean], "\(values)")
            XCTAssertEqual(report.summaries[0].mean.sign, mean == 0 ? .plus : mean.sign, "\(values)")
        }
        let scores = CoachTable(
            [huge, huge].enumerated().map { Coach(id: "\($0)", responsivenessScore: $1) })
        XCTAssertEqual(try sections(.of(coaches: scores)).coaches.meanResponsiveness, huge)
    }

    /// A type whose sum overflows a double does not affect the other types.
    func testOneHugeTypeLeavesTheOthersAlone() throws {
        let rows = [("a", 1e308), ("b", Double.leastNonzeroMagnitude), ("a", 1.5e308), ("b", 0.3)]
        let table = MetricTable(
            rows.enumerated().map {
                PerformanceMetric(id: "\($0)", type: $1.0, time: .day(day("2026-01-10")), value: $1.1)
            })
        XCTAssertEqual(
            try sections(.of(metrics: table)).metrics.summaries,
            [
                MetricSummary(type: "a", count: 2, mean: 1.25e308, max: 1.5e308, min: 1e308),
                MetricSummary(type: "b", count: 2, mean: 0.15, max: 0.3, min: .leastNonzeroMagnitude),
            ])
    }

    func testMeansDoNotDependOnTheOrderOfRows() throws {
        for round in 0..<SeededRandom.rounds(50) {
            var random = SeededRandom(round: round)
            let values = (0..<1 + random.below(300)).map { _ in
                (Double(random.below(2_000_000)) - 1_000_000) * [1e-3, 1, 1e12][random.below(3)]
            }
            let means = try (0..<5).map { _ in
                try sections(.of(metrics: .of(values.shuffled(using: &random)))).metrics.summaries[0].mean
            }
            XCTAssertEqual(Set(means).count, 1, random.label)
        }
    }

    /// Tests whole and partial words of 64 rows, with every other row in the period.
    func testEveryRowIsLookedAt() throws {
        for count in [0, 1, 63, 64, 65, 127, 128, 129, 1000] {
            let times = (0..<count).map { instant("2026-01-\($0 % 3 == 0 ? "15" : "02")T12:00:00Z") }
            let interactions = InteractionTable(
                times.enumerated().map { Interaction(id: "\($0)", type: "t\($0 % 5)", time: $1) })
            let metrics = MetricTable(
                times.enumerated().map {
                    PerformanceMetric(
                        id: "\($0)", type: "v", time: $0 % 2 == 0 ? .instant($1) : .day(day("2026-01-15")),
                        value: 1)
                })
            let report = try sections(
                .of(interactions: interactions, metrics: metrics), from: "2026-01-15", to: "2026-01-15")
            let rows = 0..<count
            XCTAssertEqual(report.interactions.total, rows.count { $0 % 3 == 0 })
            for type in 0..<5 {
                XCTAssertEqual(
                    report.interactions.byType.first { $0.name == "t\(type)" }?.count ?? 0,
                    rows.count { $0 % 3 == 0 && $0 % 5 == type })
            }
            XCTAssertEqual(report.metrics.total, rows.count { $0 % 3 == 0 || $0 % 2 == 1 })
            XCTAssertEqual(report.metrics.summaries.first?.count ?? 0, report.metrics.total)
        }
    }

    func testAComparisonReportsThePreviousDaysOnTheSameSchools() throws {
        let schools = try SchoolDirectory.of([#""id":1,"name":"a","status":"interested""#])
        let interactions = InteractionTable.at(
            "2026-01-10T00:00:00Z", "2026-01-09T23:59:59Z", "2026-01-07T12:00:00Z", "2026-01-12T12:00:00Z")
        let metrics = MetricTable([
            PerformanceMetric(id: "1", type: "v", time: .day(day("2026-01-08")), value: 4),
            PerformanceMetric(id: "2", type: "v", time: .day(day("2026-01-11")), value: 6),
            PerformanceMetric(id: "3", type: "v", time: .day(day("2026-01-12")), value: 8),
        ])
        let tables = Reports.of(schools: schools, interactions: interactions, metrics: metrics)
        let period = try ReportPeriod("2026-01-10", "2026-01-11")
        let report = tables.page(period, in: .utc, comparison: true)
        XCTAssertEqual(report.sections, tables.page(period, in: .utc).sections)
        XCTAssertEqual(report.previous, tables.page(period.previous, in: .utc).sections)
        XCTAssertEqual(report.previous?.interactions.total, 1)
        XCTAssertEqual(report.previous?.metrics.summaries.map(\.mean), [4])
        XCTAssertEqual(report.previous?.schools.total, 1)
        XCTAssertNil(tables.page(period, in: .utc).previous)
    }

    func testTablesThatAreMissingAreNamedAndTheOthersStillCount() throws {
        let period = try ReportPeriod("2026-01-01", "2026-01-31")
        let nothing = Reports(schools: nil, coaches: nil, interactions: nil, metrics: nil)
        let report = nothing.page(period, in: .utc)
        XCTAssertEqual(
            report.warnings.map(\.table), ["schools", "coaches", "interactions", "performance_metrics"])
        XCTAssertEqual(Set(report.warnings.map(\.reason)), ["missing"])
        XCTAssertEqual(report.sections, Reports.of().page(period, in: .utc).sections)
        XCTAssertEqual(report.state, .noData)

        let broken = SourceFailure(table: "interactions", reason: "line 1, column 3: …")
        let partial = Reports(
            schools: .empty, coaches: CoachTable([Coach(id: "1")]),
            interactions: .at("2026-01-10T00:00:00Z"), metrics: .of([1]), failures: [broken])
        XCTAssertEqual(
            partial.page(period, in: .utc).warnings,
            [ReportWarning(table: "interactions", reason: "line 1, column 3: …")])
        let sections = partial.page(period, in: .utc).sections
        XCTAssertEqual(
            [sections.interactions.total, sections.metrics.total, sections.coaches.total], [0, 1, 1])
        XCTAssertEqual(sections.coaches.responseRate, 0)
        XCTAssertEqual(partial.page(period, in: .utc).state, .report)
    }

    func testMoreThanTenYearsWarn() throws {
        let warnings = { (from: String, to: String) in
            Reports.of().page(try ReportPeriod(from, to), in: .utc).warnings
        }
        XCTAssertEqual(try warnings("2016-01-01", "2026-01-01"), [])
        XCTAssertEqual(
            try warnings("2016-01-01", "2026-01-02"),
            [ReportWarning(table: nil, reason: "Large date range may take longer to generate")])
        XCTAssertEqual(try warnings("2016-02-29", "2026-02-28"), [])
        XCTAssertEqual(try warnings("2016-02-29", "2026-03-01").count, 1)
        XCTAssertEqual(try warnings("0000-01-01", "99999-12-31").count, 1)
    }

    func testPeriodsFarFromAnyDataAreEmpty() throws {
        let tables = Reports.of(interactions: .at("2026-01-10T00:00:00Z"), metrics: .of([1]))
        for (from, to) in [(Int32.min, .min), (.max, .max), (.min, -1), (30_000, .max)] as [(Int32, Int32)] {
            let period = try ReportPeriod(
                from: CivilDate(daysSinceEpoch: from), to: CivilDate(daysSinceEpoch: to))
            let report = tables.page(period, in: .utc, comparison: true)
            XCTAssertEqual(report.sections.interactions.total + report.sections.metrics.total, 0)
        }
        let all = try ReportPeriod(from: CivilDate(daysSinceEpoch: .min), to: CivilDate(daysSinceEpoch: .max))
        XCTAssertEqual(tables.page(all, in: .utc, comparison: true).sections.metrics.total, 1)
    }
}
