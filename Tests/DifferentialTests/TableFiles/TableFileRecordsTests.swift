import CompassBaseline
import XCTest

@testable import CompassKernel

/// The tables that a schema describes, saved and opened.
final class TableFileRecordsTests: XCTestCase {
    private func forEachTable(_ body: (any RandomRecord.Type) throws -> Void) rethrows {
        for table in [
            Event.self, Interaction.self, Offer.self, StatusChange.self, Coach.self, Document.self,
            PerformanceMetric.self,
        ] as [any RandomRecord.Type] { try body(table) }
    }

    private func check<Record: RandomRecord>(
        _ table: Record.Type, _ document: [UInt8], _ folder: ScratchFolder, _ message: String
    ) throws {
        let (rows, report) = try RecordTable<Record>.load(json: document)
        try TableFile(rows, [report]).save(to: folder.file("first"))
        let file = try TableFile.open(folder.file("first"))
        let found: RecordTable<Record> = try XCTUnwrap(file.records())
        XCTAssertEqual(Array(found), Array(rows), message)
        XCTAssertEqual(found.columns.checkInvariants(), [], message)
        XCTAssertEqual((0..<found.count).map(found.documentRow), (0..<rows.count).map(rows.documentRow))
        XCTAssertEqual(file.reports, [report], message)
        try TableFile(found, file.reports).save(to: folder.file("second"))
        XCTAssertEqual(folder.bytes("first"), folder.bytes("second"), message)
        _ = try TableFile.open(folder.file("first"), verify: .all, copying: true)
    }

    func testRandomRows() throws {
        let random = SeededRandom()
        let folder = try ScratchFolder()
        try forEachTable { table in
            for round in 0..<SeededRandom.rounds(40) {
                var random = random.forRound(round)
                let document = RandomDocument.rows(
                    of: table, rowCount: random.element([0, 1, 2, 3, 63, 64, 65, 130]), isLines: false,
                    random: random)
                // Some documents are cut off within a text.
                guard (try? RecordTable<Coach>.load(json: document)) != nil else { continue }
                try check(table, document, folder, "COMPASS_TEST_SEED=\(random.seed), \(table) \(round)")
            }
        }
    }

    func testAllTablesInOneFile() throws {
        let folder = try ScratchFolder()
        let (schools, report) = try SchoolDirectory.load(
            json: #"[{"id":"s0","name":"State","division":"D1"},{"id":"s1"},{"id":"é","name":"état"}]"#.utf8)
        let post = Post(id: "a", platform: .twitter, postDate: Timestamp(micros: 3))
        let file = TableFile(
            posts: try PostTable([post]), schools: schools, coaches: CoachTable([Coach(id: "c")]),
            interactions: InteractionTable([Interaction(id: "i", type: "call", time: Timestamp(micros: 1))]),
            offers: OfferTable([
                Offer(id: "o", type: "full", time: .day(CivilDate(daysSinceEpoch: 2)))
            ]),
            events: EventTable([
                Event(id: "e", name: "Camp", start: .instant(Timestamp(micros: 2)), end: nil)
            ]),
            documents: DocumentTable([Document(id: "d", type: "video", time: Timestamp(micros: 5))]),
            metrics: MetricTable([
                PerformanceMetric(
                    id: "m", type: "velo", time: .day(CivilDate(daysSinceEpoch: -2)), value: 1.5)
            ]), statusChanges: .empty, reports: [report])
        try file.save(to: folder.file("all"))
        let found = try TableFile.open(folder.file("all"), verify: .all)
        XCTAssertEqual(found.posts.map { Array($0) }, [post])
        XCTAssertEqual(found.schools?.name(of: "é"), "état")
        XCTAssertEqual(found.schools?.columns.checkInvariants(), [])
        XCTAssertEqual(found.coaches.map { Array($0) }, file.coaches.map { Array($0) })
        XCTAssertEqual(found.interactions.map { Array($0) }, file.interactions.map { Array($0) })
        XCTAssertEqual(found.offers.map { Array($0) }, file.offers.map { Array($0) })
        XCTAssertEqual(found.events.map { Array($0) }, file.events.map { Array($0) })
        XCTAssertEqual(found.documents.map { Array($0) }, file.documents.map { Array($0) })
        XCTAssertEqual(found.metrics.map { Array($0) }, file.metrics.map { Array($0) })
        XCTAssertEqual(found.statusChanges.map { Array($0) }, [])
        XCTAssertEqual(found.reports, [report])
        XCTAssertEqual(report.problems.count, 1)
    }

    func testAFileWithoutTables() throws {
        let folder = try ScratchFolder()
        try TableFile().save(to: folder.file("none"))
        let found = try TableFile.open(folder.file("none"), verify: .all)
        XCTAssertNil(found.posts)
        XCTAssertNil(found.schools)
        XCTAssertNil(found.metrics)
        XCTAssertEqual(found.reports, [])
    }

    func testReportsReadBack() throws {
        let folder = try ScratchFolder()
        let report = IngestReport(
            table: "events", rows: 9, loaded: 5, skipped: 2, replaced: 2, warnings: 1,
            replacements: [
                IngestReplacement(row: 1, byteOffset: 20, id: "a\"é", rule: .id, byRow: 3),
                IngestReplacement(row: 2, byteOffset: 1 << 40, id: "", rule: .postURL, byRow: 4),
            ],
            problems: [
                IngestProblem(row: 5, byteOffset: 7, field: nil, reason: "no object", severity: .error),
                IngestProblem(row: 6, byteOffset: 8, field: "", reason: "", severity: .warning),
            ])
        try TableFile(reports: [report, IngestReport(table: "")]).save(to: folder.file("reports"))
        XCTAssertEqual(try TableFile.open(folder.file("reports")).reports, [report, IngestReport(table: "")])
        XCTAssertThrowsError(
            try TableFile(reports: [IngestReport(table: "", rows: -1)]).save(to: folder.file("reports")))
        XCTAssertEqual(try TableFile.open(folder.file("reports")).reports.count, 2)
    }

    /// Files of other schemas are refused, so a change of this text requires a new version.
    func testTheSchema() {
        XCTAssertEqual(
            TableFile.schemaText.split(separator: "\n").first { $0.hasPrefix("events ") },
            "events id name:text! start_date:day! end_date:day type:code school_id:id")
        XCTAssertEqual(TableFile.schemaText.split(separator: "\n").count, 9)
    }
}

extension TableFile {
    /// Creates the content of a file with one table.
    fileprivate init<Record: TableRecord>(_ table: RecordTable<Record>, _ reports: [IngestReport]) {
        self.init(
            coaches: table as? CoachTable, interactions: table as? InteractionTable,
            offers: table as? OfferTable, events: table as? EventTable, documents: table as? DocumentTable,
            metrics: table as? MetricTable, statusChanges: table as? StatusChangeTable, reports: reports)
    }

    /// Returns the table of one kind of rows.
    fileprivate func records<Record: TableRecord>() -> RecordTable<Record>? {
        let tables: [Any?] = [coaches, interactions, offers, events, documents, metrics, statusChanges]
        return tables.compactMap { $0 as? RecordTable<Record> }.first
    }
}
