import Foundation
import TestRandom
import XCTest

@testable import CompassBaseline

/// Specified and careful activity feed and report agree on data that both can read.
final class ActivityAgreementTests: XCTestCase {
    private struct Tables {
        var interactions: [String] = []
        var statusChanges: [String] = []
        var documents: [String] = []
        var coaches: [String] = []
        var metrics: [String] = []
        let schools = [
            #"{"id":"s1","name":"beta","status":"committed","division":"D1"}"#,
            #"{"id":"s2","name":"","status":"contacted"}"#,
            #"{"id":"s3","name":"Unknown School","status":"committed","division":null}"#,
        ]

        init(count: Int, around center: Int64, using random: inout SplitMix64) {
            for index in 0..<count {
                let second = center + Int64.random(in: -200...20, using: &random) * 43_200
                let school =
                    #""school_id":\#(random.element([#""s1""#, #""s2""#, #""s4""#, "null", #""""#]))"#
                let text = random.element(["null", #""""#, #""Camp in Ohio""#, "\"\(Self.longText)\""])
                let head = #"{"id":"\#(index)",\#(school),"#
                switch Int.random(in: 0..<5, using: &random) {
                case 0:
                    let times = random.element([
                        #""occurred_at":\#(RowText.instant(second)),"created_at":\#(RowText.instant(second + 86_400))"#,
                        #""occurred_at":null,"created_at":\#(RowText.instant(second))"#,
                    ])
                    let type = random.element(["email", "phone_call", "game"])
                    let direction = random.element([#""inbound""#, #""outbound""#, "null"])
                    interactions.append(
                        head
                            + #""type":"\#(type)","content":\#(text),"subject":"About","direction":\#(direction),"#
                            + #""sentiment":\#(random.element(["null", #""positive""#])),\#(times)}"#)
                case 1:
                    statusChanges.append(
                        head + #""new_status":"\#(random.element(["committed", "camp_invite"]))","#
                            + #""changed_at":\#(RowText.instant(second)),"notes":\#(text)}"#)
                case 2:
                    documents.append(
                        head
                            + #""type":"rec_letter","title":\#(text),"created_at":\#(RowText.instant(second))}"#
                    )
                case 3:
                    coaches.append(
                        head + #""responsiveness_score":\#(random.element(["null", "62.5", "0", "100"]))}"#)
                default:
                    let times = random.element([
                        #""recorded_date":\#(RowText.day(second)),"created_at":\#(RowText.instant(second + 86_400))"#,
                        #""recorded_date":\#(RowText.instant(second)),"created_at":null"#,
                        #""recorded_date":null,"created_at":\#(RowText.instant(second))"#,
                    ])
                    metrics.append(
                        head + #""metric_type":"\#(random.element(["velocity", "exit_velo"]))","#
                            + #""value":\#(random.element(["null", "80", "81.5", "-2"])),\#(times)}"#)
                }
            }
        }

        private static let longText = String(repeating: "practice, ", count: 8)
    }

    private func document(_ rows: [String]) -> Data { Data("[\(rows.joined(separator: ","))]".utf8) }

    private func bytes(_ rows: [String]) -> [UInt8] { Array(document(rows)) }

    private func seed() -> UInt64 {
        let environment = ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"]
        return environment.flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
    }

    private let zones = ["UTC", "America/New_York", "America/Sao_Paulo", "Pacific/Apia", "Asia/Kolkata"]
    private let centers = ["2026-03-08T07:00:00Z", "2018-11-04T03:00:00Z", "2011-12-30T10:00:00Z"]

    func testBothGradesOfTheActivityFeedAgree() throws {
        let seed = seed()
        var random = SplitMix64(seed: seed)
        for round in 0..<60 {
            let center = Timeline.instant(random.element(centers)) / 1_000_000
            let tables = Tables(count: Int.random(in: 0...90, using: &random), around: center, using: &random)
            let zone = try Timeline.zone(random.element(zones))
            let now = (center + Int64.random(in: -200_000...200_000, using: &random)) * 1_000_000
            let filter = BaselineActivityFilter(
                type: random.element([nil, nil, .interaction, .statusChange, .documentUpload]),
                range: random.element(BaselineActivityRange.allCases),
                search: random.element(["", "", " CAMP ", "practice", "unknown school", "nothing"]))
            let careful = BaselineActivityFeed(
                interactions: try BaselineLoader.interactions(bytes(tables.interactions)).table,
                statusChanges: try BaselineLoader.statusChanges(bytes(tables.statusChanges)).table,
                documents: try BaselineLoader.documents(bytes(tables.documents)).table,
                schools: try BaselineLoader.schools(bytes(tables.schools)).schools)
            let specified = SpecifiedActivityFeed(
                try SpecifiedActivityRows(
                    interactions: document(tables.interactions),
                    statusChanges: document(tables.statusChanges), documents: document(tables.documents),
                    schools: document(tables.schools)), now: now, zone: zone)
            let number = random.element([1, 1, 2, 3, 9, -1])
            XCTAssertEqual(
                specified.page(number, filter: filter, now: now),
                careful.page(number, filter: filter, now: now, zone: zone),
                "round \(round), COMPASS_TEST_SEED=\(seed)")
        }
    }

    func testBothGradesOfTheReportAgree() throws {
        let seed = seed()
        var random = SplitMix64(seed: seed)
        for round in 0..<60 {
            let center = Timeline.instant(random.element(centers)) / 1_000_000
            let tables = Tables(count: Int.random(in: 0...90, using: &random), around: center, using: &random)
            let zone = try Timeline.zone(random.element(zones))
            let from = BaselineDay(
                daysSinceEpoch: Int(center / 86_400) + Int.random(in: -60...2, using: &random))
            let to = from.adding(days: random.element([0, 1, 7, 30]))
            let careful = BaselineReportTables(
                schools: try BaselineLoader.schools(bytes(tables.schools)).schools,
                coaches: try BaselineLoader.coaches(bytes(tables.coaches)).table,
                interactions: try BaselineLoader.interactions(bytes(tables.interactions)).table,
                metrics: try BaselineLoader.metrics(bytes(tables.metrics)).table, zone: zone)
            let rows = try SpecifiedReportRows(
                schools: document(tables.schools), coaches: document(tables.coaches),
                interactions: document(tables.interactions), metrics: document(tables.metrics))
            // Small numbers of few digits are added without any rounding.
            XCTAssertEqual(
                SpecifiedReport.report(rows, from: from, to: to, zone: zone),
                careful.report(from: from, to: to), "round \(round), COMPASS_TEST_SEED=\(seed)")
        }
    }
}
