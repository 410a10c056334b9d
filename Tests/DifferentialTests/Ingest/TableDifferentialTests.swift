import CompassBaseline
import XCTest

@testable import CompassKernel

/// Kernel and baseline agree on the tables that a schema describes: on report and rows, or on error and
/// position; so does the kernel with any number of threads.
final class TableDifferentialTests: XCTestCase {
    private static let rowCounts = [0, 1, 1, 2, 3, 5, 8, 13, 40, 63, 64, 65, 130]

    private func expectAgreement<Record: RandomRecord>(
        _ table: Record.Type, _ document: [UInt8], isLines: Bool, _ name: @autoclosure () -> String,
        line: UInt = #line
    ) {
        let found = IngestOutcome(kernelReading: table, document, isLines: isLines)
        let wanted = IngestOutcome(baselineReading: table, document, isLines: isLines)
        guard let difference = found.difference(from: wanted) else { return }
        XCTFail(
            "\(table), \(name()): \(difference)\n\(String(decoding: document.prefix(3000), as: UTF8.self))",
            line: line)
    }

    private func forEachTable(_ body: (any RandomRecord.Type) throws -> Void) rethrows {
        try body(Event.self)
        try body(Interaction.self)
        try body(Offer.self)
        try body(StatusChange.self)
        try body(Coach.self)
        try body(Document.self)
        try body(PerformanceMetric.self)
    }

    func testRandomRows() throws {
        let random = SeededRandom()
        try forEachTable { table in
            for round in 0..<SeededRandom.rounds(100) {
                var random = random.forRound(round)
                let isLines = random.oneIn(3)
                let document = RandomDocument.rows(
                    of: table, rowCount: random.element(Self.rowCounts), isLines: isLines, random: random)
                let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
                expectAgreement(table, document, isLines: isLines, name)
                try expectInvariants(table, document, isLines: isLines, name)
            }
        }
    }

    private func expectInvariants<Record: RandomRecord>(
        _ type: Record.Type, _ document: [UInt8], isLines: Bool, _ name: String
    ) throws {
        let table =
            isLines
            ? try RecordTable<Record>.load(ndjson: document).table
            : try RecordTable<Record>.load(json: document).table
        XCTAssertEqual(table.columns.checkInvariants(), [], name)
        let rows = (0..<table.count).map { table[$0] }
        XCTAssertEqual(RecordTable(rows).allRows.map(\.row), table.allRows.map(\.row), name)
        XCTAssertEqual(Set(rows).count, rows.count, name)
    }

    /// Flipped, removed or duplicated bytes, and truncated documents.
    func testDamagedRows() {
        let random = SeededRandom()
        let meaningful = Array("\"\\{}[],:-+.eEu0 9tfn/\n\r\t".utf8) + [0x00, 0x80, 0xC3, 0xFF]
        forEachTable { table in
            for round in 0..<SeededRandom.rounds(300) {
                var random = random.forRound(round)
                let isLines = random.oneIn(3)
                var document = RandomDocument.rows(
                    of: table, rowCount: random.int(0...4), isLines: isLines, random: random)
                for _ in 0..<random.int(1...3) where !document.isEmpty {
                    let place = random.int(0...document.count - 1)
                    switch random.int(0...4) {
                    case 0: document[place] ^= 1 << UInt8(random.int(0...7))
                    case 1: document[place] = random.element(meaningful)
                    case 2: document.remove(at: place)
                    case 3: document.insert(document[place], at: place)
                    default: document.removeLast(document.count - place)
                    }
                }
                expectAgreement(
                    table, document, isLines: isLines, "COMPASS_TEST_SEED=\(random.seed), round \(round)")
            }
        }
    }

