import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// One of the files whose posts are read in chunks.
struct StreamInput {
    /// The form of the posts.
    enum Content {
        /// A file that can be mapped.
        case document(DocumentFormat)
        /// Standard input, a pipe or a compressed file; without a format it is detected.
        case lines(DocumentFormat?)
        case table(StoredTables)
    }

    /// The path of the posts; nil for standard input.
    let path: String?
    let content: Content
    /// The directory or table file that they are from, with other tables; nil when there is none.
    let source: DataSource?
    /// The changes that a server has logged.
    let changes: LoggedChanges?
    let byteCount: Int

    /// The document's name in messages.
    var name: String {
        if case .table(let file) = content { return "\(file.path): social_media_posts" }
        return path ?? StandardInput.name
    }

    /// Whether the posts can be read again.
    var isRepeatable: Bool { path.map(OperatingSystem.isOrdinaryFile) ?? false }

    /// Opens an argument.
    ///
    /// - Parameter isNDJSON: whether standard input is NDJSON; otherwise that is detected.
    init(_ argument: String, isNDJSON: Bool) throws(Failure) {
        if argument == "-" {
            self.init(path: nil, .lines(isNDJSON ? .ndjson : nil))
            return
        }
        switch try DataDirectory.fileKind(argument) {
        case .nothing: throw Failure(.noInput, "\(argument): no such file")
        case .directory: try self.init(directory: argument)
        case .file:
            if try DataSource.isTableFile(argument) {
                try self.init(tableFile: argument)
            } else {
                self.init(path: argument, Self.content(ofFile: argument))
            }
        }
    }

    private init(
        path: String?, _ content: Content, source: DataSource? = nil, changes: LoggedChanges? = nil
    ) {
        self.path = path
        self.content = content
        self.source = source
        self.changes = changes
        byteCount = path.flatMap { OperatingSystem.byteCount(ofFile: $0) } ?? 0
    }

    private init(directory path: String) throws(Failure) {
        let (source, changes) = try DataSource.opening(path)
        try source.require([.socialMediaPosts])
        guard case .directory(let folder) = source else {
            throw Failure(missing: [.socialMediaPosts], in: source)
        }
        let file = try folder.requiredFile(of: .socialMediaPosts)
        if changes.count > 0 {
            throw Failure(
                .usage,
                "\(path) has changes that a server has logged, which cannot be applied to posts that are read in "
                    + "chunks; 'compass save \(path) FILE' writes a table file, which '--stream' takes")
        }
        self.init(
            path: file.path, file.isPacked ? .lines(file.format) : .document(file.format), source: source)
    }

    private init(tableFile path: String) throws(Failure) {
        let (source, changes) = try DataSource.opening(path)
        try source.require([.socialMediaPosts])
        guard case .file(let file) = source else { throw Failure(missing: [.socialMediaPosts], in: source) }
        self.init(path: path, .table(file), source: source, changes: changes)
    }

    private static func content(ofFile path: String) -> Content {
        let isPacked = path.hasSuffix(".gz")
        let name = isPacked ? String(path.dropLast(3)) : path
        let named: DocumentFormat? =
            DocumentFormat(ofPath: name) == .ndjson ? .ndjson : name.hasSuffix(".json") ? .json : nil
        // A pipe cannot be mapped, and a file without a known name is one or the other.
        return isPacked || named == nil || !OperatingSystem.isOrdinaryFile(path)
            ? .lines(named) : .document(named ?? .json)
    }
}
