import Foundation
import XCTest

@testable import CompassKernel

final class ZoneFilesTests: XCTestCase {
    private func error(_ identifier: String, folder: String? = nil) -> ZoneError? {
        do {
            _ =
                try folder.map { try ZoneOffsets(identifier: identifier, folder: $0) }
                ?? ZoneOffsets(identifier: identifier)
            return nil
        } catch {
            return error as? ZoneError
        }
    }

    func testNamesOfUTCNeedNoFile() throws {
        for identifier in ["UTC", "GMT", "Z", "Etc/UTC"] {
            let zone = try ZoneOffsets(identifier: identifier, folder: "/nonexistent")
            XCTAssertEqual(zone.identifier, identifier)
            XCTAssertEqual(zone.offsetSeconds(at: Timestamp(micros: .max)), 0)
        }
        XCTAssertEqual(try ZoneOffsets(identifier: "UTC"), .utc)
    }

    func testNamesThatCannotBeZonesAreRefusedUnread() {
        for identifier in [
            "", "/etc/passwd", "..", "../etc/passwd", "America/../../../etc/passwd", "./UTC", "America//York",
            "America/", "Amer\u{0}ica", "America/New York", "Europe/Zürich", ".hidden", "a\\b",
            String(repeating: "a", count: 256),
        ] {
            XCTAssertEqual(error(identifier), .invalidIdentifier(identifier))
            XCTAssertEqual(error(identifier, folder: "/usr/share/zoneinfo"), .invalidIdentifier(identifier))
        }
    }

    func testUnknownZones() {
        XCTAssertEqual(error("Mars/Olympus_Mons"), .unknownZone("Mars/Olympus_Mons"))
        XCTAssertEqual(error("America"), .unknownZone("America"))
        XCTAssertEqual(error("UTC/UTC", folder: "/nonexistent"), .unknownZone("UTC/UTC"))
        XCTAssertEqual(error("America/New_York/City"), .unknownZone("America/New_York/City"))
    }

    func testFilesThatAreNoZones() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "compass-zones-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ data: Data, _ name: String) throws {
            try data.write(to: folder.appendingPathComponent(name))
        }
        try write(Data(), "Empty")
        try write(Data("no zone".utf8), "Text")
        try write(Data(count: 2_000_000), "Huge")
        try write(Data(try systemZoneBytes("Asia/Kolkata")), "Own")

        XCTAssertEqual(
            error("Empty", folder: folder.path),
            .malformed(identifier: "Empty", reason: "the data end within a header"))
        XCTAssertEqual(
            error("Text", folder: folder.path),
            .malformed(identifier: "Text", reason: "the data end within a header"))
        XCTAssertEqual(
            error("Huge", folder: folder.path),
            .unreadable(identifier: "Huge", reason: "the file is too large"))
        let own = try ZoneOffsets(identifier: "Own", folder: folder.path)
        XCTAssertEqual(own.offsetSeconds(at: Timestamp(micros: 0)), 19_800)
        XCTAssertNotEqual(own, try systemZone("Asia/Kolkata"), "the name belongs to the zone")
    }

    #if os(Linux)
        /// Reading the start of a process's memory, which is not mapped, fails although opening it works.
        func testAFileThatCannotBeReadIsNotTakenForAnEmptyOne() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "compass-unreadable-\(ProcessInfo.processInfo.processIdentifier)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent("Memory").path, withDestinationPath: "/proc/self/mem")
            XCTAssertEqual(
                error("Memory", folder: folder.path),
                .unreadable(identifier: "Memory", reason: String(cString: strerror(EIO))))
        }
    #endif

    func testFolderOfTheEnvironmentComesFirst() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "compass-tzdir-\(ProcessInfo.processInfo.processIdentifier)")
        let previous = ProcessInfo.processInfo.environment["TZDIR"]
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        setenv("TZDIR", folder.path, 1)
        defer {
            if let previous { setenv("TZDIR", previous, 1) } else { unsetenv("TZDIR") }
            try? FileManager.default.removeItem(at: folder)
        }
        let kolkata = Data(try systemZoneBytes("Asia/Kolkata"))
        try kolkata.write(to: folder.appendingPathComponent("Singapore"))
        let zone = try ZoneOffsets(identifier: "Singapore")
        XCTAssertEqual(zone.offsetSeconds(at: instant("2026-02-10T00:00Z")), 19_800)
        // Zones missing from it are read from the system's folders.
        let tokyo = try systemZone("Asia/Tokyo")
        XCTAssertEqual(tokyo.offsetSeconds(at: instant("2026-02-10T00:00Z")), 32_400)
    }

    func testErrorsNameTheZone() {
        let errors: [ZoneError] = [
            .invalidIdentifier("A/B"), .unknownZone("A/B"), .unreadable(identifier: "A/B", reason: "why"),
            .malformed(identifier: "A/B", reason: "why"),
        ]
        for error in errors { XCTAssert(error.description.contains("A/B")) }
        XCTAssertEqual(Set(errors.map(\.description)).count, errors.count)
    }

    func testEqualZonesHashEqually() throws {
        let first = try systemZone("Europe/London")
        let second = try systemZone("Europe/London")
        XCTAssertEqual(first, second)
        XCTAssertEqual(first.hashValue, second.hashValue)
        XCTAssertNotEqual(first, try systemZone("America/New_York"))
    }
}
