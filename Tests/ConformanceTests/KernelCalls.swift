import CompassBaseline
import CompassKernel

/// The tables that the fixtures are loaded into, by their names in the database.
enum TableName: String, Codable, CaseIterable {
    case posts = "social_media_posts"
    case schools
    case events
    case interactions
    case offers
    case statusChanges = "school_status_history"
    case coaches
    case documents
    case metrics = "performance_metrics"
}

/// The two forms of a document.
enum DocumentForm: String, Codable, CaseIterable {
    case json
    case ndjson
}

/// The outcome of loading a document. Every call into the kernel goes through this file.
enum LoadOutcome {
    case loaded(IngestReport, count: Int)
    case malformed(JSONError)
    case otherError(String)

    /// Loads `bytes` into a table of the given name.
    init(loading bytes: some Collection<UInt8>, as table: TableName = .posts, form: DocumentForm = .json) {
        do throws(LoadError) {
            let (report, count) = try Self.load(bytes, table, form)
            self = .loaded(report, count: count)
        } catch {
            if case .malformedDocument(let documentError) = error {
                self = .malformed(documentError)
            } else {
                self = .otherError(String(describing: error))
            }
        }
    }

    private static func load(
        _ bytes: some Collection<UInt8>, _ table: TableName, _ form: DocumentForm
    ) throws(LoadError) -> (report: IngestReport, count: Int) {
        switch table {
        case .posts:
            let (posts, report) =
                form == .json ? try PostTable.load(json: bytes) : try PostTable.load(ndjson: bytes)
            return (report, posts.count)
        case .schools:
            let (schools, report) =
                form == .json
                ? try SchoolDirectory.load(json: bytes) : try SchoolDirectory.load(ndjson: bytes)
            return (report, schools.count)
        case .events: return try load(bytes, Event.self, form)
        case .interactions: return try load(bytes, Interaction.self, form)
        case .offers: return try load(bytes, Offer.self, form)
        case .statusChanges: return try load(bytes, StatusChange.self, form)
        case .coaches: return try load(bytes, Coach.self, form)
        case .documents: return try load(bytes, Document.self, form)
        case .metrics: return try load(bytes, PerformanceMetric.self, form)
        }
    }

    private static func load<Record: TableRecord>(
        _ bytes: some Collection<UInt8>, _ record: Record.Type, _ form: DocumentForm
    ) throws(LoadError) -> (report: IngestReport, count: Int) {
        let (table, report) =
            form == .json
            ? try RecordTable<Record>.load(json: bytes) : try RecordTable<Record>.load(ndjson: bytes)
        return (report, table.count)
    }

    /// Returns what is wrong with the outcome, whatever the document's `byteCount` bytes contain, or nil.
    ///
    /// A report must add up and name its rows in order; the position of an error must be in the document.
    func inconsistency(byteCount: Int) -> String? {
        switch self {
        case .otherError(let description):
            return "neither loaded nor malformed: \(description)"
        case .malformed(let error):
            if !(0...byteCount).contains(error.byteOffset) {
                return "the error is at byte \(error.byteOffset) of \(byteCount)"
            }
            if error.line < 1 || error.column < 1 || error.reason.description.isEmpty {
                return "the error is at line \(error.line), column \(error.column): \(error.reason)"
            }
            return nil
        case .loaded(let report, let count):
            if report.rows - report.skipped - report.replaced != report.loaded || report.loaded != count {
                return "\(count) rows, but the report says \(ReadSummary(report))"
            }
            return Self.inconsistency(of: report, byteCount: byteCount)
        }
    }

