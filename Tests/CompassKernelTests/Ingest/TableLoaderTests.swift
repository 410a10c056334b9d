import XCTest

@testable import CompassKernel

/// Rows in several arrays give the table and the report of one array with the same rows.
final class TableLoaderTests: XCTestCase {
    /// What every table requires; tables ignore the fields of others.
    private static let required =
        #""platform":"twitter","post_date":"2026-02-10T12:00:00Z","name":"a name","type":"camp","#
        + #""start_date":"2026-02-10","occurred_at":"2026-02-10T12:00:00Z","offer_type":"full_ride","#
        + #""offer_date":"2026-02-10","new_status":"committed","changed_at":"2026-02-10T12:00:00Z","#
        + #""metric_type":"velocity","recorded_date":"2026-02-10","created_at":"2026-02-10T12:00:00Z""#

    /// Returns a row that every table accepts; `more`, with its leading comma, follows the required fields.
    private static func row(_ id: String, _ more: String = "") -> String {
        #"{"id":"\#(id)",\#(required)\#(more)}"#
    }

    /// Rows that are loaded, replaced by each other, skipped, and loaded with a warning.
    private static let elements = [
        row("a", #","school_id":"s1","post_url":"https://x.com/1","status":"open""#),
        row("a", #","school_id":"s2","post_url":"https://x.com/2","value":7"#),
        row("00112233-4455-6677-8899-aabbccddeeff", #","school_id":7,"post_url":"https://x.com/1""#),
        #"{"id":"skipped"}"#,
        row("b", #","school_id":true,"sentiment":"odd","notes":"caf\u00e9""#),
        "17",
    ]

    /// The values of a table's rows in its order, and its dictionaries.
    private typealias Contents = [[String?]]

    private static func contents(_ table: PostTable) -> Contents {
        XCTAssertEqual(table.checkInvariants(), [])
        return table.rows.map { ["\($0)"] } + table.dictionaries
    }

    private static func contents(_ columns: RecordColumns) -> Contents {
        XCTAssertEqual(columns.checkInvariants(), [])
        let rows = (0..<columns.count).map { row -> [String?] in
            let texts = columns.codes.map { $0.string(row) } + columns.texts.map { $0.string(row) }
            let values =
                columns.times.map { "\($0[row] as Any)" } + columns.numbers.map { "\($0[row] as Any)" }
            return ["\(columns.documentRow(row))", columns.ids.string(row)] + texts + values
        }
        return rows + columns.codes.map { codes in (0..<codes.dictionary.count).map(codes.dictionary.string) }
    }

    private static func array(_ rows: some Sequence<String>) -> [UInt8] {
        Array("[\(rows.joined(separator: ","))]".utf8)
    }

    /// Expects that the arrays give what one array of all rows gives. Each array ends with a byte more than
    /// the comma that joins it to the next.
    private func check<Table: LoadableTable>(
        _ arrays: [[String]], options: LoadOptions = LoadOptions(), _ contents: (Table) -> Contents,
        _ label: @autoclosure () -> String = "", line: UInt = #line
    ) throws {
        var (table, wanted) = try Table.load(
            json: Self.array(arrays.joined()),
            options: LoadOptions(
                maxProblems: options.maxProblems))
        // The first byte of each row, and its place among all arrays.
        var offsets: [Int] = []
        var byteCount = 0
        var loader = Table.Loader(options: options)
        for rows in arrays {
            var offset = byteCount + 1
            for row in rows {
                offsets.append(offset)
                offset += row.utf8.count + 1
            }
            let json = Self.array(rows)
            let result = try loader.append(json: json)
            XCTAssertEqual(result.rowCount, rows.count, label(), line: line)
            byteCount += json.count
        }
        for index in wanted.problems.indices {
            wanted.problems[index].byteOffset = offsets[wanted.problems[index].row - 1]
        }
        for index in wanted.replacements.indices {
            wanted.replacements[index].byteOffset = offsets[wanted.replacements[index].row - 1]
        }
        let (found, report) = loader.finish()
        XCTAssertEqual(report, wanted, "\(label()) \(arrays)", line: line)
        XCTAssertEqual(contents(found), contents(table), "\(label()) \(arrays)", line: line)
    }

    private func checkRecords<Record: TableRecord>(
        _ arrays: [[String]], _ type: Record.Type, options: LoadOptions = LoadOptions(), _ label: String = "",
        line: UInt = #line
    ) throws {
        try check(
            arrays, options: options, { (table: RecordTable<Record>) in Self.contents(table.columns) }, label,
            line: line)
    }

    private func checkEveryTable(
        _ arrays: [[String]], options: LoadOptions = LoadOptions(), _ label: String = "", line: UInt = #line
    ) throws {
        try check(
            arrays, options: options, { (table: PostTable) in Self.contents(table) }, label, line: line)
        try check(
            arrays, options: options, { (table: SchoolDirectory) in Self.contents(table.columns) }, label,
            line: line)
        try checkRecords(arrays, Coach.self, options: options, label, line: line)
        try checkRecords(arrays, Interaction.self, options: options, label, line: line)
        try checkRecords(arrays, Event.self, options: options, label, line: line)
        try checkRecords(arrays, Offer.self, options: options, label, line: line)
        try checkRecords(arrays, StatusChange.self, options: options, label, line: line)
        try checkRecords(arrays, Document.self, options: options, label, line: line)
        try checkRecords(arrays, PerformanceMetric.self, options: options, label, line: line)
    }

    /// Returns `rows` cut where the bits of `cuts` are set.
    private func cut(_ rows: [String], _ cuts: Int) -> [[String]] {
        var arrays: [[String]] = [[]]
        for (index, row) in rows.enumerated() {
            if index > 0, cuts >> (index - 1) & 1 == 1 { arrays.append([]) }
            arrays[arrays.count - 1].append(row)
        }
        return arrays
    }

    /// Every sequence of up to three rows, cut in every way, and every fifth of four rows; all in a long run.
    func testEveryCutOfSmallDocumentsOfPosts() throws {
        let elements = Self.elements
        for count in 0...4 {
            let sequences = (0..<count).reduce(1) { product, _ in product * elements.count }
            let step = count < 4 || SeededRandom.isLongRun ? 1 : 5
            for sequence in stride(from: 0, to: sequences, by: step) {
                var number = sequence
                var rows: [String] = []
                for _ in 0..<count {
                    rows.append(elements[number % elements.count])
                    number /= elements.count
                }
                for cuts in 0..<1 << max(count - 1, 0) {
                    try check(cut(rows, cuts), { (table: PostTable) in Self.contents(table) })
                }
            }
        }
    }

    /// Every cut of one document, also with empty arrays and with few problems listed, for every table.
    func testEveryCutOfADocumentOfEachTable() throws {
        for cuts in 0..<1 << (Self.elements.count - 1) {
            let arrays = cut(Self.elements, cuts)
            try checkEveryTable(arrays)
            try checkEveryTable([[]] + arrays.flatMap { [$0, []] }, options: LoadOptions(maxProblems: 1))
        }
    }

    func testRandomCutsOfLargerDocuments() throws {
        for round in 0..<SeededRandom.rounds(20) {
            var random = SeededRandom(round: round)
            let idCount = [10, 200, 100_000][random.below(3)]
            let rows = (0..<random.below(400)).map { _ -> String in
                if random.chance(1, of: 10) { return Self.elements[random.below(Self.elements.count)] }
                let number = random.below(idCount)
                let uuid = PackedUUID(high: 7, low: UInt64(number)).description
                let id = random.chance(1, of: 300) ? "id-\(number)" : uuid
                let url = "https://x.com/\(random.below(idCount))"
                return Self.row(id, #","school_id":"s\#(random.below(30))","post_url":"\#(url)""#)
            }
            var arrays: [[String]] = [[]]
            for row in rows {
                while random.chance(1, of: 30) { arrays.append([]) }
                arrays[arrays.count - 1].append(row)
            }
            var options = pieces(
                of: 500, threads: 1 + random.below(3), maxProblems: [0, 7, 1000][random.below(3)])
            if random.chance(1, of: 2) { options.minimumChunkByteCount = 1 << 20 }
            try checkEveryTable(arrays, options: options, random.label)
        }
    }

    /// Returns the error of appending an array.
    private func failure<Table>(
        appending json: some Collection<UInt8>, to loader: inout TableLoader<Table>
    ) -> LoadError? {
        do throws(LoadError) { try loader.append(json: json) } catch { return error }
        return nil
    }

    /// An array that is malformed at any byte leaves no trace.
    func testAMalformedArrayIsLeftOut() throws {
        let rows = Self.elements
        let array = Self.array(rows)
        for threads in [1, 2] {
            for count in stride(from: 0, to: array.count, by: threads == 1 ? 1 : 7) {
                var loader = PostTable.Loader(options: pieces(of: 100, threads: threads))
                try loader.append(json: Self.array(rows.prefix(2)))
                guard
                    case .malformedDocument(let fault) = failure(appending: array.prefix(count), to: &loader)
                else { return XCTFail("\(count) bytes of the array are accepted") }
                XCTAssertLessThanOrEqual(fault.byteOffset, count)
                try loader.append(json: Self.array(rows.dropFirst(2)))
                let (table, report) = loader.finish()
                let (wanted, wantedReport) = try PostTable.load(json: array)
                XCTAssertEqual(Self.contents(table), Self.contents(wanted))
                XCTAssertEqual(report.problems.map(\.row), wantedReport.problems.map(\.row))
            }
        }
    }

    func testLimitsHoldThroughoutAllArrays() throws {
        let rows = (0..<4).map { Self.row("\($0)", #","notes":"0123456789""#) }
        var options = LoadOptions()
        options.maxTextBytes = 15
        var loader = PostTable.Loader(options: options)
        try loader.append(json: Self.array(rows.prefix(3)))
        let long = Self.row("4", #","notes":"0123456789abcdef""#)
        var error = failure(appending: Self.array([long]), to: &loader)
        XCTAssertEqual(error, .columnTooLarge(column: "notes", maximumByteCount: 15))
        try loader.append(json: Self.array([Self.row("9")]))
        try loader.append(json: Self.array(rows.suffix(2)))
        let posts = loader.finish().table
        XCTAssertEqual(posts.rows.map(\.id), ["0", "1", "2", "3", "9"])
        XCTAssertEqual(posts.records.segments.map(\.count), [1, 1, 2, 1, 1])
        XCTAssertEqual(posts.checkInvariants(), [])

        options = LoadOptions()
        options.maxRows = 3
        var events = EventTable.Loader(options: options)
        try events.append(json: Self.array(rows.prefix(2)))
        error = failure(appending: Self.array(rows.suffix(2)), to: &events)
        XCTAssertEqual(error, .tooManyRows(maximum: 3))
        try events.append(json: Self.array(rows.suffix(1)))
        let table = events.finish().table
        XCTAssertEqual(table.count, 3)
    }

    func testTheLastIDIsThatOfTheLastRow() throws {
        let cases: [(rows: [String], lastID: String?)] = [
            ([], nil), ([Self.row("a")], "a"), ([Self.row("a"), Self.row("b")], "b"),
            ([Self.row("a"), #"{"x":1,"id":"caf\u00e9"}"#], "café"), ([#"{"id":12}"#], "12"),
            ([Self.row("a"), "17"], nil), ([Self.row("a"), #"{"id":null}"#], nil),
            ([Self.row("a"), "{}"], nil), ([Self.row("a"), #"{"id":""}"#], nil),
        ]
        var loader = OfferTable.Loader()
        for (rows, lastID) in cases {
            let result = try loader.append(json: Self.array(rows))
            XCTAssertEqual(result.rowCount, rows.count)
            XCTAssertEqual(result.lastID, lastID, "\(rows)")
            let wrapped = try loader.append(
                json: Array("\u{feff}{\"data\": ".utf8) + Self.array(rows) + [0x7d])
            XCTAssertEqual(wrapped.rowCount, rows.count)
            XCTAssertEqual(wrapped.lastID, lastID, "\(rows)")
        }
    }

    func testALoaderWithoutRowsGivesAnEmptyTable() throws {
        let (table, report) = PostTable.Loader().finish()
        XCTAssertEqual(Self.contents(table), [[], []])
        XCTAssertEqual(report, try PostTable.load(json: Array("[]".utf8)).report)
        XCTAssertEqual(SchoolDirectory.Loader().finish().report.table, "schools")
        XCTAssertTrue(EventTable.Loader().finish().table.isEmpty)
    }
}
