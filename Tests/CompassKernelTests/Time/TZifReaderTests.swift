import Foundation
import XCTest

@testable import CompassKernel

final class TZifReaderTests: XCTestCase {
    /// Returns TZif data with the given changes; the types are numbered in the order of `offsets`.
    private func tzif(
        version: UInt8 = UInt8(ascii: "2"), offsets: [Int32] = [0],
        changes: [(second: Int64, type: UInt8)] = [], rule: String? = "", leapSeconds: UInt32 = 0
    ) -> [UInt8] {
        func block(timeLength: Int) -> [UInt8] {
            let counts = [0, 0, leapSeconds, UInt32(changes.count), UInt32(offsets.count), 4]
            var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
            bytes += counts.flatMap { bigEndian($0) }
            for change in changes {
                bytes +=
                    timeLength == 8
                    ? bigEndian(change.second) : bigEndian(Int32(truncatingIfNeeded: change.second))
            }
            bytes += changes.map(\.type)
            bytes += offsets.flatMap { bigEndian($0) + [0, 0] }
            bytes += Array("ABC\0".utf8)
            return bytes + [UInt8](repeating: 0, count: Int(leapSeconds) * (timeLength + 4))
        }
        if version == 0 { return block(timeLength: 4) }
        return block(timeLength: 4) + block(timeLength: 8) + (rule.map { Array("\n\($0)\n".utf8) } ?? [])
    }

    private func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    private func reason(_ bytes: [UInt8]) -> String? {
        do {
            _ = try ZoneOffsets(identifier: "Test/Zone", tzif: bytes)
            return nil
        } catch .malformed("Test/Zone", let reason) {
            return reason
        } catch {
            XCTFail("\(error)")
            return nil
        }
    }

    private func offset(_ zone: ZoneOffsets, _ second: Int64) -> Int {
        zone.offsetSeconds(at: Timestamp(micros: second * 1_000_000))
    }

    func testVersionsOneToFour() throws {
        for version in [0, UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")] {
            let bytes = tzif(
                version: version, offsets: [-600, 3_600, 0], changes: [(0, 1), (1_000, 2)], rule: "ABC0")
            let zone = try ZoneOffsets(identifier: "Test/Zone", tzif: bytes)
            XCTAssertEqual(
                [-1, 0, 999, 1_000, 9_000_000_000].map { offset(zone, $0) }, [-600, 3_600, 3_600, 0, 0])
            XCTAssertEqual(zone.identifier, "Test/Zone")
        }
    }

    func testLaterVersionsUseTheSecondBlock() throws {
        let far: Int64 = -10_000_000_000
        let zone = try ZoneOffsets(
            identifier: "Test/Zone", tzif: tzif(offsets: [0, 60], changes: [(far, 1)]))
        XCTAssertEqual([far - 1, far].map { offset(zone, $0) }, [0, 60])
    }

    func testRuleFollowsTheLastChange() throws {
        // The last listed change is on 2007-11-04; the rule adds 2008-03-09 and all later ones.
        let bytes = tzif(
            offsets: [-14_400, -18_000], changes: [(1_194_156_000, 1)], rule: "EST5EDT,M3.2.0,M11.1.0")
        let zone = try ZoneOffsets(identifier: "Test/Zone", tzif: bytes)
        let newYork = try systemZone("America/New_York")
        for second in stride(from: Int64(1_190_000_000), to: 30_000_000_000, by: 432_000) {
            guard offset(zone, second) == offset(newYork, second) else {
                return XCTFail("second \(second)")
            }
        }
    }

    func testRuleWithoutChangesHoldsForAllTime() throws {
        let zone = try ZoneOffsets(
            identifier: "Test/Zone", tzif: tzif(offsets: [-18_000], rule: "EST5EDT,M3.2.0,M11.1.0"))
        for (text, expected) in [
            ("1000-07-01T00:00Z", -14_400), ("1000-01-01T00:00Z", -18_000), ("1969-07-01T00:00Z", -14_400),
            ("1970-01-01T00:00Z", -18_000), ("2026-07-01T00:00Z", -14_400), ("2369-07-01T00:00Z", -14_400),
            ("2371-07-01T00:00Z", -14_400), ("9999-12-01T00:00Z", -18_000),
        ] {
            XCTAssertEqual(zone.offsetSeconds(at: instant(text)), expected, text)
        }
        let fixed = try ZoneOffsets(identifier: "Test/Zone", tzif: tzif(offsets: [0], rule: "<-05>5"))
        XCTAssertEqual(fixed.offsetSeconds(at: Timestamp(micros: .min)), -18_000)
    }

