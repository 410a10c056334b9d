import Foundation
import XCTest

@testable import CompassKernel

/// Expected output, worked out by hand, for a value with members of every kind.
final class KeyedValueTests: XCTestCase {
    private struct Row: KeyedValue, Codable, Equatable {
        var name: String?
        var count: Int

        static func writeMembers(of row: Row?, to writer: inout some MemberWriter & ~Copyable) {
            writer.member("name", row?.name)
            writer.member("count", row?.count)
        }
    }

    private struct Sample: KeyedValue {
        var isTrue: Bool?
        var share: Double?
        var platform: Platform?
        var instant: ZonedTimestamp?
        var day: CivilDate?
        var date: TimelineDate?
        var row: Row?
        var rows: [Row]? = []

        static func writeMembers(of sample: Sample?, to writer: inout some MemberWriter & ~Copyable) {
            writer.schemaVersion(JSONFormat.version)
            writer.member("isTrue", sample?.isTrue)
            writer.member("share", sample?.share)
            writer.member("platform", sample?.platform)
            writer.member("instant", sample?.instant)
            writer.member("day", sample?.day)
            writer.member("date", sample?.date)
            writer.member("row", sample?.row)
            writer.list("rows", sample?.rows)
            writer.texts("names", sample?.rows?.map { $0.name ?? "" })
            writer.rows("pairs", sample?.rows?.map { [$0.count, 0] })
        }
    }

    private let filled = Sample(
        isTrue: false, share: 0.5, platform: .instagram,
        instant: ZonedTimestamp(Timestamp(micros: 0), offsetSeconds: 3_600),
        day: CivilDate(daysSinceEpoch: 1),
        date: .day(CivilDate(daysSinceEpoch: 2)), row: Row(name: "a,b", count: 1),
        rows: [Row(name: nil, count: 2), Row(name: "c", count: 3)])

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    func testJSONHasEveryMemberInOrder() {
        XCTAssertEqual(
            text(filled.json()),
            #"{"schemaVersion":1,"isTrue":false,"share":0.5,"platform":"instagram","#
                + #""instant":"1970-01-01T01:00:00+01:00","day":"1970-01-02","date":"1970-01-03","#
                + #""row":{"name":"a,b","count":1},"rows":[{"name":null,"count":2},{"name":"c","count":3}],"#
                + #""names":["","c"],"pairs":[[2,0],[3,0]]}"#)
    }

    func testWhatDoesNotExistIsNull() {
        XCTAssertEqual(
            text(Sample().json()),
            #"{"schemaVersion":1,"isTrue":null,"share":null,"platform":null,"instant":null,"day":null,"#
                + #""date":null,"row":null,"rows":[],"names":[],"pairs":[]}"#)
        XCTAssertTrue(text(Sample(rows: nil).json()).hasSuffix(#""rows":null,"names":null,"pairs":null}"#))
    }

    func testCodableHasTheKeysAndValuesOfJSON() throws {
        for sample in [filled, Sample(), Sample(rows: nil)] {
            let coded =
                try JSONSerialization.jsonObject(with: try JSONEncoder().encode(sample)) as? NSDictionary
            let written = try JSONSerialization.jsonObject(with: Data(sample.json())) as? NSDictionary
            XCTAssertNotNil(coded)
            XCTAssertEqual(coded, written)
        }
        let row = Row(name: nil, count: 4)
        XCTAssertEqual(try JSONDecoder().decode(Row.self, from: Data(row.json())), row)
    }

    func testAnErrorOfTheEncoderIsThrown() {
        var sample = filled
        sample.share = .infinity
        XCTAssertThrowsError(try JSONEncoder().encode(sample)) { XCTAssertTrue($0 is EncodingError, "\($0)") }
        XCTAssertThrowsError(try JSONEncoder().encode([sample]))
    }

    func testCSVHasAColumnForEachMemberThatIsOneValue() {
        var writer = CSVWriter()
        writer.block([filled, Sample()])
        XCTAssertEqual(
            text(writer.bytes),
            "isTrue,share,platform,instant,day,date\r\n"
                + "false,0.5,instagram,1970-01-01T01:00:00+01:00,1970-01-02,1970-01-03\r\n,,,,,\r\n")
    }

    func testBlocksHaveHeadersWithoutRows() {
        var writer = CSVWriter()
        writer.block([Row]())
        writer.block(Row?.none, named: "previous")
        writer.block(Row(name: "a,b", count: 1), named: "x")
        writer.header { $0.member("other", 1) }
        writer.row { $0.member("other", 1) }
        XCTAssertEqual(
            text(writer.bytes),
            "name,count\r\n\r\npreviousName,previousCount\r\n\r\nxName,xCount\r\n\"a,b\",1\r\n\r\nother\r\n1\r\n"
        )
    }
}
