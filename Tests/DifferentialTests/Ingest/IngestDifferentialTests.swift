import CompassBaseline
import XCTest

@testable import CompassKernel

/// Kernel and baseline agree on random documents: on report and rows, or on error and position.
final class IngestDifferentialTests: XCTestCase {
    private static let rowCounts = [0, 1, 1, 2, 3, 5, 8, 13, 40, 63, 64, 65, 130]

    private func expectAgreement(
        ofPosts document: [UInt8], isLines: Bool, _ name: @autoclosure () -> String, line: UInt = #line
    ) {
        let found = IngestOutcome<BaselinePost>(kernelReadingPosts: document, isLines: isLines)
        let wanted = IngestOutcome<BaselinePost>(baselineReadingPosts: document, isLines: isLines)
        if let difference = found.difference(from: wanted) {
            XCTFail(
                "\(name()): \(difference)\n\(String(decoding: document.prefix(3000), as: UTF8.self))",
                line: line)
        }
    }

    func testRandomPosts() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(400) {
            var random = random.forRound(round)
            let isLines = random.oneIn(3)
            let document = RandomDocument.posts(
                rowCount: random.element(Self.rowCounts), isLines: isLines, random: random)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            expectAgreement(ofPosts: document, isLines: isLines, name)
            let table = isLines ? try? PostTable.load(ndjson: document) : try? PostTable.load(json: document)
            XCTAssertEqual(table?.table.checkInvariants() ?? [], [], name)
        }
    }

    func testRandomSchools() {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(200) {
            var random = random.forRound(round)
            let isLines = random.oneIn(3)
            let document = RandomDocument.schools(
                rowCount: random.element(Self.rowCounts), isLines: isLines, random: random)
            let found = IngestOutcome<BaselineSchool>(kernelReadingSchools: document, isLines: isLines)
            let wanted = IngestOutcome<BaselineSchool>(baselineReadingSchools: document, isLines: isLines)
            if let difference = found.difference(from: wanted) {
                XCTFail("COMPASS_TEST_SEED=\(random.seed), round \(round): \(difference)")
            }
        }
    }

    func testEveryEdgeOfTimesInEveryTimeField() {
        for edge in TimeTexts.edges {
            for field in ["post_date", "created_at", "updated_at"] {
                let date = field == "post_date" ? "" : #""post_date":"2024-01-01T00:00:00Z","#
                let document = #"[{"id":"1","platform":"twitter",\#(date)"\#(field)":"\#(edge)"}]"#
                expectAgreement(ofPosts: Array(document.utf8), isLines: false, "\(field) \"\(edge)\"")
            }
        }
    }

    /// Flipped, removed, added or duplicated bytes, and truncated documents.
    func testDamagedPosts() {
        let random = SeededRandom()
        let meaningful =
            Array("\"\\{}[],:-+.eEu0 9tfn/\n\r\t".utf8) + [0x00, 0x01, 0x80, 0xC3, 0xED, 0xF0, 0xFF]
        for round in 0..<SeededRandom.rounds(3000) {
            var random = random.forRound(round)
            let isLines = random.oneIn(3)
            var document = RandomDocument.posts(rowCount: random.int(0...4), isLines: isLines, random: random)
            for _ in 0..<random.int(1...3) where !document.isEmpty {
                let place = random.int(0...document.count - 1)
                switch random.int(0...6) {
                case 0: document[place] ^= 1 << UInt8(random.int(0...7))
                case 1: document[place] = random.element(meaningful)
                case 2: document.remove(at: place)
                case 3: document.insert(random.element(meaningful), at: place)
                case 4: document.insert(document[place], at: place)
                case 5: document.removeSubrange(place..<min(document.count, place + random.int(1...40)))
                default: document.removeLast(document.count - place)
                }
            }
            expectAgreement(
                ofPosts: document, isLines: isLines, "COMPASS_TEST_SEED=\(random.seed), round \(round)")
        }
    }

    /// The reader predicts the keys of the previous row and the bytes between them.
    func testRowsWhoseWhiteSpaceDiffersFromTheRowBefore() {
        let spaces = ["", " ", "\n", "\t\r\n  "]
        let values = ["\"1\"", "1", "null", "true", "{}", "[]"]
        for before in spaces {
            for after in spaces {
                for value in values {
                    let rows = [before, after].map { #"{"id":"1","x"\#($0):\#($0)\#(value)\#($0)}"# }
                    let document = "[" + rows.joined(separator: ",") + "]"
                    expectAgreement(ofPosts: Array(document.utf8), isLines: false, document)
                    let broken = document.replacing(value, with: "\u{1}")
                    expectAgreement(ofPosts: Array(broken.utf8), isLines: false, broken)
                }
            }
        }
    }

    /// Control characters where the previous row had a key that is too long to be predicted.
    func testControlCharactersInPlaceOfALongKey() {
        let long = #""a_key_of_more_than_thirty_two_bytes_in_all":1"#
        let tail = String(repeating: "x", count: 40)
        for byte in (0...0x20).map(UInt8.init) {
            let text = #"[{"id":"1",\#(long)},{"id":"1"?,"notes":"\#(tail)"},{?"id":"\#(tail)"}]"#
            let document = Array(text.utf8).map { $0 == UInt8(ascii: "?") ? byte : $0 }
            expectAgreement(ofPosts: document, isLines: false, "byte \(byte)")
        }
    }

    func testNestingUpToAndBeyondTheLimit() {
        for depth in 505...516 {
            for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
                let middle = open == "[" ? "" : "1"
                let value =
                    String(repeating: open, count: depth) + middle + String(repeating: close, count: depth)
                let row = #"{"id":"1","platform":"twitter","post_date":"2024-01-01T00:00Z","x":\#(value)}"#
                for (document, isLines) in [
                    ("[\(row)]", false), (row, true), ("[\(value)]", false), (value, true),
                ] {
                    expectAgreement(ofPosts: Array(document.utf8), isLines: isLines, "\(depth) × \(open)")
                }
            }
        }
    }

    func testProblemsAreCountedBeyondThoseThatAreListed() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(20) {
            let document = RandomDocument.posts(rowCount: 60, isLines: false, random: random.forRound(round))
            let (_, whole) = try PostTable.load(json: document, options: LoadOptions(maxProblems: .max))
            XCTAssertEqual(whole.problems.count, whole.skipped + whole.warnings)
            for limit in [0, 1, 7] {
                let (_, report) = try PostTable.load(json: document, options: LoadOptions(maxProblems: limit))
                XCTAssertEqual(report.problems, Array(whole.problems.prefix(limit)))
                XCTAssertEqual([report.skipped, report.warnings], [whole.skipped, whole.warnings])
            }
        }
    }
}
