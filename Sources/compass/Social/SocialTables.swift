import CompassKernel
import CompassProgram
import CompassSynthesis

/// The tables of the pages about posts, with their loading costs.
struct SocialTables {
    let social: SocialPosts
    /// The schools; empty when the table is missing.
    let schools: SchoolDirectory
    let loadings: [TableLoading]
    let preparation: PreparationTiming

    private init(posts: PostTable, schools: SchoolDirectory, loadings: [TableLoading]) {
        (social, preparation) = PreparationTiming.measured("Bound school names") { posts.bound(to: schools) }
        self.schools = schools
        self.loadings = loadings
    }

    /// - Parameter directory: a data directory, or `-` for posts on standard input.
    static func load(directory: String, _ options: LoadingOptions) throws(Failure) -> SocialTables {
        try load(directory: directory, options, arePostsRequired: true)
    }

    /// Loads the tables that exist.
    ///
    /// - Parameter directory: a data directory, or `-` for posts on standard input.
    /// - Throws: ``Failure`` when both are missing.
    static func loadWhatIsThere(
        directory: String, _ options: LoadingOptions
    ) throws(Failure) -> SocialTables {
        try load(directory: directory, options, arePostsRequired: false)
    }

    private static func load(
        directory: String, _ options: LoadingOptions, arePostsRequired: Bool
    ) throws(Failure) -> SocialTables {
        let loadOptions = LoadOptions(maxProblems: 0, threads: options.resolvedThreads)
        if directory == "-" {
            let document = try StandardInput.read()
            let format = standardInputFormat(of: document, isNDJSON: options.ndjson)
            let (posts, loading) = try TableLoading.measured(StandardInput.name, byteCount: document.count) {
                () throws(LoadError) in
                format == .json
                    ? try PostTable.load(json: document, options: loadOptions)
                    : try PostTable.load(ndjson: document, options: loadOptions)
            }
            return SocialTables(posts: posts, schools: .empty, loadings: [loading])
        }
        let folder = try DataDirectory(directory, orInputOf: "social")
        let postFile =
            arePostsRequired
            ? try folder.neededFile(of: .socialMediaPosts) : try folder.file(of: .socialMediaPosts)
        let schoolFile = try folder.file(of: .schools)
        if postFile == nil, schoolFile == nil {
            throw Failure(missing: [.socialMediaPosts, .schools], in: directory)
        }
        var posts = PostTable.empty
        var loadings: [TableLoading] = []
        if let postFile {
            let (table, loading) = try TableLoading.measured(PostTable.self, postFile, loadOptions)
            posts = table
            loadings.append(loading)
        }
        guard let schoolFile else {
            return SocialTables(posts: posts, schools: .empty, loadings: loadings)
        }
        let (schools, schoolLoading) = try TableLoading.measured(
            SchoolDirectory.self, schoolFile, loadOptions)
        return SocialTables(posts: posts, schools: schools, loadings: loadings + [schoolLoading])
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
