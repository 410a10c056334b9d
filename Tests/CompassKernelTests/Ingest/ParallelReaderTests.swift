import XCTest

@testable import CompassKernel

/// Documents split into tiny chunks give the same table and report as a single thread.
final class ParallelReaderTests: XCTestCase {
    private func expectTableOfOneThread(
        _ text: String, _ format: DocumentFormat = .json, sizes: [Int] = [1, 5, 8, 13, 64, 300],
        threads: [Int] = [2, 3, 8], _ label: String = "", file: StaticString = #filePath, line: UInt = #line
    ) {
        let bytes = Array(text.utf8)
        let expected = PostLoad(bytes, format, file: file, line: line)
        for size in sizes {
            for threadCount in threads {
                let load = PostLoad(
                    bytes, format, options: pieces(of: size, threads: threadCount), file: file, line: line)
                guard load == expected else {
                    return XCTFail(
                        "pieces of \(size), \(threadCount) threads: \(load) instead of \(expected) \(label)",
                        file: file, line: line)
                }
            }
        }
    }

    /// Rows with different schools, so that codes depend on the order of merging.
    private func rows(_ count: Int, content: (Int) -> String = { "text \($0)" }) -> [String] {
        (0..<count).map { number in
            postJSON(
                "id-\(number)", "2026-02-\(10 + number % 9)T12:00:00Z",
                ",\"school_id\":\"s\(number * 7 % 11)\",\"coach_id\":\(number % 5)"
                    + ",\"post_content\":\"\(content(number))\"")
        }
    }

    private func array(_ rows: [String], separator: String = ",") -> String {
        "[" + rows.joined(separator: separator) + "]"
    }

    func testEveryNumberOfThreads() {
        expectTableOfOneThread(array(rows(40)), sizes: [100], threads: Array(0...8))
        expectTableOfOneThread(rows(40).joined(separator: "\n"), .ndjson, sizes: [100], threads: Array(0...8))
    }

    func testEmptyAndTinyDocuments() {
        for text in ["[]", " [ ] ", "[{}]", "[{},{}]", "", "[", "[{}", "[{},", "[{},]", "[1]", "{}", "]"] {
            expectTableOfOneThread(text, sizes: [1, 2, 3])
            expectTableOfOneThread(text, .ndjson, sizes: [1, 2, 3])
        }
        expectTableOfOneThread("\u{feff}" + array(rows(3)), sizes: [1, 8])
        expectTableOfOneThread("\u{feff}" + rows(3).joined(separator: "\n"), .ndjson, sizes: [1, 8])
    }

    func testTextThatLooksLikeRows() {
        let tricky = #"},{\"id\":\"no row\",\"platform\":\"twitter\"},{\"},{\""#
        expectTableOfOneThread(array(rows(30) { "\($0) \(tricky)" }))
        expectTableOfOneThread(
            array(rows(30) { _ in String(repeating: "},{", count: 10) }), sizes: [4, 5, 16])
        expectTableOfOneThread(rows(30) { "\($0) \(tricky)" }.joined(separator: "\n"), .ndjson)
    }

    func testObjectsInRowsThatLookLikeRows() {
        let nested = rows(20).enumerated().map { number, row in
            let inner = rows(3).joined(separator: "},{")
            return String(row.dropLast())
                + ",\"nested\":[{\"a\":1},{\"b\":[\(inner)]},{\"id\":\"inner \(number)\"}]}"
        }
        expectTableOfOneThread(array(nested))
        expectTableOfOneThread(array(nested, separator: " ,\n\t"))
    }

    func testSpacesBetweenRows() {
        for separator in [" , ", ",\n", "\n,", "  \t,\r\n  "] {
            expectTableOfOneThread(array(rows(20), separator: separator))
        }
    }

    func testBlankLinesAndOtherLineEnds() {
        let lines = rows(20)
        for separator in ["\n", "\r\n", "\n\n\n", " \n \t\n"] {
            expectTableOfOneThread(lines.joined(separator: separator), .ndjson)
            expectTableOfOneThread(separator + lines.joined(separator: separator) + separator, .ndjson)
        }
        expectTableOfOneThread(String(repeating: "\n", count: 500), .ndjson)
    }

