import Foundation
import TestRandom
import XCTest

@testable import CompassKernel

/// A reproducible random number generator for the time tests.
struct TimeTestRandom: RandomNumberGenerator {
    /// The seed of the numbers; tests print it on failure.
    let seed: UInt64
    private var numbers: SplitMix64

    /// Takes the seed from the environment's `COMPASS_TEST_SEED`, otherwise a fixed one.
    init() {
        seed = ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"].flatMap(UInt64.init) ?? 20_260_210
        numbers = SplitMix64(seed: seed)
    }

    mutating func next() -> UInt64 { numbers.next() }
}

/// Returns a zone from the system's files; fails, rather than skips, if they are missing.
func systemZone(
    _ identifier: String, file: StaticString = #filePath, line: UInt = #line
) throws -> ZoneOffsets {
    do {
        return try ZoneOffsets(identifier: identifier)
    } catch {
        XCTFail(
            "\(error): these tests need the system's time zone files (package tzdata)", file: file,
            line: line)
        throw error
    }
}

/// Returns the bytes of a zone's file from one of the usual places.
func systemZoneBytes(
    _ identifier: String, file: StaticString = #filePath, line: UInt = #line
) throws -> [UInt8] {
    for folder in ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"] {
        if let data = FileManager.default.contents(atPath: "\(folder)/\(identifier)") {
            return [UInt8](data)
        }
    }
    XCTFail("no file of \(identifier): these tests need the package tzdata", file: file, line: line)
    throw ZoneError.unknownZone(identifier)
}

/// Returns the calendar day of a text that is known to be valid.
func day(_ text: String, file: StaticString = #filePath, line: UInt = #line) -> CivilDate {
    do {
        return try CivilDate(parsing: text)
    } catch {
        XCTFail("\(text): \(error)", file: file, line: line)
        return CivilDate(daysSinceEpoch: 0)
    }
}

/// Returns the instant of a text that is known to be valid.
func instant(_ text: String, file: StaticString = #filePath, line: UInt = #line) -> Timestamp {
    do {
        return try Timestamp(parsing: text)
    } catch {
        XCTFail("\(text): \(error)", file: file, line: line)
        return Timestamp(micros: 0)
    }
}

/// Returns the result of the library's parser.
func parseTimestamp(_ bytes: [UInt8]) -> Result<Int64, TimestampError> {
    var micros: Int64 = 0
    let failure = bytes.withUnsafeBufferPointer { buffer -> TimestampError? in
        guard let start = buffer.baseAddress else { return .empty }
        return Timestamp.parse(start, count: buffer.count, into: &micros)
    }
    return failure.map { .failure($0) } ?? .success(micros)
}