    func testAChangeBeforeAllTimesLeavesTheRuleInForce() throws {
        // The first once overflowed, the second is the beginning of the universe as written in files, and the
        // third is the last that is before all supported times.
        for second: Int64 in [.min, -(1 << 59), -(1 << 44) - 1] {
            let bytes = tzif(
                offsets: [-14_400, -18_000], changes: [(second, 1)], rule: "EST5EDT,M3.2.0,M11.1.0")
            let zone = try ZoneOffsets(identifier: "Test/Zone", tzif: bytes)
            for (text, expected) in [
                ("1000-07-01T00:00Z", -14_400), ("2026-01-01T00:00Z", -18_000),
                ("2026-07-01T00:00Z", -14_400), ("9999-07-01T00:00Z", -14_400),
            ] {
                XCTAssertEqual(zone.offsetSeconds(at: instant(text)), expected, "\(second), \(text)")
            }
        }
        let reachable = tzif(offsets: [0, 60], changes: [(-(1 << 44), 1)], rule: "ABC0BCD,J1,J2")
        XCTAssertNoThrow(try ZoneOffsets(identifier: "Test/Zone", tzif: reachable))
    }

    func testEmptyRuleKeepsTheLastOffset() throws {
        let zone = try ZoneOffsets(
            identifier: "Test/Zone", tzif: tzif(offsets: [0, 60], changes: [(5, 1)], rule: ""))
        XCTAssertEqual(zone.offsetSeconds(at: Timestamp(micros: .max)), 60)
    }

    func testChangesFarBeyondAnyTimestampAreLeftOut() throws {
        let changes: [(Int64, UInt8)] = [(.min, 1), (-(1 << 59), 2), (0, 3), (1 << 59, 1), (.max, 2)]
        let bytes = tzif(offsets: [0, 60, 120, 180], changes: changes, rule: "ABC0BCD,J1,J2")
        let zone = try ZoneOffsets(identifier: "Test/Zone", tzif: bytes)
        XCTAssertEqual(
            [-9_000_000_000_000, -1, 0, 9_000_000_000_000].map { offset(zone, $0) }, [120, 120, 180, 180])
        XCTAssertEqual(zone.table.segments.count, 3)
    }

    func testMalformedDataHaveTheirReason() {
        var damaged = tzif()
        damaged[44 + 6 + 4] = 0
        let cases: [(bytes: [UInt8], reason: String)] = [
            ([], "the data end within a header"),
            (Array("TZif".utf8), "the data end within a header"),
            ([UInt8](repeating: 65, count: 100), "a header does not begin with TZif"),
            (damaged, "a header does not begin with TZif"),
            (tzif(version: 1), "unknown version"),
            (tzif(offsets: []), "there is no offset"),
            (tzif(offsets: [93_600]), "an offset of 93600 seconds"),
            (tzif(offsets: [.min]), "an offset of -2147483648 seconds"),
            (tzif(changes: [(5, 1)]), "a time refers to a type that does not exist"),
            (tzif(changes: [(5, 0), (5, 0)]), "times are not in ascending order"),
            (tzif(changes: [(5, 0), (4, 0)]), "times are not in ascending order"),
            (tzif(leapSeconds: 1), "its times count leap seconds"),
            (tzif(rule: nil), "the rule for later years is not between line feeds"),
            (tzif().dropLast(), "the rule for later years is not between line feeds"),
            (tzif(rule: "ABC"), "the rule for later years is unreadable: ABC"),
            (tzif(version: 0).dropLast(), "the data end within a block"),
        ]
        for (bytes, expected) in cases { XCTAssertEqual(reason(bytes), expected) }
    }

    func testHugeCountsAreRefused() {
        for position in 20..<44 {
            var bytes = tzif(rule: "ABC0")
            bytes[position] = 0xff
            XCTAssertNotNil(reason(bytes), "byte \(position)")
            bytes = tzif(rule: "ABC0")
            bytes[54 + position] = 0xff
            XCTAssertNotNil(reason(bytes), "byte \(54 + position)")
        }
    }

