import CompassKernel
import XCTest

@testable import CompassServer

final class ZoneCacheTests: XCTestCase {
    func testZonesAreKeptUpToALimit() throws {
        let cache = ZoneCache(limit: 2)
        for name in ["Asia/Kolkata", "Europe/London", "Asia/Kolkata", "America/New_York", "Europe/London"] {
            XCTAssertEqual(try cache.zone(name), try ZoneOffsets(identifier: name))
        }
        XCTAssertEqual(cache.count, 2)
        for name in ["", "Nowhere", "../UTC", "A/" + String(repeating: "a", count: 10_000)] {
            XCTAssertThrowsError(try cache.zone(name))
        }
        XCTAssertEqual(cache.count, 2)
    }
}
