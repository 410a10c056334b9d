import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// The inspection of one table: the report, or the reason why there is none.
struct Inspection {
    let table: SynthesisTable
    /// The file's path, or "standard input".
    let source: String
    let byteCount: Int
    let nanos: Int64
    let result: Result<IngestReport, ReadError>
    /// Whether the report is one of a table file, whose table was opened and not read.
    var isStored = false

    var report: IngestReport? { try? result.get() }

    var failure: Failure? {
        guard case .failure(let error) = result else { return nil }
        return Failure(error, source: source)
    }

    /// The reading speed, in MB (10^6 bytes) per second; nil for a table that was not read.
    var megabytesPerSecond: Double? {
        isStored ? nil : Double(byteCount) * 1_000 / Double(max(1, nanos))
    }

    /// Reads a table.
    static func of(_ source: TableSource, _ options: LoadOptions) throws(Failure) -> Inspection {
        let start = OperatingSystem.monotonicNanos()
        switch source {
        case .file(let file):
            var byteCount = OperatingSystem.byteCount(ofFile: file.path) ?? 0
            let result = Result { () throws(ReadError) in
                let (report, count) = try report(of: file, options)
                byteCount = count
                return report
            }
            return Inspection(
                table: file.table, source: file.path, byteCount: byteCount,
                nanos: OperatingSystem.monotonicNanos() - start, result: result)
        case .standardInput(let isNDJSON):
            let document = try StandardInput.read()
            let format = standardInputFormat(of: document, isNDJSON: isNDJSON)
            let start = OperatingSystem.monotonicNanos()
            let result = Result { () throws(LoadError) in
                format == .json
                    ? try PostTable.load(json: document, options: options).report
                    : try PostTable.load(ndjson: document, options: options).report
            }
            return Inspection(
                table: .socialMediaPosts, source: StandardInput.name, byteCount: document.count,
                nanos: OperatingSystem.monotonicNanos() - start, result: result.mapError(ReadError.document))
        case .stored(let file, let table):
            let loading = try opening(table, of: file, options)
            return Inspection(
                table: table, source: file.path, byteCount: loading.byteCount, nanos: loading.nanos,
                result: .success(loading.report), isStored: true)
        }
    }

    /// Opens a table of a file, which verifies it.
    ///
    /// - Throws: ``Failure`` when it is damaged.
    private static func opening(
        _ table: SynthesisTable, of file: StoredTables, _ options: LoadOptions
    ) throws(Failure) -> TableLoading {
        func open(_ type: (some StoredTable).Type) throws(Failure) -> TableLoading {
            guard let (_, loading) = try TableLoading.measured(type, table, of: file, options) else {
                throw Failure(missing: [table], in: .file(file))
            }
            return loading
        }
        return switch table {
        case .socialMediaPosts: try open(PostTable.self)
        case .schools: try open(SchoolDirectory.self)
        case .interactions: try open(InteractionTable.self)
        case .events: try open(EventTable.self)
        case .offers: try open(OfferTable.self)
        case .schoolStatusHistory: try open(StatusChangeTable.self)
        case .coaches: try open(CoachTable.self)
        case .documents: try open(DocumentTable.self)
        case .performanceMetrics: try open(MetricTable.self)
        }
    }

    private static func report(
        of file: DocumentFile, _ options: LoadOptions
    ) throws(ReadError) -> (IngestReport, byteCount: Int) {
        func load(_ type: (some LoadableTable).Type) throws(ReadError) -> (IngestReport, byteCount: Int) {
            let (_, report, byteCount) = try type.load(file, options: options)
            return (report, byteCount)
        }
        return switch file.table {
        case .socialMediaPosts: try load(PostTable.self)
        case .schools: try load(SchoolDirectory.self)
        case .interactions: try load(InteractionTable.self)
        case .events: try load(EventTable.self)
        case .offers: try load(OfferTable.self)
        case .schoolStatusHistory: try load(StatusChangeTable.self)
        case .coaches: try load(CoachTable.self)
        case .documents: try load(DocumentTable.self)
        case .performanceMetrics: try load(MetricTable.self)
        }
    }
}
