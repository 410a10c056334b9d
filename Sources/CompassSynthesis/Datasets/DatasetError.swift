/// Why a dataset could not be written, read or trusted.
public enum DatasetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file or folder could not be created, with the system's reason.
    case file(path: String, reason: String)
    /// A file was created but could not be written, with the system's reason.
    case unwritable(path: String, reason: String)
    /// A file exists but could not be read, with the system's reason.
    case unreadable(path: String, reason: String)
    /// The file is not a manifest.
    case invalidManifest(path: String, reason: String)
    /// The options of a dataset are out of range.
    case options(SynthesisError)
    /// A file of the dataset is missing.
    case missing(path: String)
    /// A file differs from its entry in the manifest.
    case mismatch(path: String, expected: DatasetManifest.Table, bytes: Int, sha256: String)

    /// The error message, for people.
    public var description: String {
        switch self {
        case .file(let path, let reason): "\(path): cannot be created: \(reason)"
        case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
        case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
        case .invalidManifest(let path, let reason): "\(path) is no manifest of datasets: \(reason)"
        case .options(let error): error.description
        case .missing(let path): "\(path) is missing"
        case .mismatch(let path, let expected, let bytes, let sha256):
            "\(path) has \(bytes) bytes with the SHA-256 \(sha256); "
                + "the manifest says \(expected.bytes) bytes with \(expected.sha256)"
        }
    }
}
