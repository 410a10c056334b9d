import CompassBaseline
import XCTest

@testable import CompassKernel

/// Reading in chunks on several threads gives the same result as one thread, wherever the chunks are split.
final class ParallelReadingTests: XCTestCase {
    private static let threadCounts = [2, 3, 7]
    private static let chunkByteCounts = [1, 4, 9, 40, 100, 333, 1000]

    private enum Reading: Equatable {
        case loaded(IngestReport, [BaselinePost], schools: [String], coaches: [String])
        case failed(LoadError)
    }

    private func read(
        _ document: [UInt8], isLines: Bool, threads: Int, chunkByteCount: Int,
        maxTextBytes: Int = TextColumn.maximumByteCount
    ) -> Reading {
        var options = LoadOptions(maxProblems: 20, threads: threads)
        options.minimumChunkByteCount = chunkByteCount
        options.maxTextBytes = maxTextBytes
        do throws(LoadError) {
            let (table, report) =
                isLines
                ? try PostTable.load(ndjson: document, options: options)
                : try PostTable.load(json: document, options: options)
            XCTAssertEqual(table.checkInvariants(), [])
            return .loaded(
                report, table.allRows, schools: (0..<table.schools.count).map { table.schools.string($0) },
                coaches: (0..<table.coaches.count).map { table.coaches.string($0) })
        } catch {
            return .failed(error)
        }
    }

    private func expectEqualReadings(
        _ document: [UInt8], isLines: Bool, chunkByteCounts: [Int] = chunkByteCounts,
        threadCounts: [Int] = threadCounts, maxTextBytes: Int = TextColumn.maximumByteCount,
        _ name: @autoclosure () -> String, line: UInt = #line
    ) {
        let wanted = read(document, isLines: isLines, threads: 1, chunkByteCount: 1 << 20)
        for chunkByteCount in chunkByteCounts {
            for threads in threadCounts {
                let found = read(
                    document, isLines: isLines, threads: threads, chunkByteCount: chunkByteCount,
                    maxTextBytes: maxTextBytes)
                guard found != wanted else { continue }
                XCTFail(
                    "\(name()), \(threads) threads, pieces of \(chunkByteCount): "
                        + "\(String(describing: found).prefix(600)), wanted "
                        + "\(String(describing: wanted).prefix(600))", line: line)
            }
        }
    }

    func testRandomPosts() {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(25) {
            var random = random.forRound(round)
            let isLines = random.oneIn(3)
            let document = RandomDocument.posts(
                rowCount: random.element([1, 3, 10, 40]), isLines: isLines, random: random)
            expectEqualReadings(
                document, isLines: isLines, "COMPASS_TEST_SEED=\(random.seed), round \(round)")
        }
    }

    func testRecordsInSeveralSegments() {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(40) {
            var random = random.forRound(round)
            let isLines = random.oneIn(3)
            let document = RandomDocument.posts(
                rowCount: random.element([2, 10, 40, 90]), isLines: isLines, random: random)
            expectEqualReadings(
                document, isLines: isLines, chunkByteCounts: [9, 333, 1 << 20], threadCounts: [1, 3],
                maxTextBytes: random.element([600, 1_000, 4_000]),
                "COMPASS_TEST_SEED=\(random.seed), round \(round)")
        }
    }

    func testDamagedPosts() {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(400) {
            var random = random.forRound(round)
            let isLines = random.oneIn(3)
            var document = RandomDocument.posts(
                rowCount: random.int(1...12), isLines: isLines, random: random)
            let place = random.int(0...document.count - 1)
            switch random.int(0...2) {
            case 0: document[place] = random.element(Array("\"\\{}[],:x\n".utf8) + [0xFF])
            case 1: document.remove(at: place)
            default: document.removeLast(document.count - place)
            }
            expectEqualReadings(
                document, isLines: isLines, chunkByteCounts: [9, 100], threadCounts: [3],
                "COMPASS_TEST_SEED=\(random.seed), round \(round)")
        }
    }

    /// Texts and nested objects that look exactly like rows where a chunk would begin.
    func testWhatLooksLikeRowsInsideOfRows() {
        let row = #"{"id":"a","platform":"twitter","post_date":"2024-01-01T00:00:00Z","school_id":"s1"}"#
        let quoted = row.replacing("\"", with: "\\\"")
        let inText =
            #"{"id":"b","platform":"twitter","post_date":"2024-01-02T00:00:00Z","notes":"x},\#(quoted),\#(quoted)"}"#
        let nested =
            #"{"id":"c","x":[\#(row),\#(row),{"y":[\#(row), \#(row)]}],"platform":"instagram","post_date":"2024-01-03T00:00:00Z"}"#
        let rows = [row, inText, nested, nested, inText, row, nested]
        let array = Array(("[" + rows.joined(separator: ",") + "]").utf8)
        let lines = Array(rows.joined(separator: "\n").utf8)
        let chunkByteCounts = Array(1...300)
        expectEqualReadings(
            array, isLines: false, chunkByteCounts: chunkByteCounts, threadCounts: [2], "array")
        expectEqualReadings(
            lines, isLines: true, chunkByteCounts: chunkByteCounts, threadCounts: [2], "lines")
        for length in stride(from: 0, to: array.count, by: 3) {
            expectEqualReadings(
                Array(array[..<length]), isLines: false, chunkByteCounts: [20, 130], threadCounts: [2],
                "array cut off at \(length)")
        }
    }

    func testAnArrayThatEndsBehindACommaIsMalformed() {
        let row = #"{"id":"1","platform":"twitter","post_date":"2024-01-01T00:00:00Z"}"#
        for end in [",", ", ", ",\n"] {
            let document = Array(("[" + Array(repeating: row, count: 9).joined(separator: ",") + end).utf8)
            expectEqualReadings(document, isLines: false, "ends with \(end)")
            guard
                case .failed(.malformedDocument(let error)) = read(
                    document, isLines: false, threads: 2, chunkByteCount: 100)
            else {
                XCTFail("was loaded")
                continue
            }
            XCTAssertEqual(error.byteOffset, document.count)
            XCTAssertEqual(error.reason, .unexpectedEnd)
        }
    }

    func testATextThatIsTooLargeForASegment() {
        let rows = (0..<40).map {
            let notes = String(repeating: "x", count: $0 == 30 ? 256 : 10)
            return
                #"{"id":"\#($0)","platform":"twitter","post_date":"2024-01-01T00:00:00Z","notes":"\#(notes)"}"#
        }
        // The document is also malformed, but after the row that exceeds the limit.
        for document in ["[\(rows.joined(separator: ","))]", "[\(rows.joined(separator: ",")),]"] {
            for threads in [1, 2, 3, 7] {
                var options = LoadOptions(threads: threads)
                options.minimumChunkByteCount = 200
                options.maxTextBytes = 255
                XCTAssertThrowsError(try PostTable.load(json: Array(document.utf8), options: options)) {
                    error in
                    let wanted = LoadError.columnTooLarge(column: "notes", maximumByteCount: 255)
                    XCTAssertEqual(error as? LoadError, wanted, "\(threads) threads")
                }
                options.maxTextBytes = 256
                let isArray = document.hasSuffix("}]")
                XCTAssertEqual(
                    (try? PostTable.load(json: Array(document.utf8), options: options)) != nil, isArray)
            }
        }
    }
}