    func testEveryEdgeOfDaysAndTimesInEveryField() {
        for edge in TimeTexts.edges + RandomDocument.dayEdges {
            let text = "\"\(edge.replacing("\u{0}", with: "\\u0000"))\""
            for value in [text, text.replacing("-", with: "\\u002d")] {
                for end in ["start_date", "end_date"] {
                    let start = end == "start_date" ? "" : #""start_date":"2024-01-01","#
                    let document = #"[{"id":"1","name":"n",\#(start)"\#(end)":\#(value)}]"#
                    expectAgreement(Event.self, Array(document.utf8), isLines: false, "\(end) \(value)")
                }
                for substitute in ["null", #""2024-01-01T00:00:00Z""#, #""2024-01-01""#] {
                    let times = #""offer_date":\#(value),"occurred_at":\#(value),"created_at":\#(substitute)"#
                    let document = Array(
                        #"[{"id":"1","offer_type":"t","type":"t",\#(times)}]"#.utf8)
                    expectAgreement(Offer.self, document, isLines: false, value)
                    expectAgreement(Interaction.self, document, isLines: false, value)
                }
                let change = #"[{"id":"1","new_status":"s","changed_at":\#(value)}]"#
                expectAgreement(StatusChange.self, Array(change.utf8), isLines: false, value)
            }
        }
    }

    func testEveryEdgeOfNumbers() {
        let texts = RandomDocument.numberEdges.map { edge in
            "\"\(edge.replacing("\u{0}", with: "\\u0000").replacing("\n", with: "\\n"))\""
        }
        let numbers = [
            "0", "-0", "0.1", "-12.50", "1e22", "1E23", "1e-23", "4.35", "1e309", "-1e309", "5e-324",
        ]
        for value in texts + texts.map({ $0.replacing("1", with: "\\u0031") }) + numbers {
            let coach = #"[{"id":"1","responsiveness_score":\#(value)}]"#
            expectAgreement(Coach.self, Array(coach.utf8), isLines: false, value)
            let metric = #"[{"id":"1","metric_type":"t","recorded_date":"2026-01-01","value":\#(value)}]"#
            expectAgreement(PerformanceMetric.self, Array(metric.utf8), isLines: false, value)
        }
    }

    /// Each field of each table with a value of each type, and missing.
    func testEveryTypeOfValueInEveryField() {
        let values = [
            "null", "true", "false", "0", "-1.5e3", #""""#, #""x""#, #""\ud800""#, "[]", "{}", #"{"id":"1"}"#,
            #""positive""#, #""12.5""#, "1e400", #""NaN""#, #""2024-01-01""#, #""2024-01-01T00:00Z""#,
        ]
        forEachTable { table in
            let names = table.members.map(\.key)
            for field in names {
                for value in values + [nil] {
                    let members = names.compactMap { name -> String? in
                        let usual =
                            name.hasSuffix("_at") || name.hasSuffix("_date")
                            ? #""2024-01-02T03:04:05Z""# : name == "sentiment" ? "null" : "\"t\""
                        return (name == field ? value : usual).map { "\"\(name)\":\($0)" }
                    }
                    let document = "[{\(members.joined(separator: ","))}]"
                    expectAgreement(
                        table, Array(document.utf8), isLines: false, "\(field): \(value ?? "missing")")
                }
            }
        }
    }

    func testReadingInPieces() {
        let random = SeededRandom()
        forEachTable { table in
            for round in 0..<SeededRandom.rounds(10) {
                var random = random.forRound(round)
                let isLines = random.oneIn(3)
                let document = RandomDocument.rows(
                    of: table, rowCount: random.element([1, 3, 10, 20]), isLines: isLines, random: random)
                expectEqualReadings(
                    table, document, isLines: isLines, "COMPASS_TEST_SEED=\(random.seed), round \(round)")
            }
        }
    }

    private func expectEqualReadings<Record: RandomRecord>(
        _ table: Record.Type, _ document: [UInt8], isLines: Bool, _ name: String
    ) {
        func read(threads: Int, chunkByteCount: Int) -> Reading<Record.Baseline> {
            var options = LoadOptions(maxProblems: 20, threads: threads)
            options.minimumChunkByteCount = chunkByteCount
            do throws(LoadError) {
                let (table, report) =
                    isLines
                    ? try RecordTable<Record>.load(ndjson: document, options: options)
                    : try RecordTable<Record>.load(json: document, options: options)
                return .loaded(report, table.allRows, table.dictionaries)
            } catch {
                return .failed(error)
            }
        }
        let wanted = read(threads: 1, chunkByteCount: 1 << 20)
        for chunkByteCount in [9, 40, 100, 333, 1000] {
            for threads in [2, 3, 7] {
                XCTAssertEqual(
                    read(threads: threads, chunkByteCount: chunkByteCount), wanted,
                    "\(table), \(name), \(threads) threads, pieces of \(chunkByteCount)")
            }
        }
    }

    private enum Reading<Row: Hashable>: Equatable {
        case loaded(IngestReport, [NumberedRow<Row>], [[String]])
        case failed(LoadError)
    }
}
