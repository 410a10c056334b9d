import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// The tables of the pages about posts, with their loading costs.
struct SocialTables {
    let social: SocialPosts
    let loadings: [TableLoading]
    let preparation: PreparationTiming

    private init(
        posts: PostTable, schools: SchoolDirectory, coaches: CoachTable, loadings: [TableLoading]
    ) {
        (social, preparation) = PreparationTiming.measured("Bound names") {
            posts.bound(to: schools, coaches: coaches)
        }
        self.loadings = loadings
    }

    /// Loads the posts, and the names of schools and coaches as far as these tables exist.
    ///
    /// - Parameter directory: a data directory or a table file, or `-` for posts on standard input.
    static func load(
        directory: String, _ options: LoadingOptions, cache: TableCache? = nil
    ) throws(Failure) -> SocialTables {
        let loadOptions = Self.loadOptions(options, cache)
        if directory == "-" { return try loadStandardInput(options, loadOptions) }
        var (source, changes) = try DataSource.opening(directory, orInputOf: "social")
        try source.require([.socialMediaPosts])
        var tables = OptionalTables(source: source, loadOptions)
        var posts = try tables.load(PostTable.self, .socialMediaPosts)
        changes.applyForCommand(to: &posts)
        let schools = try tables.load(SchoolDirectory.self, .schools)
        let coaches = try tables.load(CoachTable.self, .coaches)
        return SocialTables(
            posts: posts ?? .empty, schools: schools ?? .empty, coaches: coaches ?? .empty,
            loadings: tables.loadings)
    }

    /// Loads the posts and the names of schools, whichever of these tables exist.
    ///
    /// - Parameter directory: a data directory or a table file, or `-` for posts on standard input.
    /// - Throws: ``Failure`` when both are missing.
    static func loadSchools(
        directory: String, _ options: LoadingOptions, cache: TableCache? = nil
    ) throws(Failure) -> SocialTables {
        let loadOptions = Self.loadOptions(options, cache)
        if directory == "-" { return try loadStandardInput(options, loadOptions) }
        var (source, changes) = try DataSource.opening(directory, orInputOf: "social")
        var tables = OptionalTables(source: source, loadOptions)
        var posts = try tables.load(PostTable.self, .socialMediaPosts)
        changes.applyForCommand(to: &posts)
        let schools = try tables.load(SchoolDirectory.self, .schools)
        if posts == nil, schools == nil {
            throw Failure(missing: [.socialMediaPosts, .schools], in: tables.source)
        }
        return SocialTables(
            posts: posts ?? .empty, schools: schools ?? .empty, coaches: .empty, loadings: tables.loadings)
    }

    /// A command searches once or twice, which is not worth an index.
    private static func loadOptions(_ options: LoadingOptions, _ cache: TableCache?) -> LoadOptions {
        LoadOptions(
            maxProblems: 0, threads: options.resolvedThreads, searchIndexing: .never,
            cache: cache)
    }

    /// Loads the posts on standard input, which come without names.
    private static func loadStandardInput(
        _ options: LoadingOptions, _ loadOptions: LoadOptions
    ) throws(Failure) -> SocialTables {
        let document = try StandardInput.read()
        let format = standardInputFormat(of: document, isNDJSON: options.ndjson)
        let (posts, loading) = try TableLoading.measured(StandardInput.name, byteCount: document.count) {
            () throws(LoadError) in
            format == .json
                ? try PostTable.load(json: document, options: loadOptions)
                : try PostTable.load(ndjson: document, options: loadOptions)
        }
        return SocialTables(posts: posts, schools: .empty, coaches: .empty, loadings: [loading])
    }
}

/// The tables that a page loads if they exist; a malformed one is an error.
private struct OptionalTables {
    let source: DataSource
    private let options: LoadOptions
    private(set) var loadings: [TableLoading] = []

    init(source: DataSource, _ options: LoadOptions) {
        self.source = source
        self.options = options
    }

    /// Loads a table; nil when it is missing.
    mutating func load<Table: StoredTable>(
        _ type: Table.Type, _ table: SynthesisTable
    ) throws(Failure) -> Table? {
        guard let (rows, loading) = try source.load(type, table, options) else { return nil }
        loadings.append(loading)
        return rows
    }
}

/// The document on standard input.
enum StandardInput {
    static let name = "standard input"

    /// Reads everything, decompressed when it begins like gzip output, as no JSON does.
    static func read() throws(Failure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(OperatingSystem.CallFailure) {
            bytes = try OperatingSystem.readAll(OperatingSystem.standardInput)
        } catch {
            throw Failure(.noInput, "\(name): cannot be read: \(error.reason)")
        }
        guard bytes.withUnsafeBytes(Gzip.isPacked) else { return bytes }
        do throws(Gzip.Problem) {
            let result = bytes.withUnsafeBytes { packed in
                Result { () throws(Gzip.Problem) in try Gzip.unpack(packed) }
            }
            return try result.get().withBytes { Array($0) }
        } catch {
            throw Failure(ReadError.gzip(error), source: name)
        }
    }
}
