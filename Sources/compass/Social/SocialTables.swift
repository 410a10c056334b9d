import CompassKernel
import CompassSynthesis

/// The tables of the pages about posts, loaded, with what loading them cost.
struct SocialTables {
    /// One table's way into memory.
    struct Loading {
        let source: String
        let report: IngestReport
        let byteCount: Int
        let nanos: Int64
    }

    let social: SocialPosts
    /// Empty where the table is not there.
    let schools: SchoolDirectory
    let loadings: [Loading]

    /// - Parameter directory: a data directory, or `-` for posts on standard input.
    static func load(directory: String, _ options: LoadingOptions) throws(Failure) -> SocialTables {
        let loadOptions = LoadOptions(maxProblems: 0, threads: options.resolvedThreads)
        if directory == "-" {
            let document = try StandardInput.read()
            let format = options.ndjson ? DocumentFormat.ndjson : .json
            let (posts, loading) = try measured(StandardInput.name, byteCount: document.count) {
                () throws(LoadError) in
                format == .json
                    ? try PostTable.load(json: document, options: loadOptions)
                    : try PostTable.load(ndjson: document, options: loadOptions)
            }
            return SocialTables(social: posts.bound(to: .empty), schools: .empty, loadings: [loading])
        }
        let folder = try DataDirectory(directory)
        let postFile = try folder.neededFile(of: .socialMediaPosts)
        let schoolFile = try folder.file(of: .schools)
        let (posts, postLoading) = try measured(postFile) { () throws(LoadError) in
            try PostTable.load(contentsOf: postFile.path, format: postFile.format, options: loadOptions)
        }
        guard let schoolFile else {
            return SocialTables(social: posts.bound(to: .empty), schools: .empty, loadings: [postLoading])
        }
        let (schools, schoolLoading) = try measured(schoolFile) { () throws(LoadError) in
            try SchoolDirectory.load(
                contentsOf: schoolFile.path, format: schoolFile.format, options: loadOptions)
        }
        return SocialTables(
            social: posts.bound(to: schools), schools: schools, loadings: [postLoading, schoolLoading])
    }

    private static func measured<Table>(
        _ file: TableFile, _ load: () throws(LoadError) -> (table: Table, report: IngestReport)
    ) throws(Failure) -> (Table, Loading) {
        try measured(file.path, byteCount: OperatingSystem.byteCount(ofFile: file.path) ?? 0, load)
    }

    private static func measured<Table>(
        _ source: String, byteCount: Int,
        _ load: () throws(LoadError) -> (table: Table, report: IngestReport)
    ) throws(Failure) -> (Table, Loading) {
        let start = OperatingSystem.monotonicNanos()
        do throws(LoadError) {
            let (table, report) = try load()
            let nanos = OperatingSystem.monotonicNanos() - start
            return (table, Loading(source: source, report: report, byteCount: byteCount, nanos: nanos))
        } catch {
            throw Failure(error, source: source)
        }
    }

    /// Says on standard error which rows the answer leaves out, and where to learn more.
    func printNotes() {
        for loading in loadings where loading.report.skipped > 0 {
            let rows = loading.report.skipped == 1 ? "1 row was" : "\(loading.report.skipped) rows were"
            StandardError.writeLine("Note: \(loading.source): \(rows) skipped; 'compass inspect' says why.")
        }
    }
}

/// The document on standard input.
enum StandardInput {
    static let name = "standard input"

    static func read() throws(Failure) -> [UInt8] {
        do throws(OperatingSystem.CallFailure) {
            return try OperatingSystem.readAll(OperatingSystem.standardInput)
        } catch {
            throw Failure(.noInput, "\(name): cannot be read: \(error.reason)")
        }
    }
}
