import Foundation
import TestRandom
import XCTest

@testable import CompassBaseline

/// The specified and the careful timeline agree on data that both can read.
final class TimelineAgreementTests: XCTestCase {
    private struct Tables {
        var events: [String] = []
        var interactions: [String] = []
        var offers: [String] = []
        var statusChanges: [String] = []
        let schools = [
            #"{"id":"s1","name":"beta"}"#, #"{"id":"s2","name":""}"#, #"{"id":"s3","name":"Unknown"}"#,
            #"{"id":"s4","name":"No School"}"#,
        ]

        init(count: Int, around center: Int64, using random: inout SplitMix64) {
            for index in 0..<count {
                let second = center + Int64.random(in: -400...120, using: &random) * 43_200
                let length = Int64.random(in: -1...12, using: &random) * 43_200
                let tail = #""school_id":\#(random.element(Self.schoolIDs))}"#
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    let end = random.element([
                        "null", RowText.day(second + length), RowText.instant(second + length),
                    ])
                    let start = random.element([RowText.day(second), RowText.instant(second)])
                    events.append(
                        #"{"id":"\#(index)","type":\#(random.element(Self.types)),"name":"N\#(index)","#
                            + #""start_date":\#(start),"end_date":\#(end),"# + tail)
                case 1:
                    let subject = random.element(["null", #""""#, #""Hello""#])
                    let times = random.element([
                        #""occurred_at":\#(RowText.instant(second)),"created_at":\#(RowText.instant(second + 86_400))"#,
                        #""occurred_at":null,"created_at":\#(RowText.instant(second))"#,
                    ])
                    interactions.append(
                        #"{"id":"\#(index)","type":"\#(random.element(["email", "dm", "game"]))","#
                            + #""subject":\#(subject),\#(times),"# + tail)
                case 2:
                    let times = random.element([
                        #""offer_date":\#(RowText.day(second)),"created_at":\#(RowText.instant(second + 86_400))"#,
                        #""created_at":\#(RowText.instant(second))"#,
                    ])
                    offers.append(
                        #"{"id":"\#(index)","offer_type":"\#(random.element(["partial", "books"]))",\#(times),"#
                            + tail)
                default:
                    let previous = random.element(["null", #""""#, #""recruited""#, #""declined""#])
                    statusChanges.append(
                        #"{"id":"\#(index)","previous_status":\#(previous),"new_status":"committed","#
                            + #""changed_at":\#(RowText.instant(second)),"notes":"n","# + tail)
                }
            }
        }

        private static let schoolIDs = [#""s1""#, #""s2""#, #""s3""#, #""s4""#, #""s5""#, "null", #""""#]
        private static let types = [#""camp""#, #""game""#, #""other""#, "null"]

        func document(_ rows: [String]) -> Data { Data("[\(rows.joined(separator: ","))]".utf8) }
    }

    private func careful(_ tables: Tables, _ zone: TimeZone) throws -> BaselineTimeline {
        func bytes(_ rows: [String]) -> [UInt8] { Array(tables.document(rows)) }
        return BaselineTimeline(
            events: try BaselineLoader.events(bytes(tables.events)).table,
            interactions: try BaselineLoader.interactions(bytes(tables.interactions)).table,
            offers: try BaselineLoader.offers(bytes(tables.offers)).table,
            statusChanges: try BaselineLoader.statusChanges(bytes(tables.statusChanges)).table,
            schools: try BaselineLoader.schools(bytes(tables.schools)).schools, zone: zone)
    }

    func testBothGradesAgreeOnWholeSeconds() throws {
        let environment = ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"]
        let seed = environment.flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let zones = ["UTC", "America/New_York", "America/Sao_Paulo", "Pacific/Apia", "Asia/Kolkata"]
        let centers = ["2026-03-08T07:00:00Z", "2018-11-04T03:00:00Z", "2011-12-30T10:00:00Z"]
        for round in 0..<60 {
            let center = Timeline.instant(random.element(centers)) / 1_000_000
            let tables = Tables(count: Int.random(in: 0...40, using: &random), around: center, using: &random)
            let rows = try SpecifiedTimelineRows(
                events: tables.document(tables.events), interactions: tables.document(tables.interactions),
                offers: tables.document(tables.offers), statusChanges: tables.document(tables.statusChanges),
                schools: tables.document(tables.schools))
            let zone = try Timeline.zone(random.element(zones))
            let filter = BaselineTimelineFilter(
                schoolID: random.element([nil, nil, "s1", "s5"]),
                types: random.element([
                    Set(BaselineTimelineType.allCases), [.event], [.offer, .statusChange], [],
                ]))
            let range = random.element([.months(3), .months(6), .months(12), BaselineTimelineRange.allTime])
            let now = (center + Int64.random(in: -200_000...200_000, using: &random)) * 1_000_000
            let specified = SpecifiedTimeline.page(rows, range: range, filter: filter, now: now, zone: zone)
            let careful = try careful(tables, zone).page(range: range, filter: filter, now: now)
            XCTAssertEqual(specified, careful, "round \(round), COMPASS_TEST_SEED=\(seed)")
        }
    }
}
