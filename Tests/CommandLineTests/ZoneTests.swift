import CompassProgram
import Foundation
import XCTest

@testable import compass

final class ZoneTests: CommandLineTestCase {
    private func page(zone: String) throws -> CommandLineRun {
        try CommandLineRun.run(["social", try data(), "--now", Self.now], environment: ["TZ": zone])
    }

    func testLongNamesOfZonesGetALineOfTheirOwn() throws {
        for zone in ["America/Argentina/Buenos_Aires", "America/North_Dakota/New_Salem"] {
            let lines = try social("--zone", zone).text.split(separator: "\n").map(String.init)
            XCTAssertEqual(lines[2], zone)
            for line in lines { XCTAssertLessThanOrEqual(DisplayText.width(line), 80, line) }
        }
        XCTAssertTrue(try social("--zone", "Europe/London").text.contains("12:00 · Europe/London\n"))
    }

    func testTheEnvironmentMayNameAZoneByItsPath() throws {
        let folder = try folder()
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "/usr/share/zoneinfo/Asia/Kolkata")
        let copy = folder.path + "/copy"
        try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Asia/Kolkata")).write(
            to: URL(fileURLWithPath: copy))
        for (zone, name) in [
            (link, "Asia/Kolkata"), (":" + link, "Asia/Kolkata"), (copy, "copy"), (":" + copy, "copy"),
            ("/usr/share/zoneinfo/Asia/Kolkata", "Asia/Kolkata"),
        ] {
            let run = try page(zone: zone)
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertTrue(run.text.contains("Mar 1, 2026 17:30 · \(name)\n"), run.text)
        }
        for zone in ["/etc/localtime", ":/etc/localtime"]
        where FileManager.default.fileExists(atPath: "/etc/localtime") {
            XCTAssertEqual(try page(zone: zone).status, 0)
        }
        XCTAssertEqual(try page(zone: folder.path + "/none").status, 64)
    }

    func testOfPOSIXRulesOnlyUTCIsAccepted() throws {
        XCTAssertTrue(try page(zone: "UTC0").text.contains("Mar 1, 2026 12:00 · UTC\n"))
        XCTAssertEqual(try page(zone: "EST5EDT").status, 0, "this is a name, too")
        for rule in ["EST5", "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3", ":EST5"] {
            let run = try page(zone: rule)
            XCTAssertEqual(run.status, 64)
            XCTAssertTrue(run.errors.contains("is a POSIX rule"), run.errors)
            XCTAssertTrue(run.errors.contains("--zone"), run.errors)
        }
    }
}
