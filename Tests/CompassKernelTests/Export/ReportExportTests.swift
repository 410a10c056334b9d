import Foundation
import XCTest

@testable import CompassKernel

final class ReportExportTests: XCTestCase {
    private func report(comparison: Bool = false, failures: [SourceFailure] = []) throws -> ReportPage {
        let interactions = InteractionTable([
            Interaction(
                id: "1", type: "=1+1", time: instant("2026-01-10T00:00:00Z"), direction: "inbound",
                sentiment: .positive),
            Interaction(id: "2", type: "a,\"b\"", time: instant("2026-01-09T00:00:00Z")),
        ])
        let coaches = CoachTable([Coach(id: "1", responsivenessScore: 0.1), Coach(id: "2"), Coach(id: "3")])
        let schools = try SchoolDirectory.of([#""id":1,"name":"a","status":"interested","division":"D1""#])
        let tables = Reports(
            schools: schools, coaches: coaches, interactions: interactions, metrics: .of([2.5, nil, -4]),
            failures: failures)
        return tables.page(try ReportPeriod("2026-01-10", "2026-01-10"), in: .utc, comparison: comparison)
    }

    private let current =
        #""schools":{"total":1,"byStatus":[{"name":"interested","count":1}],"byDivision":[{"name":"D1","count":1}]},"#
        + #""coaches":{"total":3,"responseRate":33.33333333333333,"meanResponsiveness":0.1,"bySchool":0},"#
        + #""interactions":{"total":1,"byType":[{"name":"=1+1","count":1}],"#
        + #""bySentiment":[{"name":"positive","count":1}]},"#
        + #""metrics":{"total":3,"byType":[{"name":"velocity","count":3}],"#
        + #""summaries":[{"type":"velocity","count":2,"mean":-0.75,"max":2.5,"min":-4}]}"#

    func testKeysAndOrder() throws {
        XCTAssertEqual(
            String(decoding: try report().json(), as: UTF8.self),
            #"{"schemaVersion":1,"title":"Recruiting Report","generatedAt":null,"#
                + #""dateRange":{"from":"2026-01-10","to":"2026-01-10"},\#(current),"#
                + #""warnings":[],"previous":null,"state":"report"}"#)
    }

    func testKeysOfAComparisonWithWarningsAndMissingValues() throws {
        let empty = Reports(schools: .empty, coaches: nil, interactions: .empty, metrics: .empty)
        let sections =
            #""schools":{"total":0,"byStatus":[],"byDivision":[]},"#
            + #""coaches":{"total":0,"responseRate":0,"meanResponsiveness":null,"bySchool":0},"#
            + #""interactions":{"total":0,"byType":[],"bySentiment":[]},"#
            + #""metrics":{"total":0,"byType":[],"summaries":[]}"#
        let report = try empty.page(
            ReportPeriod("2000-01-01", "2026-01-10"), asOf: instant("2026-01-11T03:00:00Z"),
            in: ZoneOffsets(identifier: "Europe/Berlin"), comparison: true)
        XCTAssertEqual(
            String(decoding: report.json(), as: UTF8.self),
            #"{"schemaVersion":1,"title":"Recruiting Report","generatedAt":"2026-01-11T04:00:00+01:00","#
                + #""dateRange":{"from":"2000-01-01","to":"2026-01-10"},\#(sections),"#
                + #""warnings":[{"table":"coaches","reason":"missing"},"#
                + #"{"table":null,"reason":"Large date range may take longer to generate"}],"#
                + #""previous":{\#(sections)},"state":"noData"}"#)
    }

    func testCodableWritesTheSameKeysAndReadsThemBack() throws {
        let failure = SourceFailure(table: "coaches", reason: "line 1")
        for report in [try report(), try report(comparison: true, failures: [failure])] {
            let encoded = try JSONEncoder().encode(report)
            XCTAssertEqual(
                try JSONSerialization.jsonObject(with: encoded) as? NSDictionary,
                try JSONSerialization.jsonObject(with: Data(report.json())) as? NSDictionary)
            XCTAssertEqual(try JSONDecoder().decode(ReportPage.self, from: encoded), report)
            for layout in [JSONLayout.compact, .indented] {
                let written = Data(report.json(layout: layout))
                XCTAssertEqual(try JSONDecoder().decode(ReportPage.self, from: written), report)
            }
        }
    }

    func testWhatIsNoReportIsRefused() throws {
        let text = String(decoding: try report().json(), as: UTF8.self)
        for (part, other) in [
            (#""schemaVersion":1"#, #""schemaVersion":2"#), (#""to":"2026-01-10""#, #""to":"2026-01-09""#),
            (#""to":"2026-01-10""#, #""to":"2026-02-30""#), (#""total":3,"#, ""),
        ] {
            let changed = text.replacingOccurrences(of: part, with: other)
            XCTAssertNotEqual(changed, text)
            XCTAssertThrowsError(try JSONDecoder().decode(ReportPage.self, from: Data(changed.utf8)), other)
        }
    }

    func testEveryBlockOfTheExportReadsBack() throws {
        let failure = SourceFailure(table: "schools", reason: "@home\r\n\"x\"")
        let blocks = CSVReader.blocks(try report(failures: [failure]).csv())
        XCTAssertEqual(
            blocks,
            [
                [
                    ["from", "to", "state", "title", "generatedAt"],
                    ["2026-01-10", "2026-01-10", "report", "Recruiting Report", ""],
                ],
                [
                    [
                        "totalSchools", "totalCoaches", "responseRate", "meanResponsiveness",
                        "schoolsWithCoaches", "totalInteractions", "totalMetrics",
                    ], ["0", "3", "33.33333333333333", "0.1", "0", "1", "3"],
                ],
                [["schoolStatus", "schools"]], [["schoolDivision", "schools"]],
                [["interactionType", "interactions"], ["'=1+1", "1"]],
                [["interactionSentiment", "interactions"], ["positive", "1"]],
                [["metricType", "metrics"], ["velocity", "3"]],
                [
                    ["metricType", "values", "mean", "max", "min"],
                    ["velocity", "2", "-0.75", "2.5", "-4"],
                ],
                [["warningTable", "warningReason"], ["schools", "'@home\r\n\"x\""]],
            ])
    }

    func testThePreviousPeriodHasBlocksOfItsOwn() throws {
        let report = try report(comparison: true)
        let blocks = CSVReader.blocks(report.csv())
        XCTAssertEqual(blocks.count, 17)
        XCTAssertEqual(Set(blocks.map { $0[0] }).count, 17)
        XCTAssertEqual(blocks[9][0], ["previousFrom", "previousTo"])
        XCTAssertEqual(blocks[10][0].first, "previousTotalSchools")
        XCTAssertEqual(blocks[13], [["previousInteractionType", "previousInteractions"], ["a,\"b\"", "1"]])
        XCTAssertEqual(report.csv(byteOrderMark: true), [0xef, 0xbb, 0xbf] + report.csv())
    }
}
