import Foundation
import XCTest

@testable import CompassKernel

/// Damaged text must give exactly the same result as the slow reference parser.
final class TimestampDamageTests: XCTestCase {
    private let reference = ReferenceTimestampParser()
    private let texts = [
        "2026-02-10T14:30:00.123456+00:00", "2024-02-29 23:59:59-05", "2026-12-31T00:00:00Z",
        "1999-10-09T08:07:06.5-04:56:02", "12345-06-07t08:09", "2026-02-10 14:30:00.1234567+0530",
    ]

    private func expectAgreement(_ bytes: [UInt8], file: StaticString = #filePath, line: UInt = #line) {
        let expected = reference.parse(bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        switch parseTimestamp(bytes) {
        case .success(let micros):
            if micros != expected {
                let wanted = expected.map(String.init) ?? "no instant"
                XCTFail("\(text): \(micros), not \(wanted)", file: file, line: line)
            }
        case .failure(let reason):
            if let expected {
                XCTFail("\(text): \(reason), not \(expected)", file: file, line: line)
            }
        }
    }

    func testEveryTruncation() {
        for text in texts {
            let bytes = Array(text.utf8)
            for length in 0...bytes.count { expectAgreement(Array(bytes.prefix(length))) }
            for start in 0...bytes.count { expectAgreement(Array(bytes.suffix(from: start))) }
        }
    }

    func testEveryValueOfEveryByte() {
        for text in texts {
            let bytes = Array(text.utf8)
            for position in bytes.indices {
                var damaged = bytes
                for value in UInt8.min...UInt8.max {
                    damaged[position] = value
                    expectAgreement(damaged)
                }
            }
        }
    }

    func testEveryByteRemovedAndUsualBytesInserted() {
        for text in texts {
            let bytes = Array(text.utf8)
            for position in bytes.indices {
                var shorter = bytes
                shorter.remove(at: position)
                expectAgreement(shorter)
                for value in Array("0159:-+.TZ \u{0}\u{7f}".utf8) + [0x80, 0xff] {
                    var longer = bytes
                    longer.insert(value, at: position)
                    expectAgreement(longer)
                }
            }
        }
    }

    func testRandomShapes() {
        var random = TimeTestRandom()
        for _ in 0..<20_000 { expectAgreement(TimestampParsingTests.randomText(using: &random)) }
    }

    func testNothingBeyondTheTextIsRead() throws {
        let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
        let pages = try XCTUnwrap(
            mmap(nil, 2 * pageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0))
        defer { munmap(pages, 2 * pageSize) }
        // The second page is not readable: reading one byte too far crashes the test process.
        XCTAssertEqual(mprotect(pages + pageSize, pageSize, PROT_NONE), 0)
        for text in texts {
            let bytes = Array(text.utf8)
            for length in 1...bytes.count {
                let start = (pages + (pageSize - length)).assumingMemoryBound(to: UInt8.self)
                for index in 0..<length { start[index] = bytes[index] }
                var micros: Int64 = 0
                let failure = Timestamp.parse(start, count: length, into: &micros)
                XCTAssertEqual(failure == nil ? micros : nil, reference.parse(Array(bytes[..<length])))
                var days: Int32 = 0
                _ = CivilDate.parse(start, count: length, into: &days)
            }
        }
    }
}
