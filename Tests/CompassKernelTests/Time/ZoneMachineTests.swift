import Foundation
import XCTest

@testable import CompassKernel

final class ZoneMachineTests: XCTestCase {
    private var variable: String?

    override func setUp() { variable = ProcessInfo.processInfo.environment["TZ"] }

    override func tearDown() { set(variable) }

    private func set(_ value: String?) {
        if let value { setenv("TZ", value, 1) } else { unsetenv("TZ") }
    }

    private func name(_ value: String?) throws -> String {
        set(value)
        return try ZoneOffsets.machine().identifier
    }

    func testTheEnvironmentNamesTheZone() throws {
        XCTAssertEqual(try name("America/New_York"), "America/New_York")
        XCTAssertEqual(try name(":Asia/Kolkata"), "Asia/Kolkata")
        XCTAssertEqual(try name("/usr/share/zoneinfo/posix/Europe/London"), "Europe/London")
        for utc in ["", ":", "UTC", "UTC0", "UTC-0"] { XCTAssertEqual(try name(utc), "UTC") }
    }

    func testAZoneThatDoesNotExistIsAnError() {
        for value in ["Mars/Olympus", "EST5", "/nonexistent/zone", "\u{1}"] {
            XCTAssertThrowsError(try name(value), value) { XCTAssertTrue($0 is ZoneError) }
        }
    }

    func testWithoutTheVariableTheMachineHasAZone() throws {
        XCTAssertFalse(try name(nil).isEmpty)
    }
}