    private static func inconsistency(of report: IngestReport, byteCount: Int) -> String? {
        if report.problems.count != min(report.skipped + report.warnings, LoadOptions().maxProblems) {
            return "\(report.problems.count) problems listed of \(report.skipped) + \(report.warnings)"
        }
        var previousRow = 1
        for problem in report.problems {
            let isPlaced = problem.row >= previousRow && problem.row <= report.rows
            guard isPlaced, (0..<byteCount).contains(problem.byteOffset) else {
                return "a problem in row \(problem.row) at byte \(problem.byteOffset)"
            }
            // Only the beginning of the offending text is quoted.
            guard !problem.reason.isEmpty, problem.reason.utf8.count <= 512 else {
                return "a reason of \(problem.reason.utf8.count) bytes in row \(problem.row)"
            }
            previousRow = problem.row
        }
        return nil
    }
}

/// The Social Analytics page over all posts of a document, with every recruiting post listed.
///
/// "Now" is far after every post of the fixtures, the zone is UTC, and no school has a name.
func analyticsPage(ofPosts bytes: [UInt8], form: DocumentForm) throws(LoadError) -> SocialAnalyticsPage {
    let (posts, report) =
        form == .json
        ? try PostTable.load(json: bytes) : try PostTable.load(ndjson: bytes)
    let (schools, _) = try SchoolDirectory.load(json: Array("[]".utf8))
    // 2030-01-01T00:00:00Z.
    let now = Timestamp(micros: 1_893_456_000_000_000)
    return posts.bound(to: schools).analyticsPage(.all, asOf: now, in: .utc, recentPosts: report.rows + 1)
}

/// The part of a report on which two readers with different wording can agree.
enum ReadSummary: Equatable {
    /// The row, byte offset, field and severity of a problem.
    struct Problem: Equatable {
        var row: Int
        var byteOffset: Int
        var field: String?
        var isError: Bool
    }

    case malformed(byteOffset: Int, line: Int, column: Int)
    case loaded(rows: Int, skipped: Int, replaced: Int, warnings: Int, problems: [Problem])

    init(_ report: IngestReport) {
        self = .loaded(
            rows: report.rows, skipped: report.skipped, replaced: report.replaced, warnings: report.warnings,
            problems: report.problems.map {
                Problem(
                    row: $0.row, byteOffset: $0.byteOffset, field: $0.field, isError: $0.severity == .error)
            })
    }

    init?(_ outcome: LoadOutcome) {
        switch outcome {
        case .loaded(let report, _): self.init(report)
        case .malformed(let error):
            self = .malformed(byteOffset: error.byteOffset, line: error.line, column: error.column)
        case .otherError: return nil
        }
    }

    init(_ report: BaselineIngestReport) {
        self = .loaded(
            rows: report.rows, skipped: report.skipped, replaced: report.replaced, warnings: report.warnings,
            problems: report.problems.prefix(LoadOptions().maxProblems).map {
                Problem(
                    row: $0.row, byteOffset: $0.byteOffset, field: $0.field, isError: $0.severity == .error)
            })
    }
}

/// Returns the outcome of the baseline, a second and independent reader, for a document.
///
/// ``CorruptionTests`` compare outcomes with it.
func oracleSummary(of document: [UInt8], as table: TableName, form: DocumentForm) -> ReadSummary {
    let format: BaselineLoader.Format = form == .json ? .json : .ndjson
    do throws(BaselineDocumentError) {
        let report =
            switch table {
            case .posts: try BaselineLoader.posts(document, format: format).report
            case .schools: try BaselineLoader.schools(document, format: format).report
            case .events: try BaselineLoader.events(document, format: format).report
            case .interactions: try BaselineLoader.interactions(document, format: format).report
            case .offers: try BaselineLoader.offers(document, format: format).report
            case .statusChanges: try BaselineLoader.statusChanges(document, format: format).report
            case .coaches: try BaselineLoader.coaches(document, format: format).report
            case .documents: try BaselineLoader.documents(document, format: format).report
            case .metrics: try BaselineLoader.metrics(document, format: format).report
            }
        return ReadSummary(report)
    } catch {
        return .malformed(byteOffset: error.byteOffset, line: error.line, column: error.column)
    }
}
