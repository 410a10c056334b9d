import XCTest

@testable import CompassKernel

final class ZoneDataTests: XCTestCase {
    private func again(_ zone: ZoneOffsets) throws -> ZoneOffsets {
        try ZoneOffsets(identifier: zone.identifier, tzif: zone.tzif)
    }

    func testDataOfAZoneMakeTheSameZone() throws {
        for name in ["America/New_York", "Europe/Dublin", "Africa/Casablanca", "Asia/Kolkata", "UTC", "GMT"] {
            let zone = try ZoneOffsets(identifier: name)
            XCTAssertEqual(try again(zone), zone, name)
            XCTAssertEqual(try again(zone).table.contentHash, zone.table.contentHash, name)
            XCTAssertEqual(try again(zone).tzif, zone.tzif, name)
        }
    }

    func testZonesThatWereNotReadFromDataAreWritten() throws {
        let changes = [
            (-5_000_000_000, 3_600), (-1, -7_200), (0, 0), (1_700_000_000, 3_600), (1 << 40, 45_296),
        ]
        for count in 0...changes.count {
            let table = ZoneTable(
                identifier: "Test", initialOffsetSeconds: -17_762,
                changes: changes.prefix(count).map {
                    OffsetSegment(startSecond: Int64($0.0), offsetSeconds: Int64($0.1))
                })
            let zone = ZoneOffsets(table: table)
            XCTAssertEqual(try again(zone), zone)
        }
    }
}
