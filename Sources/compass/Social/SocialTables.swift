import CompassKernel
import CompassSynthesis

/// The tables of the pages about posts, loaded, with what loading them cost.
struct SocialTables {
    let social: SocialPosts
    /// Empty where the table is not there.
    let schools: SchoolDirectory
    let loadings: [TableLoading]

    /// - Parameter directory: a data directory, or `-` for posts on standard input.
    static func load(directory: String, _ options: LoadingOptions) throws(Failure) -> SocialTables {
        let loadOptions = LoadOptions(maxProblems: 0, threads: options.resolvedThreads)
        if directory == "-" {
            let document = try StandardInput.read()
            let format = options.ndjson ? DocumentFormat.ndjson : .json
            let (posts, loading) = try TableLoading.measured(StandardInput.name, byteCount: document.count) {
                () throws(LoadError) in
                format == .json
                    ? try PostTable.load(json: document, options: loadOptions)
                    : try PostTable.load(ndjson: document, options: loadOptions)
            }
            return SocialTables(social: posts.bound(to: .empty), schools: .empty, loadings: [loading])
        }
        let folder = try DataDirectory(directory, orInputOf: "social")
        let postFile = try folder.neededFile(of: .socialMediaPosts)
        let schoolFile = try folder.file(of: .schools)
        let (posts, postLoading) = try TableLoading.measured(PostTable.self, postFile, loadOptions)
        guard let schoolFile else {
            return SocialTables(social: posts.bound(to: .empty), schools: .empty, loadings: [postLoading])
        }
        let (schools, schoolLoading) = try TableLoading.measured(
            SchoolDirectory.self, schoolFile, loadOptions)
        return SocialTables(
            social: posts.bound(to: schools), schools: schools, loadings: [postLoading, schoolLoading])
    }
}

/// The document on standard input.
enum StandardInput {
    static let name = "standard input"

    /// All of it, unpacked where it begins as gzip's output does, which no JSON does.
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