    /// Calls every method of a zone; the results must be consistent, whatever its data.
    private func exercise(_ zone: ZoneOffsets, _ starts: UnsafeMutableBufferPointer<Int64>) {
        for second: Int64 in [-9_000_000_000_000, -3_000_000_000, 0, 1_770_000_000, 90_000_000_000] {
            let timestamp = Timestamp(micros: second * 1_000_000)
            let date = zone.civilDate(at: timestamp)
            XCTAssertLessThan(abs(zone.offsetSeconds(at: timestamp)), 93_600)
            XCTAssertTrue((0..<86_400_000_000).contains(zone.microsOfDay(at: timestamp)))
            zone.startsOfDays(from: date, count: starts.count, into: starts)
            XCTAssertEqual(starts[0], zone.startOfDay(date).micros)
            for index in 1..<starts.count where starts[index - 1] > starts[index] {
                XCTFail("days out of order")
            }
            _ = zone.shifting(timestamp, byDays: -30)
            _ = zone.shifting(timestamp, byMonths: 1_000)
            XCTAssertLessThanOrEqual(zone.offsetSpan(around: timestamp).start, timestamp)
        }
    }

    func testEveryTruncationAndDamagedByteGivesAnErrorOrAUsableZone() throws {
        let starts = UnsafeMutableBufferPointer<Int64>.allocate(capacity: 10)
        defer { starts.deallocate() }
        for identifier in ["America/Nuuk", "Pacific/Apia"] {
            let bytes = try systemZoneBytes(identifier)
            let undamaged = try ZoneOffsets(identifier: identifier, tzif: bytes)
            XCTAssertEqual(undamaged, try systemZone(identifier))
            for length in bytes.indices {
                XCTAssertThrowsError(
                    try ZoneOffsets(identifier: identifier, tzif: bytes.prefix(length)), "\(length) bytes")
            }
            var usableCount = 0
            for position in bytes.indices {
                for flipped: UInt8 in [0x01, 0x80, 0xff] {
                    var damaged = bytes
                    damaged[position] ^= flipped
                    if let zone = try? ZoneOffsets(identifier: identifier, tzif: damaged) {
                        exercise(zone, starts)
                        usableCount += 1
                    }
                }
            }
            XCTAssertGreaterThan(usableCount, 100)
        }
    }

    func testRandomBytesNeverTrap() {
        var random = TimeTestRandom()
        let starts = UnsafeMutableBufferPointer<Int64>.allocate(capacity: 10)
        defer { starts.deallocate() }
        for _ in 0..<500 {
            let count = UInt8.random(in: 0...20, using: &random)
            let offsets = (0...3).map { _ in Int32.random(in: -93_599...93_599, using: &random) }
            var seconds = (0..<count).map { _ in
                Int64(bitPattern: random.next()) >> Int64.random(in: 0...60, using: &random)
            }
            seconds = Set(seconds).sorted()
            let changes = seconds.map { ($0, UInt8.random(in: 0...3, using: &random)) }
            let rule = ["", "A", "ABC5", "ABC-3BCD,M3.5.0/-167,M3.5.1/167", "ABC25:59BCD,J365/167,0/-167"]
                .randomElement(using: &random)!
            let bytes = tzif(offsets: offsets, changes: changes, rule: rule)
            guard let zone = try? ZoneOffsets(identifier: "Test/Zone", tzif: bytes) else { continue }
            exercise(zone, starts)
        }
    }

    func testEveryZoneOfTheSystemIsReadable() throws {
        let starts = UnsafeMutableBufferPointer<Int64>.allocate(capacity: 10)
        defer { starts.deallocate() }
        let identifiers = TimeZone.knownTimeZoneIdentifiers
        XCTAssertGreaterThan(identifiers.count, 300)
        var readCount = 0
        for identifier in identifiers {
            // The platform's own list may be newer or older than the system's files.
            do {
                let zone = try ZoneOffsets(identifier: identifier)
                exercise(zone, starts)
                readCount += 1
            } catch .unknownZone {
                continue
            } catch {
                XCTFail("\(error)")
            }
        }
        XCTAssertGreaterThan(readCount, 300, "the package tzdata is needed")
    }
}
