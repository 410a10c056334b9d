import CompassKernel
import CompassSynthesis

/// One table's inspection: the report, or why there is none.
struct Inspection {
    let table: SynthesisTable
    /// The file's path, or "standard input".
    let source: String
    let byteCount: Int
    let nanos: Int64
    let result: Result<IngestReport, LoadError>
    /// The first rows that later ones have replaced; the report counts all of them.
    var replacements: [ReplacedRow] = []

    var report: IngestReport? { try? result.get() }

    var failure: Failure? {
        guard case .failure(let error) = result else { return nil }
        return Failure(error, source: source)
    }

    /// The speed of reading, in MB (10^6 bytes) per second.
    var megabytesPerSecond: Double { Double(byteCount) * 1_000 / Double(max(1, nanos)) }

    /// Reads a table.
    static func of(_ source: TableSource, _ options: LoadOptions) throws(Failure) -> Inspection {
        switch source {
        case .file(let file):
            let byteCount = OperatingSystem.byteCount(ofFile: file.path) ?? 0
            return measured(file.table, file.path, byteCount) { () throws(LoadError) in
                try report(of: file, options)
            }
        case .standardInput(let format):
            let document = try StandardInput.read()
            return measured(.socialMediaPosts, StandardInput.name, document.count) { () throws(LoadError) in
                format == .json
                    ? try PostTable.load(json: document, options: options).report
                    : try PostTable.load(ndjson: document, options: options).report
            }
        }
    }

    private static func report(of file: TableFile, _ options: LoadOptions) throws(LoadError) -> IngestReport {
        let (path, format) = (file.path, file.format)
        return switch file.table {
        case .socialMediaPosts:
            try PostTable.load(contentsOf: path, format: format, options: options).report
        case .schools: try SchoolDirectory.load(contentsOf: path, format: format, options: options).report
        case .interactions:
            try InteractionTable.load(contentsOf: path, format: format, options: options).report
        case .events: try EventTable.load(contentsOf: path, format: format, options: options).report
        case .offers: try OfferTable.load(contentsOf: path, format: format, options: options).report
        case .schoolStatusHistory:
            try StatusChangeTable.load(contentsOf: path, format: format, options: options).report
        case .coaches: try CoachTable.load(contentsOf: path, format: format, options: options).report
        case .documents: try DocumentTable.load(contentsOf: path, format: format, options: options).report
        case .performanceMetrics:
            try MetricTable.load(contentsOf: path, format: format, options: options).report
        }
    }

    private static func measured(
        _ table: SynthesisTable, _ source: String, _ byteCount: Int,
        _ read: () throws(LoadError) -> IngestReport
    ) -> Inspection {
        let start = OperatingSystem.monotonicNanos()
        let result = Result { () throws(LoadError) in try read() }
        return Inspection(
            table: table, source: source, byteCount: byteCount,
            nanos: OperatingSystem.monotonicNanos() - start, result: result)
    }
}
