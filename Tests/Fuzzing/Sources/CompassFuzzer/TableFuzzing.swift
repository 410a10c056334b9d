import CompassBaseline
import CompassTestSupport

@testable import CompassKernel

/// Tables, loaded from arbitrary documents.
///
/// The first byte of an input chooses how the rest is read; see ``Plan``.
enum TableFuzzing {
    /// The tables, by the number in an input's first byte.
    enum Table: UInt8 {
        case posts, schools, events, interactions, offers, statusChanges, coaches, documents, metrics
    }

    /// How a document is read.
    struct Plan {
        var format: DocumentFormat
        var table: Table
        var options: LoadOptions

        /// Bit 0: NDJSON; bit 1: three threads; bits 2 and 3: the minimum chunk size, 1 to 216 bytes;
        /// from bit 4 on: the table.
        init(_ byte: UInt8) {
            format = byte & 1 == 0 ? .json : .ndjson
            table = Table(rawValue: byte >> 4) ?? .posts
            options = LoadOptions(maxProblems: .max, threads: byte & 2 == 0 ? 1 : 3)
            options.minimumChunkByteCount = [1, 6, 36, 216][Int(byte >> 2 & 3)]
        }

        var baselineFormat: BaselineLoader.Format { format == .json ? .json : .ndjson }
    }

    private static let pageRowLimit = 64

    /// Loads `bytes` with kernel and baseline, and compares the results.
    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.first else { return }
        let document = UnsafeBufferPointer(rebasing: bytes.dropFirst())
        let plan = Plan(first)
        switch plan.table {
        case .posts: loadPosts(document, plan)
        case .schools: loadSchools(document, plan)
        case .events: load(Event.self, document, plan)
        case .interactions: load(Interaction.self, document, plan)
        case .offers: load(Offer.self, document, plan)
        case .statusChanges: load(StatusChange.self, document, plan)
        case .coaches: load(Coach.self, document, plan)
        case .documents: load(Document.self, document, plan)
        case .metrics: load(PerformanceMetric.self, document, plan)
        }
    }

    private static func loadPosts(_ document: UnsafeBufferPointer<UInt8>, _ plan: Plan) {
        let kernel = Result { () throws(LoadError) in
            plan.format == .json
                ? try PostTable.load(json: document, options: plan.options)
                : try PostTable.load(ndjson: document, options: plan.options)
        }
        let baseline = Result { () throws(BaselineDocumentError) in
            try BaselineLoader.posts(Array(document), format: plan.baselineFormat)
        }
        switch (kernel, baseline) {
        case (.success(let loaded), .success(let expected)):
            compare(loaded.report, expected.report)
            requireEqual(loaded.report.loaded, loaded.table.count, "loaded rows")
            requireEqual(loaded.table.checkInvariants(), [], "violated invariants")
            PostComparison(kernel: loaded.table, baseline: expected.posts).run()
        case (.failure(let error), .failure(let expected)): compare(error, expected)
        default: fatalError("posts: \(kernel), but expected \(baseline)")
        }
    }

    private static func loadSchools(_ document: UnsafeBufferPointer<UInt8>, _ plan: Plan) {
        let kernel = Result { () throws(LoadError) in
            plan.format == .json
                ? try SchoolDirectory.load(json: document, options: plan.options)
                : try SchoolDirectory.load(ndjson: document, options: plan.options)
        }
        let baseline = Result { () throws(BaselineDocumentError) in
            try BaselineLoader.schools(Array(document), format: plan.baselineFormat)
        }
        switch (kernel, baseline) {
        case (.success(let loaded), .success(let expected)):
            compare(loaded.report, expected.report)
            compare(loaded.table, expected.schools)
        case (.failure(let error), .failure(let expected)): compare(error, expected)
        default: fatalError("schools: \(kernel), but expected \(baseline)")
        }
    }

    private static func load<Record: FuzzedRecord>(
        _ record: Record.Type, _ document: UnsafeBufferPointer<UInt8>, _ plan: Plan
    ) {
        let kernel = Result { () throws(LoadError) in
            plan.format == .json
                ? try RecordTable<Record>.load(json: document, options: plan.options)
                : try RecordTable<Record>.load(ndjson: document, options: plan.options)
        }
        let baseline = Result { () throws(BaselineDocumentError) in
            try Record.baselineLoad(Array(document), plan.baselineFormat)
        }
        switch (kernel, baseline) {
        case (.success(let loaded), .success(let expected)):
            compare(loaded.report, expected.report)
            requireEqual(loaded.table.columns.checkInvariants(), [], "violated invariants")
            requireEqual(loaded.table.count, expected.table.rows.count, "rows")
            for (row, expectedRow) in expected.table.rows.enumerated() {
                requireEqual(loaded.table.documentRow(row), expected.table.documentRows[row], "number")
                requireEqual(loaded.table[row].baseline, expectedRow, "row \(row)")
            }
            // With more rows no pages are compared: the baseline's timeline examines all pairs.
            if loaded.table.count <= pageRowLimit { Record.comparePages(of: loaded, with: expected) }
        case (.failure(let error), .failure(let expected)): compare(error, expected)
        default: fatalError("\(record): \(kernel), but expected \(baseline)")
        }
    }

    private static func compare(_ directory: SchoolDirectory, _ expected: BaselineSchools) {
        requireEqual(directory.columns.checkInvariants(), [], "violated invariants")
        requireEqual(directory.count, expected.rows.count, "schools")
        for (row, school) in expected.rows.enumerated() {
            let texts = [
                directory.ids.string(row), directory.names.string(row), directory.statuses.string(row),
                directory.divisions.string(row),
            ]
            requireEqual(
                texts.map { $0.map { Array($0.utf8) } },
                [school.id.utf8, school.name.utf8, school.status?.utf8, school.division?.utf8],
                "school \(row)")
        }
    }

    private static func compare(_ error: LoadError, _ expected: BaselineDocumentError) {
        guard case .malformedDocument(let found) = error else { fatalError("\(error)") }
        requireEqual(
            [found.byteOffset, found.line, found.column],
            [expected.byteOffset, expected.line, expected.column], "place of \(found), \(expected)")
    }

    private static func compare(_ report: IngestReport, _ expected: BaselineIngestReport) {
        requireEqual(
            [report.rows, report.loaded, report.skipped, report.replaced, report.warnings],
            [expected.rows, expected.loaded, expected.skipped, expected.replaced, expected.warnings],
            "rows, loaded, skipped, replaced, warnings")
        requireEqual(report.rows - report.skipped - report.replaced, report.loaded, "sum of the report")
        requireEqual(
            report.replacements.map { [$0.row, $0.byteOffset, $0.byRow, $0.rule == .id ? 0 : 1] },
            expected.replacements.map { [$0.row, $0.byteOffset, $0.byRow, $0.rule == .id ? 0 : 1] },
            "replaced rows")
        requireEqual(report.problems.count, expected.problems.count, "problems")
        for (problem, wanted) in zip(report.problems, expected.problems) {
            require(
                problem.row == wanted.row && problem.byteOffset == wanted.byteOffset
                    && problem.field == wanted.field
                    && (problem.severity == .error) == (wanted.severity == .error),
                "problem \(problem), but expected \(wanted)")
        }
    }
}