    func testHugeRowsSpanSeveralPieces() {
        let mixed = rows(12) { String(repeating: "x", count: $0 % 4 == 1 ? 2000 : 3) }
        expectTableOfOneThread(array(mixed))
        expectTableOfOneThread(mixed.joined(separator: "\n"), .ndjson)
        expectTableOfOneThread(
            array(rows(1) { _ in String(repeating: "},{\\\"", count: 400) }), sizes: [5, 64])
    }

    func testElementsThatAreNoObjects() {
        let elements = ["1", "null", "\"},{\\\"\"", "[{\"a\":1},{\"b\":2}]", "true", "[]", "{}"]
        let mixed = rows(20).enumerated().flatMap { [$1, elements[$0 % elements.count]] }
        expectTableOfOneThread(array(mixed))
    }

    func testProblemsKeepTheirNumbersAndPlaces() {
        let bad = rows(60).enumerated().map { number, row in
            number % 3 == 0 ? "{\"id\":\"\(number)\"}" : String(row.dropLast()) + ",\"sentiment\":\"odd\"}"
        }
        for limit in [0, 1, 7, 1000] {
            let bytes = Array(array(bad).utf8)
            let expected = PostLoad(bytes, options: LoadOptions(maxProblems: limit))
            for size in [40, 200] {
                XCTAssertEqual(
                    PostLoad(bytes, options: pieces(of: size, threads: 3, maxProblems: limit)), expected)
            }
        }
    }

    func testAFaultInEachRow() {
        for number in 0..<24 {
            var faulty = rows(24)
            for fault in ["\"id\" \"", "\u{1}", "}", "{\"id\":01}", "nul", "\"\\x\""] {
                faulty[number] = fault
                expectTableOfOneThread(
                    array(faulty), sizes: [16, 150], threads: [2, 5], "fault \(fault) in row \(number)")
                expectTableOfOneThread(
                    faulty.joined(separator: "\n"), .ndjson, sizes: [90], threads: [3], "fault \(fault)")
            }
        }
    }

    func testFaultsInSeveralPiecesReportTheFirst() {
        var faulty = rows(30)
        for number in stride(from: 29, through: 2, by: -3) {
            faulty[number] = "{\"id\":?}"
            expectTableOfOneThread(array(faulty), sizes: [16, 150], threads: [2, 5])
        }
    }

    func testTruncationAtEveryByte() {
        let text = array(rows(4))
        for count in 0..<text.utf8.count {
            expectTableOfOneThread(String(text.prefix(count)), sizes: [8, 70], threads: [2])
        }
    }

    func testReplacedRowsAndMixedIDs() {
        let uuid = "00112233-4455-6677-8899-aabbccddeeff"
        var mixed = rows(30)
        for number in [3, 17, 29] { mixed[number] = postJSON(uuid, "2026-01-0\(1 + number % 9)T00:00:00Z") }
        mixed[20] = mixed[5]
        expectTableOfOneThread(array(mixed))
        let uuids = (0..<30).map { postJSON(PackedUUID(high: 1, low: UInt64($0)).description) }
        expectTableOfOneThread(
            array(uuids + ["{\"id\":\"last\",\"platform\":\"twitter\",\"post_date\":\"2026-01-01T00:00Z\"}"]))
    }

    func testRandomDocuments() {
        let parts = ["},{\"", "{", "}", "[", ",", "\\\"", "\\\\", "é", "🏈", " ", "\\n", "id"]
        for round in 0..<SeededRandom.rounds(25) {
            var random = SeededRandom(round: round)
            let document = rows(1 + random.below(40)) { _ in
                (0..<random.below(30)).map { _ in parts[random.below(parts.count)] }.joined()
            }
            let size = 1 + random.below(200)
            let threads = 2 + random.below(7)
            expectTableOfOneThread(array(document), sizes: [size], threads: [threads], random.label)
            expectTableOfOneThread(
                document.joined(separator: "\n"), .ndjson, sizes: [size], threads: [threads], random.label)
        }
    }
}
